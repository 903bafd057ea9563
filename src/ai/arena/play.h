#pragma once
// One whole game between agents.

#include "ai/agent.h"
#include "ai/luck.h"
#include "notation/record.h"
#include "rules/result.h"
#include "rules/scoring.h"

#include <array>
#include <span>

namespace bastide {

struct Seat {
    Agent* agent = nullptr;
    Budget budget;
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

struct RefereedGame {
    PlayedGame game;
    std::array<TimeUse, max_players> time = {}; // by seat
    Luck luck;                                  // of all draws, if somebody judged it
    double luck_seconds = 0;                    // that this took
};

struct IllegalMove {
    unsigned seat = 0;
    unsigned turn = 0; // from 1
    RuleViolation reason = {};
};

struct GameSeeds {
    std::uint64_t deck = 0;
    std::uint64_t moves = 0;
};

/// Who looks on, if anybody: a record takes the turns and the result, a judge the luck of the
/// draws.
struct Onlookers {
    Onlookers(Record* its_record, LuckJudge* its_judge = nullptr)
        : record(its_record)
        , luck(its_judge) {}
    Record* record;
    LuckJudge* luck;
};

/// The same game under a referee: every move is checked before it is made, and timed. The first
/// illegal move ends it.
std::expected<RefereedGame, IllegalMove> play_refereed(const Setup& setup,
                                                       std::span<const Seat> seats, GameSeeds seeds,
                                                       Onlookers onlookers);

} // namespace bastide
