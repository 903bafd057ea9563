#include "ai/arena/ratings.h"
#include "ai/arena/spsa.h"
#include "rules/random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bastide {
namespace {

Bout bout_of(std::uint64_t pair, Encounter agents, std::vector<Points> scores) {
    Bout bout;
    bout.pair = pair;
    bout.agents = agents;
    bout.scores = std::move(scores);
    return bout;
}

/// Games by the chances that ratings give.
std::vector<Bout> simulated(const std::vector<double>& elo, unsigned pairs, std::uint64_t seed) {
    Random random(seed);
    std::vector<Bout> bouts;
    for (unsigned pair = 0; pair < pairs; ++pair) {
        for (const Encounter e : encounters(static_cast<unsigned>(elo.size()))) {
            const double chance = share_at(elo[e.first] - elo[e.second]);
            std::vector<Points> scores(2);
            for (unsigned g = 0; g < 2; ++g) scores[g][random.unit() < chance ? g : 1 - g] = 10;
            bouts.push_back(bout_of(pair, e, std::move(scores)));
        }
    }
    return bouts;
}

TEST(Ratings, find_the_strengths_that_made_the_games) {
    const std::vector<double> elo = {-150, 200, 0, -50};
    const Ratings ratings(4, simulated(elo, 3000, 1));
    for (unsigned i = 0; i < 4; ++i) EXPECT_NEAR(ratings.elo(i).value, elo[i], 12) << i;
    EXPECT_EQ(ratings.order(), (std::vector<unsigned>{1, 2, 3, 0}));
}

TEST(Ratings, intervals_hold_the_truth_nineteen_times_in_twenty) {
    const std::vector<double> elo = {-90, 120, -30};
    unsigned held = 0;
    constexpr unsigned trials = 500;
    for (unsigned trial = 0; trial < trials; ++trial) {
        const Estimate gap = Ratings(3, simulated(elo, 60, 100 + trial)).difference(1, 2);
        held += gap.low <= 150 && 150 <= gap.high ? 1u : 0u;
    }
    EXPECT_GE(held / static_cast<double>(trials), 0.93);
    EXPECT_LE(held / static_cast<double>(trials), 0.99);
}

TEST(Ratings, two_agents_are_apart_by_their_share) {
    std::vector<Bout> bouts; // 300 of 400 games, and one drawn besides
    for (std::uint64_t i = 0; i < 200; ++i) {
        const Points second = i % 2 == 0 ? Points{9, 1} : Points{1, 9};
        bouts.push_back(bout_of(i, {0, 1}, {Points{9, 1}, second}));
    }
    const Ratings ratings(2, bouts);
    EXPECT_NEAR(ratings.difference(0, 1).value, elo_of((300 + 0.5) / 401), 1e-6);
    EXPECT_NEAR(ratings.elo(0).value, -ratings.elo(1).value, 1e-9);
}

TEST(Ratings, clean_sheet_is_finite_and_wide) {
    std::vector<Bout> bouts;
    for (std::uint64_t i = 0; i < 50; ++i) bouts.push_back(bout_of(i, {0, 1}, {{9, 1}, {1, 9}}));
    const Estimate gap = Ratings(2, bouts).difference(0, 1);
    EXPECT_GT(gap.value, 500);
    EXPECT_TRUE(std::isfinite(gap.high));
    EXPECT_GT(gap.high - gap.low, 300);
}

TEST(Spsa, parameter_is_read_or_refused) {
    const auto parameter = parse_parameter("draw_share=0.5,0.1,0,1");
    ASSERT_TRUE(parameter);
    EXPECT_EQ(*parameter, (TunedParameter{"draw_share", 0.5, 0.1, 0, 1}));
    for (const char* text : {"", "a", "a=", "=1,1,0,2", "a=1,1,0", "a=1,1,0,2,3", "a=1,0,0,2",
                             "a=3,1,0,2", "a=x,1,0,2", "a=1,1,2,2"}) {
        EXPECT_FALSE(parse_parameter(text)) << text;
    }
}

TEST(Spsa, setting_is_added_or_replaced) {
    EXPECT_EQ(with_setting("bastide", "a", 0.5), "bastide:a=0.5");
    EXPECT_EQ(with_setting("bastide:time=0.1", "a", 2), "bastide:time=0.1;a=2");
    EXPECT_EQ(with_setting("bastide:a=1;time=0.1", "a", -0.000001), "bastide:time=0.1;a=-0.000001");
    EXPECT_EQ(with_setting("bastide", "a", -0.0000001), "bastide:a=0");
}

SpsaSettings two_parameters() {
    SpsaSettings settings;
    settings.parameters = {{"a", 2, 0.5, -10, 10}, {"b", -1, 0.2, -10, 10}};
    settings.iterations = 800;
    settings.seed = 3;
    return settings;
}

/// The nearer to (4, 1) the better, in points.
double quality(const std::vector<double>& v) {
    return -4 * ((v[0] - 4) * (v[0] - 4) + 6 * (v[1] - 1) * (v[1] - 1));
}

TEST(Spsa, finds_the_top_of_a_noisy_hill) {
    Spsa spsa(two_parameters());
    Random noise(11);
    while (!spsa.finished()) {
        const Spsa::Versions versions = spsa.versions();
        double luck = -6;
        for (unsigned k = 0; k < 12; ++k) luck += noise.unit();
        spsa.learn(quality(versions.plus) - quality(versions.minus) + 5 * luck);
    }
    EXPECT_NEAR(spsa.values()[0], 4, 0.5);
    EXPECT_NEAR(spsa.values()[1], 1, 0.25);
}

TEST(Spsa, learning_again_what_was_measured_goes_on_where_it_stopped) {
    Spsa whole(two_parameters()), again(two_parameters());
    std::vector<double> measured;
    for (unsigned i = 0; i < 10; ++i) {
        measured.push_back(static_cast<double>(i % 3) - 1);
        whole.learn(measured.back());
    }
    for (const double margin : measured) again.learn(margin);
    EXPECT_EQ(whole.values(), again.values());
    EXPECT_EQ(whole.versions().plus, again.versions().plus);
}

TEST(Spsa, stays_within_its_limits) {
    SpsaSettings settings = two_parameters();
    settings.parameters[0].high = 2.2;
    Spsa spsa(settings);
    for (unsigned i = 0; i < 100; ++i) {
        const Spsa::Versions versions = spsa.versions();
        EXPECT_LE(versions.plus[0], 2.2);
        EXPECT_LE(versions.minus[0], 2.2);
        spsa.learn(versions.plus[0] > versions.minus[0] ? 100 : -100);
    }
    EXPECT_DOUBLE_EQ(spsa.values()[0], 2.2);
}

} // namespace
} // namespace bastide
