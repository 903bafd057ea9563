#pragma once
// Tiles and editions as JSON: what a client shows before and beside a game.

#include "catalog/catalog.h"
#include "catalog/json_reader.h"

namespace bastide::wasm {

/// Editions with their options, the values these take, and how many tiles they play with.
Json catalog_json(const Catalog& catalog);
/// Every tile type of a box with its picture, segments, outlines and token spots.
Json tiles_json(const Setup& setup);

} // namespace bastide::wasm
