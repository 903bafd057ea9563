#pragma once
// One whole game between agents.

#include "ai/agent.h"
#include "notation/record.h"
#include "rules/scoring.h"

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

} // namespace bastide
