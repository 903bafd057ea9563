#include "ai/agents/bastide_agent.h"
#include "ai/win_chance.h"
#include "rules/playout.h"
#include "rules/rules.h"
#include "support/any_game.h"
#include "support/sanitizer.h"

#include <gtest/gtest.h>

#include <numeric>

namespace bastide {
namespace {

using testing_support::sanitized;
using testing_support::setup_of;

TEST(WinChance, is_shared_among_all_and_goes_with_the_points) {
    const auto setup = setup_of("new");
    const Game game(*setup->box, 4, 0);
    const auto chances = win_chances(game, std::array{50.0, 61.5, 50.0, 20.0});
    EXPECT_NEAR(std::accumulate(chances.begin(), chances.end(), 0.0), 1, 1e-12);
    EXPECT_EQ(chances[0], chances[2]);
    EXPECT_GT(chances[1], chances[0]);
    EXPECT_GT(chances[0], chances[3]);
    EXPECT_GT(chances[3], 0);
    EXPECT_EQ(chances[4], 0) << "nobody sits there";
    const auto even = win_chances(game, std::array{1e6, 1e6});
    EXPECT_EQ(even[0], 0.5);
}

TEST(WinChance, says_the_same_of_two_players_and_of_their_margin) {
    const auto setup = setup_of("hunters");
    const Game game(*setup->box, 2, 0);
    for (const double margin : {-70.0, -3.0, 0.0, 12.0, 200.0}) {
        const auto chances = win_chances(game, std::array{80.0 + margin, 80.0});
        EXPECT_NEAR(win_chance(game, margin), chances[0], 1e-12) << margin;
    }
}

TEST(WinChance, of_a_lead_grows_as_the_tiles_come_to_an_end) {
    const auto setup = setup_of("new");
    Game game(*setup->box, 2, 0);
    Random random(1);
    Deck deck(game, 1);
    double before = 0.5;
    while (!game.over()) {
        const double chance = win_chance(game, 8);
        EXPECT_GE(chance, before);
        before = chance;
        playout(game, deck, random, PlayoutForm::full, 1);
    }
    EXPECT_GT(before, 0.9);
}

struct TableOf {
    const char* edition;
    const char* options;
    unsigned players;
};
void PrintTo(const TableOf& table, std::ostream* out) {
    *out << table.edition << " " << table.options << ", " << table.players << " players";
}
class WinChanceIn : public testing::TestWithParam<TableOf> {};

/// Games of the agent against itself without search; what was said of player 0 on the way.
TEST_P(WinChanceIn, comes_true_about_that_often) {
    const auto [edition, options, players] = GetParam();
    const auto setup = setup_of(edition, options);
    BastideAgent agent;
    Budget budget;
    budget.nodes = 1;
    struct Said {
        double sum = 0, won = 0, count = 0;
    };
    std::array<Said, 4> said; // by quarter of the chance
    // A sanitizer watches the play; what comes true needs all games, and is the same without one.
    const std::uint64_t games = sanitized ? 12 : 120;
    for (std::uint64_t seed = 1; seed <= games; ++seed) {
        Game game(*setup->box, players, static_cast<unsigned>(seed % players));
        Deck deck(game, seed);
        Random random(seed);
        std::vector<double> chances;
        for (;;) {
            chances.push_back(agent.value(game).win[0]);
            draw_from(deck, game, nullptr);
            if (game.over()) break;
            apply(game, agent.choose(game, budget, random));
            if (game.over()) break;
        }
        const Points points = final_scores(game);
        const int most = *std::max_element(points.data(), points.data() + players);
        const auto leaders = std::count(points.data(), points.data() + players, most);
        const double won = points[0] == most ? 1.0 / static_cast<double>(leaders) : 0;
        for (const double chance : chances) {
            Said& bin = said[std::min<std::size_t>(3, static_cast<std::size_t>(chance * 4))];
            bin.sum += chance;
            bin.won += won;
            ++bin.count;
        }
    }
    if (sanitized) return;
    unsigned compared = 0;
    for (const Said& bin : said) {
        if (bin.count < 800) continue; // too few games
        ++compared;
        EXPECT_NEAR(bin.won / bin.count, bin.sum / bin.count, 0.1) << bin.count;
    }
    EXPECT_GE(compared, 2u);
}

INSTANTIATE_TEST_SUITE_P(Editions, WinChanceIn,
                         testing::Values(TableOf{"new", "", 2}, TableOf{"winter", "", 2},
                                         TableOf{"hunters", "", 2}, TableOf{"new", "", 4},
                                         TableOf{"new", "inns=true,traders=true", 2}));

} // namespace
} // namespace bastide
