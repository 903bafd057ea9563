// Editions, options and tile files: read, checked, and refused with file, tile and reason.

#include "catalog/catalog.h"

#include "catalog/embedded.h"
#include "rules/rules.h"

#include <algorithm>
#include <filesystem>
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

TEST(Catalog, has_the_printed_editions_with_their_tiles) {
    const std::map<std::string, unsigned> printed = {
        {"classic-1", 72}, {"classic-2", 72}, {"hunters", 79 + 12}, {"new", 72}, {"winter", 84}};
    for (const auto& [id, tiles] : printed) {
        const Edition* edition = catalog().find(id);
        ASSERT_NE(edition, nullptr) << id;
        EXPECT_EQ(tiles_of(*catalog().setup(*edition, edition->defaults)), tiles) << id;
    }
    EXPECT_EQ(catalog().find("classic-3"), nullptr);
    EXPECT_EQ(catalog().tile_set("nothing"), nullptr);
    EXPECT_EQ(catalog().tile_set_names().size(), 12u);
}

/// What one file of tiles has in all, copies counted.
struct Contents {
    unsigned tiles = 0, inns = 0, cathedrals = 0, shields = 0, monasteries = 0, gardens = 0;
    unsigned roads = 0, cities = 0, fields = 0;
    std::array<unsigned, goods_count + 1> goods = {};
    friend bool operator==(const Contents&, const Contents&) = default;
};
Contents contents_of(const char* set) {
    Contents sum;
    for (const auto& [id, tile] : *catalog().tile_set(set)) {
        sum.tiles += tile.count;
        for (unsigned i = 0; i < tile.segment_count; ++i) {
            const Segment& s = tile.segments[i];
            sum.inns += s.inn ? tile.count : 0u;
            sum.cathedrals += s.cathedral ? tile.count : 0u;
            sum.shields += static_cast<unsigned>(s.shields * tile.count);
            sum.monasteries += s.kind == SegmentKind::monastery ? tile.count : 0u;
            sum.gardens += s.kind == SegmentKind::garden ? tile.count : 0u;
            sum.roads += s.kind == SegmentKind::road ? tile.count : 0u;
            sum.cities += s.kind == SegmentKind::city ? tile.count : 0u;
            sum.fields += s.kind == SegmentKind::field ? tile.count : 0u;
            sum.goods[static_cast<unsigned>(s.goods)] += tile.count;
        }
    }
    sum.goods[0] = 0;
    return sum;
}

/// I3, I4, B1: as the notes beside the files count them.
TEST(Catalog, the_expansions_have_what_their_boxes_have) {
    EXPECT_EQ(contents_of("inns"), (Contents{18, 6, 2, 3, 1, 0, 18, 20, 35, {}}));
    EXPECT_EQ(contents_of("inns_c2"), (Contents{18, 6, 2, 3, 1, 2, 18, 20, 35, {}}));
    EXPECT_EQ(contents_of("traders"), (Contents{24, 0, 0, 0, 1, 0, 23, 29, 56, {0, 9, 6, 5}}));
    EXPECT_EQ(contents_of("traders_c2"), (Contents{24, 0, 0, 0, 1, 2, 23, 29, 56, {0, 9, 6, 5}}));
}

TEST(Catalog, editions_differ_where_the_table_says) {
    const auto rules = [](const char* id) {
        const Edition& edition = *catalog().find(id);
        return catalog().setup(edition, edition.defaults)->box->rules;
    };
    EXPECT_EQ(rules("classic-1").points_each_in_two_tile_city, 1);
    EXPECT_EQ(rules("classic-1").farms, FarmRule::city_4);
    EXPECT_EQ(rules("classic-1").unplaceable, Unplaceable::put_back);
    EXPECT_EQ(rules("classic-2").farms, FarmRule::farm_3_once);
    EXPECT_EQ(rules("winter").farms, FarmRule::farm_3);
    EXPECT_EQ(rules("new").farms, FarmRule::farm_3);
    for (const char* id : {"classic-2", "winter", "new"}) {
        EXPECT_EQ(rules(id).points_each_in_two_tile_city, 2) << id;
        EXPECT_EQ(rules(id).unplaceable, Unplaceable::remove) << id;
    }
    for (const char* id : {"classic-1", "classic-2", "winter", "new"}) {
        EXPECT_EQ(rules(id).family, Family::classic);
        EXPECT_EQ(rules(id).followers, 7);
        EXPECT_EQ(rules(id).huts, 0);
        EXPECT_EQ(rules(id).abbots, 0);
        EXPECT_FALSE(rules(id).gingerbread);
        EXPECT_TRUE(rules(id).gingerbread_double);
        EXPECT_EQ(option_value(catalog().find(id)->defaults, "river"), "false");
    }
    EXPECT_EQ(rules("hunters").family, Family::hunters);
    EXPECT_EQ(rules("hunters").followers, 5);
    EXPECT_EQ(rules("hunters").huts, 2);
    EXPECT_EQ(rules("hunters").unplaceable, Unplaceable::remove);
}

