#pragma once

#include "ai/agent.h"
#include "ai/agents/table_kind.h"
#include "ai/analyst.h"
#include "ai/evaluation/learned_evaluation.h"
#include "ai/evaluation/plain_evaluation.h"
#include "ai/evaluation/terms.h"
#include "ai/network/network_evaluation.h"
#include "ai/search/endgame.h"
#include "ai/search/puct.h"
#include "ai/search/rollouts.h"

#include <optional>

namespace bastide {

struct BastideSettings {
    /// What was learned for a form of the game and a number of players.
    using Learned = const TermTable& (*)(Form form, unsigned players);

    Weights weights; // where it judges by formula
    PuctSettings tree;
    RolloutSettings rollouts;
    Learned play = play_terms;    // to choose moves by
    Learned told = learned_terms; // to tell people what things are worth
    bool network = true;          // where there is one that was trained with `play`
};

/// Ours: evaluation in points, PUCT over decisions and chance, several trees on several threads.
class BastideAgent final : public Agent, public Analyst {
  public:
    explicit BastideAgent(const BastideSettings& settings = {})
        : settings_(settings) {}

    Move choose(const Game& game, const Budget& budget, Random& random) override;
    Thought thought() const override { return thought_; }
    std::vector<RatedMove> rate(const Game& game, const Budget& budget, Random& random) override;
    PositionValue value(const Game& game) override;
    std::vector<AreaOutlook> outlook(const Game& game) override;

  private:
    void prepare(const Game& game);
    /// Where speed hardly matters: the list at the root and the ends of rollouts.
    const Evaluation& deep() const { return deep_ != nullptr ? *deep_ : *evaluation_; }
    /// What people are told goes by this one, moves are chosen by the others.
    const Evaluation& told();
    struct Found {
        std::vector<RootMove> moves;
        bool exact = false;            // rewards are those of the results themselves
        std::optional<Move> preferred; // whatever the visits say
        std::uint64_t nodes = 0;
    };
    bool rolls_out(const Budget& budget) const;
    Found search(const Game& game, const Budget& budget, Random& random, PuctSearch::Asked asked);
    std::vector<RootMove> grow(const Game& game, unsigned threads, const Deadline& deadline,
                               Random& random, PuctSearch::Asked asked);
    std::uint64_t nodes_grown(unsigned threads) const;
    RatedMove rated(const Game& game, const RootMove& move, bool exact, unsigned threads) const;
    std::vector<RootMove> solve(const Game& game, const Budget& budget);

    BastideSettings settings_;
    TableKind table_;
    std::unique_ptr<Evaluation> evaluation_;
    std::unique_ptr<NetworkEvaluation> deep_;
    std::unique_ptr<LearnedEvaluation> told_; // once it is asked for
    std::vector<std::unique_ptr<PuctSearch>> trees_;
    std::unique_ptr<Rollouts> rollouts_;
    std::unique_ptr<Endgame> endgame_;
    Thought thought_;
};

} // namespace bastide
