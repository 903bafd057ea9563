#pragma once
// A small network over areas: how much better a position is for the player who moved last than the
// learned evaluation says. Whole numbers only: every kernel on every machine gives the same result.

#include "ai/network/weights.h"
#include "rules/isa.h"

namespace bastide {

/// In 1 / network::points_one; the kernel must be supported.
std::int32_t run_network(const NetworkWeights& weights, const AreaTokens& tokens, Isa isa);

} // namespace bastide
