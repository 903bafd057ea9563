#pragma once
// What a match proves. The unit is the pair: both games of one draw order, seats swapped. Its games
// share their luck, so that single games would not be independent. docs/arena.md gives the reasons.

#include <array>
#include <cstdint>
#include <span>

namespace bastide {

/// A value and its 95 % interval; infinite where the sample is too small to tell.
struct Estimate {
    double value = 0;
    double low = 0;
    double high = 0;
};

/// 97.5 % point of Student's t, so that a mean lies within t standard errors with 95 %.
double student_t(std::uint64_t degrees_of_freedom);

/// The variance of one unit.
double variance_of(std::span<const double> units);

/// The mean of independent units.
Estimate mean_of(std::span<const double> units);

/// The mean of units that lie in [0, 1], such as the score of a pair: Wilson's interval with the
/// number of independent yes-or-no trials that have the variance seen, at least one a unit, at most
/// four. It stays inside [0, 1] and does not shrink to a point when every game is won.
Estimate share_of(std::span<const double> units);

/// Elo of one against `rivals` equal opponents who wins this share of games; and back.
double elo_of(double share, unsigned rivals = 1);
double share_at(double elo, unsigned rivals = 1);
/// The interval carried over. Shares closer to 0 or 1 than half a game are moved there.
Estimate elo_of(const Estimate& share, double games, unsigned rivals = 1);

/// Pairs by the points of the first agent: 0, 1/2, 1, 3/2, 2 of two games (LL, LD, LW or DD, ...).
using PairClasses = std::array<std::uint64_t, 5>;
/// `score` in quarters: 0, 0.25, ..., 1.
unsigned pair_class(double score);

/// A sequential test of "the first agent is elo0 stronger" against "elo1 stronger".
struct Sprt {
    double elo0 = 0;
    double elo1 = 5;
    double alpha = 0.05; // chance to accept elo1 where elo0 is true
    double beta = 0.05;  // and the other way round

    double lower() const; // accept elo0 at or below
    double upper() const; // accept elo1 at or above
};
enum class Verdict : std::uint8_t { open, elo0, elo1 };
const char* name(Verdict verdict);

/// Logarithm of how much likelier the pairs are under elo1 than under elo0, each with the class
/// frequencies that fit best among those with that mean.
double log_likelihood_ratio(const PairClasses& pairs, double elo0, double elo1);
Verdict verdict_of(const Sprt& sprt, const PairClasses& pairs);

/// Scores of pairs that may lie anywhere, such as those less luck.
struct ScoreSums {
    std::uint64_t pairs = 0;
    double sum = 0;
    double squares = 0;
    void add(double score);
};
/// The same for them: they are taken as normal, with the variance that fits each claim best.
double log_likelihood_ratio(const ScoreSums& scores, double elo0, double elo1);
/// Open while the pairs are too few for a variance.
Verdict verdict_of(const Sprt& sprt, const ScoreSums& scores);

} // namespace bastide
