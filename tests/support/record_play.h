#pragma once
// Random games as records.

#include "notation/replay.h"
#include "support/any_game.h"

namespace bastide::testing_support {

/// Plays the game and writes it down; with its result if it ended.
inline Record play_record(const GameSpec& spec) {
    Play play(spec);
    std::vector<std::string> names;
    for (unsigned i = 0; i < spec.players; ++i) names.push_back("Player " + std::to_string(i));
    Record record = new_record(play.shared_setup(), names);
    Game& game = play.game();
    for (unsigned i = 0; i < spec.turns; ++i) {
        RecordTurn turn;
        turn.player = game.now.player;
        turn.bonus = game.now.bonus_turn;
        if (!play.draw_tile()) break;
        turn.skipped = play.skipped();
        turn.tile = game.now.hand;
        turn.move = play.choose();
        apply(game, turn.move);
        record.turns.push_back(turn);
    }
    if (game.over()) {
        const Points points = final_scores(game);
        record.result.emplace(points.begin(), points.begin() + spec.players);
    }
    return record;
}

} // namespace bastide::testing_support
