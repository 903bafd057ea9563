#pragma once
// What a position is worth to each player: expected points at the end of the game.

#include "rules/ruleset.h"

#include <array>

namespace bastide {

struct Game;

using Value = std::array<float, max_players>;

class Evaluation {
  public:
    virtual ~Evaluation() = default;

    /// In any phase but the middle of a turn. Exact when the game is over.
    virtual Value operator()(const Game& game) const = 0;
};

/// The scores of a game that is over.
Value final_value(const Game& game);

} // namespace bastide
