#pragma once
// One game as a client holds it: its record, the position at one ply of it, and what was drawn
// since.

#include "notation/replay.h"
#include "rules/deck.h"

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bastide::binding {

struct SessionOptions {
    unsigned first_player = 0;         // while the record has no turn to tell
    std::optional<std::uint64_t> seed; // deals tiles without a server
};

/// What undo() took back.
enum class Undone : std::uint8_t { nothing, draw, move };

class Session {
  public:
    static std::expected<std::unique_ptr<Session>, RecordError> open(std::string_view record,
                                                                     SessionOptions options);
    /// A game without turns; nobody asks whether its record can be played.
    static std::unique_ptr<Session> begin(Record record, SessionOptions options);
    std::unique_ptr<Session> copy() const { return std::unique_ptr<Session>(new Session(*this)); }

    const Record& record() const { return record_; }
    const Setup& setup() const { return *record_.setup; }
    const Game& game() const { return game_; }
    unsigned players() const { return static_cast<unsigned>(record_.players.size()); }
    /// Turns that the position contains; seek() moves between 0 and turns().
    unsigned ply() const { return ply_; }
    unsigned turns() const { return static_cast<unsigned>(record_.turns.size()); }
    bool at_end() const { return ply_ == turns(); }
    /// Tiles set aside in this turn before the one in hand.
    const std::vector<TileIndex>& skipped() const { return skipped_; }

    /// The position after that many turns, with no tile drawn.
    void seek(unsigned ply);
    /// Draws until a tile fits or the game ends. The tile depends on seed and ply alone, so that a
    /// game closed and opened again goes on with the same tile.
    void deal();
    /// The tile that somebody else drew; why it cannot be.
    Result<DrawOutcome> draw(TileIndex tile);
    /// The move of the tile in hand, added to the record. `change` tells its events.
    Result<void> play(const Move& move, Change& change);

    std::uint64_t seed() const { return options_.seed.value_or(0); }
    bool deals() const { return options_.seed.has_value(); }

    /// From now on deal() takes the undrawn tiles in the order of this seed, as the program's own
    /// games do, whatever is played.
    void use_deck(std::uint64_t seed);
    bool has_deck() const { return deck_.has_value(); }
    /// Takes back the tile in hand with those set aside before it; without one, the latest move,
    /// whose tile is then in hand again. The turns that remain are played anew. At the end of the
    /// record only.
    Undone undo();

  private:
    Session(Record record, SessionOptions options);
    void set_result();
    void undo_draw();
    void undo_move();

    Record record_;
    SessionOptions options_;
    Game game_;
    unsigned ply_ = 0;
    std::vector<TileIndex> skipped_;
    std::optional<Deck> deck_;
    std::vector<Deck> before_deals_; // as the deck was, one for each deal of it
};

} // namespace bastide::binding
