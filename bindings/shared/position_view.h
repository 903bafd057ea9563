#pragma once
// A position and the questions a board asks of it, as JSON.

#include "bindings/shared/session.h"
#include "catalog/json_reader.h"

namespace bastide::binding {

/// [{token, left, on, stands_on}]: the tokens that everybody has in this game, the member of a
/// player that says how many are left, the first ground they may stand on, and every one.
Json token_rows_json(const Ruleset& rules);
/// All that a board shows after a step of a turn, in one answer: the turn that led here if this
/// step was one (else null), the position, its areas, and where the tile in hand may go.
Json step_json(const Session& session, Json turn);
/// Of a move that is being put together: what may be done with tokens after its placement, and the
/// cities where the Gingerbread Man may go after this much of it.
Result<Json> draft_json(const Game& game, const Move& move);
/// [{tile, count, rots}]: undrawn tiles that fit an open cell.
Json fitting_json(const Session& session, int x, int y);
/// Scores and events if the game ended now, and every player's points by kind.
Json final_json(const Session& session);
/// One entry per turn: who, which tile, the move, its events, the scores after it.
Json log_json(const Record& record);
Json turn_json(const Record& record, const RecordTurn& turn, const Game& after,
               const TurnEvents& events);

} // namespace bastide::binding
