#pragma once
// The last tiles exactly: every move, every draw, every reply; only the Gingerbread Man, whom they
// seldom call, goes to the first city he can.

#include "ai/search/clock.h"
#include "ai/search/puct.h"
#include "rules/rules.h"

#include <memory>
#include <optional>
#include <vector>

namespace bastide {

/// Looks through all that can happen while at most `most_left` land tiles are undrawn. Winning
/// counts, then the margin. Each player maximises his own reward.
class Endgame {
  public:
    explicit Endgame(const Evaluation& evaluation)
        : judge_(evaluation) {}

    /// The moves of a position (Phase::place) with their exact worth; nothing when it is too far
    /// from the end, or when the deadline came first.
    std::optional<std::vector<RootMove>> solve(const Game& game, unsigned most_left,
                                               const Deadline& deadline);

    std::uint64_t nodes() const { return nodes_; }

  private:
    struct Outcome {
        Value reward = {}; // of each player
        Value margin = {};
    };

    Outcome after_move(Game& game);
    Outcome best_reply(Game& game);
    bool too_late();

    MoveJudge judge_;
    const Deadline* deadline_ = nullptr;
    std::uint64_t nodes_ = 0;
    bool late_ = false;
};

/// What a finished game is worth to each player: a win, and a little for the margin.
Value final_rewards(const Value& points, unsigned players);

} // namespace bastide
