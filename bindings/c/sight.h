#pragma once
// What is seen of a game, where a caller wants it.

#include "bindings/c/border.h"
#include "rules/game.h"

namespace bastide::c {

/// Game `i` of those that the arrays have room for.
void write_sight(const Game& game, unsigned i, const bastide_sight& to);
void write_wide_sight(const Game& game, unsigned i, const bastide_wide_sight& to);

/// Whether these columns have room for so many players; else the error.
template <class Buffers>
bool has_room(const Buffers& to, unsigned players, bastide_error* error) {
    if (players <= BASTIDE_MAX_PLAYERS || (to.tokens == nullptr && to.tables == nullptr))
        return true;
    fail(error, BASTIDE_BAD_ARGUMENT, "six players have room in a bastide_wide_sight only");
    return false;
}

} // namespace bastide::c
