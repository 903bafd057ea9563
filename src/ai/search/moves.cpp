#include "ai/search/moves.h"

#include "ai/search/reward.h"

namespace bastide {

void MoveJudge::judge(Game& game, std::vector<JudgedMove>& out) {
    out.clear();
    legal_moves(game, *list_);
    for (unsigned i = 0; i < list_->size(); ++i) {
        JudgedMove judged = {(*list_)[i], {}};
        judged.value = judge_one(game, judged.move);
        out.push_back(judged);
    }
}

Value MoveJudge::judge_one(Game& game, Move& move) {
    Value value;
    apply_quietly(game, move, *change_);
    if (game.now.phase == Phase::man) {
        send_man(game, move, value);
    } else {
        value = evaluation_(game);
    }
    undo(game, *change_);
    return value;
}

/// Tries every city for the man's first move, then for a second one if that is due.
void MoveJudge::send_man(Game& game, Move& move, Value& value) {
    const unsigned player = game.now.player;
    while (game.now.phase == Phase::man) {
        const ManChoices cities = man_choices(game);
        Node best = cities.root[0];
        float best_margin = -1e9f;
        for (unsigned i = 0; i < cities.count; ++i) {
            Game after = game;
            move_man(after, cities.root[i]);
            const float margin = margin_of(evaluation_(after), player, after.now.players);
            if (margin > best_margin) {
                best_margin = margin;
                best = cities.root[i];
            }
        }
        move.man_moves[move.man_move_count++] = smallest_feature_segment(game, best);
        // Not recorded in the change: the caller's undo restores the header, and the man's move
        // writes nothing else.
        move_man(game, best);
    }
    value = evaluation_(game);
}

void draw_by_chance(Game& game, Random& random) {
    while (game.now.phase == Phase::draw) {
        const Position& p = game.now;
        unsigned k = random.below(p.left[static_cast<unsigned>(p.stack)]);
        unsigned tile = 0;
        for (;; ++tile) {
            if (game.box->stacks[tile] != p.stack) continue;
            if (k < p.bag[tile]) break;
            k -= p.bag[tile];
        }
        draw(game, static_cast<TileIndex>(tile));
    }
}

} // namespace bastide
