#include "scene.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace bastide::reference {
namespace {

const std::vector<std::string> tile_file_names = {
    "base",     "base_c2",           "winter", "gingerbread", "river",   "river_c2",
    "river_c3", "hunters_gatherers", "inns",   "inns_c2",     "traders", "traders_c2"};

TEST(ReferenceTiles, rotations_that_look_the_same_are_those_of_the_contract) {
    const std::set<std::string> all = {"base/B",        "base/C",        "base/X", "gingerbread/C",
                                       "gingerbread/F", "hg/57",         "hg/58",  "hg/b02",
                                       "inns/H",        "inns/H+garden", "inns/K", "traders/B"};
    const std::set<std::string> half = {
        "base/F",   "base/G",   "base/H",         "base/H+garden", "base/U",     "base/U+garden",
        "winter/F", "winter/I", "river/straight", "river/cities",  "river/road", "hg/32",
        "hg/33",    "hg/34",    "hg/47",          "hg/b09",        "inns/B",     "inns/B+garden",
        "inns/D",   "inns/E",   "inns/I",         "inns/Q",        "traders/Q",  "traders/R"};
    for (const std::string& file : tile_file_names) {
        for (const auto& [id, tile] : read_tiles(data_dir + "/" + file + ".json")) {
            const int period = all.contains(id) ? 1 : half.contains(id) ? 2 : 4;
            for (int rot = 0; rot < 4; ++rot) {
                EXPECT_EQ(canonical_rotation(tile, rot), rot % period) << id << " " << rot;
            }
        }
    }
}

TEST(ReferenceTiles, every_half_edge_belongs_to_exactly_one_thing) {
    for (const std::string& file : tile_file_names) {
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

TEST(ReferenceTiles, stacks_have_the_size_of_the_box) {
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
    options.inns = options.traders = true; // I2, B2
    EXPECT_EQ(size(options), 131);
    options.river = "true";
    EXPECT_EQ(size(options), 10);
}

TEST(ReferenceTiles, symbols_of_the_expansions_are_counted) { // I3, I4, B1
    for (const std::string printing : {"", "_c2"}) {
        std::map<std::string, int> symbols;
        for (const std::string file : {"inns", "traders"}) {
            for (const auto& [id, tile] : read_tiles(data_dir + "/" + file + printing + ".json")) {
                for (const Feature& feature : tile.features) {
                    if (feature.inn) symbols["inn"] += tile.count;
                    if (feature.cathedral) symbols["cathedral"] += tile.count;
                    if (!feature.goods.empty()) symbols[feature.goods] += tile.count;
                    if (feature.kind == "garden") symbols["garden"] += tile.count;
                }
            }
        }
        std::map<std::string, int> wanted = {
            {"inn", 6}, {"cathedral", 2}, {"wine", 9}, {"grain", 6}, {"cloth", 5}};
        if (printing == "_c2") wanted["garden"] = 4;
        EXPECT_EQ(symbols, wanted) << printing;
    }
}

} // namespace
} // namespace bastide::reference
