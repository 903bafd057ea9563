#include "ai/arena/play.h"

#include "rules/playout.h"
#include "rules/rules.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <optional>

namespace bastide {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Deals by a seed or in an order that is given.
class Dealer {
  public:
    Dealer(const Game& game, const GameSeeds& seeds) {
        if (seeds.order == nullptr) {
            deck_.emplace(game, seeds.deck);
            return;
        }
        for (const TileIndex tile : *seeds.order) stack_of(game, tile).push_back(tile);
    }

    void deal(Game& game, std::vector<TileIndex>& skipped) {
        if (deck_) return draw_from(*deck_, game, &skipped);
        while (game.now.phase == Phase::draw) {
            std::deque<TileIndex>& stack = stacks_[static_cast<unsigned>(game.now.stack)];
            const TileIndex tile = stack.front();
            stack.pop_front();
            if (draw(game, tile) != DrawOutcome::fits) skipped.push_back(tile);
        }
        for (const TileIndex tile : skipped) { // those that went back, and not those removed
            std::deque<TileIndex>& stack = stack_of(game, tile);
            if (std::ranges::count(stack, tile) < game.now.bag[tile]) stack.push_back(tile);
        }
    }

  private:
    std::deque<TileIndex>& stack_of(const Game& game, TileIndex tile) {
        return stacks_[static_cast<unsigned>(game.box->stacks[tile])];
    }

    std::optional<Deck> deck_;
    std::array<std::deque<TileIndex>, stack_count> stacks_; // without a deck
};

/// Draws; `judge_draw`, if there is one, is told the game before and the tile that came.
template <class JudgeDraw>
void draw_watched(Dealer& dealer, Game& game, RecordTurn& turn, JudgeDraw judge_draw) {
    const Game before = game;
    dealer.deal(game, turn.skipped);
    if (!game.over()) judge_draw(before, game.now.hand);
}
void draw_watched(Dealer& dealer, Game& game, RecordTurn& turn, std::nullptr_t) {
    dealer.deal(game, turn.skipped);
}

/// Plays while `choose` gives a move for the turn's player.
template <class Choose, class JudgeDraw>
void play(const Setup& setup, unsigned players, const GameSeeds& seeds, PlayedGame& played,
          Record* record, Choose choose, JudgeDraw judge_draw) {
    Game game(*setup.box, players, 0);
    Dealer dealer(game, seeds);
    for (;;) {
        RecordTurn turn;
        turn.player = game.now.player;
        turn.bonus = game.now.bonus_turn;
        draw_watched(dealer, game, turn, judge_draw);
        if (game.over()) break;
        turn.tile = game.now.hand;
        const std::optional<Move> move = choose(game, turn);
        if (!move) break;
        turn.move = *move;
        apply(game, turn.move);
        ++played.turns;
        if (record != nullptr) record->turns.push_back(std::move(turn));
        if (game.over()) break;
    }
    played.scores = final_scores(game);
    played.hash = hash(game);
    if (record != nullptr && game.over()) {
        record->result.emplace(played.scores.data(), played.scores.data() + players);
    }
}

void count_time(const Budget& budget, double spent, TimeUse& use) {
    ++use.moves;
    use.seconds += spent;
    if (budget.seconds > 0) {
        const double over = spent - budget.seconds;
        use.worst_overshoot = std::max(use.worst_overshoot, over);
        if (over > overshoot_allowed) ++use.over_budget;
    }
}

Move choose_timed(const Seat& seat, const Game& game, Random& random, TimeUse& use) {
    const auto begin = Clock::now();
    const Move move = seat.agent->choose(game, seat.budget, random);
    count_time(seat.budget, seconds_since(begin), use);
    return move;
}

/// Whatever the board says, who forfeits has lost.
void lose(Points& scores, unsigned players, unsigned seat) {
    for (unsigned i = 0; i < players; ++i) {
        scores[i] = i == seat ? std::int16_t{0} : std::max(scores[i], std::int16_t{1});
    }
}

} // namespace

PlayedGame play_game(const Setup& setup, std::span<const Seat> seats, std::uint64_t deck_seed,
                     std::uint64_t move_seed, Record* record) {
    Random random(move_seed);
    PlayedGame played;
    play(
        setup, static_cast<unsigned>(seats.size()), {deck_seed, move_seed}, played, record,
        [&](const Game& game, const RecordTurn& turn) -> std::optional<Move> {
            const Seat& seat = seats[turn.player];
            return seat.agent->choose(game, seat.budget, random);
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
    // Those outside are told the turns so far, whether anybody else wants a record or not.
    Record own;
    Record* record = onlookers.record;
    if (record == nullptr &&
        std::ranges::any_of(seats, [](const Seat& seat) { return seat.outside != nullptr; })) {
        record = &own;
    }
    const auto keep = [&](RecordTurn& turn, const Thought& thought) {
        if (onlookers.thoughts == Onlookers::Thoughts::drop || thought.tells_nothing()) return;
        turn.thought = thought;
    };
    const auto choose_inside = [&](const Game& game, RecordTurn& turn) -> std::optional<Move> {
        const unsigned player = turn.player;
        const Move move = choose_timed(seats[player], game, random, refereed.time[player]);
        keep(turn, seats[player].agent->thought());
        if (const auto ok = check(game, move); !ok) {
            illegal = IllegalMove{player, refereed.game.turns + 1, ok.error()};
            return std::nullopt;
        }
        return move;
    };
    const auto choose = [&](const Game& game, RecordTurn& turn) -> std::optional<Move> {
        const unsigned player = turn.player;
        const Seat& seat = seats[player];
        if (seat.outside == nullptr) return choose_inside(game, turn);
        auto answer = seat.outside->choose(game, record->turns, turn, seat.budget);
        if (answer) {
            count_time(seat.budget, answer->seconds, refereed.time[player]);
            keep(turn, answer->thought);
            const auto ok = check(game, answer->move);
            if (ok) return answer->move;
            answer = std::unexpected(Fault{Fault::Kind::illegal, std::string(code(ok.error()))});
        }
        refereed.forfeit = Forfeit{player, refereed.game.turns + 1, std::move(answer.error())};
        return std::nullopt;
    };
    const auto judge_draw = [&](const Game& before, TileIndex drawn) {
        const auto begin = Clock::now();
        refereed.luck.add(onlookers.luck->of_draw(before, drawn));
        refereed.luck_seconds += seconds_since(begin);
    };
    const auto players = static_cast<unsigned>(seats.size());
    if (onlookers.luck != nullptr) {
        play(setup, players, seeds, refereed.game, record, choose, judge_draw);
    } else {
        play(setup, players, seeds, refereed.game, record, choose, nullptr);
    }
    if (illegal) return std::unexpected(*illegal);
    if (refereed.forfeit) lose(refereed.game.scores, players, refereed.forfeit->seat);
    return refereed;
}

std::uint64_t deck_seed_of(std::uint64_t seed, std::uint64_t index) {
    return mix_seed(seed, 2 * index);
}

std::uint64_t move_seed_of(std::uint64_t seed, std::uint64_t index) {
    return mix_seed(seed, 2 * index + 1);
}

std::string_view word(Fault::Kind kind) {
    static constexpr std::array<std::string_view, fault_kinds> words = {"illegal", "late",
                                                                        "crashed"};
    return words[static_cast<unsigned>(kind)];
}

void TimeUse::add(const TimeUse& other) {
    moves += other.moves;
    seconds += other.seconds;
    over_budget += other.over_budget;
    worst_overshoot = std::max(worst_overshoot, other.worst_overshoot);
}

} // namespace bastide
