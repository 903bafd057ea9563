#pragma once

#include "ai/agent.h"
#include "ai/analyst.h"
#include "ai/evaluation/learned_evaluation.h"
#include "ai/evaluation/plain_evaluation.h"
#include "ai/evaluation/terms.h"
#include "ai/search/endgame.h"
#include "ai/search/puct.h"
#include "ai/search/rollouts.h"

#include <optional>

namespace bastide {

struct BastideSettings {
    /// What was learned for a family and a number of players.
    using Learned = const TermTable& (*)(Family family, unsigned players);

    Weights weights; // where it judges by formula
    PuctSettings tree;
    RolloutSettings rollouts;
    Learned play = play_terms;    // to choose moves by
    Learned told = learned_terms; // to tell people what things are worth
};

/// Ours: evaluation in points, PUCT over decisions and chance, several trees on several threads.
class BastideAgent final : public Agent, public Analyst {
  public:
    explicit BastideAgent(const BastideSettings& settings = {})
        : settings_(settings) {}

    Move choose(const Game& game, const Budget& budget, Random& random) override;
    std::vector<RatedMove> rate(const Game& game, const Budget& budget, Random& random) override;
    PositionValue value(const Game& game) override;
    std::vector<AreaOutlook> outlook(const Game& game) override;

  private:
    void prepare(const Game& game);
    /// What people are told goes by this one, moves are chosen by the other.
    const Evaluation& told();
    struct Found {
        std::vector<RootMove> moves;
        bool exact = false;            // rewards are those of the results themselves
        std::optional<Move> preferred; // whatever the visits say
    };
    bool rolls_out(const Budget& budget) const;
    Found search(const Game& game, const Budget& budget, Random& random, PuctSearch::Asked asked);
    std::vector<RootMove> grow(const Game& game, unsigned threads, const Deadline& deadline,
                               Random& random, PuctSearch::Asked asked);
    std::vector<RootMove> solve(const Game& game, const Budget& budget);

    BastideSettings settings_;
    const Box* box_ = nullptr;
    unsigned players_ = 0;
    std::unique_ptr<Evaluation> evaluation_;
    std::unique_ptr<LearnedEvaluation> told_; // once it is asked for
    std::vector<std::unique_ptr<PuctSearch>> trees_;
    std::unique_ptr<Rollouts> rollouts_;
    std::unique_ptr<Endgame> endgame_;
};

} // namespace bastide
