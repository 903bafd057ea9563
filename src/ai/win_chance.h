#pragma once
// What expected points say about who wins.

#include "rules/inspect.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace bastide {

/// Points by which one player's chance to win falls to 1 / e of another's. Every tile to come adds
/// its part to what a judgement errs by, so it goes with the root of their number. The factors were
/// fitted to games (docs/ai.md): where the network plays, two of the classic family, games go
/// further from what the terms alone expect.
inline double winning_width(const Game& game) {
    const bool classic = game.box->rules.family == Family::classic;
    const double factor = !classic ? 2.5 : game.now.players == 2 ? 2.3 : 1.8;
    const unsigned left = tiles_left(game, Stack::land);
    return factor * std::sqrt(static_cast<double>(left) + 1);
}

/// Each player's chance, from the final points that each may expect.
inline std::array<double, max_players> win_chances(const Game& game,
                                                   std::span<const double> points) {
    const double width = winning_width(game), most = std::ranges::max(points);
    std::array<double, max_players> chances = {};
    double sum = 0;
    for (unsigned i = 0; i < points.size(); ++i) {
        chances[i] = std::exp((points[i] - most) / width);
        sum += chances[i];
    }
    for (double& chance : chances) chance /= sum;
    return chances;
}

/// The chance of a player so many points ahead of the best opponent to stay before that one.
inline double win_chance(const Game& game, double margin) {
    return 1 / (1 + std::exp(-margin / winning_width(game)));
}

} // namespace bastide
