#pragma once
// From a map of squares to smooth outlines. Neighbours share their common line exactly.

#include "art/label_grid.h"

#include <vector>

namespace bastide::art {

std::vector<Polyline> trace(const LabelGrid& grid, std::uint8_t label);

} // namespace bastide::art
