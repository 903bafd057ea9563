#pragma once
// Outlines of cities and forests.

#include "art/layout.h"

namespace bastide::art {

/// In painting order: what touches most edges first.
std::vector<Mass> masses_of(const Tile& tile);

} // namespace bastide::art
