#pragma once

#include "ai/agent.h"
#include "ai/analyst.h"
#include "ai/evaluation/plain_evaluation.h"
#include "ai/evaluation/terms.h"
#include "ai/search/endgame.h"
#include "ai/search/puct.h"

namespace bastide {

/// Ours: evaluation in points, PUCT over decisions and chance, several trees on several threads.
class BastideAgent final : public Agent, public Analyst {
  public:
    /// What was learned for a family and a number of players.
    using Learned = const TermTable& (*)(Family family, unsigned players);

    explicit BastideAgent(const Weights& weights = {}, const PuctSettings& settings = {},
                          Learned learned = learned_terms)
        : weights_(weights)
        , settings_(settings)
        , learned_(learned) {}

    Move choose(const Game& game, const Budget& budget, Random& random) override;
    std::vector<RatedMove> rate(const Game& game, const Budget& budget, Random& random) override;
    PositionValue value(const Game& game) override;
    std::vector<AreaOutlook> outlook(const Game& game) override;

  private:
    void prepare(const Game& game);
    struct Found {
        std::vector<RootMove> moves;
        bool exact = false; // rewards are those of the results themselves
    };
    Found search(const Game& game, const Budget& budget, Random& random, PuctSearch::Asked asked);
    std::vector<RootMove> solve(const Game& game, const Budget& budget);

    Weights weights_;
    PuctSettings settings_;
    Learned learned_;
    const Box* box_ = nullptr;
    unsigned players_ = 0;
    std::unique_ptr<Evaluation> evaluation_;
    std::vector<std::unique_ptr<PuctSearch>> trees_;
    std::unique_ptr<Endgame> endgame_;
};

} // namespace bastide
