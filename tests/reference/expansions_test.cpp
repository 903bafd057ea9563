#include "scene.h"

#include <gtest/gtest.h>

// Inns & Cathedrals, Traders & Builders: what scenarios cannot reach, and the record's example.
namespace bastide::reference {
namespace {

Scene with_expansions(const std::string& name) {
    Options options = edition(name);
    options.inns = options.traders = true;
    return Scene(options);
}

// Two positions that no play reaches with so few tiles: the tile that joins takes no follower.
TEST(ReferenceExamples, strength_in_a_city_of_four_tiles) { // X9, X20
    const auto city = [] {
        Scene scene = with_expansions("new");
        scene.row({{"base/E", 1}, {"base/G", 0}, {"traders/Q", 0}, {"base/E", 3}});
        return scene;
    };
    EXPECT_EQ(city().token(0, 0, 0, 0, "big").token(1, 1, 0, 0).completed(0, 0, 0), (Points{8, 0}));
    EXPECT_EQ(
        city().token(0, 0, 0, 0, "big").token(1, 1, 0, 0).token(1, 2, 0, 0).completed(0, 0, 0),
        (Points{8, 8}));
    EXPECT_EQ(city()
                  .token(0, 0, 0, 0, "big")
                  .token(0, 1, 0, 0)
                  .token(1, 2, 0, 0)
                  .token(1, 3, 0, 0)
                  .completed(0, 0, 0),
              (Points{8, 0}));
    EXPECT_EQ(city()
                  .token(0, 0, 0, 0)
                  .token(0, 1, 0, 0, "builder")
                  .token(1, 2, 0, 0)
                  .token(1, 3, 0, 0)
                  .completed(0, 0, 0),
              (Points{0, 8}));
}

TEST(ReferenceExamples, counters_of_each_kind) { // X17, B8
    const Rules rules = rules_from(edition("new"));
    Points points(3, 0);
    for (const Event& event :
         goods_events({{{"wine", 3}}, {{"wine", 3}, {"grain", 1}}, {{"wine", 2}}}, rules)) {
        points.at(static_cast<std::size_t>(event.player)) += event.points;
    }
    EXPECT_EQ(points, (Points{10, 20, 0}));
    EXPECT_TRUE(goods_events({{}, {{"cloth", 0}}}, rules).empty());
}

TEST(ReferenceTurns, example_of_the_record_format_with_both_expansions) {
    Options options = edition("new");
    options.inns = options.traders = true;
    Game game(data_dir, options, 2, 0);
    std::vector<std::size_t> legal;
    const auto go = [&](const Turn& turn) {
        legal.push_back(game.legal_moves(turn.tile).size());
        game.play(turn);
    };
    go(with_follower(turn(game, "base/U", 1, 0, 1), 0));
    go(with_token(turn(game, "base/E", 0, -1, 2), "big", 0));
    EXPECT_EQ(game.scores(), (Points{0, 4}));
    go(with_token(turn(game, "base/U", 2, 0, 1), "builder", 0));
    go(turn(game, "base/B", 0, 1, 0));
    go(turn(game, "inns/B+garden", 3, 0, 0));
    EXPECT_TRUE(game.again());
    EXPECT_EQ(game.player(), 0);
    go(turn(game, "base/V", 4, 0, 0));
    EXPECT_FALSE(game.again());
    go(turn(game, "traders/J", 4, 1, 2));
    EXPECT_EQ(legal, (std::vector<std::size_t>{21, 50, 40, 35, 52, 146, 228}));
}

} // namespace
} // namespace bastide::reference
