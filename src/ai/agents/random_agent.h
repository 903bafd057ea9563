#pragma once

#include "ai/agent.h"

namespace bastide {

/// A placement uniformly, then one of its deployment choices uniformly.
class RandomAgent final : public Agent {
  public:
    Move choose(const Game& game, const Budget& budget, Random& random) override;
};

} // namespace bastide
