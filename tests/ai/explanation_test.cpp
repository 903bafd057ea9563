#include "ai/agents/bastide_agent.h"
#include "ai/analysis/explanation.h"
#include "rules/playout.h"
#include "rules/rules.h"
#include "support/any_game.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace bastide {
namespace {

using testing_support::setup_of;

class ExplanationOf : public testing::TestWithParam<const char*> {};

TEST_P(ExplanationOf, PointsOfAPlayerAddUpToTheChangeOfHisValue) {
    const auto setup = setup_of(GetParam());
    BastideAgent analyst;
    unsigned told = 0;
    for (std::uint64_t seed = 1; seed < 8; ++seed) {
        Game game(*setup->box, 3, 0);
        Random random(seed);
        Deck deck(game, seed);
        playout(game, deck, random, PlayoutForm::full, static_cast<unsigned>(6 * seed));
        draw_from(deck, game, nullptr);
        if (game.over()) continue;
        auto moves = std::make_unique<MoveList>();
        legal_moves(game, *moves);
        for (unsigned i = 0; i < moves->size(); i += 3) {
            const Move move = (*moves)[i];
            if (!check(game, move)) continue; // the man must be sent somewhere
            Game after = game;
            apply(after, move);
            const PositionValue before_value = analyst.value(game);
            const PositionValue after_value = analyst.value(after);
            std::array<double, max_players> sum = {};
            for (const MoveReason& reason : explain_move(game, move, analyst)) {
                sum[reason.player] += reason.points;
                ++told;
            }
            for (unsigned player = 0; player < 3; ++player) {
                EXPECT_NEAR(sum[player], after_value.points[player] - before_value.points[player],
                            1e-3);
            }
        }
    }
    EXPECT_GT(told, 50u);
}

INSTANTIATE_TEST_SUITE_P(Families, ExplanationOf, testing::Values("new", "hunters"));

TEST(Explanation, TellsThePointsOfACompletedRoadFirstAndWhere) {
    // Random games until a move scores: the reason must be there with the points of the event.
    const auto setup = setup_of("new");
    BastideAgent analyst;
    unsigned scored = 0;
    for (std::uint64_t seed = 1; seed < 20 && scored < 5; ++seed) {
        Game game(*setup->box, 2, 0);
        Random random(seed);
        Deck deck(game, seed);
        playout(game, deck, random, PlayoutForm::full, 30);
        draw_from(deck, game, nullptr);
        auto moves = std::make_unique<MoveList>();
        legal_moves(game, *moves);
        for (unsigned i = 0; i < moves->size(); ++i) {
            auto change = std::make_unique<Change>();
            Game after = game;
            apply(after, (*moves)[i], *change);
            if (change->events().size() != 1) continue;
            const ScoreEvent& event = change->events()[0];
            const auto reasons = explain_move(game, (*moves)[i], analyst);
            const auto found = std::ranges::find(reasons, ReasonCode::scores, &MoveReason::code);
            ASSERT_NE(found, reasons.end());
            EXPECT_EQ(found->points, event.points);
            EXPECT_EQ(found->player, event.player);
            EXPECT_EQ(found->where, event.where);
            ++scored;
        }
    }
    EXPECT_GE(scored, 5u);
}

TEST(Explanation, OutlookOfTheStartIsEmpty) {
    const auto setup = setup_of("new");
    BastideAgent analyst;
    EXPECT_TRUE(analyst.outlook(Game(*setup->box, 2, 0)).empty());
}

TEST(Explanation, WhatIsToldDoesNotGoByTheNumbersForPlay) {
    const auto setup = setup_of("new");
    const LearnedEvaluation honest(*setup->box, 2, learned_terms(Family::classic, 2)),
        for_play(*setup->box, 2, play_terms(Family::classic, 2));
    Game game(*setup->box, 2, 0);
    Random random(3);
    Deck deck(game, 3);
    playout(game, deck, random, PlayoutForm::full, 30);
    BastideAgent analyst;
    const Value points = honest(game);
    ASSERT_NE(points, for_play(game)) << "or there is nothing to tell apart";
    EXPECT_EQ(analyst.value(game).points[0], static_cast<double>(points[0]));
    EXPECT_EQ(analyst.value(game).points[1], static_cast<double>(points[1]));
    draw_from(deck, game, nullptr);
    Budget budget;
    budget.nodes = 8; // most moves are never tried: their first judgement is told
    unsigned told = 0;
    for (const RatedMove& rated : analyst.rate(game, budget, random)) {
        if (rated.visits > 0) continue;
        Game after = game;
        apply(after, rated.move);
        const Value value = honest(after);
        const unsigned player = game.now.player;
        EXPECT_NEAR(rated.margin, value[player] - value[1 - player], 1e-3);
        ++told;
    }
    EXPECT_GT(told, 5u);
}

} // namespace
} // namespace bastide
