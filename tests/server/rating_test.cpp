#include "server/accounts/rating.h"

#include <gtest/gtest.h>

namespace bastide::server::test {
namespace {

/// The worked example of Glickman's paper.
TEST(Rating, glicko2_gives_the_numbers_of_its_paper) {
    const GlickoGame games[] = {
        {{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};
    const Rating after = glicko2({1500, 200, 0.06}, games);
    EXPECT_NEAR(after.rating, 1464.06, 0.01);
    EXPECT_NEAR(after.deviation, 151.52, 0.01);
    EXPECT_NEAR(after.volatility, 0.05999, 0.00001);
}

/// Two new players: on the scale of Weng and Lin (25, 25/3) the winner gets 27.63523 and 8.06551,
/// a forty-second part of ours.
TEST(Rating, plackett_luce_gives_the_published_numbers_for_two) {
    const Standing standings[] = {{{}, 1}, {{}, 2}};
    const auto after = plackett_luce(standings);
    EXPECT_NEAR(after[0].rating - 1500, 42 * (27.63523138 - 25), 0.001);
    EXPECT_NEAR(after[1].rating - 1500, 42 * (22.36476862 - 25), 0.001);
    EXPECT_NEAR(after[0].deviation, 42 * 8.065506316, 0.001);
}

TEST(Rating, a_better_place_is_worth_more) {
    const Standing standings[] = {{{}, 3}, {{}, 1}, {{}, 4}, {{}, 2}};
    const auto after = rate(standings);
    EXPECT_GT(after[1].rating, after[3].rating);
    EXPECT_GT(after[3].rating, after[0].rating);
    EXPECT_GT(after[0].rating, after[2].rating);
    double sum = 0;
    for (const Rating& r : after) sum += r.rating - 1500;
    EXPECT_NEAR(sum, 0, 1e-6) << "equals among equals share what there is";
}

TEST(Rating, equals_who_draw_stay_where_they_are) {
    for (const std::size_t players : {2u, 3u, 5u}) {
        const std::vector<Standing> standings(players, Standing{{1700, 80, 0.06}, 1});
        for (const Rating& r : rate(standings)) EXPECT_NEAR(r.rating, 1700, 1e-6);
    }
}

TEST(Rating, an_upset_moves_more_than_what_was_expected) {
    const Rating strong{1900, 60, 0.06}, weak{1400, 60, 0.06};
    const Standing expected[] = {{strong, 1}, {weak, 2}}, upset[] = {{strong, 2}, {weak, 1}};
    EXPECT_LT(rate(expected)[0].rating - 1900, 5);
    EXPECT_LT(rate(upset)[0].rating - 1900, -10);
    const Standing three[] = {{strong, 1}, {weak, 2}, {weak, 3}};
    EXPECT_LT(rate(three)[0].rating - 1900, 10);
}

TEST(Rating, never_becomes_too_sure_or_not_a_number) {
    Rating a, b;
    for (int i = 0; i < 2000; ++i) {
        const Standing standings[] = {{a, 1}, {b, 2}};
        const auto after = rate(standings);
        a = after[0];
        b = after[1];
    }
    EXPECT_GE(a.deviation, 45);
    EXPECT_LT(a.rating, 6000);
    EXPECT_GT(b.rating, -3000);
}

} // namespace
} // namespace bastide::server::test
