#include "ai/search/moves.h"

#include "ai/margin.h"
#include "rules/inspect.h"
#include "rules/playout.h"
#include "rules/trial.h"

#include <algorithm>
#include <cassert>

namespace bastide {

void MoveJudge::judge(Game& game, std::vector<JudgedMove>& out) {
    out.clear();
    legal_placements(game, *list_);
    if (list_->count > 0) siblings_->begin(game);
    for (unsigned i = 0; i < list_->count; ++i) {
        const Placement placement = list_->placement[i];
        place_quietly(game, placement, *placed_);
        siblings_->placed(game);
        choices(game).for_each([&](Deployment deployment) {
            JudgedMove& judged = out.emplace_back(JudgedMove{{placement, deployment}, {}});
            deploy_quietly(game, deployment, *change_);
            judged.value = ended(game, judged.move, [this](const Game& after) {
                const Value value = siblings_->value(after);
#if BASTIDE_DEBUG_CHECKS
                assert(value == evaluation_(after));
#endif
                return value;
            });
            undo(game, *change_);
        });
        undo(game, *placed_);
    }
}

Value MoveJudge::judge_one(Game& game, Move& move) {
    apply_quietly(game, move, *change_);
    const Value value = ended(game, move, evaluation_);
    undo(game, *change_);
    return value;
}

/// What the turn leaves once the man has gone where that is judged best: every city is tried for
/// his first move, then for a second one if that is due.
template <class Judge>
Value MoveJudge::ended(Game& game, Move& move, Judge&& judge) const {
    const unsigned player = game.now.player;
    while (game.now.phase == Phase::man) {
        const ManChoices cities = man_choices(game);
        Node best = cities.root[0];
        float best_margin = -1e9f;
        for (unsigned i = 0; i < cities.count; ++i) {
            Game after = game;
            move_man(after, cities.root[i]);
            const float margin = margin_of(judge(after), player, after.now.players);
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
    return judge(game);
}

unsigned play_on(Game& game, Deck& deck, unsigned tiles, MoveJudge& judge,
                 std::vector<JudgedMove>& buffer) {
    const unsigned players = game.now.players;
    for (unsigned laid = 0; laid < tiles; ++laid) {
        draw_from(deck, game, nullptr);
        if (game.over()) return laid;
        const unsigned mover = game.now.player;
        judge.judge(game, buffer);
        apply(game, std::ranges::max_element(buffer, {}, [&](const JudgedMove& judged) {
                        return margin_of(judged.value, mover, players);
                    })->move);
    }
    return tiles;
}

void draw_by_chance(Game& game, Random& random) {
    while (game.now.phase == Phase::draw) {
        const Position& p = game.now;
        unsigned k = random.below(tiles_left(game, p.stack));
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
