#include "ai/agents/bastide_agent.h"
#include "ai/evaluation/learned_evaluation.h"
#include "ai/levels.h"
#include "ai/search/endgame.h"
#include "rules/playout.h"
#include "support/any_game.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace bastide {
namespace {

using testing_support::setup_of;

/// A game of random turns with a tile in hand and so many still undrawn.
Game late_game(const Box& box, unsigned left, std::uint64_t seed) {
    Game game(box, 2, 0);
    Random random(seed);
    Deck deck(game, seed);
    while (game.now.left[static_cast<unsigned>(Stack::land)] > left + 1 && !game.over()) {
        playout(game, deck, random, PlayoutForm::full, 1);
    }
    draw_from(deck, game, nullptr);
    return game;
}

TEST(Endgame, last_tile_is_the_best_of_all_results) {
    const auto setup = setup_of("new");
    const PlainEvaluation evaluation(*setup->box, 2);
    Endgame endgame(evaluation);
    unsigned games = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Game game = late_game(*setup->box, 0, seed);
        if (game.over()) continue;
        const auto moves = endgame.solve(game, 1, Deadline(Budget{}));
        ASSERT_TRUE(moves);
        for (const RootMove& move : *moves) {
            Game next = game;
            apply(next, move.move);
            ASSERT_TRUE(next.over());
            const Points points = final_scores(next);
            const unsigned me = game.now.player;
            EXPECT_EQ(move.margin, points[me] - points[1 - me]);
        }
        ++games;
    }
    EXPECT_GT(games, 10u);
}

TEST(Endgame, last_tile_but_one_is_the_mean_over_the_draw_of_the_best_reply) {
    const auto setup = setup_of("new");
    const PlainEvaluation evaluation(*setup->box, 2);
    Endgame endgame(evaluation);
    const Game game = late_game(*setup->box, 1, 5);
    ASSERT_FALSE(game.over());
    const auto moves = endgame.solve(game, 1, Deadline(Budget{}));
    ASSERT_TRUE(moves);
    unsigned compared = 0;
    for (const RootMove& move : *moves) {
        Game next = game;
        apply(next, move.move);
        // One tile is left: it comes for certain, and the opponent takes what is best for him.
        const auto last = static_cast<TileIndex>(
            std::ranges::find_if(next.now.bag, [](unsigned n) { return n > 0; }) -
            next.now.bag.begin());
        if (draw(next, last) != DrawOutcome::fits) continue;
        const auto replies = endgame.solve(next, 1, Deadline(Budget{}));
        ASSERT_TRUE(replies);
        double best = -1e9;
        double margin = 0;
        for (const RootMove& reply : *replies) {
            if (reply.reward <= best) continue;
            best = reply.reward;
            margin = reply.margin;
        }
        EXPECT_NEAR(move.reward, -best, 1e-6);
        EXPECT_NEAR(move.margin, -margin, 1e-6);
        ++compared;
    }
    EXPECT_GT(compared, 0u);
}

TEST(Endgame, is_left_alone_far_from_the_end_and_without_time) {
    const auto setup = setup_of("new");
    const PlainEvaluation evaluation(*setup->box, 2);
    Endgame endgame(evaluation);
    EXPECT_FALSE(endgame.solve(late_game(*setup->box, 2, 5), 1, Deadline(Budget{})));
    Budget tiny;
    tiny.nodes = 8;
    EXPECT_FALSE(endgame.solve(late_game(*setup->box, 1, 5), 1, Deadline(tiny)));
}

TEST(Endgame, win_counts_more_than_any_margin) {
    const Value narrow = final_rewards({51, 50}, 2), wide = final_rewards({90, 50}, 2);
    const Value lost = final_rewards({50, 51}, 2), even = final_rewards({50, 50}, 2);
    EXPECT_GT(wide[0], narrow[0]);
    EXPECT_GT(narrow[0] - even[0], wide[0] - narrow[0]);
    EXPECT_LT(lost[0], even[0]);
}

TEST(PuctSearch, stops_early_only_when_the_choice_is_made) {
    const auto setup = setup_of("new");
    const LearnedEvaluation evaluation(*setup->box, 2);
    Budget budget;
    budget.nodes = 1500;
    unsigned stopped = 0;
    for (std::uint64_t seed = 1; seed < 12; ++seed) {
        const Game game = late_game(*setup->box, 20, seed);
        const auto searched = [&](PuctSearch& search, PuctSearch::Asked asked) {
            search.run(game, Deadline(budget), Random(seed), {asked, &evaluation, &evaluation});
            const auto moves = search.root_moves();
            return std::ranges::max_element(moves, {}, &RootMove::visits)->move;
        };
        PuctSearch hasty(evaluation, {}), whole(evaluation, {});
        EXPECT_EQ(searched(hasty, PuctSearch::Asked::best_move),
                  searched(whole, PuctSearch::Asked::all_values));
        if (hasty.nodes() < whole.nodes()) ++stopped;
    }
    EXPECT_GT(stopped, 0u);
}

TEST(Levels, every_level_is_an_agent_and_takes_a_budget) {
    EXPECT_GE(levels().size(), 6u);
    for (const Level& level : levels()) {
        const auto spec = parse_agent(level.name);
        ASSERT_TRUE(spec) << level.name;
        EXPECT_TRUE(make_agent(*spec)) << level.name;
        EXPECT_LE(spec->budget.seconds, 1) << level.name;
        const auto changed = parse_agent(std::string(level.name) + ":time=2");
        ASSERT_TRUE(changed);
        EXPECT_EQ(changed->budget.seconds, 2);
        EXPECT_EQ(changed->name, spec->name);
    }
}

} // namespace
} // namespace bastide
