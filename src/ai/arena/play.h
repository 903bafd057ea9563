#pragma once
// One whole game between agents.

#include "ai/agent.h"
#include "ai/luck.h"
#include "notation/record.h"
#include "rules/result.h"
#include "rules/scoring.h"

#include <array>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bastide {

/// Why a player from outside lost a game before its end.
struct Fault {
    enum class Kind : std::uint8_t { illegal, late, crashed };
    Kind kind = Kind::crashed;
    std::string text; // for people
};
inline constexpr unsigned fault_kinds = 3;
std::string_view word(Fault::Kind kind);

/// A player outside of this program. It is told the game turn by turn, as anybody at the table sees
/// it, and may fail to answer.
class OutsidePlayer {
  public:
    virtual ~OutsidePlayer() = default;

    struct Answer {
        Move move;
        double seconds = 0; // that it thought
        Thought thought;    // as far as it tells
    };
    /// `now` has the tile in hand and what was skipped before it. Nothing says what is to come.
    virtual std::expected<Answer, Fault> choose(const Game& game, std::span<const RecordTurn> turns,
                                                const RecordTurn& now, const Budget& budget) = 0;
};

struct Seat {
    Agent* agent = nullptr;
    Budget budget;
    OutsidePlayer* outside = nullptr; // plays instead of the agent, under a referee
};

struct PlayedGame {
    Points scores = {};
    unsigned turns = 0;
    std::uint64_t hash = 0; // of the final position
};

/// Draws come from a deck of `deck_seed`, the agents' chance from `move_seed`. The player of seat 0
/// begins. `record`, if given, takes the turns and the result.
PlayedGame play_game(const Setup& setup, std::span<const Seat> seats, std::uint64_t deck_seed,
                     std::uint64_t move_seed, Record* record);

/// Seeds of game `index` of a series, one for the deck and one for the moves.
std::uint64_t deck_seed_of(std::uint64_t seed, std::uint64_t index);
std::uint64_t move_seed_of(std::uint64_t seed, std::uint64_t index);

/// More than this over a budget of time is counted (a busy machine takes a little by itself).
inline constexpr double overshoot_allowed = 0.05; // seconds

/// The time that moves took.
struct TimeUse {
    std::uint64_t moves = 0;
    double seconds = 0;
    std::uint64_t over_budget = 0; // moves beyond budget and overshoot_allowed
    double worst_overshoot = 0;    // seconds beyond a budget of time

    void add(const TimeUse& other);
};

struct Forfeit {
    unsigned seat = 0;
    unsigned turn = 0; // from 1
    Fault fault;
};

struct RefereedGame {
    /// Of a forfeited game: as if it ended there, the one at fault with nothing and the others with
    /// a point at least.
    PlayedGame game;
    std::optional<Forfeit> forfeit;
    std::array<TimeUse, max_players> time = {}; // by seat
    Luck luck;                                  // of all draws, if somebody judged it
    double luck_seconds = 0;                    // that this took
};

struct IllegalMove {
    unsigned seat = 0;
    unsigned turn = 0; // from 1
    RuleViolation reason = {};
};

/// All tiles of a game in the order in which they come; each stack takes its own from it. A tile
/// that is set aside and goes back comes last.
using DrawOrder = std::vector<TileIndex>;

struct GameSeeds {
    std::uint64_t deck = 0;
    std::uint64_t moves = 0;
    const DrawOrder* order = nullptr; // instead of the deck's seed
};

/// Who looks on, if anybody: a record takes the turns and the result, and what the players thought
/// if that is to be kept; a judge the luck of the draws.
struct Onlookers {
    enum class Thoughts : std::uint8_t { drop, keep };
    Onlookers(Record* its_record, LuckJudge* its_judge = nullptr,
              Thoughts its_thoughts = Thoughts::drop)
        : record(its_record)
        , luck(its_judge)
        , thoughts(its_thoughts) {}
    Record* record;
    LuckJudge* luck;
    Thoughts thoughts;
};

/// The same game under a referee: every move is checked before it is made, and timed. The first
/// illegal move ends it; that of a player from outside loses it, and so does an answer that does
/// not come. The record of such a game has no result.
std::expected<RefereedGame, IllegalMove> play_refereed(const Setup& setup,
                                                       std::span<const Seat> seats, GameSeeds seeds,
                                                       Onlookers onlookers);

} // namespace bastide
