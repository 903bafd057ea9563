#pragma once
// What is seen of a game, where a caller wants it.

#include "bindings/c/bastide.h"
#include "rules/game.h"

namespace bastide::c {

/// Game `i` of those that the arrays have room for.
void write_sight(const Game& game, unsigned i, const bastide_sight& to);

} // namespace bastide::c
