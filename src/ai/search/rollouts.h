#pragma once
// The best few moves, played on for some tiles by judgement alone, all of them with the same draws:
// what the draws bring is much the same for all, so that a few repetitions tell moves apart that a
// tree cannot. The worse half is given up again and again (sequential halving).

#include "ai/evaluation/evaluation.h"
#include "ai/search/clock.h"
#include "ai/search/moves.h"
#include "ai/search/reward.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace bastide {

struct RolloutSettings {
    unsigned moves = 4;            // to play on; 0: none
    std::optional<unsigned> tiles; // each time; by default as measured

    unsigned tiles_for(unsigned players) const { return tiles.value_or(std::max(6u, 2 * players)); }
};

class Rollouts {
  public:
    /// A decision by judgement takes as long as so many nodes of the tree, most of which list
    /// nothing: nodes are to mean the same time for both.
    static constexpr std::uint64_t nodes_per_decision = 5;

    /// Moves are chosen by `evaluation`, which is asked often; what they came to is judged by
    /// `ends`, which is asked once each time.
    Rollouts(const Evaluation& evaluation, const Evaluation& ends, unsigned tiles,
             const Squash& squash)
        : evaluation_(evaluation)
        , ends_(ends)
        , tiles_(tiles)
        , squash_(squash) {}

    /// The best of the moves of a position (Phase::place), which are listed best first. Nodes are
    /// those of each thread: the same nodes, seed and threads give the same move.
    std::size_t best_of(const Game& root, std::span<const Move> moves, const Deadline& deadline,
                        unsigned threads, std::uint64_t seed);
    /// Of the latest best_of(), all threads together.
    std::uint64_t nodes() const { return nodes_; }

  private:
    struct Candidate {
        std::size_t move;
        double reward; // sum
    };
    struct Worker {
        explicit Worker(const Evaluation& evaluation, std::uint64_t seed)
            : judge(evaluation)
            , random(seed) {}
        MoveJudge judge;
        Random random;
        std::vector<JudgedMove> judged;
        std::vector<double> rewards; // by candidate, in this phase
        unsigned repetitions = 0;
        std::uint64_t nodes = 0;
    };

    void play_phase(const Game& root, std::span<const Move> moves, Worker& worker,
                    const Deadline& deadline, double until) const;
    double play_on(Game& game, unsigned player, std::uint64_t seed, Worker& worker) const;

    const Evaluation& evaluation_;
    const Evaluation& ends_;
    unsigned tiles_;
    Squash squash_;
    std::vector<Candidate> candidates_;
    std::uint64_t nodes_ = 0;
};

} // namespace bastide
