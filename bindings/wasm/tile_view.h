#pragma once
// Tiles and editions as JSON: what a client shows before and beside a game.

#include "catalog/catalog.h"
#include "catalog/json_reader.h"

namespace bastide::wasm {

/// Editions with their options, the values these take, and how many tiles they play with.
Json catalog_json(const Catalog& catalog);
/// A tile type of a box with its segments, outlines and token spots. These are worked out from its
/// picture: a whole box takes a while.
Json tile_json(const Setup& setup, TileIndex index);
/// All of them.
Json tiles_json(const Setup& setup);

} // namespace bastide::wasm
