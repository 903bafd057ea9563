#pragma once
// The frontier: every open cell that touches a placed tile, with what its neighbours demand.
//
// Invariant: slot i < Header::frontier holds an open cell and the terrain its placed neighbours
// demand. The cell where the classic River goes on is kept apart, in river_slot. recompute_code()
// in invariants.h works a code out again.

#include "rules/box.h"

#include <array>
#include <cstdint>

namespace bastide {

inline constexpr unsigned slot_words = 5; // of 64 slots, as many as are read at a time
inline constexpr unsigned river_slot = 64 * slot_words - 2;
inline constexpr unsigned trash_slot = river_slot + 1; // written instead of a branch, never read
static_assert(max_frontier <= river_slot);

struct Frontier {
    std::array<EdgeCode, 64 * slot_words> code;
    std::array<Cell, 64 * slot_words> cell;
};

/// The slots where one tile fits, a set of bits for each of its distinct rotations.
/// Invariant: bit `slot` of fits[r] is set exactly if fits(code[slot], edge code of rotation r),
/// and the counts are those of the bits. recompute_placements() works it out again.
struct PlacementSet {
    unsigned count = 0; // all rotations together
    unsigned words = 0;
    std::array<unsigned, 4> counts = {};                       // of each rotation
    std::array<std::array<std::uint64_t, slot_words>, 4> fits; // [rotation][slot / 64]
};

struct SlotPlacement {
    unsigned slot;
    Rotation rotation;
};

/// Whether a tile with these edges may lie on a cell with this code.
constexpr bool fits(EdgeCode cell, EdgeCode tile) {
    const unsigned known = (cell | cell >> 1) & 0x55u;
    return ((cell ^ tile) & (known * 3)) == 0;
}

} // namespace bastide
