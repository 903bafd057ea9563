#pragma once
// One game as a client holds it: its record, the position at one ply of it, and what was drawn
// since.

#include "notation/replay.h"

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bastide::wasm {

struct SessionOptions {
    unsigned first_player = 0;         // while the record has no turn to tell
    std::optional<std::uint64_t> seed; // deals tiles without a server
};

class Session {
  public:
    static std::expected<std::unique_ptr<Session>, RecordError> open(std::string_view record,
                                                                     SessionOptions options);

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

  private:
    Session(Record record, SessionOptions options);
    void set_result();

    Record record_;
    SessionOptions options_;
    Game game_;
    unsigned ply_ = 0;
    std::vector<TileIndex> skipped_;
};

} // namespace bastide::wasm
