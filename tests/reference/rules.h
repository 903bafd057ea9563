#pragma once

#include "board.h"

#include <string>
#include <vector>

namespace bastide::reference {

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
};

// The options of a game with every default of its edition filled in.
struct Rules {
    std::string edition;
    std::string river = "false"; // "false", "true", "2021"
    bool abbot = false;
    bool gingerbread = false;
    bool gingerbread_double = true;
    std::string farms;       // city-4, farm-3, farm-3-once, off; hunters: ""
    std::string small_city;  // half, full; hunters: ""
    std::string unplaceable; // return, remove

    bool hunters() const { return edition == "hunters"; }
    Water water() const { return hunters() ? Water::hunters : Water::classic_river; }
};

// Throws std::runtime_error when an option is unknown or out of place.
Rules rules_from(const Options& options);

// The data files whose tiles are in the game.
std::vector<std::string> tile_files(const Rules& rules);

} // namespace bastide::reference
