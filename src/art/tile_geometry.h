#pragma once
// Outlines and token spots of a tile's segments, for pointing at them and for putting tokens down.

#include "art/layout.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace bastide::art {

/// Tokens are at most this wide on a tile of 100. Spots keep that distance from each other and
/// half of it from the border, so that no two tokens of a board overlap.
inline constexpr double token_width = 15;
/// On a board a figure is drawn larger than its place: this far it reaches from its spot.
inline constexpr double figure_reach = 13;

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

/// What counts on a segment, by its sprite: shields, gold, animals and so on. The places of
/// SegmentGeometry::contents are in the same order.
std::vector<std::string_view> contents_of(const Segment& segment);
/// How much of a thing of that radius a figure hides whose spot is so far away: 0 to 1, in the
/// worst rotation.
double hidden_by_figure(Point away, double radius);

/// SVG path data of an outline.
std::string path_data(const std::vector<Polyline>& outline);

} // namespace bastide::art
