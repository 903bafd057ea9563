#pragma once

#include "ai/agent.h"
#include "ai/agents/table_kind.h"
#include "ai/evaluation/plain_evaluation.h"
#include "ai/search/star25.h"

namespace bastide {

/// Heyden's player: expectimax with Star2.5 pruning, deeper and deeper until time is up. A
/// reference from the literature, with our evaluation by formula at the leaves. One thread.
class Star25Agent final : public Agent {
  public:
    explicit Star25Agent(const Weights& weights = {}, const Star25Settings& settings = {})
        : weights_(weights)
        , settings_(settings) {}

    Move choose(const Game& game, const Budget& budget, Random& random) override;
    Thought thought() const override { return thought_; }

  private:
    void prepare(const Game& game);

    Weights weights_;
    Star25Settings settings_;
    TableKind table_;
    std::unique_ptr<Evaluation> evaluation_;
    std::unique_ptr<Star25Search> search_;
    Thought thought_;
};

} // namespace bastide
