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
    Thought thought() const override { return {.nodes = nodes_, .margin = {}, .win = {}}; }

  private:
    float exploration_;
    std::unique_ptr<UctTree> tree_; // kept for its memory
    std::uint64_t nodes_ = 0;       // of the latest search
};

} // namespace bastide
