#pragma once
// What a position is worth to each player: expected points at the end of the game.

#include "rules/ruleset.h"

#include <array>
#include <memory>

namespace bastide {

struct Game;

using Value = std::array<float, max_players>;

/// Judges the moves of one decision, which leave most of the board as it is. Told the decision,
/// then each placement, then every way to end the turn after it, it says of each what the
/// evaluation that made it would say of the whole position, to the last bit.
class Siblings {
  public:
    virtual ~Siblings() = default;

    /// The tile is in hand (Phase::place).
    virtual void begin(const Game& game) = 0;
    /// It has been placed in that game (Phase::deploy).
    virtual void placed(const Game& game) = 0;
    /// The turn after that placement has ended.
    virtual Value value(const Game& game) = 0;
};

class Evaluation {
  public:
    virtual ~Evaluation() = default;

    /// In any phase but the middle of a turn. Exact when the game is over.
    virtual Value operator()(const Game& game) const = 0;

    /// For one decision after the other; refers to this evaluation. Looks at each position as a
    /// whole unless an evaluation knows better.
    virtual std::unique_ptr<Siblings> siblings() const;
};

/// Every position as a whole.
class WholeSiblings final : public Siblings {
  public:
    explicit WholeSiblings(const Evaluation& evaluation)
        : evaluation_(evaluation) {}
    void begin(const Game&) override {}
    void placed(const Game&) override {}
    Value value(const Game& game) override { return evaluation_(game); }

  private:
    const Evaluation& evaluation_;
};

// Here, so that what is compiled with type information can derive from what is compiled without.
inline std::unique_ptr<Siblings> Evaluation::siblings() const {
    return std::make_unique<WholeSiblings>(*this);
}

/// The scores of a game that is over.
Value final_value(const Game& game);

} // namespace bastide
