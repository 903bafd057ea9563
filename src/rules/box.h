#pragma once
// Everything that is fixed when a game starts: the rules as values, the tiles, and the tiles
// turned four ways as flat tables, so that play only looks things up.

#include "rules/areas.h"
#include "rules/move.h"
#include "rules/ruleset.h"
#include "rules/tile.h"

#include <array>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>

namespace bastide {

// Capacities, with the largest shipped mix in brackets. build_box() refuses a box beyond them.
inline constexpr unsigned max_tile_types = 96; // hunters: 91
inline constexpr unsigned max_tiles = WideAreas::limits.tiles;
inline constexpr unsigned max_tile_features = 4; // cities, roads, forests or streams on one tile
inline constexpr unsigned max_tile_fields = 4;
inline constexpr unsigned max_tile_waters = 4;
inline constexpr unsigned max_contacts = 4; // of fields with cities on one tile (gingerbread)

/// An open cell has a placed neighbour and a connected board of n tiles has at most 2n + 2.
inline constexpr unsigned max_frontier = 2 * max_tiles + 2;

/// Index of a tile type in the box, and of a tile type in one rotation (tile * 4 + rotation).
using TileIndex = std::uint8_t;
using TurnedIndex = std::uint16_t;
inline constexpr TileIndex no_tile = 0xFF;

constexpr TurnedIndex turned_index(TileIndex tile, Rotation rotation) {
    return static_cast<TurnedIndex>(tile * 4 + rotation);
}

/// What a side of a tile shows, or what a placed neighbour demands there. `any` is no demand (of a
/// cell) or the classic River (of a tile; it is matched by river_edges instead).
enum class Terrain : std::uint8_t { any = 0, land = 1, line = 2, mass = 3 };

/// The terrain of four sides.
///
///     bits   0-1    2-3    4-5    6-7
///     side   north  east   south  west
using EdgeCode = std::uint8_t;

constexpr Terrain terrain(EdgeCode code, unsigned side) {
    return static_cast<Terrain>(code >> (2 * side) & 3);
}
constexpr unsigned terrain_code(Terrain terrain, unsigned side) {
    return static_cast<unsigned>(terrain) << (2 * side);
}
/// A road, city, forest or stream: the upper of the two bits.
constexpr bool shows_feature(Terrain terrain) {
    return (static_cast<unsigned>(terrain) & 2) != 0;
}
/// Whether any side does.
constexpr bool shows_feature(EdgeCode code) {
    return (code & 0xAA) != 0;
}

/// What of a tile meets its neighbour at one side: the field at the side's first half (clockwise),
/// the feature in its middle, the water, the field at its second half. One byte each in a word.
enum class Port : std::uint8_t { field_left, feature, water, field_right };

constexpr unsigned port_shift(Port port) {
    return 8 * static_cast<unsigned>(port);
}
constexpr std::uint8_t at_port(std::uint32_t side, Port port) {
    return static_cast<std::uint8_t>(side >> port_shift(port));
}

/// One tile in one rotation, one cache line. A port holds the tile's own number of that segment;
/// `present` is 0xFF in the bytes that exist.
struct alignas(64) TurnedTile {
    std::array<std::uint32_t, 4> ports;
    std::array<std::uint32_t, 4> present;
    EdgeCode edges;
    EdgeSet river_edges;
    TileIndex tile;

