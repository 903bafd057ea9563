#pragma once
// The rules, for everyone: how a game begins, is drawn for, played, told and taken back.
//
//     Game game(box, players, first);
//     draw(game, tile) -> fits | set_aside | game_ended      chance is an input
//     check(game, move) -> why it is refused                  nothing changes
//     apply(game, move, change)                               needs check() to have passed
//     undo(game, change)                                      as it was before, exactly
//
// This header and the others of src/rules are for everyone; those in src/rules/internal/ are for
// the rules and their own tests (tools/check_layers).

#include "rules/box.h"
#include "rules/choices.h"
#include "rules/events.h"
#include "rules/game.h"
#include "rules/inspect.h"
#include "rules/journal.h"
#include "rules/legal_moves.h"
#include "rules/move.h"
#include "rules/random.h"
#include "rules/result.h"
#include "rules/scoring.h"

namespace bastide {

enum class DrawOutcome : std::uint8_t {
    fits,       // it is in the player's hand
    set_aside,  // it fits nowhere (T2, R5, H2): the same player draws again
    game_ended, // and nothing else in the stack fits either
};

Result<void> check_draw(const Game& game, TileIndex tile);
DrawOutcome draw(Game& game, TileIndex tile);
DrawOutcome draw(Game& game, TileIndex tile, Change& change);

Result<void> check(const Game& game, const Move& move);
/// The part of it that is about the player's tokens; the placement is legal.
Result<void> check_deployment(const Game& game, const Move& move);
/// The whole turn. `change` is overwritten.
void apply(Game& game, const Move& move, Change& change);
void apply(Game& game, const Move& move);
/// For search: can be undone, but has no events.
void apply_quietly(Game& game, const Move& move, Change& change);

/// The turn step by step, for search and for clients that ask between steps.
void place(Game& game, Placement placement);
void deploy(Game& game, Deployment deployment);
Choices choices(const Game& game);    // Phase::deploy
void move_man(Game& game, Node city); // Phase::man, a root of man_choices()

/// The city a segment lies in, as move_man wants it; why not, if the man may not go there.
Result<Node> check_man_target(const Game& game, SegmentRef where);

/// Plays a legal placement and deployment, and the man's moves as far as the move has them; why
/// not, if he may not go there. Then the game is of no further use. It is Phase::man after it when
/// another of his moves is due.
Result<void> play_man_moves(Game& game, const Move& move);

} // namespace bastide
