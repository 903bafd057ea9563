#pragma once
// From expected points to what a search adds up: the margin over the best opponent, through a
// squash that is wide early and narrow near the end, where winning is all that counts.

#include "ai/evaluation/evaluation.h"
#include "ai/margin.h"

#include <cmath>

namespace bastide {

struct Squash {
    float wide = 45;  // points, while the stack is full
    float narrow = 6; // points, when it is empty
    float scale(unsigned left, unsigned all) const {
        return narrow + (wide - narrow) * static_cast<float>(left) / static_cast<float>(all);
    }
};

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
