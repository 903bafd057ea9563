#include "ai/arena/play.h"

#include "rules/playout.h"
#include "rules/rules.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace bastide {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Draws; `judge_draw`, if there is one, is told the game before and the tile that came.
template <class JudgeDraw>
void draw_watched(Deck& deck, Game& game, RecordTurn& turn, JudgeDraw judge_draw) {
    const Game before = game;
    draw_from(deck, game, &turn.skipped);
    if (!game.over()) judge_draw(before, game.now.hand);
}
void draw_watched(Deck& deck, Game& game, RecordTurn& turn, std::nullptr_t) {
    draw_from(deck, game, &turn.skipped);
}

/// Plays while `choose` gives a move for the player's seat.
template <class Choose, class JudgeDraw>
void play(const Setup& setup, unsigned players, std::uint64_t deck_seed, PlayedGame& played,
          Record* record, Choose choose, JudgeDraw judge_draw) {
    Game game(*setup.box, players, 0);
    Deck deck(game, deck_seed);
    for (;;) {
        RecordTurn turn;
        turn.player = game.now.player;
        turn.bonus = game.now.bonus_turn;
        draw_watched(deck, game, turn, judge_draw);
        if (game.over()) break;
        turn.tile = game.now.hand;
        const std::optional<Move> move = choose(game, turn.player);
        if (!move) return;
        turn.move = *move;
        apply(game, turn.move);
        ++played.turns;
        if (record != nullptr) record->turns.push_back(std::move(turn));
        if (game.over()) break;
    }
    played.scores = final_scores(game);
    played.hash = hash(game);
    if (record != nullptr) {
        record->result.emplace(played.scores.data(), played.scores.data() + players);
    }
}

Move choose_timed(const Seat& seat, const Game& game, Random& random, TimeUse& use) {
    const auto begin = Clock::now();
    const Move move = seat.agent->choose(game, seat.budget, random);
    const double spent = seconds_since(begin);
    ++use.moves;
    use.seconds += spent;
    if (seat.budget.seconds > 0) {
        const double over = spent - seat.budget.seconds;
        use.worst_overshoot = std::max(use.worst_overshoot, over);
        if (over > overshoot_allowed) ++use.over_budget;
    }
    return move;
}

} // namespace

PlayedGame play_game(const Setup& setup, std::span<const Seat> seats, std::uint64_t deck_seed,
                     std::uint64_t move_seed, Record* record) {
    Random random(move_seed);
    PlayedGame played;
    play(
        setup, static_cast<unsigned>(seats.size()), deck_seed, played, record,
        [&](const Game& game, unsigned player) -> std::optional<Move> {
            return seats[player].agent->choose(game, seats[player].budget, random);
        },
        nullptr);
    return played;
}

std::expected<RefereedGame, IllegalMove> play_refereed(const Setup& setup,
                                                       std::span<const Seat> seats, GameSeeds seeds,
                                                       Onlookers onlookers) {
    Random random(seeds.moves);
    RefereedGame refereed;
    std::optional<IllegalMove> illegal;
    const auto choose = [&](const Game& game, unsigned player) -> std::optional<Move> {
        const Move move = choose_timed(seats[player], game, random, refereed.time[player]);
        if (const auto ok = check(game, move); !ok) {
            illegal = IllegalMove{player, refereed.game.turns + 1, ok.error()};
            return std::nullopt;
        }
        return move;
    };
    const auto judge_draw = [&](const Game& before, TileIndex drawn) {
        const auto begin = Clock::now();
        refereed.luck.add(onlookers.luck->of_draw(before, drawn));
        refereed.luck_seconds += seconds_since(begin);
    };
    const auto players = static_cast<unsigned>(seats.size());
    if (onlookers.luck != nullptr) {
        play(setup, players, seeds.deck, refereed.game, onlookers.record, choose, judge_draw);
    } else {
        play(setup, players, seeds.deck, refereed.game, onlookers.record, choose, nullptr);
    }
    if (illegal) return std::unexpected(*illegal);
    return refereed;
}

std::uint64_t deck_seed_of(std::uint64_t seed, std::uint64_t index) {
    return mix_seed(seed, 2 * index);
}

std::uint64_t move_seed_of(std::uint64_t seed, std::uint64_t index) {
    return mix_seed(seed, 2 * index + 1);
}

void TimeUse::add(const TimeUse& other) {
    moves += other.moves;
    seconds += other.seconds;
    over_budget += other.over_budget;
    worst_overshoot = std::max(worst_overshoot, other.worst_overshoot);
}

} // namespace bastide
