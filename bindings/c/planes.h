#pragma once
// A board as planes of a window of cells, for learners that look at pictures.

#include "rules/game.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace bastide::c {

/// Planes that belong together: one, or one for each side (north, east, south, west).
struct PlaneGroup {
    unsigned count;
    std::string_view name;
    std::string_view meaning;
};
/// All of them, in their order.
std::span<const PlaneGroup> plane_groups();

struct Window {
    Cell origin;           // its first cell, in the north-west
    bool left_out = false; // something lies outside
};
/// BASTIDE_PLANES planes of BASTIDE_WINDOW rows, seen by the player who decides.
Window write_planes(const Game& game, std::uint8_t* out);

} // namespace bastide::c