TEST(Catalog, the_shelf_has_a_place_and_a_picture_for_each_edition) {
    std::set<unsigned> places;
    for (const Edition& edition : catalog().editions()) {
        EXPECT_TRUE(places.insert(edition.shelf).second) << edition.id;
        const std::string cover = BASTIDE_SOURCE_DIR "/web/public/covers/" + edition.cover;
        EXPECT_TRUE(std::filesystem::exists(cover)) << cover;
        EXPECT_LE(edition.players, max_players);
    }
}

/// Calls `use` with every mix of an edition's options.
template <class Use>
void for_each_mix(const Edition& edition, Use&& use, Options options, unsigned row = 0) {
    if (row == options.rows().size()) return use(options);
    for (unsigned value = 0; value < options.rows()[row].values.size(); ++value) {
        options.choose(row, value);
        for_each_mix(edition, use, options, row + 1);
    }
}

TEST(Catalog, every_mix_builds_and_starts) {
    for (const Edition& edition : catalog().editions()) {
        unsigned plain = 0; // without expansions
        for (const std::string& set : edition.tiles) {
            for (const NamedTile& tile : *catalog().tile_set(set)) plain += tile.tile.count;
        }
        unsigned mixes = 0, wanted = 1;
        for (const GameOption& option : edition.defaults.rows()) {
            wanted *= static_cast<unsigned>(option.values.size());
        }
        const auto builds = [&](const Options& options) {
            const auto setup = catalog().setup(edition, options);
            ASSERT_TRUE(setup.has_value()) << setup.error().text();
            ++mixes;
            const auto is = [&](const char* key, const char* value) {
                return option_value(options, key) == value;
            };
            const bool river = is("river", "true") || is("river", "2021");
            const bool inns = is("inns", "true"), traders = is("traders", "true");
            const unsigned more = (river ? 12u - 1 : 0u) + (is("gingerbread", "true") ? 6u : 0u) +
                                  (inns ? 18u : 0u) + (traders ? 24u : 0u);
            EXPECT_EQ(tiles_of(*setup), plain + more);
            EXPECT_EQ(setup->players, inns ? 6u : 5u); // I1, X12
            EXPECT_EQ(setup->box->form == Form::wide, inns || traders);
            const Game game(*setup->box, setup->players, setup->players - 1);
            EXPECT_EQ(game.now.supply(Token::big, 0), inns ? 1 : 0);
            EXPECT_EQ(game.now.supply(Token::builder, 0), traders ? 1 : 0);
            EXPECT_EQ(game.now.supply(Token::pig, 0), traders ? 1 : 0);
            EXPECT_FALSE(game.over());
            EXPECT_EQ(game.now.supply(Token::abbot, 0), is("abbot", "true") ? 1 : 0);
        };
        for_each_mix(edition, builds, edition.defaults);
        EXPECT_EQ(mixes, wanted);
    }
}

/// What boxes of the shipped data need of the engine's fixed sizes.
TEST(Catalog, every_mix_stays_within_the_engines_fixed_sizes) {
    for (const Edition& edition : catalog().editions()) {
        for (const char* more : {"river=false", "river=true", "river=2021"}) {
            Options options = edition.defaults;
            set_options(options, more);
            set_options(options, "gingerbread=true,inns=true,traders=true");
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
            EXPECT_LE(cities / 2, 64u) << edition.id; // completed cities at the end
            EXPECT_LE(land, max_tiles) << edition.id; // all of them set aside in one turn
            EXPECT_LE(sizes, 127u) << edition.id;     // segments of one forest
        }
    }
}

