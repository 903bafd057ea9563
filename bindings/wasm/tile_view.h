#pragma once
// Tiles as JSON: what a client shows beside a game.

#include "catalog/catalog.h"
#include "catalog/json_reader.h"

namespace bastide::wasm {

/// A tile type of a box with its segments, outlines and token spots. These are worked out from its
/// picture: a whole box takes a while.
Json tile_json(const Setup& setup, TileIndex index);
/// All of them.
Json tiles_json(const Setup& setup);

} // namespace bastide::wasm
