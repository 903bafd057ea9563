// Editions, options and tile files: read, checked, and refused with file, tile and reason.

#include "catalog/catalog.h"

#include "catalog/embedded.h"
#include "rules/rules.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

namespace bastide {
namespace {

const Catalog& catalog() {
    return Catalog::embedded();
}

Catalog::Files shipped() {
    Catalog::Files files;
    for (const EmbeddedFile& file : embedded_files()) {
        files.emplace_back(file.name, file.content);
    }
    return files;
}

unsigned tiles_of(const Setup& setup) {
    unsigned tiles = 0;
    for (unsigned i = 0; i < setup.box->tile_count; ++i) tiles += setup.box->tiles[i].count;
    return tiles;
}

TEST(Catalog, has_the_five_editions_with_their_tiles) {
    std::map<std::string, unsigned> tiles;
    for (const Edition& edition : catalog().editions()) {
        tiles[edition.id] = tiles_of(*catalog().setup(edition, edition.defaults));
    }
    const std::map<std::string, unsigned> wanted = {
        {"classic-1", 72}, {"classic-2", 72}, {"hunters", 79 + 12}, {"new", 72}, {"winter", 84}};
    EXPECT_EQ(tiles, wanted);
    EXPECT_EQ(catalog().find("classic-3"), nullptr);
    EXPECT_EQ(catalog().tile_set("nothing"), nullptr);
    EXPECT_EQ(catalog().tile_set_names().size(), 8u);
}

TEST(Catalog, editions_differ_where_the_table_says) {
    const auto options = [](const char* id) { return catalog().find(id)->defaults; };
    EXPECT_EQ(options("classic-1").small_city, SmallCity::half);
    EXPECT_EQ(options("classic-2").small_city, SmallCity::full);
    EXPECT_EQ(options("winter").small_city, SmallCity::full);
    EXPECT_EQ(options("new").small_city, SmallCity::full);
    EXPECT_EQ(options("classic-1").farms, FarmRule::city_4);
    EXPECT_EQ(options("classic-2").farms, FarmRule::farm_3_once);
    EXPECT_EQ(options("winter").farms, FarmRule::farm_3);
    EXPECT_EQ(options("new").farms, FarmRule::farm_3);
    EXPECT_EQ(options("classic-1").unplaceable, Unplaceable::put_back);
    for (const char* id : {"classic-2", "winter", "new"}) {
        EXPECT_EQ(options(id).unplaceable, Unplaceable::remove);
    }
    for (const char* id : {"classic-1", "classic-2", "winter", "new"}) {
        EXPECT_EQ(options(id).river, River::off);
        EXPECT_FALSE(options(id).abbot);
        EXPECT_FALSE(options(id).gingerbread);
        EXPECT_TRUE(options(id).gingerbread_double);
    }
}

TEST(Catalog, every_mix_builds_and_starts) {
    unsigned mixes = 0;
    for (const Edition& edition : catalog().editions()) {
        for (const std::string_view river : {"false", "true", "2021"}) {
            for (const std::string_view abbot : {"false", "true"}) {
                for (const std::string_view gingerbread : {"false", "true"}) {
                    for (const std::string_view farms :
                         {"off", "city-4", "farm-3", "farm-3-once"}) {
                        Options options = edition.defaults;
                        ASSERT_TRUE(set_option(options, "river", river));
                        ASSERT_TRUE(set_option(options, "abbot", abbot));
                        ASSERT_TRUE(set_option(options, "gingerbread", gingerbread));
                        ASSERT_TRUE(set_option(options, "farms", farms));
                        const auto setup = catalog().setup(edition, options);
                        ASSERT_TRUE(setup.has_value()) << setup.error().text();
                        ++mixes;
                        const bool classic = edition.family == Family::classic;
                        const unsigned more = !classic ? 0
                                                       : (river == "false" ? 0 : 12 - 1) +
                                                             (gingerbread == "true" ? 6u : 0u);
                        const auto plain = catalog().setup(edition, edition.defaults);
                        EXPECT_EQ(tiles_of(*setup), tiles_of(*plain) + more);
                        const Game game(*setup->box, 5, 4);
                        EXPECT_FALSE(game.over());
                        EXPECT_EQ(game.now.supply(Token::abbot, 0),
                                  classic && abbot == "true" ? 1 : 0);
                    }
                }
            }
        }
    }
    EXPECT_EQ(mixes, 5u * 3 * 2 * 2 * 4);
}

/// What boxes of the shipped data need of the engine's fixed sizes.
TEST(Catalog, every_mix_stays_within_the_engines_fixed_sizes) {
    for (const Edition& edition : catalog().editions()) {
        for (const River river : {River::off, River::on, River::printing_2021}) {
            Options options = edition.defaults;
            options.river = river;
            options.gingerbread = true;
            const auto setup = catalog().setup(edition, options);
            unsigned sites = 0, cities = 0, land = 0, sizes = 0;
            for (unsigned i = 0; i < setup->box->tile_count; ++i) {
                const Tile& tile = setup->box->tiles[i];
                if (tile.stack == Stack::land) land += tile.count;
                for (unsigned s = 0; s < tile.segment_count; ++s) {
                    const SegmentKind kind = tile.segments[s].kind;
                    const bool site = kind == SegmentKind::monastery || kind == SegmentKind::garden;
                    sites += site ? tile.count : 0u;
                    cities += kind == SegmentKind::city ? tile.count : 0u;
                    sizes += kind == SegmentKind::forest ? tile.count : 0u;
                }
            }
            EXPECT_LE(sites, max_sites) << edition.id;
            EXPECT_LE(cities / 2, 64u) << edition.id;      // completed cities at the end
            EXPECT_LE(land, max_tile_types) << edition.id; // all of them set aside in one turn
            EXPECT_LE(sizes, 127u) << edition.id;          // segments of one forest
        }
    }
}

TEST(Catalog, hunters_ignores_options) {
    const Edition& hunters = *catalog().find("hunters");
    Options options = hunters.defaults;
    options.river = River::on;
    options.gingerbread = true;
    options.abbot = true;
    const auto setup = catalog().setup(hunters, options);
    ASSERT_TRUE(setup.has_value());
    EXPECT_EQ(setup->options, hunters.defaults);
    EXPECT_EQ(tiles_of(*setup), 91u);
}

TEST(Options, are_read_and_written_by_the_words_of_the_record) {
    const std::map<std::string, std::vector<std::string>> wanted = {
        {"river", {"false", "true", "2021"}},
        {"abbot", {"false", "true"}},
        {"gingerbread", {"false", "true"}},
        {"gingerbread_double", {"false", "true"}},
        {"farms", {"off", "city-4", "farm-3", "farm-3-once"}},
        {"small_city", {"half", "full"}},
        {"unplaceable", {"return", "remove"}}};
    ASSERT_EQ(option_keys().size(), wanted.size());
    for (const OptionKey& key : option_keys()) {
        const auto it = wanted.find(std::string(key.key));
        ASSERT_NE(it, wanted.end()) << key.key;
        EXPECT_EQ(std::vector<std::string>(key.values.begin(), key.values.end()), it->second);
        for (const std::string_view value : key.values) {
            Options options;
            EXPECT_TRUE(set_option(options, key.key, value));
            EXPECT_EQ(option_value(options, key.key), value);
        }
        Options options;
        EXPECT_FALSE(set_option(options, key.key, "maybe"));
        EXPECT_FALSE(set_option(options, key.key, ""));
        EXPECT_EQ(options, Options{});
    }
    Options options;
    EXPECT_FALSE(set_option(options, "colour", "true"));
    EXPECT_EQ(options, Options{});
    EXPECT_EQ(option_value(options, "colour"), "");
}

// ------------------------------------------------------------------- distinct rotations

/// RECORD.md: all rotations of these are one move.
const std::set<std::string> one_rotation = {"base/B",        "base/C", "base/X", "gingerbread/C",
                                            "gingerbread/F", "hg/57",  "hg/58",  "hg/b02"};
/// Half turns of these are one move.
const std::set<std::string> two_rotations = {
    "base/F",   "base/G",   "base/H",         "base/H+garden", "base/U",     "base/U+garden",
    "winter/F", "winter/I", "river/straight", "river/cities",  "river/road", "hg/32",
    "hg/33",    "hg/34",    "hg/47",          "hg/b09"};

TEST(Rotations, are_told_apart_exactly_where_the_record_says) {
    std::set<std::string> seen;
    unsigned tiles = 0;
    for (const std::string& set : catalog().tile_set_names()) {
        for (const NamedTile& tile : *catalog().tile_set(set)) {
            const unsigned wanted = one_rotation.contains(tile.id)    ? 1
                                    : two_rotations.contains(tile.id) ? 2
                                                                      : 4;
            EXPECT_EQ(distinct_rotations(tile.tile), wanted) << set << ": " << tile.id;
            if (wanted != 4) seen.insert(tile.id);
            ++tiles;
        }
    }
    EXPECT_EQ(seen.size(), one_rotation.size() + two_rotations.size());
    EXPECT_EQ(tiles, 24u + 32 + 12 + 6 + 10 + 11 + 11 + 91);
}

// ------------------------------------------------------------------- broken tile files

struct Broken {
    const char* name;
    const char* tile; // what the message must name; "" when the file as a whole is wrong
    const char* reason;
    const char* json;
};

std::ostream& operator<<(std::ostream& out, const Broken& broken) {
    return out << broken.name;
}

#define FIELD R"({"kind": "field", "halves": [0, 1, 2, 3, 4, 5, 6, 7], "cities": []})"
#define TILE(id, features) R"({"id": ")" id R"(", "count": 1, "features": [)" features "]}"
#define FILE_OF(tiles) R"({"source_notes": "", "tiles": [)" tiles "]}"
#define ONE(features) FILE_OF(TILE("x/A", features))

const Broken broken_files[] = {
    {"empty", "", "not JSON", ""},
    {"no_json", "", "not JSON", "tiles"},
    {"cut_off", "", "not JSON", R"({"tiles": [)"},
    {"array", "", "the file is not an object", "[]"},
    {"no_tiles", "", "the file has no \"tiles\"", R"({"source_notes": ""})"},
    {"tiles_no_list", "", "\"tiles\" of the file is not a list", R"({"tiles": 3})"},
    {"unknown_key", "", "unknown key \"tils\"", R"({"tils": []})"},
    {"twice", "", "the key \"tiles\" appears twice", R"({"tiles": [], "tiles": []})"},
    {"deep", "", "nested too deep",
     "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["},
    {"tile_no_object", "number 1", "the tile is not an object", FILE_OF("7")},
    {"tile_without_id", "number 1", "the tile has no \"id\"",
     FILE_OF(R"({"count": 1, "features": []})")},
    {"second_tile", "number 2", "the tile is not an object", FILE_OF(TILE("x/A", FIELD) ", null")},
    {"same_id", "x/A", "another tile has the same id",
     FILE_OF(TILE("x/A", FIELD) ", " TILE("x/A", FIELD))},
    {"no_count", "x/A", "the tile has no \"count\"",
     FILE_OF(R"({"id": "x/A", "features": [)" FIELD "]}")},
    {"count_zero", "x/A", "is not a whole number from 1 to 99",
     FILE_OF(R"({"id": "x/A", "count": 0, "features": [)" FIELD "]}")},
    {"count_half", "x/A", "is not a whole number from 1 to 99",
     FILE_OF(R"({"id": "x/A", "count": 1.5, "features": [)" FIELD "]}")},
    {"count_huge", "x/A", "is not a whole number from 1 to 99",
     FILE_OF(R"({"id": "x/A", "count": 18446744073709551615, "features": [)" FIELD "]}")},
    {"tile_key", "x/A", "the tile has the unknown key \"colour\"",
     FILE_OF(R"({"id": "x/A", "count": 1, "colour": 1, "features": [)" FIELD "]}")},
    {"start_two", "x/A", "\"start\" is not a whole number from 0 to 1",
     FILE_OF(R"({"id": "x/A", "count": 1, "start": 2, "features": [)" FIELD "]}")},
    {"role", "x/A", "\"role\" is neither",
     FILE_OF(R"({"id": "x/A", "count": 1, "role": "sea", "features": [)" FIELD "]}")},
    {"bonus", "x/A", "neither true nor false",
     FILE_OF(R"({"id": "x/A", "count": 1, "bonus": "yes", "features": [)" FIELD "]}")},
    {"no_features", "x/A", "no or too many features", ONE("")},
    {"many_features", "x/A", "no or too many features",
     ONE("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13")},
    {"feature_no_object", "x/A", "a feature is not an object", ONE("true")},
    {"no_kind", "x/A", "a feature has no \"kind\"", ONE("{}")},
    {"kind", "x/A", "the kind \"castle\" is unknown", ONE(R"({"kind": "castle"})")},
    {"feature_key", "x/A", "unknown key \"roof\"",
     ONE(R"({"kind": "monastery", "roof": 1}, )" FIELD)},
    {"edge", "x/A", "an edge is not N, E, S or W",
     ONE(R"({"kind": "road", "edges": ["O"]}, )" FIELD)},
    {"edge_number", "x/A", "an edge is not N, E, S or W",
     ONE(R"({"kind": "road", "edges": [1]}, )" FIELD)},
    {"edge_twice", "x/A", "stands twice", ONE(R"({"kind": "road", "edges": ["N", "N"]}, )" FIELD)},
    {"half", "x/A", "a half-edge is not a whole number from 0 to 7",
     ONE(R"({"kind": "field", "halves": [8], "cities": []})")},
    {"half_twice", "x/A", "a half-edge stands twice",
     ONE(R"({"kind": "field", "halves": [1, 1], "cities": []})")},
    {"half_claimed", "x/A", "two segments claim one edge",
     ONE(FIELD R"(, {"kind": "field", "halves": [0], "cities": []})")},
    {"half_missing", "x/A", "an edge or half-edge belongs to no segment",
     ONE(R"({"kind": "field", "halves": [0, 1, 2], "cities": []})")},
    {"edge_claimed", "x/A", "two segments claim one edge",
     ONE(R"({"kind": "road", "edges": ["N"]}, {"kind": "road", "edges": ["N"]}, )" FIELD)},
    {"field_in_city", "x/A", "half-edge of a city or forest",
     ONE(R"({"kind": "city", "edges": ["N"], "shields": 0}, )" FIELD)},
    {"shields", "x/A", "\"shields\" of a feature is not a whole number from 0 to 9",
     ONE(R"({"kind": "city", "edges": ["N"], "shields": -1})")},
    {"no_city", "x/A", "names something of the wrong kind",
     ONE(R"({"kind": "road", "edges": ["N"]}, {"kind": "field",
          "halves": [0, 1, 2, 3, 4, 5, 6, 7], "cities": [0]})")},
    {"city_number", "x/A", "a city of a field is not a whole number from 0 to 11",
     ONE(R"({"kind": "field", "halves": [0, 1, 2, 3, 4, 5, 6, 7], "cities": [12]})")},
    {"lake_end", "x/A", "neither \"source\" nor \"lake:N\"",
     ONE(R"({"kind": "river", "edges": ["N"], "fish": 0, "ends": ["sea"]})")},
    {"no_lake", "x/A", "names something of the wrong kind",
     ONE(R"({"kind": "meadow", "halves": [0, 1, 2, 3, 4, 5, 6, 7], "animals": {}},
         {"kind": "river", "edges": ["N"], "fish": 0, "ends": ["lake:0"]})")},
    {"one_end", "x/A", "a river needs two ends",
     ONE(R"({"kind": "meadow", "halves": [0, 1, 2, 3, 4, 5, 6, 7], "animals": {}},
         {"kind": "river", "edges": ["N"], "fish": 0, "ends": []})")},
    {"river_fish", "x/A", "\"fish\" of a river is not a whole number from 0 to 0",
     ONE(R"({"kind": "river", "edges": ["N"], "fish": 2, "ends": []})")},
    {"animal", "x/A", "\"animals\" has the unknown key \"cow\"",
     ONE(R"({"kind": "meadow", "halves": [0, 1, 2, 3, 4, 5, 6, 7], "animals": {"cow": 1}})")},
    {"animals", "x/A", "deer is not a whole number from 0 to 9",
     ONE(R"({"kind": "meadow", "halves": [0, 1, 2, 3, 4, 5, 6, 7], "animals": {"deer": 10}})")},
    {"no_animals", "x/A", "a meadow has no \"animals\"",
     ONE(R"({"kind": "meadow", "halves": [0, 1, 2, 3, 4, 5, 6, 7]})")},
    {"fire", "x/A", "\"fire\" of a meadow is neither true nor false",
     ONE(R"({"kind": "meadow", "halves": [0, 1, 2, 3, 4, 5, 6, 7], "animals": {}, "fire": 1})")},
    {"two_families", "x/A", "names something of the wrong kind",
     ONE(FIELD R"(, {"kind": "lake", "fish": 1})")},
};

class BrokenTiles : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenTiles, are_reported_with_file_tile_and_reason) {
    const Broken& broken = GetParam();
    const auto tiles = parse_tiles("tiles/broken.json", broken.json);
    ASSERT_FALSE(tiles.has_value());
    EXPECT_EQ(tiles.error().file, "tiles/broken.json");
    EXPECT_EQ(tiles.error().tile, broken.tile);
    EXPECT_NE(tiles.error().reason.find(broken.reason), std::string::npos) << tiles.error().text();
    const std::string text = tiles.error().text();
    EXPECT_TRUE(text.starts_with("tiles/broken.json: "));
    EXPECT_EQ(text.find('\n'), std::string::npos);

    // And the same in a whole catalog.
    Catalog::Files files = shipped();
    files.emplace_back("tiles/broken.json", broken.json);
    const auto loaded = Catalog::load(files);
    ASSERT_FALSE(loaded.has_value());
    EXPECT_EQ(loaded.error().text(), text);
}

INSTANTIATE_TEST_SUITE_P(Files, BrokenTiles, ::testing::ValuesIn(broken_files),
                         [](const auto& param_info) { return std::string(param_info.param.name); });

/// The shipped `new` edition with one piece of text replaced.
std::string edition_with(const std::string& from, const std::string& to) {
    for (const auto& [name, content] : shipped()) {
        if (name != "editions/new.json") continue;
        std::string text = content;
        const std::size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        return text.replace(at, from.size(), to);
    }
    return {};
}

TEST(BrokenEditions, are_reported_with_file_and_reason) {
    const std::vector<std::array<std::string, 3>> changes = {
        {"bastide-edition/1", "bastide-edition/2", "\"format\" is not"},
        {"\"classic\"", "\"chess\"", "\"family\" is neither"},
        {"\"followers\": 7", "\"followers\": 8", "not a whole number from 1 to 7"},
        {"\"huts\": 0", "\"huts\": 4", "not a whole number from 0 to 3"},
        {"\"base_c2\"", "2", "\"tiles\" holds something that is not text"},
        {"\"farm-3\"", "\"farm-9\"", "the option \"farms\" has no such value"},
        {"\"abbot\": false", "\"abbess\": false", "unknown key \"abbess\""},
        {"\"id\"", "\"ident\"", "unknown key \"ident\""},
        {"\"river_2021\": \"river_c3\",", "", "has no \"river_2021\""},
        {"\"offers\": [", "\"offers\": 3, \"x\": [", "unknown key"},
    };
    for (const auto& [from, to, reason] : changes) {
        const auto edition = parse_edition("editions/x.json", edition_with(from, to));
        ASSERT_FALSE(edition.has_value()) << from;
        EXPECT_EQ(edition.error().file, "editions/x.json");
        EXPECT_NE(edition.error().reason.find(reason), std::string::npos) << edition.error().text();
    }
}

TEST(BrokenEditions, a_catalog_needs_editions_whose_tiles_exist) {
    EXPECT_EQ(Catalog::load({}).error().text(), "editions: none found");
    Catalog::Files files = shipped();
    std::erase_if(files, [](const auto& file) { return file.first == "tiles/base_c2.json"; });
    EXPECT_EQ(Catalog::load(files).error().text(), "editions/new.json: no tile file base_c2");
    files = shipped();
    files.emplace_back("editions/zzz.json",
                       edition_with("\"base_c2\"", "\"base_c2\", \"base_c2\""));
    const auto doubled = Catalog::load(files);
    ASSERT_FALSE(doubled.has_value());
    EXPECT_NE(doubled.error().reason.find("exactly one start tile"), std::string::npos);
    // Tiles of the other family in an edition.
    files = shipped();
    files.emplace_back("editions/zzz.json", edition_with("\"base_c2\"", "\"hunters_gatherers\""));
    const auto mixed = Catalog::load(files);
    ASSERT_FALSE(mixed.has_value());
    EXPECT_EQ(mixed.error().tile, "hg/01");
}

TEST(Catalog, files_that_are_no_json_are_left_alone) {
    Catalog::Files files = shipped();
    files.emplace_back("tiles/readme.md", "# Tiles");
    files.emplace_back("notes.json", "[");
    EXPECT_TRUE(Catalog::load(files).has_value());
}

} // namespace
} // namespace bastide
