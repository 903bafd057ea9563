#pragma once
// Every area of the board as JSON: where it lies, who holds it, what it is worth.

#include "catalog/json_reader.h"
#include "rules/rules.h"

namespace bastide::binding {

/// A list of areas: features, then fields, then river systems, then monasteries and gardens.
/// Fields that share a tile have different shades.
Json areas_json(const Game& game);

/// [x, y, segment], as every list of segments is written.
Json segment_json(SegmentRef where);

} // namespace bastide::binding
