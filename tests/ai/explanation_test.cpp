#include "ai/agents/bastide_agent.h"
#include "ai/analysis/explanation.h"
#include "notation/json.h"
#include "rules/playout.h"
#include "rules/rules.h"
#include "support/any_game.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace bastide {
namespace {

using testing_support::setup_of;

class ExplanationOf : public testing::TestWithParam<const char*> {};

TEST_P(ExplanationOf, points_of_a_player_add_up_to_the_change_of_his_value) {
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

TEST(Explanation, tells_the_points_of_a_completed_road_first_and_where) {
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

struct Laid {
    const char* tile;
    Move move;
};
/// X30: everything of both expansions in one city, up to its last tile.
std::vector<Laid> moves_of_x30() {
    const auto put = [](Token token) { return Deployment::put(token, 0); };
    return {{"base/E", {{{0, 1}, 2}, put(Token::follower)}},
            {"base/B", {{{-1, 1}, 0}, {}}},
            {"base/B", {{{1, 1}, 0}, {}}},
            {"base/E", {{{-1, 2}, 1}, put(Token::big)}},
            {"inns/K", {{{0, 2}, 0}, put(Token::builder)}},
            {"base/E", {{{0, 3}, 0}, {}}},
            {"traders/Q", {{{1, 2}, 0}, {}}},
            {"traders/E", {{{2, 2}, 0}, {}}},
            {"base/U", {{{1, 0}, 1}, {}}},
            {"base/E", {{{3, 2}, 3}, {}}}};
}
std::vector<ReasonCode> codes_of(const std::vector<MoveReason>& reasons, unsigned player) {
    std::vector<ReasonCode> codes;
    for (const MoveReason& reason : reasons) {
        if (reason.player == player) codes.push_back(reason.code);
    }
    return codes;
}

TEST(Explanation, names_cathedral_goods_and_the_builders_second_turn) {
    const auto setup = setup_of("new", "inns=true,traders=true");
    BastideAgent analyst;
    Game game(*setup->box, 2, 0);
    std::vector<std::vector<MoveReason>> told;
    for (const auto& [tile, move] : moves_of_x30()) {
        ASSERT_EQ(draw(game, setup->find_tile(tile).value()), DrawOutcome::fits) << tile;
        ASSERT_TRUE(check(game, move)) << tile;
        told.push_back(explain_move(game, move, analyst));
        apply(game, move);
    }
    using testing::Contains;
    using testing::Not;
    // Red's builder stands in the city from the fifth tile on; the tile that brings him earns
    // nothing, nor do Blue's and the tile of a second part (B5).
    for (const unsigned ply : {4u, 5u, 7u, 8u}) {
        EXPECT_THAT(codes_of(told[ply], 0), Not(Contains(ReasonCode::again))) << ply;
    }
    EXPECT_THAT(codes_of(told[6], 0), Contains(ReasonCode::again));
    EXPECT_THAT(codes_of(told[6], 0), Not(Contains(ReasonCode::goods))); // it is not complete

    const std::vector<MoveReason>& last = told.back();
    EXPECT_THAT(codes_of(last, 0), Contains(ReasonCode::again));
    const auto goods = std::ranges::find(last, ReasonCode::goods, &MoveReason::code);
    ASSERT_NE(goods, last.end());
    EXPECT_EQ(goods->player, 0u);
    EXPECT_EQ(goods->points, 0);
    const auto scored = std::ranges::find(last, ReasonCode::scores, &MoveReason::code);
    ASSERT_NE(scored, last.end());
    EXPECT_EQ(scored->points, 21);
    EXPECT_TRUE(scored->raised);

    // From the cathedral on, what the city promises is told of a city with a cathedral.
    const auto of_the_city = [](const MoveReason& reason) {
        return reason.kind == AreaKind::city &&
               (reason.code == ReasonCode::gains || reason.code == ReasonCode::loses);
    };
    EXPECT_FALSE(std::ranges::any_of(told[3], &MoveReason::raised));
    const auto promised = std::ranges::find_if(told[6], of_the_city);
    ASSERT_NE(promised, told[6].end());
    EXPECT_TRUE(promised->raised);

    const std::string json = text_of(reasons_json(last));
    EXPECT_THAT(json, testing::HasSubstr(R"("goods":{"wine":1,"grain":1})"));
    EXPECT_THAT(json, testing::HasSubstr(R"("cathedral":true)"));
    EXPECT_THAT(json, testing::HasSubstr(R"("code":"again")"));
}

TEST(Explanation, names_the_inn_of_the_road_that_has_it) {
    // inns/C: three roads meet, one of them has the inn.
    const auto setup = setup_of("classic-2", "inns=true");
    BastideAgent analyst;
    Game game(*setup->box, 2, 0);
    const TileIndex tile = setup->find_tile("inns/C").value();
    ASSERT_EQ(draw(game, tile), DrawOutcome::fits);
    auto moves = std::make_unique<MoveList>();
    legal_moves(game, *moves);
    unsigned with_inn = 0, without = 0;
    for (unsigned i = 0; i < moves->size(); ++i) {
        const Move& move = (*moves)[i];
        const Segment& segment = game.tile(tile).segments[move.deployment.segment];
        const bool deploys = move.deployment.action == Deployment::Action::deploy;
        if (!deploys || segment.kind != SegmentKind::road) continue;
        for (const MoveReason& reason : explain_move(game, move, analyst)) {
            if (reason.code != ReasonCode::gains || reason.kind != AreaKind::road) continue;
            EXPECT_EQ(reason.raised, segment.inn);
            ++(segment.inn ? with_inn : without);
        }
    }
    EXPECT_GT(with_inn, 0u);
    EXPECT_GT(without, 0u);
}

TEST(Explanation, outlook_of_the_start_is_empty) {
    const auto setup = setup_of("new");
    BastideAgent analyst;
    EXPECT_TRUE(analyst.outlook(Game(*setup->box, 2, 0)).empty());
}

TEST(Explanation, what_is_told_does_not_go_by_the_numbers_for_play) {
    const auto setup = setup_of("new");
    const LearnedEvaluation honest(*setup->box, 2, learned_terms(Form::classic, 2)),
        for_play(*setup->box, 2, play_terms(Form::classic, 2));
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
