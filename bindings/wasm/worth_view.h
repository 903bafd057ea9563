#pragma once
// What everything is worth in a game, as JSON: the books' sheet of points.

#include "catalog/json_reader.h"
#include "rules/ruleset.h"

namespace bastide::wasm {

/// [{area, completed, end}], in the order of the books; each of the two is {per, points}, or null
/// where nothing is paid then. What the ruleset does not play with is left out.
Json worth_json(const Ruleset& rules);

} // namespace bastide::wasm