    bool has(unsigned side, Port port) const { return at_port(present[side], port) != 0; }
    std::uint8_t local(unsigned side, Port port) const { return at_port(ports[side], port); }
};
static_assert(sizeof(TurnedTile) == 64);

/// What placing a tile adds, whatever its rotation: the first words of its areas.
struct alignas(64) TileStart {
    std::array<FeatureWord, max_tile_features> features;
    std::array<FieldWord, max_tile_fields> fields;
    std::uint8_t feature_count;
    std::uint8_t field_count;
    std::uint8_t water_count;
    std::uint8_t has_doubles; // 1: some features share their kind; wants_mark says which
};
static_assert(sizeof(TileStart) == 64);

/// The features' first words in a wide box.
using WideStart = std::array<WideFeatureWord, max_tile_features>;

enum class Network : std::uint8_t { none, feature, field, water_only, site };

/// Where a tile's fields touch its cities, by the tile's own numbers: pairs of field and city.
struct Contacts {
    std::uint8_t count = 0;
    std::array<std::uint8_t, 2 * max_contacts> pairs = {};
};

/// How a tile's segments are numbered in the area networks; for all but the hot path.
struct TileParts {
    std::array<Network, max_segments> network = {};
    std::array<std::uint8_t, max_segments> local = {}; // number in that network
    std::array<std::uint8_t, max_segments> water = {}; // number of the body of water it lies in
    std::array<std::uint8_t, max_tile_features> feature_segment = {};
    std::array<std::uint8_t, max_tile_fields> field_segment = {};
    std::array<SegmentSet, max_tile_features> feature_bit = {}; // 1 << feature_segment, 0 past them
    std::array<SegmentSet, max_tile_fields> field_bit = {};
    std::array<std::uint8_t, max_tile_waters> water_segment = {}; // lowest: names a hut's place
    std::array<WaterWord, max_tile_waters> waters = {};
    std::array<SegmentSet, token_count> stand = {};  // where each token may stand by its kind
    std::array<SegmentSet, token_count> ground = {}; // and by the rules of this game
    SegmentSet sites = 0;                            // monasteries and gardens
    SegmentSet monasteries = 0;
    SegmentSet shrines = 0;
    SegmentSet cities = 0;
};

struct Box {
    Ruleset rules;
    Form form = Form::classic;
    unsigned tile_count = 0; // types
    TileIndex start = no_tile;
    bool has_river = false;
    bool has_goods = false; // B7
    std::array<Tile, max_tile_types> tiles = {};
    std::array<std::uint8_t, max_tile_types> rotations = {}; // distinct_rotations of each
    std::array<std::array<EdgeCode, 4>, max_tile_types> edge_codes = {}; // 0: no move of its own
    std::array<TurnedTile, max_tile_types * 4> turned = {};
    std::array<TileStart, max_tile_types> starts = {};
    std::array<WideStart, max_tile_types> wide_starts = {};
    std::array<TileParts, max_tile_types> parts = {};
    std::array<Contacts, max_tile_types> contacts = {};
    std::array<Stack, max_tile_types> stacks = {};
    std::array<bool, max_tile_types> symbols = {}; // of the Gingerbread Man
    std::array<std::uint8_t, max_lakes> lake_fish = {};
};

/// Whether a program plays wide boxes at all: those of Inns & Cathedrals and Traders & Builders.
/// A program that plays none of them is a tenth smaller without.
inline constexpr bool wide_boxes = BASTIDE_WIDE_BOXES != 0;
inline bool is_wide(const Box& box) {
    return wide_boxes && box.form == Form::wide;
}

enum class BoxError : std::uint8_t {
    no_tiles,
    too_many_tile_types,
    too_many_tiles,
    too_many_parts, // on one tile
    too_many_areas, // in the whole box
    too_many_lakes,
    too_many_contents, // shields, animals, huts or followers beyond the counters
    needs_one_start_tile,
    edges_overlap, // two segments claim one edge or half-edge
    edge_without_segment,
    field_beside_mass, // a half-edge of a city or forest edge belongs to a field
    wrong_contact,     // a field names something that is not a city of the tile, a stream no lake
    river_needs_two_ends,
    too_many_players,
};

const char* name(BoxError error);

struct BadTile {
    BoxError error = BoxError::no_tiles;
    TileIndex tile = no_tile; // no_tile: the box as a whole
};

/// Checks one printed tile by itself.
std::expected<void, BoxError> check_tile(const Tile& tile, Family family);

/// Builds the tables, for the narrow width when everything fits there. Spring and lake of the River
/// are told by Stack and `start`.
std::expected<std::unique_ptr<Box>, BadTile> build_box(const Ruleset& rules,
                                                       std::span<const Tile> tiles);
/// The same for the wide width, which only boxes of the classic family have.
std::expected<std::unique_ptr<Box>, BadTile> build_wide_box(const Ruleset& rules,
                                                            std::span<const Tile> tiles);

} // namespace bastide
