#pragma once
// Outlines and token spots of a tile's segments, for pointing at them and for putting tokens down.

#include "art/layout.h"

#include <array>
#include <string>
#include <vector>

namespace bastide::art {

/// Tokens are at most this wide on a tile of 100. Spots keep that distance from each other and
/// half of it from the border, so that no two tokens of a board overlap.
inline constexpr double token_width = 15;

struct SegmentGeometry {
    /// Closed rings, even-odd. Several where a bridge passes over, or round an island.
    std::vector<Polyline> outline;
    /// Inside the outline. The classic River has one too, though nobody stands there.
    Point spot;
    /// Where shields, animals, fish and other contents are drawn.
    std::vector<Point> contents;
};

/// The outlines cover the tile and do not overlap. Unrotated, the tile is 100 x 100.
struct TileGeometry {
    std::array<SegmentGeometry, max_segments> segments;
    unsigned segment_count = 0;
};

TileGeometry geometry(const Tile& tile);
/// The same without the outlines, which take longest.
TileGeometry spots_of(const Tile& tile, const Layout& layout);

/// How many things are drawn on a segment: shields, gold, animals and so on.
unsigned contents_of(const Segment& segment);

/// SVG path data of an outline.
std::string path_data(const std::vector<Polyline>& outline);

} // namespace bastide::art
