#pragma once
// Tiles made by hand, for boxes that no printer made.

#include "rules/box.h"

#include <initializer_list>

namespace bastide::testing_support {

inline constexpr EdgeSet north = 1, east = 2, south = 4, west = 8, all_edges = 15;
inline constexpr HalfSet all_halves = 0xFF;

inline Segment segment(SegmentKind kind, EdgeSet edges = 0, HalfSet halves = 0) {
    Segment s;
    s.kind = kind;
    s.edges = edges;
    s.halves = halves;
    return s;
}

inline Tile tile_of(std::initializer_list<Segment> segments, unsigned count = 1) {
    Tile tile;
    for (const Segment& s : segments) tile.segments[tile.segment_count++] = s;
    tile.count = static_cast<std::uint8_t>(count);
    return tile;
}

inline Tile start_tile(Tile tile) {
    tile.start = true;
    return tile;
}

/// Nothing but field.
inline Tile plain(unsigned count = 1) {
    return tile_of({segment(SegmentKind::field, 0, all_halves)}, count);
}

inline Tile meadow(unsigned count = 1) {
    return tile_of({segment(SegmentKind::meadow, 0, all_halves)}, count);
}

} // namespace bastide::testing_support
