#include "game.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>

// Proves the reference itself on the worked examples of RULES.md section 3 and on the rules that
// random games rarely reach.
namespace bastide::reference {
namespace {

const std::string data_dir = BASTIDE_SOURCE_DIR "/data/tiles";

// A position put together by hand, without turns. Tiles must match their neighbours.
class Scene {
  public:
    explicit Scene(const Options& options)
        : game_(data_dir, options, 5, 0)
        , rules_(game_.rules()) {}

    Scene& tile(const std::string& id, int x, int y, int rot = 0) {
        const Cell cell = {x, y};
        bool alone = true;
        for (int edge = 0; edge < 4; ++edge)
            alone = alone && !board_.contains(neighbour(cell, edge));
        if (!alone && !fits(board_, game_.tile(id), cell, rot, Water::hunters)) {
            throw std::runtime_error(id + " does not fit");
        }
        board_[cell] = {&game_.tile(id), rot};
        return *this;
    }
    Scene& row(const std::vector<std::pair<std::string, int>>& tiles, int y = 0) {
        int x = 0;
        for (const auto& [id, rot] : tiles) tile(id, x++, y, rot);
        return *this;
    }
    Scene& token(int player, int x, int y, int segment, const std::string& kind = "follower") {
        tokens_[{x, y, segment}] = {player, kind};
        return *this;
    }
    std::vector<int> completed(int x, int y, int segment) const {
        const Area area = flood(board_, {x, y, segment});
        if (!area.open.empty()) throw std::runtime_error("not complete");
        return points(completed_events(position(), area, rules_));
    }
    std::vector<int> final() const { return points(final_events(position(), rules_)); }
    Area area(int x, int y, int segment) const { return flood(board_, {x, y, segment}); }

  private:
    Position position() const { return {board_, tokens_, 5}; }
    static std::vector<int> points(const std::vector<Event>& events) {
        std::vector<int> points(5, 0);
        for (const Event& event : events) {
            points.at(static_cast<std::size_t>(event.player)) += event.points;
        }
        while (points.size() > 2 && points.back() == 0) points.pop_back();
        return points;
    }

