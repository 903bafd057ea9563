#pragma once
// Uniform random play: a placement uniformly, then one of its deployment choices (none included)
// uniformly, then a city for the Gingerbread Man uniformly if he moves.

#include "rules/deck.h"
#include "rules/game.h"
#include "rules/isa.h"
#include "rules/move.h"
#include "rules/random.h"

#include <vector>

namespace bastide {

/// Two ways to the same distribution: keep the set of every legal placement and take one of it, or
/// choose straight from the comparison of tile and frontier, without keeping a set.
enum class PlayoutForm : std::uint8_t {
    full,
    sampling,
    bare, // as sampling, but nobody puts a token: what the tiles alone will do
};

struct PlayoutCount {
    unsigned placed = 0;       // tiles placed in this playout
    std::uint64_t options = 0; // legal placements met, summed over turns (PlayoutForm::full)
};

/// Plays to the end of the game, or `most_tiles` tiles. The game may be in any phase; a tile in
/// hand is played first. Nothing is allocated.
PlayoutCount playout(Game& game, Deck& deck, Random& random, PlayoutForm form = PlayoutForm::full,
                     unsigned most_tiles = max_tiles);
/// The same with a kernel of the caller's choice; every kernel plays the same games.
PlayoutCount playout(Isa isa, Game& game, Deck& deck, Random& random, PlayoutForm form,
                     unsigned most_tiles = max_tiles);

/// Draws from the deck until a tile fits or the game ends. `skipped` takes the tiles set aside.
void draw_from(Deck& deck, Game& game, std::vector<TileIndex>* skipped);

/// A uniformly random move, by the same choices that playout() would make of the same stream.
Move random_move(const Game& game, Random& random);

/// The move with a uniformly random city wherever the Gingerbread Man goes after it.
Move with_random_man(const Game& game, Move move, Random& random);

} // namespace bastide
