#pragma once
// From expected points to what a search adds up: the margin over the best opponent, through a
// squash that is wide early and narrow near the end, where winning is all that counts.

#include "ai/evaluation/evaluation.h"

#include <algorithm>
#include <cmath>

namespace bastide {

struct Squash {
    float wide = 45;  // points, while the stack is full
    float narrow = 6; // points, when it is empty
    float scale(unsigned left, unsigned all) const {
        return narrow + (wide - narrow) * static_cast<float>(left) / static_cast<float>(all);
    }
};

inline float margin_of(const Value& value, unsigned player, unsigned players) {
    if (players == 1) return value[0];
    float best = -1e9f;
    for (unsigned i = 0; i < players; ++i) {
        if (i != player) best = std::max(best, value[i]);
    }
    return value[player] - best;
}

/// In (-1, 1) for each player.
inline Value rewards_of(const Value& value, unsigned players, float scale) {
    Value rewards = {};
    for (unsigned i = 0; i < players; ++i) {
        const float x = margin_of(value, i, players) / scale;
        rewards[i] = x / std::sqrt(1.0f + x * x);
    }
    return rewards;
}

} // namespace bastide
