#pragma once
// One game played by the engine and by the reference side by side. Every turn compares draws,
// legal moves, events, scores, supplies and the end.

#include "catalog/catalog.h"
#include "notation/replay.h"
#include "reference/game.h"
#include "rules/rules.h"
#include "scenario.h"

#include <memory>
#include <string>
#include <vector>

namespace bastide::games {

/// A turn in both languages.
struct BothTurn {
    RecordTurn engine;
    reference::Turn reference;
};

class Both {
  public:
    /// The copies are in the setup already.
    Both(std::shared_ptr<const Setup> setup, const Copies& copies, std::vector<std::string> players,
         unsigned first);

    const Setup& setup() const { return *record_.setup; }
    const Game& engine() const { return engine_; }
    const reference::Game& reference() const { return reference_; }
    unsigned players() const { return engine_.now.players; }
    /// By player.
    std::vector<int> supply(Token token) const;

    /// Plays a legal turn; the events are those of both. Throws std::runtime_error where the turn
    /// is refused or the two do not agree.
    std::vector<reference::Event> play(const BothTurn& turn);
    /// Why a turn is refused; empty if it is legal. Neither side is changed, and that is checked.
    std::string refusal(const BothTurn& turn);

    std::vector<reference::Event> final_events() const;
    std::vector<reference::LegalMove> legal_moves(const std::string& tile) const;
    /// The cities open to the man once the turn is played so far, by their smallest segments.
    std::vector<std::array<int, 3>> man_choices(const BothTurn& turn) const;
    TileIndex tile(const std::string& id) const;

    /// The game so far to its text form and back: the same turns, scores and bytes. Not for boxes
    /// that no edition has, of which a record cannot tell.
    void check_record() const;

  private:
    void compare_legal_moves(const Game& drawn, const std::string& tile) const;
    void compare_positions() const;

    Record record_;
    Game engine_;
    reference::Game reference_;
    Change change_;
};

/// Throws std::runtime_error with the text unless the condition holds.
void require(bool condition, const std::string& text);

} // namespace bastide::games
