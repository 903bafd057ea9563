#pragma once
// Plays a record through the rules.

#include "notation/record.h"
#include "rules/rules.h"

#include <array>
#include <functional>

namespace bastide {

/// What a caller sees of a turn as it is played.
struct ReplayedTurn {
    const RecordTurn& turn;
    const Game& before; // the tile is in hand
    const Game& after;
    const TurnEvents& events;
};
using OnTurn = std::function<void(const ReplayedTurn&)>;

struct Replayed {
    Game game;
    Points final = {}; // if the game ended now
    FinalEvents final_events;
    std::array<Breakdown, max_players> breakdown = {}; // with the final scoring
};

/// One turn on a running game: its draws and its move. The move of an illegal turn is not made, but
/// its draws may have been: the game is then of no further use. `before`, where it is given,
/// becomes the game with the tile in hand.
Result<void> play_turn(Game& game, const RecordTurn& turn, Change& change, Game* before);

/// All turns, or why one is refused. A record with a result must have ended, with those scores.
std::expected<std::unique_ptr<Replayed>, RecordError> replay(const Record& record,
                                                             const OnTurn& on_turn = {});

} // namespace bastide
