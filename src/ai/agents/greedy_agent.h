#pragma once

#include "ai/agent.h"
#include "ai/agents/table_kind.h"
#include "ai/evaluation/evaluation.h"
#include "ai/evaluation/plain_evaluation.h"
#include "ai/search/moves.h"

namespace bastide {

/// The move after which the evaluation is best: one ply, no search. Weaker levels understand less
/// and take a slightly worse move now and then (`noise` points).
class GreedyAgent final : public Agent {
  public:
    explicit GreedyAgent(const Weights& weights = {}, const Understanding& understanding = {},
                         float noise = 0)
        : weights_(weights)
        , understanding_(understanding)
        , noise_(noise) {}

    Move choose(const Game& game, const Budget& budget, Random& random) override;
    Thought thought() const override { return thought_; }

  private:
    void prepare(const Game& game);

    Weights weights_;
    Understanding understanding_;
    float noise_;
    TableKind table_;
    std::unique_ptr<Evaluation> evaluation_;
    std::unique_ptr<MoveJudge> judge_;
    Thought thought_;
};

} // namespace bastide
