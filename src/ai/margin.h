#pragma once
// Points before the best opponent, of whatever kind the points are: scores, expected, learned.

#include <algorithm>
#include <array>
#include <limits>

namespace bastide {

/// A player alone is before nobody: the margin is all the points.
template <class Number, std::size_t seats>
inline auto margin_of(const std::array<Number, seats>& points, unsigned player, unsigned players)
    -> decltype(points[0] - points[0]) {
    if (players == 1) return points[0];
    Number best = std::numeric_limits<Number>::lowest();
    for (unsigned i = 0; i < players; ++i) {
        if (i != player) best = std::max(best, points[i]);
    }
    return points[player] - best;
}

} // namespace bastide