TEST(Options, of_an_edition_without_any_cannot_be_set) {
    const Edition& hunters = *catalog().find("hunters");
    Options options = hunters.defaults;
    EXPECT_TRUE(options.rows().empty());
    for (const char* pair : {"river=true", "gingerbread=true", "abbot=true"}) {
        EXPECT_FALSE(set_options(options, pair));
    }
    EXPECT_EQ(options, hunters.defaults);
    EXPECT_EQ(option_value(options, "river"), "");
}

TEST(Options, are_read_and_written_by_the_words_of_the_record) {
    const std::vector<std::pair<std::string, std::vector<std::string>>> wanted = {
        {"river", {"false", "true", "2021"}},
        {"abbot", {"false", "true"}},
        {"gingerbread", {"false", "true"}},
        {"gingerbread_double", {"false", "true"}},
        {"farms", {"off", "city-4", "farm-3", "farm-3-once"}},
        {"small_city", {"half", "full"}},
        {"unplaceable", {"return", "remove"}},
        {"inns", {"false", "true"}},
        {"traders", {"false", "true"}}};
    const Options defaults = catalog().find("new")->defaults;
    ASSERT_GE(defaults.rows().size(), wanted.size());
    for (unsigned row = 0; row < wanted.size(); ++row) {
        EXPECT_EQ(defaults.rows()[row].key, wanted[row].first); // records list them so
        EXPECT_EQ(defaults.rows()[row].values, wanted[row].second);
    }
    for (const GameOption& option : defaults.rows()) {
        for (const std::string& value : option.values) {
            Options options = defaults;
            EXPECT_TRUE(set_option(options, option.key, value));
            EXPECT_EQ(option_value(options, option.key), value);
        }
        Options options = defaults;
        EXPECT_FALSE(set_option(options, option.key, "maybe"));
        EXPECT_FALSE(set_option(options, option.key, ""));
        EXPECT_EQ(options, defaults);
    }
    Options options = defaults;
    for (const char* pairs : {"colour=true", "river", "river=", "=true", "river=true=true"}) {
        EXPECT_FALSE(set_options(options, pairs)) << pairs;
        EXPECT_EQ(options, defaults) << pairs;
    }
    EXPECT_EQ(option_value(options, "colour"), "");
    EXPECT_TRUE(set_options(options, ""));
    EXPECT_TRUE(set_options(options, "river=2021,farms=off"));
    EXPECT_EQ(option_value(options, "river"), "2021");
    EXPECT_EQ(option_value(options, "farms"), "off");
}

/// A row of options.json alone makes a house rule of points: no code knows it.
TEST(Options, a_row_sets_any_field_of_the_ruleset) {
    Catalog::Files files = shipped();
    const auto at = std::ranges::find(files, std::string("options.json"),
                                      [](const auto& file) { return file.first; });
    ASSERT_NE(at, files.end());
    const std::string end = "\n ]\n}";
    const std::size_t place = at->second.find(end);
    ASSERT_NE(place, std::string::npos);
    at->second.insert(place, R"(,
  {"key": "dear_cities", "families": ["classic"], "values": [false, true],
   "field": "points_each_in_city", "as": [2, 3], "label": {"en": "3 points per tile"}})");
    const auto house = Catalog::load(files);
    ASSERT_TRUE(house.has_value()) << house.error().text();
    const Edition& edition = *house->find("new");
    EXPECT_EQ(house->setup(edition, edition.defaults)->box->rules.points_each_in_city, 2);
    Options options = edition.defaults;
    ASSERT_TRUE(set_options(options, "dear_cities=true"));
    EXPECT_EQ(house->setup(edition, options)->box->rules.points_each_in_city, 3);
    EXPECT_TRUE(house->find("hunters")->defaults.rows().empty());
}

