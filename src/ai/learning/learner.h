#pragma once
// Learns the terms of the evaluation from games against itself: after every move the judgement is
// compared with what the next judgements, and the final score, turned out to be (TD(lambda)), and
// each round moves the terms to where these errors are least (least squares).

#include "ai/evaluation/learned_evaluation.h"
#include "ai/evaluation/plain_evaluation.h"
#include "rules/random.h"

#include <vector>

namespace bastide {

struct LearnSettings {
    unsigned players = 2;
    unsigned threads = 1;
    unsigned games_a_round = 256;
    float lambda = 0.7f;        // how much of what came later counts beyond the next judgement
    float rate = 0.5f;          // of the way to what the rounds say
    float noise = 1.0f;         // points by which a judgement may err when a move is chosen
    float wild = 4.0f;          // and for a player who is in the mood to try things
    float wild_share = 0.2f;    // of the seats; and of those that play by the formula instead:
    float formula_share = 0.3f; // who learns only from his equals forgets how others play
    float caution = 100;        // how much must speak for a change of a term
    float memory = 0.7f;        // what earlier rounds still count
    unsigned stride = 3;        // judgements of one game are much alike: one in so many is used
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
        std::vector<double> pull;    // error times weight, by knot and term
        std::vector<float> products; // weight times weight, by two of those: the lower triangle
        double error = 0;
        double points = 0;
        std::uint64_t judgements = 0;
    };

    void play(std::uint64_t seed, Sums& sums) const;
    void add_equations(const std::vector<TermUse>& uses, const KnotShare& share, const Value& error,
                       Sums& sums) const;

    const Box& box_;
    LearnSettings settings_;
    TermTable terms_;
    LearnedEvaluation evaluation_;
    PlainEvaluation formula_;
    std::uint64_t rounds_ = 0;
    Sums remembered_;
    std::vector<double> sum_; // of the terms over the rounds
    std::uint64_t averaged_ = 0;
};

/// How the best move by one judgement does against the best move by others, in pairs of games with
/// the same draws: one seat plays by `first`, the others by `second`; then the seats move on.
struct OnePlyResult {
    double margin = 0; // points a game ahead of the best other
    double error = 0;  // standard error of it
    double wins = 0;   // share
};
OnePlyResult compare_one_ply(const Box& box, unsigned players, const Evaluation& first,
                             const Evaluation& second, unsigned pairs, unsigned threads,
                             std::uint64_t seed);

} // namespace bastide
