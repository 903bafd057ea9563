#pragma once
// What everything is worth in a game, as JSON: the books' sheet of points.

#include "catalog/json_reader.h"
#include "rules/box.h"

namespace bastide::wasm {

/// [{area, completed, end}], in the order of the books; each of the two is {per, points}, or null
/// where nothing is paid then. What the rules or the tiles of the box do not have is left out.
Json worth_json(const Box& box);

} // namespace bastide::wasm
