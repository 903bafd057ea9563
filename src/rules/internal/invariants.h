#pragma once
// What play keeps up to date from move to move, worked out again from the placed tiles and the
// tables of the box, slowly and plainly. Builds with BASTIDE_DEBUG_CHECKS compare while they play.

#include "rules/game.h"

#include <cassert>

namespace bastide {

/// The networks of a position worked out again; what `Kept` is, narrow or wide.
template <class Kept>
struct Recomputed {
    decltype(Kept::feature) feature;
    decltype(Kept::field) field;
    Waters water;
};

/// What the placed neighbours of an open cell demand.
EdgeCode recompute_code(const Game& game, Cell cell);
/// Every area with its contents and tokens; a root is the lowest node of its area, and all nodes
/// name it as their parent. Not for Phase::deploy, when a complete area is still occupied.
template <class Kept>
void recompute_areas(const Game& game, Recomputed<Kept>& areas);
extern template void recompute_areas(const Game&, Recomputed<NarrowAreas>&);
extern template void recompute_areas(const Game&, Recomputed<WideAreas>&);
/// What the kernels of fit.h find, cell by cell.
void recompute_placements(const EdgeCode* codes, unsigned count, const EdgeCode* edges,
                          PlacementSet& found);

/// The first structure that does not hold what it should ("grid", "frontier", "features", "fields",
/// "waters", "contacts", "companions", "goods"); nullptr when all agree.
const char* broken_invariant(const Game& game);
bool same_placements(const PlacementSet& a, const PlacementSet& b);

/// Stops the program when an invariant is broken. One position in sixteen is looked at, chosen by
/// its key, so that checked builds stay fast enough to play whole tournaments.
inline void debug_check([[maybe_unused]] const Game& game) {
#if BASTIDE_DEBUG_CHECKS
    if ((game.now.key & 15) == 0 && game.now.phase != Phase::deploy) {
        assert(broken_invariant(game) == nullptr);
    }
#endif
}

} // namespace bastide
