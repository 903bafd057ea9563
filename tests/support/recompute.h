#pragma once
// Everything the engine keeps up to date from move to move, worked out again from the placed tiles
// and the printed facts alone, and compared.

#include "rules/game.h"

#include <string>

namespace bastide::testing_support {

/// What is wrong, in words; empty when all of it agrees. Checks grid, frontier, areas with their
/// contents and tokens, sites, supplies, stacks, key, copies. Not for Phase::deploy, when what the
/// tile completes is still occupied.
std::string disagreement(const Game& game);

} // namespace bastide::testing_support
