#pragma once
// Single tiles and contact sheets.

#include "art/palette.h"
#include "catalog/catalog.h"
#include "rules/tile.h"

#include <span>
#include <string>
#include <string_view>

namespace bastide::art {

struct TilePicture {
    Theme theme = Theme::summer;
    Rotation rotation = 0;
    unsigned pixels = 256;
};

/// A whole SVG document of one tile.
std::string render_tile(const Tile& tile, std::string_view id, const TilePicture& picture);

struct SheetPicture {
    Theme theme = Theme::summer;
    unsigned columns = 8;
    unsigned pixels = 128; // of a tile's side
};

/// All tiles with their names and numbers.
std::string render_sheet(std::span<const NamedTile> tiles, const SheetPicture& picture);

} // namespace bastide::art
