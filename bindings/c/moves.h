#pragma once
// Moves between the engine and C, and all of them with the Gingerbread Man's part.

#include "bindings/c/bastide.h"
#include "rules/rules.h"

#include <optional>
#include <utility>
#include <vector>

namespace bastide::c {

bastide_move to_c(const Move& move);
/// Nothing if a number is out of range; whether it is legal, the rules say.
std::optional<Move> from_c(const bastide_move& move);
bastide_event to_c(const ScoreEvent& event);

/// Cities the Gingerbread Man may go to now (Phase::man), by their smallest segments.
struct ManTarget {
    SegmentRef where;
    Node city;
};
std::vector<ManTarget> man_targets(const Game& game);

/// All legal moves in the fixed order.
void all_moves(const Game& game, std::vector<bastide_move>& list);

} // namespace bastide::c
