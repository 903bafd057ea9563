#pragma once

#include "board.h"

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
    // Of no edition yet: a big follower for each of up to six players (I1, I6), and one more copy
    // of every tile but the start tile.
    bool big_followers = false;
    bool more_copies = false;
};

// What things are worth: the reference's own table, which src/ never sees.
struct Worth {
    int road_tile = 1;                  // F1
    int city_tile_or_shield = 2;        // F2
    int small_city_tile_or_shield = 2;  // F3
    int unfinished_tile_or_shield = 1;  // E2
    int site_or_neighbour = 1;          // F4, A4, E2
    int farm_city = 3;                  // E3, farm by farm
    int city_of_farmers = 4;            // E3, city by city
    int knight_and_tile = 1;            // G3
    int river_segment_or_fish = 1;      // H4
    int forest_segment_or_mushroom = 2; // H5
    int hut_fish = 1;                   // H9
    int animal = 2;                     // H10
};

// The options of a game with every default of its edition filled in.
struct Rules {
    std::string edition;
    std::string river = "false"; // "false", "true", "2021"
    bool abbot = false;
    bool gingerbread = false;
    bool gingerbread_double = true;
    bool big_followers = false;
    bool more_copies = false;
    std::string farms;       // city-4, farm-3, farm-3-once, off; hunters: ""
    std::string small_city;  // half, full; hunters: ""
    std::string unplaceable; // return, remove
    Worth worth;

    bool hunters() const { return edition == "hunters"; }
    Water water() const { return hunters() ? Water::hunters : Water::classic_river; }
};

// Throws std::runtime_error when an option is unknown or out of place.
Rules rules_from(const Options& options);

// The data files whose tiles are in the game.
std::vector<std::string> tile_files(const Rules& rules);

} // namespace bastide::reference