TEST(BrokenOptions, are_reported_with_file_and_reason) {
    const auto refusal = [](std::string_view rows) {
        const auto table = parse_options("options.json", R"({"format": "bastide-options/1",
            "options": [)" + std::string(rows) + "]}");
        return table.has_value() ? "" : table.error().text();
    };
    const auto row = [](std::string_view more) {
        return R"({"key": "k", "families": ["classic"], "values": [false, true])" +
               std::string(more) + "}";
    };
    EXPECT_EQ(refusal(row("")), "");
    EXPECT_EQ(refusal(row(R"(, "field": "abbots")")), "");
    EXPECT_EQ(refusal(row(R"(, "box": true)")), "");
    const std::vector<std::pair<std::string, std::string>> wrong = {
        {row("") + ", " + row(""), "the option \"k\" stands twice"},
        {row(R"(, "colour": 1)"), "unknown key \"colour\""},
        {row(R"(, "field": "points")"), "the ruleset's field \"points\" is unknown"},
        {row(R"(, "field": "followers")"), "the ruleset's field \"followers\" is unknown or has"},
        {row(R"(, "field": "huts", "as": [0])"), "has not one \"as\" per value"},
        {row(R"(, "field": "huts", "as": [0, 4])"), "has no such value"},
        {row(R"(, "label": {"de": "Regel"})"), "has no \"en\""},
        {row(R"(, "box": 1)"), "\"box\""},
        {R"({"key": "k", "families": ["chess"], "values": [false, true]})", "\"chess\" is unknown"},
        {R"({"key": "k", "families": ["classic"], "values": [false]})",
         "too few or too many values"},
        {R"({"key": "k", "families": ["classic"], "values": [1, 2]})", "neither true, false nor"},
        {R"({"families": ["classic"], "values": [false, true]})", "an option has no \"key\""},
    };
    for (const auto& [rows, reason] : wrong) {
        EXPECT_NE(refusal(rows).find(reason), std::string::npos) << rows << ": " << refusal(rows);
        EXPECT_TRUE(refusal(rows).starts_with("options.json: ")) << rows;
    }
    EXPECT_NE(parse_options("options.json", R"({"format": "1"})").error().reason.find("\"format\""),
              std::string::npos);
}

// ------------------------------------------------------------------- distinct rotations

/// RECORD.md: all rotations of these are one move.
const std::set<std::string> one_rotation = {
    "base/B", "base/C", "base/X", "gingerbread/C", "gingerbread/F", "hg/57",
    "hg/58",  "hg/b02", "inns/H", "inns/H+garden", "inns/K",        "traders/B"};
/// Half turns of these are one move.
const std::set<std::string> two_rotations = {
    "base/F",   "base/G",   "base/H",         "base/H+garden", "base/U",     "base/U+garden",
    "winter/F", "winter/I", "river/straight", "river/cities",  "river/road", "hg/32",
    "hg/33",    "hg/34",    "hg/47",          "hg/b09",        "inns/B",     "inns/B+garden",
    "inns/D",   "inns/E",   "inns/I",         "inns/Q",        "traders/Q",  "traders/R"};

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
    EXPECT_EQ(tiles, 24u + 32 + 12 + 6 + 10 + 11 + 11 + 91 + 2 * 17 + 2 * 24);
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
#define FILE_OF(tiles)                                                                             \
    R"({"source_notes": "", "family": "classic", "theme": "summer", "tiles": [)" tiles "]}"
#define HUNTERS(features)                                                                          \
    R"({"family": "hunters", "theme": "prehistoric", "tiles": [)" TILE("x/A", features) "]}"
#define ONE(features) FILE_OF(TILE("x/A", features))

