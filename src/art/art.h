#pragma once
// Tiles and boards as SVG: original artwork, drawn from the tiles' facts.

#include "art/board.h"
#include "art/palette.h"
#include "art/sheet.h"
#include "art/tile_geometry.h"
#include "art/tokens.h"
