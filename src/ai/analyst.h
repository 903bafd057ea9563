#pragma once
// The strongest agent as an adviser: what moves are worth, and why.

#include "ai/agent.h"
#include "rules/events.h"

#include <array>
#include <memory>
#include <vector>

namespace bastide {

/// What a move is worth to the player who makes it, by search.
struct RatedMove {
    Move move;
    double margin = 0; // expected points ahead of the best opponent at the end
    double win = 0;    // chance to win, a shared win counts as its share
    std::uint64_t visits = 0;
};

/// What a position is worth to each player before the next draw.
struct PositionValue {
    std::array<double, max_players> points = {}; // expected final scores
    std::array<double, max_players> win = {};
};

/// What an area on the board is expected to bring, by quick judgement.
struct AreaOutlook {
    SegmentRef where; // its smallest segment
    AreaKind kind = AreaKind::city;
    double chance = 0; // to be completed; 0 for what is scored at the end only
    std::array<double, max_players> points = {};
};

class Analyst {
  public:
    virtual ~Analyst() = default;
    /// Every legal move (Phase::place), best first.
    virtual std::vector<RatedMove> rate(const Game& game, const Budget& budget, Random& random) = 0;
    /// A quick judgement without search, in any phase.
    virtual PositionValue value(const Game& game) = 0;
    /// The areas, sites and farms with tokens that this judgement adds up.
    virtual std::vector<AreaOutlook> outlook(const Game&) { return {}; }
};

std::unique_ptr<Analyst> make_analyst();

} // namespace bastide
