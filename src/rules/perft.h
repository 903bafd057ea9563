#pragma once
// Counting positions, to pin the rules by numbers.

#include "rules/deck.h"
#include "rules/game.h"

#include <cstdint>

namespace bastide {

/// Positions reached by `depth` legal moves when the deck decides every draw. The Gingerbread Man
/// goes to the first city of man_choices(). A game that ends earlier adds none.
std::uint64_t perft(const Game& game, const Deck& deck, unsigned depth);
/// The same by apply and undo on one game, instead of a copy per move.
std::uint64_t perft_by_undo(Game& game, const Deck& deck, unsigned depth);

} // namespace bastide
