#pragma once
// Learns terms that tell moves apart. At some decisions of games against itself a few moves, the
// siblings, are each played on once, with the same draws for all of them; how much further one gets
// than the mean of them is what its judgement should have said, and the terms are moved to where
// these errors are least. What all siblings share, the level of the position, is left out: it
// spreads by many points, and no choice depends on it. So these terms are for play only: what they
// say of an area or of a chance need not be true (docs/ai.md).

#include "ai/evaluation/learned_evaluation.h"
#include "ai/evaluation/plain_evaluation.h"
#include "ai/learning/normal_equations.h"
#include "ai/learning/siblings.h"

#include <span>

namespace bastide {

struct SiblingSettings : SiblingPlan {
    unsigned threads = 1;
    unsigned games_per_round = 1000;
    float caution = 30;  // how much must speak for a change of a term
    float memory = 0.8f; // what earlier rounds still count
    std::uint64_t seed = 1;
};

struct SiblingReport {
    std::uint64_t decisions = 0;
    double error = 0; // mean square of a sibling's judgement against how it went on, points
};

class SiblingLearner {
  public:
    SiblingLearner(const Box& box, const TermTable& start, const SiblingSettings& settings);

    /// Plays a round of games with the terms as they are, then moves the terms.
    SiblingReport round();

    const TermTable& terms() const { return terms_; }

  private:
    struct Sums {
        NormalEquations equations;
        SiblingReport report;
        std::uint64_t siblings = 0;
    };

    void compare(const Game& game, std::span<const Sibling> siblings, Sums& sums) const;

    const Box& box_;
    SiblingSettings settings_;
    TermTable terms_;
    LearnedEvaluation evaluation_;
    PlainEvaluation formula_;
    std::uint64_t rounds_ = 0;
    NormalEquations remembered_;
};

} // namespace bastide
