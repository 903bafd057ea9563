#pragma once
// How fast computer players think: what `bastide bench` tells of judgement and search.

#include "catalog/catalog.h"

namespace bastide::measure {

struct ThinkingFigures {
    double ns_per_move = 0;       // judged by difference, listing, placing and taking back included
    double ns_per_move_whole = 0; // the same moves, each position looked at as a whole
    double moves_per_decision = 0;
    double nodes_per_second = 0; // of the tree
};

/// Takes about this much CPU time for each figure. Positions are those of games of one ply.
ThinkingFigures measure_thinking(const Setup& setup, unsigned players, double seconds);

} // namespace bastide::measure
