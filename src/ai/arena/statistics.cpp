#include "ai/arena/statistics.h"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace bastide {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Moments {
    double mean = 0;
    double variance = 0; // of one unit, unbiased
};

Moments moments_of(std::span<const double> units) {
    Moments moments;
    if (units.empty()) return moments;
    const auto n = static_cast<double>(units.size());
    for (const double unit : units) moments.mean += unit;
    moments.mean /= n;
    if (units.size() < 2) return moments;
    for (const double unit : units) {
        moments.variance += (unit - moments.mean) * (unit - moments.mean);
    }
    moments.variance /= n - 1;
    return moments;
}

constexpr std::array<double, 5> class_scores = {0, 0.25, 0.5, 0.75, 1};
using Frequencies = std::array<double, 5>;

/// The frequencies with a given mean under which the pairs seen are likeliest. With one condition
/// on the mean they are f / (1 + k (score - mean)) for the k that fulfils it. The left side below
/// falls in k, and k is bounded by the demand that every frequency is positive: halving finds it.
Frequencies likeliest_with_mean(const Frequencies& seen, double mean) {
    double low = -1 / (1 - mean);
    double high = 1 / mean;
    for (int i = 0; i < 100; ++i) {
        const double k = (low + high) / 2;
        double excess = 0;
        for (unsigned c = 0; c < seen.size(); ++c) {
            const double off = class_scores[c] - mean;
            excess += seen[c] * off / (1 + k * off);
        }
        (excess > 0 ? low : high) = k;
    }
    Frequencies fitted;
    const double k = (low + high) / 2;
    for (unsigned c = 0; c < seen.size(); ++c) {
        fitted[c] = seen[c] / (1 + k * (class_scores[c] - mean));
    }
    return fitted;
}

Verdict verdict_at(const Sprt& sprt, double ratio) {
    if (ratio <= sprt.lower()) return Verdict::elo0;
    return ratio >= sprt.upper() ? Verdict::elo1 : Verdict::open;
}

} // namespace

double student_t(std::uint64_t degrees_of_freedom) {
    if (degrees_of_freedom == 0) return infinity;
    // Whatever goes wrong there is told by the number, not thrown.
    using namespace boost::math::policies;
    using Quiet = policy<domain_error<ignore_error>, overflow_error<ignore_error>,
                         evaluation_error<ignore_error>, promote_double<false>>;
    const boost::math::students_t_distribution<double, Quiet> t(
        static_cast<double>(degrees_of_freedom));
    return boost::math::quantile(boost::math::complement(t, 0.025));
}

double variance_of(std::span<const double> units) {
    return moments_of(units).variance;
}

Estimate mean_of(std::span<const double> units) {
    const Moments moments = moments_of(units);
    if (units.size() < 2) return {moments.mean, -infinity, infinity};
    const double half = student_t(units.size() - 1) *
                        std::sqrt(moments.variance / static_cast<double>(units.size()));
    return {moments.mean, moments.mean - half, moments.mean + half};
}

Estimate share_of(std::span<const double> units) {
    const Moments moments = moments_of(units);
    if (units.size() < 2) return {moments.mean, 0, 1};
    const auto n = static_cast<double>(units.size());
    const double p = moments.mean;
    const double full = p * (1 - p); // variance of one yes-or-no trial
    double trials = n;
    if (full > 0) trials = moments.variance * 4 < full ? 4 * n : n * full / moments.variance;
    trials = std::max(trials, n);
    const double t = student_t(units.size() - 1);
    const double shrink = 1 + t * t / trials;
    const double centre = (p + t * t / (2 * trials)) / shrink;
    const double half = t / shrink * std::sqrt(full / trials + t * t / (4 * trials * trials));
    return {p, std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

double elo_of(double share, unsigned rivals) {
    return 400 * std::log10(share * rivals / (1 - share));
}

double share_at(double elo, unsigned rivals) {
    const double strength = std::pow(10, elo / 400);
    return strength / (strength + rivals);
}

Estimate elo_of(const Estimate& share, double games, unsigned rivals) {
    const double edge = 0.5 / std::max(games, 1.0);
    const auto convert = [&](double p) { return elo_of(std::clamp(p, edge, 1 - edge), rivals); };
    return {convert(share.value), convert(share.low), convert(share.high)};
}

unsigned pair_class(double score) {
    assert(score >= 0 && score <= 1);
    return static_cast<unsigned>(std::lround(score * 4));
}

double Sprt::lower() const {
    return std::log(beta / (1 - alpha));
}

double Sprt::upper() const {
    return std::log((1 - beta) / alpha);
}

const char* name(Verdict verdict) {
    switch (verdict) {
    case Verdict::open:
        return "open";
    case Verdict::elo0:
        return "elo0";
    case Verdict::elo1:
        return "elo1";
    }
    return "";
}

double log_likelihood_ratio(const PairClasses& pairs, double elo0, double elo1) {
    double n = 0;
    for (const std::uint64_t count : pairs) n += static_cast<double>(count);
    if (n == 0) return 0;
    Frequencies seen;
    double total = 0;
    for (unsigned c = 0; c < seen.size(); ++c) {
        // An unseen class is not impossible: a trace of it keeps every mean within reach.
        seen[c] = std::max(static_cast<double>(pairs[c]), 1e-3);
        total += seen[c];
    }
    for (double& frequency : seen) frequency /= total;
    const Frequencies at0 = likeliest_with_mean(seen, share_at(elo0));
    const Frequencies at1 = likeliest_with_mean(seen, share_at(elo1));
    double sum = 0;
    for (unsigned c = 0; c < seen.size(); ++c) sum += seen[c] * std::log(at1[c] / at0[c]);
    return n * sum;
}

Verdict verdict_of(const Sprt& sprt, const PairClasses& pairs) {
    return verdict_at(sprt, log_likelihood_ratio(pairs, sprt.elo0, sprt.elo1));
}

void ScoreSums::add(double score) {
    ++pairs;
    sum += score;
    squares += score * score;
}

double log_likelihood_ratio(const ScoreSums& scores, double elo0, double elo1) {
    if (scores.pairs == 0) return 0;
    const auto n = static_cast<double>(scores.pairs);
    const double mean = scores.sum / n;
    const double least = 0.25 / n; // scores that are all alike would prove anything
    const double variance = std::max(scores.squares / n - mean * mean, least);
    const auto spread_around = [&](double claim) {
        return variance + (mean - claim) * (mean - claim);
    };
    return n / 2 * std::log(spread_around(share_at(elo0)) / spread_around(share_at(elo1)));
}

Verdict verdict_of(const Sprt& sprt, const ScoreSums& scores) {
    constexpr std::uint64_t fewest_pairs = 16;
    if (scores.pairs < fewest_pairs) return Verdict::open;
    return verdict_at(sprt, log_likelihood_ratio(scores, sprt.elo0, sprt.elo1));
}

} // namespace bastide
