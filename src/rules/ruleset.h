#pragma once
// What differs between editions and custom games, as values. docs/rules.md names the rules.

#include <cstdint>

namespace bastide {

inline constexpr unsigned max_players = 5;

enum class Family : std::uint8_t { classic, hunters };

enum class FarmRule : std::uint8_t {
    off,         // no farmers
    city_4,      // each completed city pays 4 to the player with most farmers around it
    farm_3,      // each farm pays 3 a completed city to its owner
    farm_3_once, // as farm_3, but a player is paid for one city once
};

enum class Unplaceable : std::uint8_t { put_back, remove };

struct Ruleset {
    Family family = Family::classic;
    std::uint8_t followers = 7;                    // S2, H1
    std::uint8_t huts = 0;                         // H1
    std::uint8_t abbots = 0;                       // S2: one with the Abbot, else none
    std::uint8_t points_each_in_city = 2;          // F2
    std::uint8_t points_each_in_two_tile_city = 2; // F3
    FarmRule farms = FarmRule::farm_3;             // E3
    Unplaceable unplaceable = Unplaceable::remove; // T2
    bool gingerbread = false;                      // G
    bool gingerbread_double = true;                // G6
    friend constexpr bool operator==(const Ruleset&, const Ruleset&) = default;
};

} // namespace bastide
