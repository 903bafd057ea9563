#pragma once
// How a tile looks: its picture, and where its segments lie on it. The only place that knows
// whether src/art is there; without it a plain map of the tile's facts is drawn.

#include "rules/tile.h"

#include <string>
#include <string_view>
#include <vector>

namespace bastide::wasm {

struct SegmentArt {
    std::string outline; // SVG path data on a tile of 100 x 100
    int x = 50, y = 50;  // where a token stands
};

struct TileArt {
    std::string svg; // the picture's elements, without the <svg> around them
    std::vector<SegmentArt> segments;
};

TileArt tile_art(const Tile& tile, std::string_view id, std::string_view edition);

} // namespace bastide::wasm
