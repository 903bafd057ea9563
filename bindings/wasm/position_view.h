#pragma once
// A position and the questions a board asks of it, as JSON.

#include "bindings/wasm/session.h"
#include "catalog/json_reader.h"

namespace bastide::wasm {

/// Board, tokens, open cells (and which of them nothing fits any more), players, stacks, hand.
Json position_json(const Session& session);
/// [{x, y, rots}] for the tile in hand, in the fixed order of cells.
Json placements_json(const Game& game);
/// What may be done with tokens after this placement: [{token, segment}], recall.
Json choices_json(const Game& game, Placement placement);
/// Cities the Gingerbread Man may go to after this much of the move; none if he need not move.
Result<Json> man_json(const Game& game, const Move& move);
/// [{tile, count, rots}]: undrawn tiles that fit an open cell.
Json fitting_json(const Session& session, Cell cell);
/// Scores and events if the game ended now, and every player's points by kind.
Json final_json(const Session& session);
/// One entry a turn: who, which tile, the move, its events, the scores after it.
Json log_json(const Record& record);
Json turn_json(const Record& record, const RecordTurn& turn, const Game& after,
               const TurnEvents& events);

std::string hash_text(const Game& game);

} // namespace bastide::wasm
