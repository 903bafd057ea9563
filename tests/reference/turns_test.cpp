#include "scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>

// Proves the reference itself on rules that random games rarely reach.
namespace bastide::reference {
namespace {

TEST(ReferenceTurns, example_of_the_record_format) {
    for (const std::string name : {"new", "classic-1"}) {
        Game game(data_dir, edition(name), 2, 0);
        game.play(with_follower(turn(game, "base/E", 0, -1, 2), 0));
        EXPECT_EQ(game.scores(), (Points{name == "new" ? 4 : 2, 0}));
        EXPECT_EQ(game.last_events().size(), 1U);
        EXPECT_EQ(game.last_events().front().y, -1);
        EXPECT_EQ(game.supply("follower"), (Points{7, 7})); // T4
        play(game, "base/U", -1, 0, 1);
        EXPECT_EQ(game.player(), 0);
        EXPECT_THROW(play(game, "base/U", -2, 0, 3), std::runtime_error); // looks like 1
        EXPECT_THROW(play(game, "base/B", -1, 1, 1), std::runtime_error);
        EXPECT_THROW(play(game, "base/B", 1, 1, 0), std::runtime_error); // T1: corner only
    }
}

TEST(ReferenceTurns, follower_never_joins_another_on_placing) { // T3
    Game game(data_dir, edition("classic-2"), 2, 0);
    game.play(with_follower(turn(game, "base/U", 1, 0, 1), 0));
    EXPECT_THROW(game.play(with_follower(turn(game, "base/U", 2, 0, 1), 0)), std::runtime_error);
    EXPECT_NO_THROW(game.play(with_follower(turn(game, "base/U", 2, 0, 1), 1)));
}

TEST(ReferenceTurns, monastery_is_completed_by_its_last_neighbour) { // F4
    Game game(data_dir, edition("classic-1"), 2, 0);
    game.play(with_follower(turn(game, "base/B", 0, 1, 0), 0));
    play(game, "base/U", 1, 0, 1);
    play(game, "base/U", -1, 0, 1);
    play(game, "base/B", 1, 1, 0);
    play(game, "base/B", -1, 1, 0);
    play(game, "base/E", 1, 2, 2);
    play(game, "base/E", -1, 2, 2);
    EXPECT_EQ(game.final_scores(), (Points{8, 0}));
    play(game, "base/E", 0, 2, 2);
    EXPECT_EQ(game.scores(), (Points{9, 0}));
    EXPECT_EQ(game.supply("follower"), (Points{7, 7}));
    EXPECT_EQ(game.breakdown().front(), (std::map<std::string, int>{{"monastery", 9}}));
}

TEST(ReferenceTurns, tile_that_fits_nowhere_is_removed_or_returned) { // T2
    for (const std::string mode : {"remove", "return"}) {
        Options options = edition("classic-2");
        options.unplaceable = mode;
        Game game(data_dir, options, 2, 0);
        EXPECT_THROW(game.play(skipping(turn(game, "base/E", 0, -1, 2), {"base/C"})),
                     std::runtime_error);
        play(game, "base/E", 0, -1, 2); // no open city is left
        EXPECT_FALSE(game.fits_somewhere("base/C"));
        EXPECT_TRUE(game.drawable().contains("base/C"));
        EXPECT_FALSE(game.drawable({"base/C"}).contains("base/C"));
        EXPECT_THROW(play(game, "base/C", 1, 0, 0), std::runtime_error);
        EXPECT_THROW(game.play(skipping(turn(game, "base/U", 1, 0, 1), {"base/C", "base/C"})),
                     std::runtime_error);
        game.play(skipping(turn(game, "base/U", 1, 0, 1), {"base/C"}));
        EXPECT_EQ(game.drawable().contains("base/C"), mode == "return");
    }
}

TEST(ReferenceTurns, no_tight_turn_of_the_river) { // R2, R3
    Options options = edition("classic-1");
    options.river = "true";
    Game game(data_dir, options, 2, 0);
    EXPECT_THROW(play(game, "river/bend", 1, 0, 0), std::runtime_error); // not at the river's end
    EXPECT_THROW(play(game, "base/U", 1, 0, 0), std::runtime_error);     // not drawable yet
    play(game, "river/bend", 0, 1, 0);                                   // turns right, to the west
    EXPECT_THROW(play(game, "river/bend", -1, 1, 1), std::runtime_error);
    EXPECT_THROW(play(game, "river/bend_road", -1, 1, 3), std::runtime_error);
    Game straight = game;
    play(game, "river/bend", -1, 1, 2); // left again
    play(straight, "river/straight", -1, 1, 1);
    EXPECT_NO_THROW(play(straight, "river/bend", -2, 1, 1));
}

// The river curls up to the square east of the spring.
Game curled_river(const std::string& river, const std::string& last, int last_rot) {
    Options options = edition("classic-1");
    options.river = river;
    Game game(data_dir, options, 2, 0);
    play(game, "river/straight", 0, 1, 0);
    play(game, "river/bend", 0, 2, 1);
    play(game, "river/straight", 1, 2, 1);
    play(game, river == "2021" ? "river/bend+garden" : "river/bend", 2, 2, 0);
    play(game, "river/road", 2, 1, 0);
    play(game, last, 2, 0, last_rot);
    return game;
}

TEST(ReferenceTurns, river_tiles_that_fit_nowhere_leave_the_game) { // R5
    Game game = curled_river("true", "river/bend_city", 0);
    EXPECT_FALSE(game.over());
    EXPECT_THROW(game.play(skipping(turn(game, "river/lake", 1, 0, 1), {"river/cities"})),
                 std::runtime_error);
    game.play(
        skipping(turn(game, "river/lake", 1, 0, 1),
                 {"river/cities", "river/bend_road", "river/city_road", "river/monastery_road"}));
    EXPECT_TRUE(game.drawable().contains("base/U"));
    EXPECT_FALSE(game.drawable().contains("river/cities"));
}

TEST(ReferenceTurns, lake_that_fits_nowhere_leaves_the_game) { // R5
    Game game = curled_river("2021", "river/bend_road", 1);
    const std::vector<std::string> river = {"river/cities", "river/bend_city", "river/city_road",
                                            "river/monastery_road"};
    EXPECT_EQ(game.drawable(river), (std::map<std::string, int>{{"river/lake", 1}}));
    std::vector<std::string> all = river;
    all.push_back("river/lake");
    game.play(skipping(turn(game, "base/U", 0, -1, 0), all));
    EXPECT_TRUE(game.drawable().contains("base/U"));
}

Game new_edition(int players) {
    Options options = edition("new");
    options.abbot = true;
    return Game(data_dir, options, players, 0);
}

TEST(ReferenceTurns, abbot_goes_out_and_comes_back) { // A1 to A4
    Game game = new_edition(1);
    EXPECT_THROW(game.play(with_follower(turn(game, "base/E+garden", 0, -1, 2), 1)),
                 std::runtime_error); // A2
    game.play(with_token(turn(game, "base/E+garden", 0, -1, 2), "abbot", 1));
    EXPECT_EQ(game.supply("abbot"), Points{0});
    Turn recall = turn(game, "base/E", 1, -1, 0);
    recall.recall = true;
    game.play(recall);
    EXPECT_EQ(game.scores(), Points{3}); // itself, the start tile, the tile just placed
    EXPECT_EQ(game.supply("abbot"), Points{1});
    EXPECT_EQ(game.last_events().front().area, "garden");
    EXPECT_EQ(game.last_events().front().reason, "recall");
    recall = turn(game, "base/E", -1, -1, 0);
    recall.recall = true;
    EXPECT_THROW(game.play(recall), std::runtime_error);
}

TEST(ReferenceTurns, abbot_on_a_completed_site_is_not_taken_back) { // A3, A5
    Game game = new_edition(1);
    game.play(with_token(turn(game, "base/E+garden", 0, -1, 2), "abbot", 1));
    play(game, "base/U", 1, 0, 1);
    play(game, "base/U", -1, 0, 1);
    play(game, "base/B", 1, -1, 0);
    play(game, "base/B", -1, -1, 0);
    play(game, "base/B", 1, -2, 0);
    play(game, "base/B", -1, -2, 0);
    Turn last = turn(game, "base/E", 0, -2, 0);
    last.recall = true;
    EXPECT_THROW(game.play(last), std::runtime_error);
    last.recall = false;
    game.play(with_follower(last, 0));
    EXPECT_EQ(game.scores(), Points{9});
    EXPECT_EQ(game.supply("abbot"), Points{1});
    EXPECT_EQ(game.supply("follower"), Points{6});
}

Game winter_with_man(bool twice = true) {
    Options options = edition("winter");
    options.gingerbread = true;
    options.gingerbread_double = twice;
    return Game(data_dir, options, 2, 0);
}

Turn moving_man(Turn turn, const std::vector<Spot>& targets) {
    turn.gingerbread = targets;
    return turn;
}

TEST(ReferenceTurns, man_leaves_a_completed_city_and_waits_beside_the_board) { // G3, G4, G5
    Game game = winter_with_man();
    EXPECT_EQ(game.gingerbread_man(), (Spot{0, 0, 0})); // G1
    game.play(with_follower(turn(game, "base/E", 0, -1, 2), 0));
    ASSERT_EQ(game.last_events().size(), 2U);
    EXPECT_EQ(game.last_events().at(0).area, "gingerbread");
    EXPECT_EQ(game.last_events().at(0).points, 2);
    EXPECT_EQ(game.last_events().at(1).points, 4);
    EXPECT_EQ(game.gingerbread_man(), std::nullopt);
    play(game, "base/E", 1, -1, 0); // no symbol: he stays out
    const Turn symbol = turn(game, "gingerbread/A", -1, -1, 3);
    EXPECT_EQ(game.gingerbread_choices(symbol), (std::vector<Spot>{{-1, -1, 0}, {1, -1, 0}}));
    EXPECT_THROW(game.play(symbol), std::runtime_error);
    EXPECT_THROW(game.play(moving_man(symbol, {{0, 0, 0}})), std::runtime_error);
    EXPECT_THROW(game.play(moving_man(symbol, {{1, -1, 0}, {-1, -1, 0}})), std::runtime_error);
    game.play(moving_man(symbol, {{1, -1, 0}}));
    EXPECT_EQ(game.gingerbread_man(), (Spot{1, -1, 0}));
    EXPECT_TRUE(game.last_events().empty());
}

TEST(ReferenceTurns, man_stays_when_there_is_no_other_city) { // G5
    Game game = winter_with_man();
    game.play(with_follower(turn(game, "gingerbread/F", 0, -1, 0), 0));
    EXPECT_TRUE(game.last_events().empty());
    EXPECT_EQ(game.gingerbread_man(), (Spot{0, -1, 0}));
}

TEST(ReferenceTurns, man_pays_every_knight_when_a_symbol_moves_him) { // G2, G3
    Game game = winter_with_man();
    game.play(with_follower(turn(game, "base/R", 0, -1, 1), 0)); // open to the north and the east
    const Turn symbol = turn(game, "gingerbread/A", 0, 1, 0);
    EXPECT_THROW(game.play(symbol), std::runtime_error); // a city north, where D has field
    const Turn below = turn(game, "gingerbread/A", 0, 1, 1);
    EXPECT_THROW(game.play(below), std::runtime_error); // a road north
    const Turn fits = turn(game, "gingerbread/A", 0, 1, 2);
    EXPECT_THROW(game.play(moving_man(fits, {{0, 0, 0}})), std::runtime_error); // he is there
    game.play(moving_man(fits, {{0, 1, 0}}));
    EXPECT_EQ(game.scores(), (Points{2, 0}));
    EXPECT_EQ(game.supply("follower"), (Points{6, 7})); // the knight stays
}

TEST(ReferenceTurns, symbol_that_completes_the_mans_city_moves_him_twice) { // G6
    for (const bool twice : {true, false}) {
        Game game = winter_with_man(twice);
        game.play(with_follower(turn(game, "base/E", 0, 1, 1), 0)); // a city of its own
        play(game, "base/D", 1, 0, 2);
        Turn symbol = turn(game, "gingerbread/C", 0, -1, 0);
        // North, east and west of C stay open; its south city closes that of the start tile.
        EXPECT_EQ(game.gingerbread_choices(symbol),
                  (std::vector<Spot>{{0, -1, 0}, {0, -1, 1}, {0, -1, 3}, {0, 1, 0}, {1, 0, 0}}));
        symbol.gingerbread = {{0, 1, 0}};
        if (!twice) {
            EXPECT_TRUE(game.gingerbread_choices(symbol).empty());
            game.play(symbol);
            EXPECT_EQ(game.scores(), (Points{0, 0}));
            continue;
        }
        EXPECT_EQ(game.gingerbread_choices(symbol).size(), 4U);
        EXPECT_THROW(game.play(symbol), std::runtime_error);
        symbol.gingerbread.push_back({1, 0, 0});
        game.play(symbol);
        EXPECT_EQ(game.scores(), (Points{1, 0})); // left the one-tile city with its knight
    }
}

TEST(ReferenceTurns, man_waits_for_the_first_city_of_a_river_game) { // G8
    Options options = edition("winter");
    options.gingerbread = true;
    options.river = "true";
    Game game(data_dir, options, 2, 0);
    EXPECT_EQ(game.gingerbread_man(), std::nullopt);
    play(game, "river/straight", 0, 1, 0);
    EXPECT_EQ(game.gingerbread_man(), std::nullopt);
    play(game, "river/cities", 0, 2, 1);
    EXPECT_EQ(game.gingerbread_man(), (Spot{0, 2, 0}));
}

TEST(ReferenceTurns, gold_earns_one_bonus_turn) { // H7
    Game game(data_dir, edition("hunters"), 2, 0);
    play(game, "hg/35", 0, -1, 2);
    game.play(with_follower(turn(game, "hg/36", 1, 0, 3), 0));
    EXPECT_EQ(game.scores(), (Points{0, 6})); // three segments
    EXPECT_TRUE(game.bonus_turn());
    EXPECT_EQ(game.player(), 1);
    EXPECT_EQ(game.drawable().size(), 12U);
    Turn wrong = turn(game, "hg/b02", 1, 1, 0);
    wrong.bonus = false;
    EXPECT_THROW(game.play(wrong), std::runtime_error);
    game.play(with_follower(turn(game, "hg/b02", 1, 1, 0), 0));
    EXPECT_FALSE(game.bonus_turn());
    EXPECT_EQ(game.player(), 0);
    EXPECT_EQ(game.supply("follower"), (Points{5, 4}));
}

TEST(ReferenceTurns, hut_is_named_by_the_lowest_segment_of_its_water) { // H3
    Game game(data_dir, edition("hunters"), 2, 0);
    const auto huts = [&](const std::string& tile) {
        std::set<int> segments;
        for (const LegalMove& move : game.legal_moves(tile)) {
            if (move.token == "hut") segments.insert(move.segment);
        }
        return segments;
    };
    EXPECT_EQ(huts("hg/79"), std::set<int>{0});
    EXPECT_EQ(huts("hg/48"), (std::set<int>{0, 2}));
    EXPECT_EQ(huts("hg/78"), (std::set<int>{0, 1}));
    EXPECT_EQ(huts("hg/b09"), (std::set<int>{0, 1}));
    game.play(with_token(turn(game, "hg/66", 0, 1, 1), "hut", 0)); // on the start tile's system
    EXPECT_EQ(game.final_scores(), (Points{1, 0}));
    EXPECT_THROW(game.play(with_token(turn(game, "hg/67", 0, 2, 1), "hut", 0)), std::runtime_error);
    EXPECT_NO_THROW(game.play(with_follower(turn(game, "hg/67", 0, 2, 1), 0))); // a fisher may
}

TEST(ReferenceTurns, options_out_of_place_are_refused) {
    Options options = edition("hunters");
    options.farms = "off";
    EXPECT_THROW(Game(data_dir, options, 2, 0), std::runtime_error);
    EXPECT_THROW(Game(data_dir, edition("classic-3"), 2, 0), std::runtime_error);
    options = edition("hunters");
    options.inns = true;
    EXPECT_THROW(Game(data_dir, options, 2, 0), std::runtime_error);
    EXPECT_THROW(Game(data_dir, edition("new"), 6, 0), std::runtime_error);
    options = edition("new");
    options.traders = true;
    EXPECT_THROW(Game(data_dir, options, 6, 0), std::runtime_error); // X12
    options.inns = true;
    EXPECT_NO_THROW(Game(data_dir, options, 6, 0));
    EXPECT_THROW(Game(data_dir, options, 7, 0), std::runtime_error);
    options = edition("new");
    options.river = "2020";
    EXPECT_THROW(Game(data_dir, options, 2, 0), std::runtime_error);
}

} // namespace
} // namespace bastide::reference
