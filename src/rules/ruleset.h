#pragma once
// What differs between editions and custom games, as values. docs/rules.md names the rules.

#include <cstdint>

namespace bastide {

/// In any box. How many may play one of them, its ruleset tells.
inline constexpr unsigned max_players = 6;

enum class Family : std::uint8_t { classic, hunters };

/// How the game of a box is packed: classic and hunters are narrow, wide is a classic one
/// (areas.h). A constant wherever a game is played, so that none pays for the others.
enum class Form : std::uint8_t { classic, hunters, wide };

constexpr Family family_of(Form form) {
    return form == Form::hunters ? Family::hunters : Family::classic;
}

enum class FarmRule : std::uint8_t {
    off,         // no farmers
    city_4,      // each completed city pays 4 to the player with most farmers around it
    farm_3,      // each farm pays 3 per completed city to its owner
    farm_3_once, // as farm_3, but a player is paid for one city once
};

enum class Unplaceable : std::uint8_t { put_back, remove };

struct Ruleset {
    Family family = Family::classic;
    std::uint8_t players = 5;                      // S1: at most
    std::uint8_t followers = 7;                    // S2, H1
    std::uint8_t huts = 0;                         // H1
    std::uint8_t abbots = 0;                       // S2: one with the Abbot, else none
    std::uint8_t big_followers = 0;                // I1
    std::uint8_t builders = 0;                     // B1
    std::uint8_t pigs = 0;                         // B1
    FarmRule farms = FarmRule::farm_3;             // E3
    Unplaceable unplaceable = Unplaceable::remove; // T2
    bool gingerbread = false;                      // G
    bool gingerbread_double = true;                // G6
    // What things are worth: scored through the functions of scoring.h alone, and told to players
    // as it stands here.
    std::uint8_t points_each_on_road = 1;                // F1: a tile
    std::uint8_t points_each_in_city = 2;                // F2: a tile, a shield
    std::uint8_t points_each_in_two_tile_city = 2;       // F3
    std::uint8_t points_each_on_unfinished_road = 1;     // E2
    std::uint8_t points_each_in_unfinished_city = 1;     // E2
    std::uint8_t points_each_at_site = 1;                // F4, A4, E2: the site, a tile around it
    std::uint8_t points_each_city_by_city = 4;           // E3, city_4: a completed city
    std::uint8_t points_each_city_by_farm = 3;           // E3, farm_3 and farm_3_once
    std::uint8_t points_each_knight_and_tile_left = 1;   // G3
    std::uint8_t points_each_on_road_with_inn = 2;       // I3
    std::uint8_t points_each_in_city_with_cathedral = 3; // I4
    std::uint8_t points_more_each_city_with_pig = 1;     // B10
    std::uint8_t points_for_most_goods = 10;             // B8: of each kind
    std::uint8_t points_each_in_river = 1;               // H4: a segment, a fish
    std::uint8_t points_each_in_forest = 2;              // H5: a segment, a mushroom
    std::uint8_t points_each_fish_of_huts = 1;           // H9
    std::uint8_t points_each_animal = 2;                 // H10
    friend constexpr bool operator==(const Ruleset&, const Ruleset&) = default;
};

} // namespace bastide
