#include "ai/arena/play.h"

#include "rules/playout.h"
#include "rules/rules.h"

namespace bastide {

PlayedGame play_game(const Setup& setup, std::span<const Seat> seats, std::uint64_t deck_seed,
                     std::uint64_t move_seed, Record* record) {
    const auto players = static_cast<unsigned>(seats.size());
    Game game(*setup.box, players, 0);
    Deck deck(game, deck_seed);
    Random random(move_seed);
    PlayedGame played;
    for (;;) {
        RecordTurn turn;
        turn.player = game.now.player;
        turn.bonus = game.now.bonus_turn;
        draw_from(deck, game, &turn.skipped);
        if (game.over()) break;
        turn.tile = game.now.hand;
        const Seat& seat = seats[turn.player];
        turn.move = seat.agent->choose(game, seat.budget, random);
        apply(game, turn.move);
        ++played.turns;
        if (record != nullptr) record->turns.push_back(std::move(turn));
        if (game.over()) break;
    }
    played.scores = final_scores(game);
    played.hash = hash(game);
    if (record != nullptr) {
        record->result.emplace(played.scores.begin(), played.scores.begin() + players);
    }
    return played;
}

std::uint64_t deck_seed_of(std::uint64_t seed, std::uint64_t index) {
    return mix_seed(seed, 2 * index);
}

std::uint64_t move_seed_of(std::uint64_t seed, std::uint64_t index) {
    return mix_seed(seed, 2 * index + 1);
}

} // namespace bastide
