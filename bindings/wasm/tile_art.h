#pragma once
// How tiles and tokens look, and where a tile's segments lie, each as a document of its own: a page
// can show it as an image, without names that clash.

#include "art/painter.h"
#include "rules/move.h"
#include "rules/tile.h"

#include <string>
#include <string_view>
#include <vector>

namespace bastide::wasm {

/// On a tile of 100 x 100, unrotated.
struct SegmentArt {
    std::string outline;   // SVG path data
    double x = 50, y = 50; // where a token stands
};
std::vector<SegmentArt> segment_art(const Tile& tile);

/// Two SVG documents. What stands on the ground is upright in every rotation and may reach over
/// the tile: its document shows 20 units more on each side, 30 above.
struct TilePicture {
    std::string ground;   // 100 x 100
    std::string standing; // 140 x 150 from (-20, -30); empty: nothing stands there
};
struct TileLook {
    std::string_view theme;
    art::Detail detail = art::Detail::full;
    Rotation rotation = 0;
};
TilePicture tile_picture(const Tile& tile, std::string_view id, const TileLook& look);

/// Documents of 20 x 20 about the middle.
std::string token_picture(Token token, SegmentKind kind, unsigned player);
std::string man_picture();
std::string goods_picture(Goods goods);

} // namespace bastide::wasm
