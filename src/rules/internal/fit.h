#pragma once
// Where does a tile fit? One pass over the frontier's codes, as many cells at once as the machine
// can compare. Every kernel gives the same PlacementSet, bit for bit.

#include "rules/game.h"
#include "rules/isa.h"

namespace bastide {

/// Fills the set for `count` slots and the four edge codes of a tile (0: no such rotation). There
/// are 64 readable bytes from every multiple of 64. Callers keep to is_supported().
void scan_codes(Isa isa, const EdgeCode* codes, unsigned count, const EdgeCode* edges,
                PlacementSet& found);

/// All legal placements of a land or bonus tile.
void scan_frontier(const Box& box, const Position& position, TileIndex tile, PlacementSet& found);

/// The k-th member in the set's order: by rotation, then slot.
SlotPlacement placement_at(const PlacementSet& set, unsigned k);

} // namespace bastide
