#pragma once
// Who sits where, until the game starts.

#include "server/rooms/presence.h"

namespace bastide::server {

using Answer = std::function<void(std::expected<Json, Code>)>;

/// Only accounts sit at rated tables.
struct Sitter {
    UserRow user;
    bool has_account = false;
    std::optional<Bytes32> tip = {}; // of the own hash chain
};

class Seating {
  public:
    Seating(RoomFrame& frame, GameLog& log, Presence& presence)
        : frame_(frame)
        , log_(log)
        , presence_(presence) {}

    // Needs a quiet log.
    void take(const Sitter& sitter, std::optional<unsigned> seat, Answer answer);
    void leave(const UserRow& user, Answer answer);
    /// The table and where this user sits.
    Json describe(const std::optional<UserRow>& user) const;
    /// Seats from the store, if they are others than those known here.
    void set(const std::vector<SeatRow>& seats);

  private:
    std::expected<unsigned, Code> choose(const Sitter& sitter, std::optional<unsigned> seat) const;
    void changed();

    RoomFrame& frame_;
    GameLog& log_;
    Presence& presence_;
};

} // namespace bastide::server
