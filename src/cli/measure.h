#pragma once
// How fast the engine is. Shared by `bastide bench`, the benchmarks in bench/ and the program that
// compares WebAssembly with native code, so that all of them measure the same thing.

#include "catalog/catalog.h"
#include "rules/playout.h"
#include "rules/rules.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace bastide::measure {

/// Seconds of this thread's CPU time, so that other programs do not count.
double seconds_now();

/// A dependent add takes one cycle on every machine we know: this is the length of a cycle.
double ns_per_add();

/// What is played: an edition, options as `key=value,key=value`, players.
struct Mix {
    const char* name;
    const char* edition;
    const char* options;
    unsigned players;
};
/// Those of data/bench/mixes.json, in its order; the definition is generated at build time. The
/// base game is the 72 tiles with modern rules: two-tile cities pay in full, farms pay 3.
std::span<const Mix> mixes();
const Mix* find_mix(std::string_view name);
std::unique_ptr<const Setup> setup_of(const Mix& mix);

/// Whole games, one after the other, each of its own seed.
class RandomGames {
  public:
    RandomGames(const Setup& setup, unsigned players, PlayoutForm form, Isa isa)
        : start_(*setup.box, players, 0)
        , game_(start_)
        , form_(form)
        , isa_(isa) {}

    /// One game from the first tile to the final scores.
    void play();

    std::uint64_t games() const { return games_; }
    std::uint64_t placed() const { return placed_; }
    double turns() const { return per_game(placed_); }
    double placements_per_turn() const; // PlayoutForm::full only
    double mean_points(unsigned player) const { return per_game(points_[player]); }
    unsigned state_bytes() const { return state_bytes_; } // the most that a copy moves

  private:
    double per_game(std::uint64_t sum) const {
        return static_cast<double>(sum) / static_cast<double>(games_);
    }

    Game start_, game_;
    PlayoutForm form_;
    Isa isa_;
    std::uint64_t games_ = 0, placed_ = 0, options_ = 0;
    std::array<std::uint64_t, max_players> points_ = {};
    unsigned state_bytes_ = 0;
};

/// Plays for that long and tells the nanoseconds per placement, everything included.
double ns_per_placement(RandomGames& games, double seconds);

/// The middle of a random game with a tile in hand, for single calls. Moves are taken in turn.
class MiddleGame {
  public:
    MiddleGame(const Setup& setup, unsigned players);

    void list_moves() { legal_moves(game_, *moves_); }
    void apply_and_undo() {
        apply(game_, next_move(), *change_);
        undo(game_, *change_);
    }
    /// Of a move that was taken back already: writes the same bytes again.
    void undo_again() { undo(game_, *change_); }
    void copy() { copy_ = game_; }
    /// Positions counted four plies from the start of the game.
    std::uint64_t count_positions() const;

    unsigned move_count() const { return moves_->size(); }

  private:
    Move next_move() {
        next_ = next_ + 1 < moves_->size() ? next_ + 1 : 0;
        return (*moves_)[next_];
    }

    Game start_, game_, copy_;
    std::unique_ptr<MoveList> moves_ = MoveList::make();
    std::unique_ptr<Change> change_ = std::make_unique<Change>();
    unsigned next_ = 0;
};

/// Nanoseconds a call takes, repeated for that long.
template <class Call>
double ns_of(double seconds, Call&& call) {
    std::uint64_t calls = 0;
    const double begin = seconds_now();
    double spent = 0;
    do {
        for (int i = 0; i < 100; ++i, ++calls) call();
        spent = seconds_now() - begin;
    } while (spent < seconds);
    return 1e9 * spent / static_cast<double>(calls);
}

} // namespace bastide::measure
