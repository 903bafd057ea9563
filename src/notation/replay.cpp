#include "notation/replay.h"

namespace bastide {

Result<void> play_turn(Game& game, const RecordTurn& turn, Change& change, Game* before) {
    if (game.over()) return std::unexpected(RuleViolation::game_is_over);
    if (turn.player != game.now.player) return std::unexpected(RuleViolation::wrong_player);
    if (turn.bonus != game.now.bonus_turn) {
        return std::unexpected(turn.bonus ? RuleViolation::no_bonus_turn
                                          : RuleViolation::bonus_turn_is_due);
    }
    for (const TileIndex tile : turn.skipped) {
        if (auto ok = check_draw(game, tile); !ok) return ok;
        if (draw(game, tile) == DrawOutcome::fits) {
            return std::unexpected(RuleViolation::tile_would_fit);
        }
    }
    if (auto ok = check_draw(game, turn.tile); !ok) return ok;
    if (draw(game, turn.tile) != DrawOutcome::fits) {
        return std::unexpected(RuleViolation::edges_do_not_match);
    }
    if (auto ok = check(game, turn.move); !ok) return ok;
    if (before != nullptr) *before = game;
    apply(game, turn.move, change);
    return {};
}

std::expected<std::unique_ptr<Replayed>, RecordError> replay(const Record& record,
                                                             const OnTurn& on_turn) {
    const auto players = static_cast<unsigned>(record.players.size());
    auto done = std::make_unique<Replayed>(
        Replayed{Game(record.box(), players, record.first_player()), {}, {}, {}});
    Game& game = done->game;
    Game before = game;
    Change change;
    const auto add = [&](const ScoreEvent& event) {
        done->breakdown[event.player][static_cast<unsigned>(event.area)] += event.points;
    };
    for (unsigned i = 0; i < record.turns.size(); ++i) {
        const auto ok = play_turn(game, record.turns[i], change, &before);
        if (!ok) return std::unexpected(RecordError::refused(i + 1, ok.error()));
        for (const ScoreEvent& event : change.events()) add(event);
        if (on_turn) on_turn({record.turns[i], before, game, change.events()});
    }
    done->final = final_scores(game, done->final_events);
    for (const ScoreEvent& event : done->final_events) add(event);
    if (record.result) {
        if (!game.over()) return std::unexpected(RecordError{0, "it has a result but no end"});
        for (unsigned i = 0; i < players; ++i) {
            if ((*record.result)[i] != done->final[i]) {
                return std::unexpected(RecordError{0, "its result is not what the rules give"});
            }
        }
    }
    return done;
}

} // namespace bastide