const Broken broken_files[] = {
    {"empty", "", "not JSON", ""},
    {"no_json", "", "not JSON", "tiles"},
    {"cut_off", "", "not JSON", R"({"tiles": [)"},
    {"array", "", "the file is not an object", "[]"},
    {"no_tiles", "", "the file has no \"tiles\"", R"({"family": "classic", "theme": "summer"})"},
    {"no_family", "", "the file has no \"family\"", R"({"theme": "summer", "tiles": []})"},
    {"family", "", "\"family\" is neither", R"({"family": "chess", "theme": "x", "tiles": []})"},
    {"no_theme", "", "the file has no \"theme\"", R"({"family": "classic", "tiles": []})"},
    {"tiles_no_list", "", "\"tiles\" of the file is not a list",
     R"({"family": "classic", "theme": "summer", "tiles": 3})"},
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
    {"inn_of_a_city", "x/A", "a city has the unknown key \"inn\"",
     ONE(R"({"kind": "city", "edges": ["N"], "shields": 0, "inn": true})")},
    {"inn", "x/A", "\"inn\" of a road is neither true nor false",
     ONE(R"({"kind": "road", "edges": ["N"], "inn": 1}, )" FIELD)},
    {"inn_of_a_river", "x/A", "a river has the unknown key \"inn\"",
     ONE(R"({"kind": "river", "edges": ["N"], "inn": true}, )" FIELD)},
    {"cathedral", "x/A", "\"cathedral\" of a city is neither true nor false",
     ONE(R"({"kind": "city", "edges": ["N"], "shields": 0, "cathedral": "yes"})")},
    {"goods", "x/A", "the goods \"hens\" are unknown",
     ONE(R"({"kind": "city", "edges": ["N"], "shields": 0, "goods": "hens"})")},
    {"no_goods", "x/A", "the goods \"none\" are unknown",
     ONE(R"({"kind": "city", "edges": ["N"], "shields": 0, "goods": "none"})")},
    {"goods_number", "x/A", "\"goods\" of a city is not a string",
     ONE(R"({"kind": "city", "edges": ["N"], "shields": 0, "goods": 2})")},
    {"no_city", "x/A", "names something of the wrong kind",
     ONE(R"({"kind": "road", "edges": ["N"]}, {"kind": "field",
          "halves": [0, 1, 2, 3, 4, 5, 6, 7], "cities": [0]})")},
    {"city_number", "x/A", "a city of a field is not a whole number from 0 to 11",
     ONE(R"({"kind": "field", "halves": [0, 1, 2, 3, 4, 5, 6, 7], "cities": [12]})")},
    {"lake_end", "x/A", "neither \"source\" nor \"lake:N\"",
     HUNTERS(R"({"kind": "river", "edges": ["N"], "fish": 0, "ends": ["sea"]})")},
    {"no_lake", "x/A", "names something of the wrong kind",
     HUNTERS(R"({"kind": "meadow", "halves": [0, 1, 2, 3, 4, 5, 6, 7], "animals": {}},
         {"kind": "river", "edges": ["N"], "fish": 0, "ends": ["lake:0"]})")},
    {"one_end", "x/A", "a river needs two ends",
     HUNTERS(R"({"kind": "meadow", "halves": [0, 1, 2, 3, 4, 5, 6, 7], "animals": {}},
         {"kind": "river", "edges": ["N"], "fish": 0, "ends": []})")},
    {"river_fish", "x/A", "\"fish\" of a river is not a whole number from 0 to 0",
     HUNTERS(R"({"kind": "river", "edges": ["N"], "fish": 2, "ends": []})")},
    {"animal", "x/A", "\"animals\" has the unknown key \"cow\"",
     HUNTERS(R"({"kind": "meadow", "halves": [0, 1, 2, 3, 4, 5, 6, 7], "animals": {"cow": 1}})")},
    {"animals", "x/A", "deer is not a whole number from 0 to 9",
     HUNTERS(R"({"kind": "meadow", "halves": [0, 1, 2, 3, 4, 5, 6, 7], "animals": {"deer": 10}})")},
    {"no_animals", "x/A", "a meadow has no \"animals\"",
     HUNTERS(R"({"kind": "meadow", "halves": [0, 1, 2, 3, 4, 5, 6, 7]})")},
    {"fire", "x/A", "\"fire\" of a meadow is neither true nor false",
     HUNTERS(
         R"({"kind": "meadow", "halves": [0, 1, 2, 3, 4, 5, 6, 7], "animals": {}, "fire": 1})")},
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
        {"bastide-edition/2", "bastide-edition/1", "\"format\" is not"},
        {"\"classic\"", "\"chess\"", "\"family\" is neither"},
        {"\"followers\": 7", "\"followers\": 8", "\"followers\" is unknown or has no such value"},
        {"\"followers\": 7", "\"huts\": 4", "\"huts\" is unknown or has no such value"},
        {"\"followers\": 7", "\"crew\": 7", "\"crew\" is unknown or has no such value"},
        {"{\"followers\": 7}", "7", "\"rules\" is not an object"},
        {"\"players\": 5", "\"players\": 0", "not a whole number from 1 to"},
        {"\"age\": 7", "\"age\": 0", "not a whole number from 1 to"},
        {"\"Anne P", "7, \"Anne P", "\"illustrators\" holds something that is not text"},
        {"\"base_c2\"", "2", "\"tiles\" holds something that is not text"},
        {"\"farm-3\"", "\"farm-9\"", "the option \"farms\" is unknown or has no such value"},
        {"\"abbot\": false", "\"abbess\": false", "the option \"abbess\" is unknown"},
        {"\"abbot\": false", "\"abbot\": 0", "neither true, false nor text"},
        {"\"id\"", "\"ident\"", "unknown key \"ident\""},
        {"\"shelf\": 10,", "", "has no \"shelf\""},
        {"\"theme\": \"summer\",", "", "has no \"theme\""},
        {"\"cover\": \"new.webp\",", "", "has no \"cover\""},
        {"\"#2f6f8f\"", "3", "\"colour\" of the edition is not a string"},
        {"\"#2f6f8f\"", "\"blue\"", "\"colour\" is not like"},
        {"\"#2f6f8f\"", "\"#2f6f8g\"", "\"colour\" is not like"},
        {"\"value\": \"2021\"", "\"value\": \"2022\"",
         "an expansion's option \"river\" is unknown"},
        {"\"value\": \"2021\", ", "", "an expansion has no \"value\""},
        {"\"option\": \"river\"", "\"option\": \"lake\"", "an expansion's option \"lake\""},
        {"\"replaces_start\": true", "\"replaces_start\": 1", "neither true nor false"},
        {"\"offers\": [", "\"offers\": [\"towers\", ", "offers the unknown option \"towers\""},
        {"\"offers\": [", "\"offers\": 3, \"x\": [", "unknown key"},
    };
    for (const auto& [from, to, reason] : changes) {
        const auto edition =
            parse_edition("editions/x.json", edition_with(from, to), catalog().options());
        ASSERT_FALSE(edition.has_value()) << from;
        EXPECT_EQ(edition.error().file, "editions/x.json");
        EXPECT_NE(edition.error().reason.find(reason), std::string::npos) << edition.error().text();
    }
}

TEST(Editions, need_no_colour) {
    const std::string plain = edition_with("\"colour\": \"#2f6f8f\",", "");
    EXPECT_TRUE(parse_edition("editions/x.json", plain, catalog().options()).has_value());
}

/// The same as a file zzz.json.
std::string renamed(std::string text) {
    const std::string id = "\"id\": \"new\"";
    return text.replace(text.find(id), id.size(), "\"id\": \"zzz\"");
}

TEST(BrokenEditions, a_catalog_needs_editions_whose_tiles_exist) {
    EXPECT_EQ(Catalog::load({}).error().text(), "editions: none found");
    Catalog::Files files = shipped();
    std::erase_if(files, [](const auto& file) { return file.first == "tiles/base_c2.json"; });
    EXPECT_EQ(Catalog::load(files).error().text(), "editions/new.json: no tile file base_c2");
    files = shipped();
    files.emplace_back("editions/zzz.json",
                       renamed(edition_with("\"base_c2\"", "\"base_c2\", \"base_c2\"")));
    const auto doubled = Catalog::load(files);
    ASSERT_FALSE(doubled.has_value());
    EXPECT_NE(doubled.error().reason.find("exactly one start tile"), std::string::npos);
    // Tiles of the other family in an edition.
    files = shipped();
    files.emplace_back("editions/zzz.json",
                       renamed(edition_with("\"base_c2\"", "\"hunters_gatherers\"")));
    const auto mixed = Catalog::load(files);
    ASSERT_FALSE(mixed.has_value());
    EXPECT_EQ(mixed.error().tile, "hg/01");
    // The file's name is the edition's.
    files = shipped();
    files.emplace_back("editions/zzz.json", edition_with("\"base_c2\"", "\"base_c2\""));
    EXPECT_EQ(Catalog::load(files).error().text(),
              "editions/zzz.json: \"id\" is not the file's name");
}

TEST(Catalog, files_that_are_no_json_are_left_alone) {
    Catalog::Files files = shipped();
    files.emplace_back("tiles/readme.md", "# Tiles");
    files.emplace_back("notes.json", "[");
    EXPECT_TRUE(Catalog::load(files).has_value());
}

} // namespace
} // namespace bastide
