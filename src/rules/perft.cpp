#include "rules/perft.h"

#include "rules/playout.h"
#include "rules/rules.h"

#include <memory>

namespace bastide {
namespace {

/// The move with the man's moves that perft() takes.
Move with_first_city(const Game& game, Move move) {
    if (game.now.man == ManPlace::absent) return move;
    Game after = game;
    place(after, move.placement);
    deploy(after, move.deployment);
    while (after.now.phase == Phase::man) {
        const Node city = man_choices(after).root[0];
        move.man_moves[move.man_move_count++] = smallest_feature_segment(after, city);
        move_man(after, city);
    }
    return move;
}

/// Draws into the game it is given. What comes after a move is copied into one game for all moves:
/// a copy takes what is used, a new game is cleared as a whole first.
std::uint64_t count_from(Game& game, Deck deck, unsigned depth) {
    if (depth == 0) return 1;
    draw_from(deck, game, nullptr);
    if (game.over()) return 0;
    if (depth == 1) return count_legal_moves(game);
    const auto moves = MoveList::make();
    legal_moves(game, *moves);
    Game after = game;
    std::uint64_t count = 0;
    for (unsigned i = 0; i < moves->size(); ++i) {
        after = game;
        apply(after, with_first_city(game, (*moves)[i]));
        count += count_from(after, deck, depth - 1);
    }
    return count;
}

} // namespace

std::uint64_t perft(const Game& game, const Deck& deck, unsigned depth) {
    Game copy = game;
    return count_from(copy, deck, depth);
}

std::uint64_t perft_by_undo(Game& game, const Deck& deck, unsigned depth) {
    if (depth == 0) return 1;
    const Game before = game;
    Deck rest = deck;
    draw_from(rest, game, nullptr);
    std::uint64_t count = 0;
    if (!game.over()) {
        const auto moves = MoveList::make();
        const auto change = std::make_unique<Change>();
        legal_moves(game, *moves);
        for (unsigned i = 0; i < moves->size(); ++i) {
            apply(game, with_first_city(game, (*moves)[i]), *change);
            count += perft_by_undo(game, rest, depth - 1);
            undo(game, *change);
        }
    }
    game = before;
    return count;
}

} // namespace bastide
