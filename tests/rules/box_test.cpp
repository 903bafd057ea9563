// A box is built or refused with a reason; every reason can be met.

#include "rules/box.h"

#include "rules/rules.h"
#include "support/tiles.h"

#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

namespace bastide {
namespace {

using namespace testing_support;

std::set<BoxError> met; // so far

void expect_error(BoxError error, TileIndex tile, const std::vector<Tile>& tiles,
                  const Ruleset& rules = {}) {
    const auto box = build_box(rules, tiles);
    ASSERT_FALSE(box.has_value()) << name(error);
    EXPECT_STREQ(name(box.error().error), name(error));
    EXPECT_EQ(box.error().tile, tile) << name(error);
    met.insert(box.error().error);
}

/// A sound start tile and one that is not.
void expect_bad(BoxError error, const Tile& tile) {
    expect_error(error, 1, {start_tile(plain()), tile});
}

Ruleset hunters_rules() {
    Ruleset rules;
    rules.family = Family::hunters;
    rules.followers = 5;
    rules.huts = 2;
    return rules;
}

void expect_bad_hunters(BoxError error, const Tile& tile) {
    expect_error(error, 1, {start_tile(meadow()), tile}, hunters_rules());
}

Segment lake(unsigned fish = 1) {
    Segment s = segment(SegmentKind::lake);
    s.fish = static_cast<std::uint8_t>(fish);
    return s;
}

Segment stream(EdgeSet edges, SegmentSet lakes, unsigned sources) {
    Segment s = segment(SegmentKind::stream, edges);
    s.lakes = lakes;
    s.sources = static_cast<std::uint8_t>(sources);
    return s;
}

Segment field_at(HalfSet halves, SegmentSet cities = 0) {
    Segment s = segment(SegmentKind::field, 0, halves);
    s.cities = cities;
    return s;
}

void needs_tiles() {
    expect_error(BoxError::no_tiles, no_tile, {});
    expect_bad(BoxError::no_tiles, plain(0));
}

void holds_so_many_tile_types_and_tiles() {
    std::vector<Tile> tiles(max_tile_types, plain());
    tiles[0].start = true;
    EXPECT_TRUE(build_box({}, tiles).has_value());
    tiles.push_back(plain());
    expect_error(BoxError::too_many_tile_types, no_tile, tiles);
    EXPECT_TRUE(build_box({}, std::vector{start_tile(plain(max_tiles))}).has_value());
    expect_error(BoxError::too_many_tiles, no_tile, {start_tile(plain(max_tiles + 1))});
}

void needs_exactly_one_start_tile() {
    expect_error(BoxError::needs_one_start_tile, no_tile, {plain(), plain()});
    expect_bad(BoxError::needs_one_start_tile, start_tile(plain()));
}

void a_tile_has_a_bounded_number_of_parts() {
    Tile empty;
    empty.count = 1;
    expect_bad(BoxError::too_many_parts, empty);
    Tile five_roads = tile_of({segment(SegmentKind::field, 0, all_halves)});
    for (int i = 0; i < 5; ++i) {
        five_roads.segments[five_roads.segment_count++] = segment(SegmentKind::road, 0);
    }
    expect_bad(BoxError::too_many_parts, five_roads);
    Tile five_fields;
    five_fields.count = 1;
    for (unsigned i = 0; i < 5; ++i) {
        five_fields.segments[five_fields.segment_count++] =
            field_at(static_cast<HalfSet>(i < 4 ? 3u << (2 * i) : 0));
    }
    expect_bad(BoxError::too_many_parts, five_fields);
    Tile nine_lakes = meadow();
    for (int i = 0; i < 9; ++i) nine_lakes.segments[nine_lakes.segment_count++] = lake();
    expect_bad_hunters(BoxError::too_many_parts, nine_lakes);
}

void areas_of_the_whole_box_are_bounded() {
    const Tile crossing = tile_of(
        {segment(SegmentKind::road, north), segment(SegmentKind::road, east),
         segment(SegmentKind::road, south), segment(SegmentKind::road, west), field_at(0b10000001),
         field_at(0b00000110), field_at(0b00011000), field_at(0b01100000)},
        60);
    expect_error(BoxError::too_many_areas, no_tile, {start_tile(plain()), crossing});
    // Open edges of one city: 2 + 2 for each tile of four.
    const auto cities = [](unsigned count) {
        return std::vector{start_tile(plain()),
                           tile_of({segment(SegmentKind::city, all_edges)}, count)};
    };
    EXPECT_EQ((*build_box({}, cities(62)))->form, Form::classic);
    EXPECT_EQ((*build_box({}, cities(63)))->form, Form::wide);
    EXPECT_EQ((*build_box({}, cities(126)))->form, Form::wide);
    const Tile larger = tile_of({segment(SegmentKind::city, all_edges)}, 127);
    expect_error(BoxError::too_many_areas, no_tile, {start_tile(plain()), larger});
    // Tiles with two cities: each has a mark.
    const Tile twice = tile_of({segment(SegmentKind::city, north),
                                segment(SegmentKind::city, south), field_at(0b11001100, 0b11)},
                               WideAreas::limits.doubles + 1);
    expect_error(BoxError::too_many_areas, no_tile, {start_tile(plain()), twice});
}

void lakes_are_bounded_and_single() {
    const Tile pond = tile_of({segment(SegmentKind::meadow, 0, all_halves), lake()});
    std::vector<Tile> tiles = {start_tile(meadow())};
    for (unsigned i = 0; i < max_lakes; ++i) tiles.push_back(pond);
    EXPECT_TRUE(build_box(hunters_rules(), tiles).has_value());
    tiles.push_back(pond);
    expect_error(BoxError::too_many_lakes, max_lakes + 1, tiles, hunters_rules());
    Tile two = pond;
    two.count = 2;
    expect_error(BoxError::too_many_lakes, no_tile, {start_tile(meadow()), two}, hunters_rules());
}

void contents_stay_within_the_counters() {
    Segment city = segment(SegmentKind::city, all_edges);
    city.shields = 4;
    expect_error(BoxError::too_many_contents, no_tile, {start_tile(plain()), tile_of({city}, 8)});
    const auto with_animals = [](Animals animals, unsigned count) {
        Tile tile = meadow(count);
        tile.segments[0].animals = animals;
        return std::vector{start_tile(meadow()), tile};
    };
    expect_error(BoxError::too_many_contents, no_tile, with_animals({.deer = 8}, 8),
                 hunters_rules());
    expect_error(BoxError::too_many_contents, no_tile, with_animals({.tiger = 4}, 4),
                 hunters_rules());
    expect_error(BoxError::too_many_contents, no_tile,
                 with_animals({.mammoth = 2, .buffalo = 2}, 8), hunters_rules());
    EXPECT_TRUE(build_box(hunters_rules(), with_animals({.deer = 7}, 9)).has_value());
    Ruleset rules;
    rules.followers = 8;
    EXPECT_EQ((*build_box(rules, std::vector{start_tile(plain())}))->form, Form::wide);
    rules.followers = 16;
    expect_error(BoxError::too_many_contents, no_tile, {start_tile(plain())}, rules);
    rules = {};
    rules.huts = 4;
    expect_error(BoxError::too_many_contents, no_tile, {start_tile(plain())}, rules);
    rules = {};
    rules.abbots = 2;
    expect_error(BoxError::too_many_contents, no_tile, {start_tile(plain())}, rules);
}

void so_many_may_play() {
    Ruleset rules;
    rules.players = 0;
    expect_error(BoxError::too_many_players, no_tile, {start_tile(plain())}, rules);
    rules.players = 7;
    expect_error(BoxError::too_many_players, no_tile, {start_tile(plain())}, rules);
}

void two_segments_never_claim_one_border() {
    expect_bad(BoxError::edges_overlap,
               tile_of({segment(SegmentKind::road, north), segment(SegmentKind::road, north),
                        field_at(all_halves)}));
    expect_bad(BoxError::edges_overlap, tile_of({field_at(all_halves), field_at(1)}));
    expect_bad(BoxError::edges_overlap,
               tile_of({segment(SegmentKind::monastery, north), field_at(all_halves)}));
}

void every_border_belongs_to_a_segment() {
    expect_bad(BoxError::edge_without_segment, tile_of({field_at(0x7F)}));
    expect_bad(BoxError::edge_without_segment,
               tile_of({segment(SegmentKind::road, 0), field_at(all_halves)}));
    expect_bad(BoxError::edge_without_segment,
               tile_of({segment(SegmentKind::river, 0), field_at(all_halves)}));
}

void a_city_edge_is_all_city() {
    expect_bad(BoxError::field_beside_mass,
               tile_of({segment(SegmentKind::city, north), field_at(all_halves, 1)}));
}

void contacts_name_what_they_may() {
    expect_bad(BoxError::wrong_contact, tile_of({segment(SegmentKind::road, north),
                                                 field_at(all_halves, 1)})); // a road is no city
    Segment road = segment(SegmentKind::road, east);
    road.cities = 1;
    expect_bad(BoxError::wrong_contact,
               tile_of({segment(SegmentKind::city, north), road, field_at(0b11111100)}));
    expect_bad(BoxError::wrong_contact, meadow()); // of the other family
    expect_bad_hunters(BoxError::wrong_contact, plain());
    expect_bad_hunters(BoxError::wrong_contact,
                       tile_of({segment(SegmentKind::meadow, 0, all_halves), stream(north, 1, 0)}));
    Segment forest = segment(SegmentKind::forest, north);
    forest.lakes = 1;
    expect_bad_hunters(BoxError::wrong_contact,
                       tile_of({lake(), forest, segment(SegmentKind::meadow, 0, 0b11111100)}));
}

void a_river_has_two_ends() {
    const Segment land = segment(SegmentKind::meadow, 0, all_halves);
    expect_bad_hunters(BoxError::river_needs_two_ends, tile_of({land, stream(north, 0, 0)}));
    expect_bad_hunters(BoxError::river_needs_two_ends, tile_of({land, stream(north, 0, 2)}));
    expect_bad_hunters(BoxError::river_needs_two_ends,
                       tile_of({land, stream(north | east | west, 0, 0)}));
    const Tile good = tile_of({land, stream(north, 0, 1)});
    EXPECT_TRUE(build_box(hunters_rules(), std::vector{start_tile(meadow()), good}).has_value());
}

const std::pair<const char*, void (*)()> tests[] = {
    {"needs_tiles", needs_tiles},
    {"holds_so_many_tile_types_and_tiles", holds_so_many_tile_types_and_tiles},
    {"needs_exactly_one_start_tile", needs_exactly_one_start_tile},
    {"a_tile_has_a_bounded_number_of_parts", a_tile_has_a_bounded_number_of_parts},
    {"areas_of_the_whole_box_are_bounded", areas_of_the_whole_box_are_bounded},
    {"lakes_are_bounded_and_single", lakes_are_bounded_and_single},
    {"contents_stay_within_the_counters", contents_stay_within_the_counters},
    {"so_many_may_play", so_many_may_play},
    {"two_segments_never_claim_one_border", two_segments_never_claim_one_border},
    {"every_border_belongs_to_a_segment", every_border_belongs_to_a_segment},
    {"a_city_edge_is_all_city", a_city_edge_is_all_city},
    {"contacts_name_what_they_may", contacts_name_what_they_may},
    {"a_river_has_two_ends", a_river_has_two_ends},
};

class BoxOf : public ::testing::TestWithParam<std::pair<const char*, void (*)()>> {};

TEST_P(BoxOf, is_built_or_refused) {
    GetParam().second();
}

INSTANTIATE_TEST_SUITE_P(Tiles, BoxOf, ::testing::ValuesIn(tests), [](const auto& param_info) {
    return std::string(param_info.param.first);
});

TEST(BoxErrors, every_error_was_met_and_has_a_name) {
    for (const auto& [sentence, test] : tests) test();
    std::set<std::string> names;
    for (unsigned i = 0; i <= static_cast<unsigned>(BoxError::too_many_players); ++i) {
        const auto error = static_cast<BoxError>(i);
        EXPECT_TRUE(met.contains(error)) << name(error);
        names.insert(name(error));
    }
    EXPECT_EQ(names.size(), met.size());
    EXPECT_FALSE(names.contains("unknown"));
    EXPECT_STREQ(name(static_cast<BoxError>(255)), "unknown");
}

TEST(RuleViolation, every_violation_has_its_own_code) {
    std::set<std::string_view> codes;
    for (const ViolationCode& entry : violation_codes) {
        EXPECT_EQ(code(entry.violation), entry.code);
        EXPECT_FALSE(entry.code.empty());
        codes.insert(entry.code);
    }
    EXPECT_EQ(codes.size(), violation_codes.size());
}

} // namespace
} // namespace bastide
