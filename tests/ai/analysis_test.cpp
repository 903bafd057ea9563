#include "ai/analysis/analysis.h"
#include "ai/analysis/plot.h"
#include "ai/arena/play.h"
#include "notation/json.h"
#include "rules/rules.h"
#include "support/any_game.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace bastide {
namespace {

using testing_support::setup_of;

/// Takes the score on the board for the expected one, and a move for what it scores at once.
class Bookkeeper : public Analyst {
  public:
    std::vector<RatedMove> rate(const Game& game, const Budget&, Random&) override {
        auto moves = std::make_unique<MoveList>();
        legal_moves(game, *moves);
        const unsigned player = game.now.player;
        std::vector<RatedMove> rated;
        for (unsigned i = 0; i < moves->size(); ++i) {
            Game next = game;
            place(next, (*moves)[i].placement);
            deploy(next, (*moves)[i].deployment);
            const Standing standing = judge(next, *this);
            rated.push_back({(*moves)[i], standing.margin[player], standing.win[player], 1});
        }
        std::ranges::sort(rated, std::ranges::greater{}, &RatedMove::margin);
        return rated;
    }

    PositionValue value(const Game& game) override {
        PositionValue value;
        double sum = 0;
        for (unsigned i = 0; i < game.now.players; ++i) {
            value.points[i] = game.now.score[i];
            value.win[i] = std::exp(value.points[i] / 20);
            sum += value.win[i];
        }
        for (unsigned i = 0; i < game.now.players; ++i) value.win[i] /= sum;
        return value;
    }
};

Record random_game(const char* edition, unsigned players) {
    const auto setup = setup_of(edition);
    const auto agent = std::move(*make_agent(*parse_agent("random")));
    const std::vector<Seat> seats(players, Seat{agent.get(), {}});
    Record record = new_record(setup, std::vector<std::string>(players, "A & <B>"));
    play_game(*setup, seats, deck_seed_of(players, 0), move_seed_of(players, 0), &record);
    return record;
}

// Ada closes the start tile's city and scores 4; Bo continues the road.
const char* example = R"({"format":"bastide/1","edition":"new",
 "players":[{"name":"Ada"},{"name":"Bo"}],"turns":[
 {"player":0,"tile":"base/E","x":0,"y":-1,"rot":2,"deploy":{"token":"follower","segment":0}},
 {"player":1,"tile":"base/U","x":-1,"y":0,"rot":1}]})";

TEST(Analysis, move_that_scores_at_once_costs_nothing) {
    const auto record = parse_record(example);
    ASSERT_TRUE(record);
    Bookkeeper analyst;
    const auto analysis = analyze(*record, analyst, {});
    ASSERT_TRUE(analysis);
    const AnalyzedTurn& first = analysis->turns[0];
    EXPECT_EQ(first.rank, 1u);
    EXPECT_DOUBLE_EQ(first.cost, 0);
    EXPECT_DOUBLE_EQ(first.played.margin, 4);
    EXPECT_DOUBLE_EQ(first.after.margin[0], 4);
    EXPECT_DOUBLE_EQ(first.after.margin[1], -4);
    EXPECT_NEAR(first.after.win[0] + first.after.win[1], 1, 1e-12);
    EXPECT_EQ(analysis->totals[0].best_found, 1u);
    EXPECT_FALSE(analysis->over);
}

TEST(Analysis, move_that_forgoes_points_costs_them) {
    auto record = parse_record(example);
    record->turns.resize(1);
    record->turns[0].move.deployment = Deployment::nothing();
    Bookkeeper analyst;
    const auto analysis = analyze(*record, analyst, {});
    ASSERT_TRUE(analysis);
    EXPECT_DOUBLE_EQ(analysis->turns[0].cost, 4);
    EXPECT_GT(analysis->turns[0].win_cost, 0);
    EXPECT_GT(analysis->turns[0].rank, 1u);
    EXPECT_EQ(analysis->turns[0].best.size(), 3u);
    EXPECT_DOUBLE_EQ(analysis->totals[0].cost, 4);
    EXPECT_EQ(analysis->totals[0].best_found, 0u);
}

TEST(Analysis, whole_games_end_in_their_result) {
    Bookkeeper analyst;
    for (const char* edition : {"new", "hunters"}) {
        for (const unsigned players : {2u, 4u}) {
            const Record record = random_game(edition, players);
            unsigned told = 0;
            const auto analysis = analyze(record, analyst, {}, [&](unsigned) { ++told; });
            ASSERT_TRUE(analysis) << analysis.error().text();
            EXPECT_EQ(told, record.turns.size());
            EXPECT_TRUE(analysis->over);
            double wins = 0;
            for (unsigned i = 0; i < players; ++i) {
                EXPECT_EQ(analysis->final[i], (*record.result)[i]);
                wins += analysis->turns.back().after.win[i];
            }
            EXPECT_NEAR(wins, 1, 1e-9);
            if (players == 2) { // what one gains the other loses
                const auto& totals = analysis->totals;
                EXPECT_NEAR(totals[0].luck_of_all_draws, totals[0].luck - totals[1].luck, 1e-6);
                EXPECT_NEAR(totals[1].luck_of_all_draws, -totals[0].luck_of_all_draws, 1e-6);
            }
            for (const AnalyzedTurn& turn : analysis->turns) {
                EXPECT_GE(turn.cost, 0);
                EXPECT_LE(turn.rank, turn.legal);
            }
            const Json json = analysis_json(record, *analysis);
            EXPECT_EQ(json["turns"].size(), record.turns.size());
            EXPECT_EQ(json["players"].size(), players);
            const Json& first = json["players"][0];
            EXPECT_NEAR(first["margin"].get<double>() - first["luck_of_all_draws"].get<double>(),
                        first["margin_without_luck"].get<double>(), 1e-9);
            EXPECT_EQ(json["turns"][0]["played"]["x"], record.turns[0].move.placement.cell.x);
        }
    }
}

TEST(Analysis, illegal_record_is_refused) {
    auto record = parse_record(example);
    record->turns[1].move.placement.cell = {5, 5};
    Bookkeeper analyst;
    const auto analysis = analyze(*record, analyst, {});
    ASSERT_FALSE(analysis);
    EXPECT_EQ(analysis.error().turn, 2u);
}

TEST(Analysis, plot_has_a_line_a_player_and_escapes_names) {
    Bookkeeper analyst;
    const Record record = random_game("new", 3);
    const auto analysis = analyze(record, analyst, {});
    ASSERT_TRUE(analysis);
    const std::string svg = plot_svg(record, *analysis);
    EXPECT_EQ(svg.find("A & <B>"), std::string::npos);
    EXPECT_NE(svg.find("A &amp; &lt;B&gt;"), std::string::npos);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
    unsigned lines = 0;
    for (std::size_t at = svg.find("<polyline"); at != std::string::npos;
         at = svg.find("<polyline", at + 1)) {
        ++lines;
    }
    EXPECT_EQ(lines, 6u); // three players in two panels
}

TEST(Analysis, plot_of_a_game_not_begun_has_its_axes) {
    auto record = parse_record(example);
    record->turns.clear();
    Bookkeeper analyst;
    const auto analysis = analyze(*record, analyst, {});
    ASSERT_TRUE(analysis);
    EXPECT_NE(plot_svg(*record, *analysis).find("chance to win"), std::string::npos);
}

} // namespace
} // namespace bastide
