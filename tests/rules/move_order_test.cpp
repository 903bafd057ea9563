// The order of moves is part of the contract: searches, records and seeds rely on it.

#include "support/property.h"

#include <algorithm>

namespace bastide {
namespace {

using namespace testing_support;

std::string deployment_text(const Deployment& d) {
    if (d.action == Deployment::Action::none) return "-";
    if (d.action == Deployment::Action::recall) return "R";
    constexpr const char* letters = "-FAHBUP";
    return letters[static_cast<unsigned>(d.token)] + std::to_string(d.segment);
}

/// One line per placement: cell, rotation, deployments in order.
std::string listed(const Game& game) {
    const auto moves = std::make_unique<MoveList>();
    legal_moves(game, *moves);
    std::string text;
    for (unsigned i = 0; i < moves->size(); ++i) {
        const Move move = (*moves)[i];
        const bool same = i > 0 && (*moves)[i - 1].placement == move.placement;
        if (!same) {
            text += (i > 0 ? "\n" : "") + std::to_string(move.placement.cell.x) + "," +
                    std::to_string(move.placement.cell.y) + "/" +
                    std::to_string(move.placement.rotation) + ":";
        }
        text += " " + deployment_text(move.deployment);
    }
    return text;
}

unsigned rank(const Deployment& d, const Ruleset& rules) {
    if (d.action == Deployment::Action::none) return 0;
    if (d.action == Deployment::Action::recall) return 10000;
    const auto token = static_cast<unsigned>(d.token);
    constexpr unsigned on_a_segment[] = {0, 1, 3, 0, 2, 4, 5}; // follower, big, abbot, builder, pig
    const bool by_segment = rules.big_followers + rules.builders + rules.pigs > 0;
    return by_segment ? (d.segment + 1u) * 10 + on_a_segment[token] : token * 100 + d.segment;
}

PROPERTY(MoveOrder, is_by_cell_rotation_and_deployment, 200) {
    const GameSpec spec = *any_game_of_any_width();
    Play play(spec);
    for (unsigned i = 1; i < spec.turns && play.turn(); ++i) continue;
    if (!play.draw_tile()) return;
    const auto moves = std::make_unique<MoveList>();
    legal_moves(play.game(), *moves);
    for (unsigned i = 1; i < moves->size(); ++i) {
        const Move a = (*moves)[i - 1], b = (*moves)[i];
        const Ruleset& rules = play.game().box->rules;
        RC_ASSERT(std::make_pair(a.placement, rank(a.deployment, rules)) <
                  std::make_pair(b.placement, rank(b.deployment, rules)));
    }
}

struct Step {
    const char* tile;
    Move move;
};

Game played(const Setup& setup, unsigned players, std::initializer_list<Step> steps,
            const char* hand) {
    Game game(*setup.box, players, 0);
    for (const Step& step : steps) {
        EXPECT_EQ(draw(game, *setup.find_tile(step.tile)), DrawOutcome::fits);
        const auto ok = check(game, step.move);
        EXPECT_TRUE(ok.has_value()) << step.tile << ": " << code(ok.error());
        apply(game, step.move);
    }
    EXPECT_EQ(draw(game, *setup.find_tile(hand)), DrawOutcome::fits);
    return game;
}

TEST(MoveOrder, classic) {
    const auto setup = setup_of("classic-1");
    EXPECT_EQ(listed(played(*setup, 2, {}, "base/D")), "-1,0/0: - F0 F1 F2 F3\n"
                                                       "-1,0/2: - F0 F1 F2 F3\n"
                                                       "0,-1/2: - F0 F1 F2 F3\n"
                                                       "0,1/2: - F0 F1 F2 F3\n"
                                                       "1,0/0: - F0 F1 F2 F3\n"
                                                       "1,0/2: - F0 F1 F2 F3");
}

TEST(MoveOrder, classic_with_abbot_garden_and_recall) {
    const auto setup = setup_of("new", "abbot=true");
    EXPECT_EQ(listed(played(*setup, 1, {}, "base/A")), "-1,0/3: - F0 F1 F2 A1\n"
                                                       "0,1/0: - F0 F1 F2 A1\n"
                                                       "0,1/1: - F0 F1 F2 A1\n"
                                                       "0,1/3: - F0 F1 F2 A1\n"
                                                       "1,0/1: - F0 F1 F2 A1");
    const Move monk = {{{0, 1}, 0}, Deployment::put(Token::abbot, 0), 0, {}};
    EXPECT_EQ(listed(played(*setup, 1, {{"base/B", monk}}, "base/A")), "-1,0/3: - F0 F1 F2 R\n"
                                                                       "-1,1/0: - F0 F1 F2 R\n"
                                                                       "-1,1/1: - F0 F1 F2 R\n"
                                                                       "-1,1/2: - F0 F1 F2 R\n"
                                                                       "0,2/0: - F0 F1 F2 R\n"
                                                                       "0,2/1: - F0 F1 F2 R\n"
                                                                       "0,2/3: - F0 F1 F2 R\n"
                                                                       "1,0/1: - F0 F1 F2 R\n"
                                                                       "1,1/0: - F0 F1 F2 R\n"
                                                                       "1,1/2: - F0 F1 F2 R\n"
                                                                       "1,1/3: - F0 F1 F2 R");
}

TEST(MoveOrder, each_segments_tokens_in_turn_with_big_followers_builders_and_pigs) {
    const auto setup = setup_of("new", "abbot=true,inns=true,traders=true");
    // X11: choices on base/A.
    EXPECT_EQ(listed(played(*setup, 2, {}, "base/A")), "-1,0/3: - F0 B0 F1 B1 A1 F2 B2\n"
                                                       "0,1/0: - F0 B0 F1 B1 A1 F2 B2\n"
                                                       "0,1/1: - F0 B0 F1 B1 A1 F2 B2\n"
                                                       "0,1/3: - F0 B0 F1 B1 A1 F2 B2\n"
                                                       "1,0/1: - F0 B0 F1 B1 A1 F2 B2");
    const Move robber = {{{1, 0}, 1}, Deployment::put(Token::follower, 0), 0, {}};
    const std::string after = listed(played(*setup, 1, {{"base/U", robber}}, "base/U"));
    EXPECT_NE(after.find("2,0/1: - U0 F1 B1 F2 B2"), std::string::npos) << after;
}

TEST(MoveOrder, river) {
    const auto setup = setup_of("classic-1", "river=true");
    EXPECT_EQ(listed(played(*setup, 2, {}, "river/bend_road")), "0,1/2: - F0 F2 F3 F4\n"
                                                                "0,1/3: - F0 F2 F3 F4");
}

TEST(MoveOrder, hunters) {
    const auto setup = setup_of("hunters");
    EXPECT_EQ(listed(played(*setup, 2, {}, "hg/48")), "0,-1/0: - F1 F2 F3 F4 F5 F6 F7 H0 H2\n"
                                                      "0,-1/2: - F1 F2 F3 F4 F5 F6 F7 H0 H2\n"
                                                      "0,1/1: - F1 F2 F3 F4 F5 F6 F7 H0 H2\n"
                                                      "0,1/3: - F1 F2 F3 F4 F5 F6 F7 H0 H2\n"
                                                      "1,0/1: - F1 F2 F3 F4 F5 F6 F7 H0 H2\n"
                                                      "1,0/3: - F1 F2 F3 F4 F5 F6 F7 H0 H2");
    const Move hut = {{{0, 1}, 0}, Deployment::put(Token::hut, 0), 0, {}};
    EXPECT_EQ(listed(played(*setup, 2, {{"hg/79", hut}}, "hg/78")), "-1,1/0: - F0 F1 F2 F3 F4 H1\n"
                                                                    "-1,1/1: - F0 F1 F2 F3 F4 H1\n"
                                                                    "-1,1/2: - F0 F1 F2 F3 F4 H0\n"
                                                                    "-1,1/3: - F0 F1 F2 F3 F4 H0\n"
                                                                    "0,2/0: - F0 F1 F2 F3 F4 H1\n"
                                                                    "0,2/1: - F0 F1 F2 F3 F4 H0\n"
                                                                    "0,2/2: - F0 F1 F2 F3 F4 H0\n"
                                                                    "0,2/3: - F0 F1 F2 F3 F4 H1\n"
                                                                    "1,1/0: - F0 F1 F2 F3 F4 H0\n"
                                                                    "1,1/1: - F0 F1 F2 F3 F4 H0\n"
                                                                    "1,1/2: - F0 F1 F2 F3 F4 H1\n"
                                                                    "1,1/3: - F0 F1 F2 F3 F4 H1");
}

} // namespace
} // namespace bastide
