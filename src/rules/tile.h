#pragma once
// A printed tile: its segments and what is drawn on them. Facts only, as data/tiles tells them.

#include "rules/geometry.h"

#include <array>
#include <cstdint>

namespace bastide {

enum class SegmentKind : std::uint8_t {
    city,
    road,
    field,
    monastery,
    garden,
    river, // the classic River: bounds fields, never scored
    forest,
    stream, // a river of Hunters & Gatherers
    meadow,
    lake,
};
inline constexpr unsigned segment_kind_count = 10;

inline constexpr unsigned max_segments = 12;

/// What a city makes (B7). A segment shows one of them at most.
enum class Goods : std::uint8_t { none, wine, grain, cloth };
inline constexpr unsigned goods_count = 3; // without none
/// Of each kind, in the order of Goods.
using GoodsCount = std::array<std::uint8_t, goods_count>;

struct Animals {
    std::uint8_t deer = 0;
    std::uint8_t mammoth = 0;
    std::uint8_t buffalo = 0;
    std::uint8_t tiger = 0;
    friend constexpr auto operator<=>(const Animals&, const Animals&) = default;
};

/// A set of segments of one tile, by index.
using SegmentSet = std::uint16_t;

struct Segment {
    SegmentKind kind = SegmentKind::field;
    EdgeSet edges = 0;
    HalfSet halves = 0;        // fields and meadows
    std::uint8_t shields = 0;  // city
    bool cathedral = false;    // city (I4)
    bool inn = false;          // road (I3)
    Goods goods = Goods::none; // city (B7)
    std::uint8_t gold = 0;     // forest
    std::uint8_t mushrooms = 0;
    std::uint8_t fish = 0; // lake
    Animals animals = {};  // meadow
    bool fire = false;
    bool shrine = false;
    SegmentSet cities = 0;    // field: the cities it touches
    SegmentSet lakes = 0;     // stream: the lakes at its ends
    std::uint8_t sources = 0; // stream: ends that are sources
};

/// The pile a tile is drawn from. A spring lies on the table from the start.
enum class Stack : std::uint8_t { river, river_lake, land, bonus };
inline constexpr unsigned stack_count = 4;

struct Tile {
    std::array<Segment, max_segments> segments = {};
    std::uint8_t segment_count = 0;
    std::uint8_t count = 0; // copies in the box
    bool start = false;     // one copy lies at (0, 0) when the game begins
    bool gingerbread = false;
    Stack stack = Stack::land;
};

/// How many rotations the facts can tell apart: 4, 2 or 1. Rotations from 0 up to that number
/// are moves; a higher one is the same as a lower one.
unsigned distinct_rotations(const Tile& tile);

} // namespace bastide
