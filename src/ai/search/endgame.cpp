#include "ai/search/endgame.h"

#include "rules/inspect.h"

namespace bastide {

namespace {

/// What a win counts for, what the margin can add to it, and the points at which it has added most.
constexpr float win_share = 0.98f, margin_share = 0.02f, margin_scale = 20.0f;

} // namespace

Value final_rewards(const Value& points, unsigned players) {
    Value rewards = {};
    for (unsigned i = 0; i < players; ++i) {
        const float margin = margin_of(points, i, players);
        const float won = margin > 0 ? 1.0f : margin < 0 ? -1.0f : 0.0f;
        rewards[i] = win_share * won + margin_share * margin /
                                           std::sqrt(margin * margin + margin_scale * margin_scale);
    }
    return rewards;
}

bool Endgame::too_late() {
    late_ = late_ || deadline_->passed(nodes_);
    return late_;
}

std::optional<std::vector<RootMove>> Endgame::solve(const Game& game, unsigned most_left,
                                                    const Deadline& deadline) {
    // Bonus tiles do not count: few games end with a bonus turn.
    if (game.now.stack != Stack::land && game.now.stack != Stack::bonus) return std::nullopt;
    if (tiles_left(game, Stack::land) > most_left) return std::nullopt;
    deadline_ = &deadline;
    nodes_ = 0;
    late_ = false;
    std::vector<JudgedMove> moves;
    Game root = game;
    judge_.judge(root, moves);
    const unsigned player = game.now.player;
    std::vector<RootMove> solved;
    for (const JudgedMove& judged : moves) {
        Game next = game;
        apply(next, judged.move);
        const Outcome outcome = after_move(next);
        if (late_) return std::nullopt;
        solved.push_back({judged.move, 1, static_cast<double>(outcome.reward[player]),
                          static_cast<double>(outcome.margin[player])});
    }
    return solved;
}

/// The mean over all draws, or the result. The game may be changed.
Endgame::Outcome Endgame::after_move(Game& game) {
    ++nodes_;
    const unsigned players = game.now.players;
    Outcome outcome;
    if (game.over()) {
        const Value points = final_value(game);
        outcome.reward = final_rewards(points, players);
        for (unsigned i = 0; i < players; ++i) outcome.margin[i] = margin_of(points, i, players);
        return outcome;
    }
    const unsigned left = tiles_left(game, game.now.stack);
    for (unsigned tile = 0; tile < game.box->tile_count; ++tile) {
        if (!may_draw(game, static_cast<TileIndex>(tile))) continue;
        if (too_late()) return outcome;
        const float chance = static_cast<float>(game.now.bag[tile]) / static_cast<float>(left);
        Game drawn = game;
        const DrawOutcome fits = draw(drawn, static_cast<TileIndex>(tile));
        const Outcome part =
            fits == DrawOutcome::fits ? best_reply(drawn) : after_move(drawn); // else drawn again
        for (unsigned i = 0; i < players; ++i) {
            outcome.reward[i] += chance * part.reward[i];
            outcome.margin[i] += chance * part.margin[i];
        }
    }
    return outcome;
}

Endgame::Outcome Endgame::best_reply(Game& game) {
    const unsigned player = game.now.player;
    const auto list = MoveList::make();
    legal_moves(game, *list);
    Outcome best;
    bool found = false;
    for (unsigned i = 0; i < list->size() && !too_late(); ++i) {
        Game next = game;
        place(next, (*list)[i].placement);
        deploy(next, (*list)[i].deployment);
        // The last tiles seldom call the Gingerbread Man: his first city will do.
        while (next.now.phase == Phase::man) {
            move_man(next, man_choices(next).root[0]);
        }
        const Outcome outcome = after_move(next);
        if (found && outcome.reward[player] <= best.reward[player]) continue;
        best = outcome;
        found = true;
    }
    return best;
}

} // namespace bastide
