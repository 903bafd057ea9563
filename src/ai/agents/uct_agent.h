#pragma once

#include "ai/agent.h"

#include <memory>

namespace bastide {

struct UctTree;

/// Plain Monte-Carlo tree search: decisions and chance, UCB1, uniformly random playouts, no
/// knowledge of the game. A reference from the literature.
class UctAgent final : public Agent {
  public:
    explicit UctAgent(float exploration = 0.5f);
    ~UctAgent() override;
    Move choose(const Game& game, const Budget& budget, Random& random) override;

  private:
    float exploration_;
    std::unique_ptr<UctTree> tree_; // kept for its memory
};

} // namespace bastide
