#pragma once
// One tile as a landscape: the ground, which turns with the tile, and what stands on it, which
// does not.

#include "art/palette.h"
#include "art/tile_geometry.h"

#include <string>
#include <string_view>
#include <vector>

namespace bastide::art {

/// How near the viewer is. Where a tile is about fifty pixels wide, small things are noise and
/// what counts must be larger.
enum class Detail : std::uint8_t { full, small };
inline constexpr unsigned small_pixels = 64; // of a tile's side, up to which it is drawn small
inline Detail detail_at(unsigned pixels) {
    return pixels <= small_pixels ? Detail::small : Detail::full;
}

/// A sprite at a place.
struct Stamp {
    std::string_view sprite;
    Point at;
};

struct TileArt {
    std::string ground; // SVG elements
    std::string walls;  // path data, empty without a city
    std::vector<Stamp> stamps;
    std::array<Point, max_segments> spots = {}; // for tokens, unrotated
};

/// A piece of ploughed land.
struct Parcel {
    Point at;
    double size = 0; // radius
};

/// What the painters work from.
struct Scene {
    const Tile& tile;
    std::string_view id;
    Theme theme;
    Detail detail;
    Layout layout;
    TileGeometry geometry; // outlines of forests only
    std::vector<Parcel> parcels;
};

/// Decoration varies with the tile's id and hides nothing.
TileArt paint(const Tile& tile, std::string_view id, Theme theme, Detail detail);

std::vector<Parcel> find_parcels(const Scene& scene);
std::string paint_ground(const Scene& scene);
std::vector<Stamp> place_stamps(const Scene& scene);

/// Gradients that the grounds of a theme use.
std::string ground_defs(Theme theme);

/// Walls and stamps of a turned tile. `walls` is the id of its wall path.
std::string standing(const TileArt& art, Theme theme, Rotation rotation, std::string_view walls);

} // namespace bastide::art
