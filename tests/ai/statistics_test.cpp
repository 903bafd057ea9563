#include "ai/arena/statistics.h"

#include "rules/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace bastide {
namespace {

TEST(Statistics, students_quantile_is_that_of_the_tables) {
    EXPECT_TRUE(std::isinf(student_t(0)));
    EXPECT_NEAR(student_t(1), 12.706, 0.001);
    EXPECT_NEAR(student_t(4), 2.776, 0.001);
    EXPECT_NEAR(student_t(5), 2.571, 0.005);
    EXPECT_NEAR(student_t(10), 2.228, 0.001);
    EXPECT_NEAR(student_t(30), 2.042, 0.001);
    EXPECT_NEAR(student_t(1000000), 1.960, 0.001);
}

TEST(Statistics, mean_has_the_interval_worked_out_by_hand) {
    // Mean 5, variance 10 / 4, standard error sqrt(2.5 / 5) = 0.7071, t(4) = 2.7764.
    const std::vector<double> units = {3, 4, 5, 6, 7};
    const Estimate mean = mean_of(units);
    EXPECT_DOUBLE_EQ(mean.value, 5);
    EXPECT_NEAR(mean.low, 5 - 1.9632, 0.001);
    EXPECT_NEAR(mean.high, 5 + 1.9632, 0.001);
}

TEST(Statistics, one_unit_tells_no_interval) {
    const std::vector<double> one = {0.5};
    EXPECT_DOUBLE_EQ(mean_of(one).value, 0.5);
    EXPECT_TRUE(std::isinf(mean_of(one).low));
    EXPECT_TRUE(std::isinf(mean_of(one).high));
    EXPECT_DOUBLE_EQ(share_of(one).low, 0);
    EXPECT_DOUBLE_EQ(share_of(one).high, 1);
}

/// How often the interval of a sample holds the truth.
template <class Sample, class Interval>
double coverage(double truth, Sample sample, Interval interval) {
    unsigned held = 0;
    constexpr unsigned trials = 4000;
    for (unsigned trial = 0; trial < trials; ++trial) {
        const Estimate estimate = interval(sample());
        held += estimate.low <= truth && truth <= estimate.high ? 1u : 0u;
    }
    return held / static_cast<double>(trials);
}

TEST(Statistics, mean_interval_holds_the_truth_nineteen_times_in_twenty) {
    Random random(1);
    const auto sample = [&] {
        std::vector<double> units;
        for (unsigned i = 0; i < 20; ++i) {
            double sum = -6; // twelve uniforms: mean 0, spread 1, nearly normal
            for (unsigned k = 0; k < 12; ++k) sum += random.unit();
            units.push_back(3 + 14 * sum);
        }
        return units;
    };
    EXPECT_NEAR(coverage(3, sample, mean_of), 0.95, 0.012);
}

TEST(Statistics, share_interval_holds_the_truth_nineteen_times_in_twenty) {
    Random random(2);
    const auto sample = [&] { // half the pairs are split, a quarter go each way
        std::vector<double> units;
        for (unsigned i = 0; i < 100; ++i) {
            const unsigned coin = random.below(4);
            units.push_back(coin == 0 ? 0 : coin == 3 ? 1 : 0.5);
        }
        return units;
    };
    EXPECT_NEAR(coverage(0.5, sample, share_of), 0.95, 0.015);
}

TEST(Statistics, share_of_mostly_won_pairs_is_not_too_sure) {
    // The truth is 99 % of games: a normal interval would often be a point.
    Random random(3);
    const auto sample = [&] {
        std::vector<double> units;
        for (unsigned i = 0; i < 100; ++i) {
            const double first = random.below(100) == 0 ? 0 : 0.5;
            units.push_back(first + (random.below(100) == 0 ? 0 : 0.5));
        }
        return units;
    };
    EXPECT_GE(coverage(0.99, sample, share_of), 0.94);
}

TEST(Statistics, share_of_won_pairs_only_has_room_below) {
    const std::vector<double> won(100, 1.0);
    const Estimate share = share_of(won);
    EXPECT_DOUBLE_EQ(share.value, 1);
    EXPECT_NEAR(share.high, 1, 1e-12);
    EXPECT_NEAR(share.low, 0.9621, 0.0005); // 1 / (1 + t^2 / 100), t = 1.984
}

TEST(Statistics, elo_is_the_logistic_curve_and_its_inverse) {
    EXPECT_NEAR(elo_of(0.5), 0, 1e-12);
    EXPECT_NEAR(elo_of(0.75), 190.85, 0.01);
    EXPECT_NEAR(elo_of(10.0 / 11), 400, 1e-9);
    EXPECT_NEAR(share_at(elo_of(0.62)), 0.62, 1e-12);
    EXPECT_NEAR(elo_of(0.25, 3), 0, 1e-12); // one of four equals
    EXPECT_NEAR(share_at(elo_of(0.6, 3), 3), 0.6, 1e-12);
}

TEST(Statistics, elo_of_a_clean_sheet_is_half_a_game_from_it) {
    const Estimate elo = elo_of({1, 0.9, 1}, 200);
    EXPECT_NEAR(elo.value, elo_of(1 - 0.5 / 200), 1e-9);
    EXPECT_NEAR(elo.low, elo_of(0.9), 1e-9);
}

TEST(Sprt, bounds_are_walds) {
    const Sprt sprt;
    EXPECT_NEAR(sprt.upper(), std::log(19.0), 1e-12);
    EXPECT_NEAR(sprt.lower(), -std::log(19.0), 1e-12);
}

TEST(Sprt, ratio_of_two_classes_is_that_of_coins) {
    // With pairs won or lost as a whole the best frequencies are p and 1 - p.
    const double p0 = share_at(-20), p1 = share_at(30);
    const double expected = 60 * std::log(p1 / p0) + 40 * std::log((1 - p1) / (1 - p0));
    EXPECT_NEAR(log_likelihood_ratio({40, 0, 0, 0, 60}, -20, 30), expected, 0.01);
}

TEST(Sprt, ratio_agrees_with_the_normal_approximation) {
    // Near equality the ratio is n (p1 - p0) (2 mean - p0 - p1) / (2 variance).
    const PairClasses pairs = {180, 120, 350, 140, 210};
    const double n = 1000;
    double mean = 0, square = 0;
    for (unsigned c = 0; c < 5; ++c) {
        mean += static_cast<double>(pairs[c]) / n * c / 4;
        square += static_cast<double>(pairs[c]) / n * c * c / 16;
    }
    const double p0 = share_at(0), p1 = share_at(5);
    const double normal = n * (p1 - p0) * (2 * mean - p0 - p1) / (2 * (square - mean * mean));
    EXPECT_NEAR(log_likelihood_ratio(pairs, 0, 5), normal, 0.03);
}

TEST(Sprt, ratio_is_antisymmetric) {
    const PairClasses pairs = {10, 20, 40, 25, 15};
    const PairClasses mirrored = {15, 25, 40, 20, 10};
    EXPECT_NEAR(log_likelihood_ratio(pairs, 0, 10), -log_likelihood_ratio(pairs, 10, 0), 1e-9);
    EXPECT_NEAR(log_likelihood_ratio(pairs, -10, 10), -log_likelihood_ratio(mirrored, -10, 10),
                1e-9);
    EXPECT_DOUBLE_EQ(log_likelihood_ratio(PairClasses{}, 0, 10), 0);
}

/// Runs the test on pairs with a true mean; the share of runs that accept elo1.
double accepted(double elo, std::uint64_t seed) {
    const Sprt sprt{-30, 30, 0.05, 0.05};
    const double tilt = share_at(elo) - 0.5; // moved from the lost to the won pairs
    Random random(seed);
    unsigned yes = 0;
    constexpr unsigned runs = 400;
    for (unsigned run = 0; run < runs; ++run) {
        PairClasses pairs = {};
        Verdict verdict = Verdict::open;
        while (verdict == Verdict::open) {
            const double u = random.unit();
            ++pairs[u < 0.25 - tilt ? 0 : u < 0.75 - tilt ? 2 : 4];
            verdict = verdict_of(sprt, pairs);
        }
        yes += verdict == Verdict::elo1 ? 1u : 0u;
    }
    return yes / static_cast<double>(runs);
}

TEST(Sprt, errs_as_often_as_allowed) {
    EXPECT_LE(accepted(-30, 5), 0.08);
    EXPECT_GE(accepted(30, 6), 0.92);
    EXPECT_NEAR(accepted(0, 7), 0.5, 0.08);
}

ScoreSums sums_of(std::initializer_list<double> scores) {
    ScoreSums sums;
    for (const double score : scores) sums.add(score);
    return sums;
}

TEST(SequentialTestWithoutLuck, ratio_is_worked_out_by_hand) {
    // Mean 0.6, variance 0.01 around it: 0.02 around 0.5, 0.01 around 0.6.
    ScoreSums sums;
    for (int i = 0; i < 50; ++i) {
        sums.add(0.5);
        sums.add(0.7);
    }
    EXPECT_NEAR(log_likelihood_ratio(sums, elo_of(0.5), elo_of(0.6)), 50 * std::log(2.0), 1e-9);
    EXPECT_NEAR(log_likelihood_ratio(sums, elo_of(0.6), elo_of(0.5)), -50 * std::log(2.0), 1e-9);
    EXPECT_EQ(log_likelihood_ratio(ScoreSums{}, 0, 5), 0);
    EXPECT_EQ(verdict_of(Sprt{0, 50}, sums_of({1, 1, 1})), Verdict::open); // too few to tell
}

TEST(SequentialTestWithoutLuck, errs_as_often_as_it_may) {
    const Sprt sprt{0, 60, 0.05, 0.05};
    for (const double truth : {sprt.elo0, sprt.elo1}) {
        unsigned wrong = 0;
        constexpr unsigned runs = 400;
        for (unsigned run = 0; run < runs; ++run) {
            Random random(mix_seed(99, run));
            const auto uniform = [&] { return (random.below(1u << 20) + 0.5) / (1u << 20); };
            ScoreSums sums;
            Verdict verdict = Verdict::open;
            while (verdict == Verdict::open) {
                double noise = -6; // nearly normal, with variance 1
                for (int i = 0; i < 12; ++i) noise += uniform();
                sums.add(share_at(truth) + 0.25 * noise);
                verdict = verdict_of(sprt, sums);
            }
            wrong += verdict != (truth == sprt.elo0 ? Verdict::elo0 : Verdict::elo1);
        }
        EXPECT_LE(wrong, 30u) << truth; // 20 on average
    }
}

} // namespace
} // namespace bastide
