#pragma once

#include "board.h"

#include <map>
#include <string>
#include <vector>

namespace bastide::reference {

/// Throws: whoever asked for this broke a rule.
[[noreturn]] void refuse(const std::string& reason);

// As in a record; an empty string means the edition's default.
struct Options {
    std::string edition; // classic-1, classic-2, winter, new, hunters
    std::string river = "";
    bool abbot = false;
    bool gingerbread = false;
    bool gingerbread_double = true;
    std::string farms = "";
    std::string small_city = "";
    std::string unplaceable = "";
    bool inns = false;
    bool traders = false;
    // Boxes that no edition has: other numbers of copies in the stacks, and of all else none.
    std::map<std::string, int> copies = {};
    bool only_copies = false;
};

// What things are worth: the reference's own table, which src/ never sees.
struct Worth {
    int road_tile = 1;                   // F1
    int inn_road_tile = 2;               // I3
    int city_tile_or_shield = 2;         // F2
    int small_city_tile_or_shield = 2;   // F3
    int cathedral_tile_or_shield = 3;    // I4
    int unfinished_tile_or_shield = 1;   // E2
    int unfinished_inn_or_cathedral = 0; // I3, I4: per tile or shield
    int site_or_neighbour = 1;           // F4, A4, E2
    int farm_city = 3;                   // E3, farm by farm
    int city_of_farmers = 4;             // E3, city by city
    int city_with_pig = 1;               // B10: more than without
    int most_goods = 10;                 // B8: per kind
    int knight_and_tile = 1;             // G3
    int river_segment_or_fish = 1;       // H4
    int forest_segment_or_mushroom = 2;  // H5
    int hut_fish = 1;                    // H9
    int animal = 2;                      // H10
};

// The options of a game with every default of its edition filled in.
struct Rules {
    std::string edition;
    std::string river = "false"; // "false", "true", "2021"
    bool abbot = false;
    bool gingerbread = false;
    bool gingerbread_double = true;
    bool inns = false;
    bool traders = false;
    std::map<std::string, int> copies = {};
    bool only_copies = false;
    std::string farms;       // city-4, farm-3, farm-3-once, off; hunters: ""
    std::string small_city;  // half, full; hunters: ""
    std::string unplaceable; // return, remove
    Worth worth;

    int most_players() const { return inns ? 6 : 5; } // S1, H1, I1
    bool hunters() const { return edition == "hunters"; }
    Water water() const { return hunters() ? Water::hunters : Water::classic_river; }
};

// Throws std::runtime_error when an option is unknown or out of place.
Rules rules_from(const Options& options);

// Of a tile in its stack: as the box has it, or as the options say.
int copies_in_stack(const Rules& rules, const Tile& tile);

// The data files whose tiles are in the game.
std::vector<std::string> tile_files(const Rules& rules);

} // namespace bastide::reference
