#include "scene.h"

#include <gtest/gtest.h>

// The worked examples of RULES.md section 3.
namespace bastide::reference {
namespace {

// --- worked examples, classic family

TEST(ReferenceExamples, road_of_four_tiles_and_of_three) { // F1
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

TEST(ReferenceExamples, tile_that_a_road_crosses_twice_counts_once) { // F1
    // The loop leaves winter/I to the north and comes back from the west, over three V.
    Scene scene = classic("winter");
    scene.tile("winter/I", 0, 0).tile("base/V", 0, -1, 0).tile("base/V", -1, -1, 3);
    scene.tile("base/V", -1, 0, 2).token(0, 0, 0, 0);
    EXPECT_EQ(scene.completed(0, 0, 0), (Points{4, 0}));
}

TEST(ReferenceExamples, completed_cities) { // F2, F3, F5
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

TEST(ReferenceExamples, unfinished_roads_and_cities) { // E2, F5
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

TEST(ReferenceExamples, unfinished_monasteries) { // E2
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

TEST(ReferenceExamples, farms_city_by_city) { // E3 city-4
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

TEST(ReferenceExamples, farms_of_the_winter_rulebook) { // E3 farm-3, farm-3-once, city-4
    EXPECT_EQ(three_farms("").final(), (Points{12, 9, 0, 15}));
    EXPECT_EQ(three_farms("farm-3-once").final(), (Points{12, 9, 0, 9}));
    // City by city: A and B blue 2, red 1; C one each.
    EXPECT_EQ(three_farms("city-4").final(), (Points{16, 4, 0, 12}));
    EXPECT_EQ(three_farms("off").final(), (Points{0, 0}));
}

// --- worked examples, hunters

TEST(ReferenceExamples, rivers) { // H4
    EXPECT_EQ(hunters()
                  .row({{"hg/47", 0}, {"hg/66", 0}, {"hg/43", 0}})
                  .token(0, 1, 0, 0)
                  .completed(1, 0, 0),
              (Points{6, 0}));
    EXPECT_EQ(hunters().row({{"hg/47", 0}, {"hg/48", 0}}).token(0, 0, 0, 1).completed(0, 0, 1),
              (Points{3, 0}));
}

TEST(ReferenceExamples, river_from_a_lake_to_the_same_lake_counts_its_fish_once) { // H4
    Scene scene = hunters(); // the east and the south end of the lake of hg/55 meet again
    scene.tile("hg/55", 0, 0).tile("hg/60", 1, 0).tile("hg/60", 1, 1, 1).tile("hg/60", 0, 1, 2);
    EXPECT_EQ(scene.token(0, 1, 0, 0).completed(0, 0, 1), (Points{6, 0}));
}

TEST(ReferenceExamples, forests) { // H5, H6
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

TEST(ReferenceExamples, tile_with_two_pieces_of_a_forest_counts_twice) { // H5
    Scene scene = hunters(); // both forests of hg/28 meet around the corner
    scene.tile("hg/28", 0, 0).tile("hg/11", 0, -1, 1).tile("hg/11", 1, -1, 2);
    scene.tile("hg/11", 1, 0, 3);
    EXPECT_EQ(scene.token(0, 0, 0, 1).completed(0, 0, 1), (Points{10, 0}));
}

TEST(ReferenceExamples, mushrooms_count_in_a_forest) { // H5
    Scene scene = hunters();
    scene.tile("hg/b03", 0, 0).tile("hg/35", 0, -1, 2).tile("hg/35", 1, 0, 3);
    EXPECT_EQ(scene.token(0, 0, 0, 0).completed(0, 0, 0), (Points{8, 0}));
}

TEST(ReferenceExamples, meadows) { // H10, H11
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

TEST(ReferenceExamples, hunter_at_the_shrine_scores_alone) { // H11
    Scene scene = hunters().row({{"hg/58", 0}, {"hg/58", 0}, {"hg/b01", 0}});
    scene.token(0, 0, 0, 0).token(0, 1, 0, 0).token(1, 2, 0, 1);
    EXPECT_EQ(scene.final(), (Points{0, 4}));
}

TEST(ReferenceExamples, huts) { // H6, H9
    const Scene scene = hunters()
                            .row({{"hg/47", 0}, {"hg/47", 0}, {"hg/47", 0}, {"hg/43", 0}})
                            .token(0, 0, 0, 0, "hut");
    EXPECT_EQ(scene.final(), (Points{5, 0}));
    EXPECT_EQ(Scene(scene).token(1, 3, 0, 0, "hut").final(), (Points{5, 5}));
    EXPECT_EQ(Scene(scene).token(0, 3, 0, 0, "hut").token(1, 1, 0, 0, "hut").final(),
              (Points{5, 0}));
}

} // namespace
} // namespace bastide::reference
