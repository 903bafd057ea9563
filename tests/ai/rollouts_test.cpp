#include "ai/search/rollouts.h"

#include "ai/agent.h"
#include "ai/evaluation/learned_evaluation.h"
#include "rules/inspect.h"
#include "rules/playout.h"
#include "support/any_game.h"

#include <gtest/gtest.h>

#include <atomic>

namespace bastide {
namespace {

using namespace testing_support;

/// A game after some random turns, with a tile in hand.
Game played(const Box& box, unsigned tiles, std::uint64_t seed, unsigned players = 2) {
    Game game(box, players, 0);
    Random random(seed);
    Deck deck(game, seed);
    playout(game, deck, random, PlayoutForm::full, tiles);
    draw_from(deck, game, nullptr);
    return game;
}

/// All moves, the worst by judgement first.
std::vector<Move> worst_first(Game game, const Evaluation& evaluation) {
    std::vector<JudgedMove> judged;
    MoveJudge(evaluation).judge(game, judged);
    const unsigned player = game.now.player;
    std::ranges::sort(judged, {}, [&](const JudgedMove& move) {
        return margin_of(move.value, player, game.now.players);
    });
    std::vector<Move> moves;
    for (const JudgedMove& move : judged) moves.push_back(move.move);
    return moves;
}

std::vector<Move> worst_four(const Game& game, const Evaluation& evaluation) {
    std::vector<Move> moves = worst_first(game, evaluation);
    moves.resize(std::min<std::size_t>(moves.size(), 4));
    return moves;
}

Budget nodes(std::uint64_t count) {
    Budget budget;
    budget.nodes = count;
    return budget;
}

TEST(Rollouts, find_the_move_that_is_much_better) {
    const auto setup = setup_of("new");
    const LearnedEvaluation evaluation(*setup->box, 2);
    Rollouts rollouts(evaluation, evaluation, 4, {});
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const Game game = played(*setup->box, 30, seed);
        const std::vector<Move> all = worst_first(game, evaluation);
        ASSERT_GT(all.size(), 10u);
        const std::vector<Move> moves = {all[0], all[1], all.back(), all[2]};
        EXPECT_EQ(rollouts.best_of(game, moves, Deadline(nodes(600)), 1, seed), 2u);
    }
}

TEST(Rollouts, give_the_same_move_for_the_same_nodes_seed_and_threads) {
    const auto setup = setup_of("hunters");
    for (const char* text :
         {"bastide:nodes=1200;rollouts=4", "bastide:nodes=4000;rollouts=4;threads=2"}) {
        const AgentSpec spec = *parse_agent(text);
        const Game game = played(*setup->box, 20, 3);
        const auto choice = [&] {
            Random random(5);
            return (*make_agent(spec))->choose(game, spec.budget, random);
        };
        EXPECT_EQ(choice(), choice()) << text;
    }
}

TEST(Rollouts, end_where_no_tile_is_left) {
    const auto setup = setup_of("new");
    const LearnedEvaluation evaluation(*setup->box, 2);
    Rollouts rollouts(evaluation, evaluation, 4, {});
    Game game = played(*setup->box, 20, 1);
    Deck deck(game, 1);
    Random random(1);
    while (tiles_left(game, Stack::land) > 0) {
        apply(game, random_move(game, random));
        draw_from(deck, game, nullptr);
    }
    ASSERT_FALSE(game.over());
    const std::vector<Move> moves = worst_four(game, evaluation);
    EXPECT_LT(rollouts.best_of(game, moves, Deadline(nodes(300)), 1, 1), moves.size());
}

TEST(Rollouts, go_on_for_two_tiles_of_each_player_or_six) {
    RolloutSettings settings;
    EXPECT_EQ(settings.tiles_for(2), 6u);
    EXPECT_EQ(settings.tiles_for(6), 12u);
    settings.tiles = 5;
    EXPECT_EQ(settings.tiles_for(6), 5u);
}

TEST(Rollouts, choose_with_more_players_too) {
    const auto setup = setup_of("new");
    const auto with = std::move(*make_agent(*parse_agent("bastide")));
    const auto without = std::move(*make_agent(*parse_agent("bastide:rollouts=0")));
    unsigned different = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const Game game = played(*setup->box, 30, seed, 4);
        Random one(seed), other(seed);
        if (!(with->choose(game, nodes(2000), one) == without->choose(game, nodes(2000), other))) {
            ++different;
        }
    }
    EXPECT_GT(different, 0u) << "else the tree decides alone";
}

TEST(Rollouts, keep_the_order_of_the_list_when_there_is_no_time) {
    const auto setup = setup_of("new");
    const LearnedEvaluation evaluation(*setup->box, 2);
    Rollouts rollouts(evaluation, evaluation, 4, {});
    const Game game = played(*setup->box, 30, 1);
    const std::vector<Move> moves = worst_four(game, evaluation);
    const std::atomic<bool> cancelled = true;
    Budget day;
    day.seconds = 86400;
    day.cancel = &cancelled;
    EXPECT_EQ(rollouts.best_of(game, moves, Deadline(day), 2, 1), 0u);
    EXPECT_EQ(rollouts.best_of(game, moves, Deadline(nodes(1)), 1, 1), 0u); // one repetition
    const std::vector<Move> one = {moves.front()};
    EXPECT_EQ(rollouts.best_of(game, one, Deadline(nodes(1000)), 1, 1), 0u);
}

} // namespace
} // namespace bastide