    Game game_;
    Rules rules_;
    Board board_;
    Tokens tokens_;
};

using Points = std::vector<int>;

Options edition(const std::string& name) {
    Options options;
    options.edition = name;
    return options;
}

Scene classic(const std::string& name = "classic-2") {
    return Scene(edition(name));
}

Scene hunters() {
    return Scene(edition("hunters"));
}

// --- tile data

TEST(ReferenceTiles, RotationsThatLookTheSameAreThoseOfTheContract) {
    const std::set<std::string> all = {"base/B",        "base/C", "base/X", "gingerbread/C",
                                       "gingerbread/F", "hg/57",  "hg/58",  "hg/b02"};
    const std::set<std::string> half = {
        "base/F",   "base/G",   "base/H",         "base/H+garden", "base/U",     "base/U+garden",
        "winter/F", "winter/I", "river/straight", "river/cities",  "river/road", "hg/32",
        "hg/33",    "hg/34",    "hg/47",          "hg/b09"};
    for (const std::string file : {"base", "base_c2", "winter", "gingerbread", "river", "river_c2",
                                   "river_c3", "hunters_gatherers"}) {
        for (const auto& [id, tile] : read_tiles(data_dir + "/" + file + ".json")) {
            const int period = all.contains(id) ? 1 : half.contains(id) ? 2 : 4;
            for (int rot = 0; rot < 4; ++rot) {
                EXPECT_EQ(canonical_rotation(tile, rot), rot % period) << id << " " << rot;
            }
        }
    }
}

TEST(ReferenceTiles, EveryHalfEdgeBelongsToExactlyOneThing) {
    for (const std::string file : {"base", "base_c2", "winter", "gingerbread", "river", "river_c2",
                                   "river_c3", "hunters_gatherers"}) {
        for (const auto& [id, tile] : read_tiles(data_dir + "/" + file + ".json")) {
            for (int half = 0; half < 8; ++half) {
                const std::string kind = edge_kind(tile, half / 2, 0);
                const auto land = std::ranges::count_if(tile.features, [&](const Feature& feature) {
                    return feature.halves.contains(half);
                });
                EXPECT_EQ(land, kind == "city" || kind == "forest" ? 0 : 1) << id << " " << half;
            }
        }
    }
}

TEST(ReferenceTiles, StacksHaveTheSizeOfTheBox) {
    const auto size = [](const Options& options) {
        const Game game(data_dir, options, 2, 0);
        int sum = 0;
        for (const auto& [id, count] : game.drawable()) sum += count;
        return sum;
    };
    EXPECT_EQ(size(edition("classic-1")), 71);
    EXPECT_EQ(size(edition("classic-2")), 71);
    EXPECT_EQ(size(edition("winter")), 83);
    EXPECT_EQ(size(edition("new")), 71);
    EXPECT_EQ(size(edition("hunters")), 78);
    Options options = edition("winter");
    options.gingerbread = true;
    EXPECT_EQ(size(options), 89);
    options.river = "true";
    EXPECT_EQ(size(options), 10);
}

// --- worked examples, classic family

TEST(ReferenceExamples, RoadOfFourTilesAndOfThree) { // F1
    EXPECT_EQ(classic()
                  .row({{"base/W", 0}, {"base/U", 1}, {"base/U", 1}, {"base/W", 0}})
                  .token(0, 1, 0, 0)
                  .completed(0, 0, 0),
              (Points{4, 0}));
    EXPECT_EQ(classic()
                  .row({{"base/W", 0}, {"base/U", 1}, {"base/W", 0}})
                  .token(1, 1, 0, 0)
                  .completed(0, 0, 0),
              (Points{0, 3}));
}

TEST(ReferenceExamples, TileThatARoadCrossesTwiceCountsOnce) { // F1
    // The loop leaves winter/I to the north and comes back from the west, over three V.
    Scene scene = classic("winter");
    scene.tile("winter/I", 0, 0).tile("base/V", 0, -1, 0).tile("base/V", -1, -1, 3);
    scene.tile("base/V", -1, 0, 2).token(0, 0, 0, 0);
    EXPECT_EQ(scene.completed(0, 0, 0), (Points{4, 0}));
}

TEST(ReferenceExamples, CompletedCities) { // F2, F3, F5
    const auto city = [](const std::string& name, int plain, int shields) {
        std::vector<std::pair<std::string, int>> tiles = {{"base/E", 1}};
        for (int i = 0; i < plain; ++i) tiles.push_back({"base/G", 0});
        for (int i = 0; i < shields; ++i) tiles.push_back({"base/F", 0});
        tiles.push_back({"base/E", 3});
        return classic(name).row(tiles).token(0, 0, 0, 0);
    };
    EXPECT_EQ(city("winter", 0, 1).completed(0, 0, 0), (Points{8, 0}));
    EXPECT_EQ(city("winter", 2, 0).completed(0, 0, 0), (Points{8, 0}));
    EXPECT_EQ(city("winter", 0, 0).completed(0, 0, 0), (Points{4, 0}));
    EXPECT_EQ(city("classic-2", 0, 0).completed(0, 0, 0), (Points{4, 0}));
    EXPECT_EQ(city("new", 0, 0).completed(0, 0, 0), (Points{4, 0}));
    EXPECT_EQ(city("classic-1", 0, 0).completed(0, 0, 0), (Points{2, 0}));
    EXPECT_EQ(city("classic-1", 0, 1).completed(0, 0, 0), (Points{8, 0}));
    EXPECT_EQ(city("winter", 3, 0).token(1, 4, 0, 0).completed(0, 0, 0), (Points{10, 10}));
}

TEST(ReferenceExamples, UnfinishedRoadsAndCities) { // E2, F5
    EXPECT_EQ(
        classic().row({{"base/U", 1}, {"base/U", 1}, {"base/U", 1}}).token(0, 0, 0, 0).final(),
        (Points{3, 0}));
    EXPECT_EQ(classic()
                  .row({{"base/F", 0}, {"base/F", 0}, {"base/F", 0}, {"base/G", 0}, {"base/G", 0}})
                  .token(0, 0, 0, 0)
                  .token(0, 4, 0, 0)
                  .token(1, 2, 0, 0)
                  .final(),
              (Points{8, 0}));
    EXPECT_EQ(classic("classic-1").row({{"base/E", 1}, {"base/F", 0}}).token(0, 0, 0, 0).final(),
              (Points{3, 0}));
}

TEST(ReferenceExamples, UnfinishedMonasteries) { // E2
    Scene scene = classic();
    scene.row({{"base/B", 0}, {"base/B", 0}, {"base/B", 0}}).tile("base/B", 1, 1);
    scene.token(1, 1, 0, 0);
    EXPECT_EQ(scene.final(), (Points{0, 4}));
    EXPECT_EQ(scene.tile("base/B", 0, 1).final(), (Points{0, 5}));
}

// E rot 1 and E rot 3 make a city between two farms that do not join.
Scene city_between_two_farms() {
    return classic("classic-1").row({{"base/B", 0}, {"base/E", 1}, {"base/E", 3}, {"base/B", 0}});
}

TEST(ReferenceExamples, FarmsCityByCity) { // E3 city-4
    EXPECT_EQ(city_between_two_farms().token(0, 1, 0, 1).final(), (Points{4, 0}));
    EXPECT_EQ(classic("classic-1")
                  .row({{"base/E", 1}, {"base/H", 0}, {"base/E", 3}})
                  .token(0, 1, 0, 2)
                  .final(),
              (Points{8, 0}));
    EXPECT_EQ(city_between_two_farms().token(0, 1, 0, 1).token(1, 2, 0, 1).final(), (Points{4, 4}));
    EXPECT_EQ(
        city_between_two_farms().token(0, 1, 0, 1).token(1, 0, 0, 1).token(1, 2, 0, 1).final(),
        (Points{0, 4}));
}

// The example of the winter rulebook. Cities A and B lie in a row between farm 1 (north) and farm
// 2 (south), with a road from A to B; C hangs below; farm 3 lies elsewhere.
Scene three_farms(const std::string& farms) {
    Options options = edition("winter");
    options.farms = farms;
    Scene scene(options);
    scene.row({{"winter/H", 1}, {"winter/H", 3}, {"winter/H", 1}, {"winter/H", 3}});
    scene.tile("base/E", 2, 1, 1).tile("base/E", 3, 1, 3);
    scene.row({{"base/E", 1}, {"base/H", 0}, {"base/E", 3}}, 10);
    scene.row({{"base/E", 1}, {"base/H", 0}, {"base/E", 3}}, 11).tile("base/B", 1, 12);
    const int yellow = 0, red = 1, blue = 3, black = 4;
    scene.token(blue, 1, 0, 3).token(blue, 2, 1, 1).token(red, 1, 0, 2);
    return scene.token(yellow, 1, 10, 2).token(yellow, 1, 11, 2).token(black, 1, 12, 1);
}

TEST(ReferenceExamples, FarmsOfTheWinterRulebook) { // E3 farm-3, farm-3-once, city-4
    EXPECT_EQ(three_farms("").final(), (Points{12, 9, 0, 15}));
    EXPECT_EQ(three_farms("farm-3-once").final(), (Points{12, 9, 0, 9}));
    // City by city: A and B blue 2, red 1; C one each.
    EXPECT_EQ(three_farms("city-4").final(), (Points{16, 4, 0, 12}));
    EXPECT_EQ(three_farms("off").final(), (Points{0, 0}));
}

// --- worked examples, hunters

TEST(ReferenceExamples, Rivers) { // H4
    EXPECT_EQ(hunters()
                  .row({{"hg/47", 0}, {"hg/66", 0}, {"hg/43", 0}})
                  .token(0, 1, 0, 0)
                  .completed(1, 0, 0),
              (Points{6, 0}));
    EXPECT_EQ(hunters().row({{"hg/47", 0}, {"hg/48", 0}}).token(0, 0, 0, 1).completed(0, 0, 1),
              (Points{3, 0}));
}

TEST(ReferenceExamples, RiverFromALakeToTheSameLakeCountsItsFishOnce) { // H4
    Scene scene = hunters(); // the east and the south end of the lake of hg/55 meet again
    scene.tile("hg/55", 0, 0).tile("hg/60", 1, 0).tile("hg/60", 1, 1, 1).tile("hg/60", 0, 1, 2);
    EXPECT_EQ(scene.token(0, 1, 0, 0).completed(0, 0, 1), (Points{6, 0}));
}

TEST(ReferenceExamples, Forests) { // H5, H6
    EXPECT_EQ(
        hunters().tile("hg/35", 0, 0).tile("hg/35", 0, -1, 2).token(0, 0, 0, 0).completed(0, 0, 0),
        (Points{4, 0}));
    const auto column = [](int middle) {
        Scene scene = hunters();
        scene.tile("hg/35", 0, 0, 2);
        for (int y = 1; y <= middle; ++y) scene.tile("hg/30", 0, y);
        return scene.tile("hg/35", 0, middle + 1).token(0, 0, 0, 0);
    };
    EXPECT_EQ(column(3).completed(0, 0, 0), (Points{10, 0}));
    EXPECT_EQ(column(3).token(1, 0, 4, 0).completed(0, 0, 0), (Points{10, 10}));
    EXPECT_EQ(column(4).token(1, 0, 5, 0).token(0, 0, 2, 0).completed(0, 0, 0), (Points{12, 0}));
}

TEST(ReferenceExamples, TileWithTwoPiecesOfAForestCountsTwice) { // H5
    Scene scene = hunters(); // both forests of hg/28 meet around the corner
    scene.tile("hg/28", 0, 0).tile("hg/11", 0, -1, 1).tile("hg/11", 1, -1, 2);
    scene.tile("hg/11", 1, 0, 3);
    EXPECT_EQ(scene.token(0, 0, 0, 1).completed(0, 0, 1), (Points{10, 0}));
}

TEST(ReferenceExamples, MushroomsCountInAForest) { // H5
    Scene scene = hunters();
    scene.tile("hg/b03", 0, 0).tile("hg/35", 0, -1, 2).tile("hg/35", 1, 0, 3);
    EXPECT_EQ(scene.token(0, 0, 0, 0).completed(0, 0, 0), (Points{8, 0}));
}

TEST(ReferenceExamples, Meadows) { // H10, H11
    EXPECT_EQ(hunters().tile("hg/57", 0, 0).token(0, 0, 0, 0).final(), (Points{2, 0}));
    EXPECT_EQ(hunters()
                  .row({{"hg/57", 0}, {"hg/58", 0}, {"hg/14", 0}})
                  .token(0, 0, 0, 0)
                  .token(1, 1, 0, 0)
                  .final(),
              (Points{2, 2}));
    EXPECT_EQ(hunters()
                  .row({{"hg/57", 0}, {"hg/57", 0}, {"hg/58", 0}, {"hg/58", 0}, {"hg/b04", 2}})
                  .tile("hg/14", 4, 1, 2)
                  .token(0, 0, 0, 0)
                  .token(0, 1, 0, 0)
                  .token(1, 2, 0, 0)
                  .final(),
              (Points{8, 0}));
    const Scene tigers =
        hunters().row({{"hg/57", 0}, {"hg/14", 0}}).tile("hg/14", 0, -1).token(0, 0, 0, 0);
    EXPECT_EQ(tigers.final(), (Points{0, 0}));
    EXPECT_EQ(Scene(tigers).tile("hg/b02", 0, 1).final(), (Points{2, 0}));
}

TEST(ReferenceExamples, HunterAtTheShrineScoresAlone) { // H11
    Scene scene = hunters().row({{"hg/58", 0}, {"hg/58", 0}, {"hg/b01", 0}});
    scene.token(0, 0, 0, 0).token(0, 1, 0, 0).token(1, 2, 0, 1);
    EXPECT_EQ(scene.final(), (Points{0, 4}));
}

TEST(ReferenceExamples, Huts) { // H6, H9
    const Scene scene = hunters()
                            .row({{"hg/47", 0}, {"hg/47", 0}, {"hg/47", 0}, {"hg/43", 0}})
                            .token(0, 0, 0, 0, "hut");
    EXPECT_EQ(scene.final(), (Points{5, 0}));
    EXPECT_EQ(Scene(scene).token(1, 3, 0, 0, "hut").final(), (Points{5, 5}));
    EXPECT_EQ(Scene(scene).token(0, 3, 0, 0, "hut").token(1, 1, 0, 0, "hut").final(),
              (Points{5, 0}));
}

// --- turns

Turn turn(const Game& game, const std::string& tile, int x, int y, int rot) {
    Turn turn;
    turn.player = game.player();
    turn.tile = tile;
    turn.x = x;
    turn.y = y;
    turn.rot = rot;
    turn.bonus = game.bonus_turn();
    return turn;
}

Turn with_token(Turn turn, const std::string& token, int segment) {
    turn.token = token;
    turn.segment = segment;
    return turn;
}

Turn with_follower(const Turn& turn, int segment) {
    return with_token(turn, "follower", segment);
}

Turn skipping(Turn turn, const std::vector<std::string>& skipped) {
    turn.skipped = skipped;
    return turn;
}

void play(Game& game, const std::string& tile, int x, int y, int rot) {
    game.play(turn(game, tile, x, y, rot));
}

TEST(ReferenceTurns, ExampleOfTheRecordFormat) {
    for (const std::string name : {"new", "classic-1"}) {
        Game game(data_dir, edition(name), 2, 0);
        game.play(with_follower(turn(game, "base/E", 0, -1, 2), 0));
        EXPECT_EQ(game.scores(), (Points{name == "new" ? 4 : 2, 0}));
        EXPECT_EQ(game.last_events().size(), 1U);
        EXPECT_EQ(game.last_events().front().y, -1);
        EXPECT_EQ(game.supply(), (Points{7, 7})); // T4
        play(game, "base/U", -1, 0, 1);
        EXPECT_EQ(game.player(), 0);
        EXPECT_THROW(play(game, "base/U", -2, 0, 3), std::runtime_error); // looks like 1
        EXPECT_THROW(play(game, "base/B", -1, 1, 1), std::runtime_error);
        EXPECT_THROW(play(game, "base/B", 1, 1, 0), std::runtime_error); // T1: corner only
    }
}

TEST(ReferenceTurns, FollowerNeverJoinsAnotherOnPlacing) { // T3
    Game game(data_dir, edition("classic-2"), 2, 0);
    game.play(with_follower(turn(game, "base/U", 1, 0, 1), 0));
    EXPECT_THROW(game.play(with_follower(turn(game, "base/U", 2, 0, 1), 0)), std::runtime_error);
    EXPECT_NO_THROW(game.play(with_follower(turn(game, "base/U", 2, 0, 1), 1)));
}

TEST(ReferenceTurns, MonasteryIsCompletedByItsLastNeighbour) { // F4
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
    EXPECT_EQ(game.supply(), (Points{7, 7}));
    EXPECT_EQ(game.breakdown().front(), (std::map<std::string, int>{{"monastery", 9}}));
}

TEST(ReferenceTurns, TileThatFitsNowhereIsRemovedOrReturned) { // T2
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

TEST(ReferenceTurns, NoTightTurnOfTheRiver) { // R2, R3
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

TEST(ReferenceTurns, RiverTilesThatFitNowhereLeaveTheGame) { // R5
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

TEST(ReferenceTurns, LakeThatFitsNowhereLeavesTheGame) { // R5
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

TEST(ReferenceTurns, AbbotGoesOutAndComesBack) { // A1 to A4
    Game game = new_edition(1);
    EXPECT_THROW(game.play(with_follower(turn(game, "base/E+garden", 0, -1, 2), 1)),
                 std::runtime_error); // A2
    game.play(with_token(turn(game, "base/E+garden", 0, -1, 2), "abbot", 1));
    EXPECT_EQ(game.abbots(), Points{0});
    Turn recall = turn(game, "base/E", 1, -1, 0);
    recall.recall = true;
    game.play(recall);
    EXPECT_EQ(game.scores(), Points{3}); // itself, the start tile, the tile just placed
    EXPECT_EQ(game.abbots(), Points{1});
    EXPECT_EQ(game.last_events().front().area, "garden");
    EXPECT_EQ(game.last_events().front().reason, "recall");
    recall = turn(game, "base/E", -1, -1, 0);
    recall.recall = true;
    EXPECT_THROW(game.play(recall), std::runtime_error);
}

TEST(ReferenceTurns, AbbotOnACompletedSiteIsNotTakenBack) { // A3, A5
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
    EXPECT_EQ(game.abbots(), Points{1});
    EXPECT_EQ(game.supply(), Points{6});
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

TEST(ReferenceTurns, ManLeavesACompletedCityAndWaitsBesideTheBoard) { // G3, G4, G5
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

TEST(ReferenceTurns, ManStaysWhenThereIsNoOtherCity) { // G5
    Game game = winter_with_man();
    game.play(with_follower(turn(game, "gingerbread/F", 0, -1, 0), 0));
    EXPECT_TRUE(game.last_events().empty());
    EXPECT_EQ(game.gingerbread_man(), (Spot{0, -1, 0}));
}

TEST(ReferenceTurns, ManPaysEveryKnightWhenASymbolMovesHim) { // G2, G3
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
    EXPECT_EQ(game.supply(), (Points{6, 7})); // the knight stays
}

TEST(ReferenceTurns, SymbolThatCompletesTheMansCityMovesHimTwice) { // G6
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

TEST(ReferenceTurns, ManWaitsForTheFirstCityOfARiverGame) { // G8
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

TEST(ReferenceTurns, GoldEarnsOneBonusTurn) { // H7
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
    EXPECT_EQ(game.supply(), (Points{5, 4}));
}

TEST(ReferenceTurns, HutIsNamedByTheLowestSegmentOfItsWater) { // H3
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

TEST(ReferenceTurns, OptionsOutOfPlaceAreRefused) {
    Options options = edition("hunters");
    options.farms = "off";
    EXPECT_THROW(Game(data_dir, options, 2, 0), std::runtime_error);
    EXPECT_THROW(Game(data_dir, edition("classic-3"), 2, 0), std::runtime_error);
    EXPECT_THROW(Game(data_dir, edition("new"), 6, 0), std::runtime_error);
    options = edition("new");
    options.river = "2020";
    EXPECT_THROW(Game(data_dir, options, 2, 0), std::runtime_error);
}

} // namespace
} // namespace bastide::reference
