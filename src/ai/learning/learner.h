#pragma once
// Learns the terms of the evaluation from games against itself: after every move the judgement is
// compared with what the next judgements, and the final score, turned out to be (TD(lambda)), and
// each round moves the terms to where these errors are least (least squares).

#include "ai/evaluation/learned_evaluation.h"
#include "ai/evaluation/plain_evaluation.h"
#include "ai/learning/normal_equations.h"
#include "ai/learning/one_ply.h"
#include "rules/random.h"

#include <vector>

namespace bastide {

struct LearnSettings {
    unsigned players = 2;
    unsigned threads = 1;
    unsigned games_per_round = 256;
    float lambda = 0.7f; // how much of what came later counts beyond the next judgement
    float rate = 0.5f;   // of the way to what the rounds say
    SeatMix seats;
    float caution = 100; // how much must speak for a change of a term
    float memory = 0.7f; // what earlier rounds still count
    unsigned stride = 3; // judgements of one game are much alike: one in so many is used
    std::uint64_t seed = 1;
};

struct RoundReport {
    double error = 0;  // mean square of judgement against what followed, points
    double points = 0; // mean final points
};

class Learner {
  public:
    Learner(const Box& box, const TermTable& start, const LearnSettings& settings);

    /// Plays a round of games with the terms as they are, then moves the terms.
    RoundReport round();

    LearnSettings& settings() { return settings_; }
    const TermTable& terms() const { return terms_; }
    /// The mean of the terms over the rounds: steadier than the last ones.
    TermTable average() const;

  private:
    struct Sums {
        NormalEquations equations;
        double error = 0;
        double points = 0;
        std::uint64_t judgements = 0;
    };

    void play(std::uint64_t seed, Sums& sums) const;

    const Box& box_;
    LearnSettings settings_;
    TermTable terms_;
    LearnedEvaluation evaluation_;
    PlainEvaluation formula_;
    std::uint64_t rounds_ = 0;
    NormalEquations remembered_;
    std::vector<double> sum_; // of the terms over the rounds
    std::uint64_t averaged_ = 0;
};

} // namespace bastide
