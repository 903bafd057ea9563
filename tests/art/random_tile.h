#pragma once
// Random tiles that check_tile() accepts, among them many that no printer would print.

#include "rules/ruleset.h"
#include "rules/tile.h"

#include <cstdint>

namespace bastide {

Tile random_tile(Family family, std::uint64_t seed);

} // namespace bastide
