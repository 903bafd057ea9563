#pragma once
// The dealer: which tile comes next, from a secret that nobody knows before the game is over and
// from what the players reveal on the way. docs/protocol.md gives the formulas, so that anybody can
// check them.

#include "notation/record.h"
#include "rules/game.h"
#include "server/base/secret.h"

#include <string>
#include <vector>

namespace bastide::server {

/// Which turn is dealt for, and what the players gave to it. Without that, the draw is one of
/// version 1: from the position and the secret.
struct DrawOf {
    std::uint64_t turn = 0; // turns played before it
    std::optional<Bytes32> mix = {};
};

class Dealer {
  public:
    explicit Dealer(const Bytes32& secret)
        : secret_(secret) {}

    std::string commitment() const { return to_hex(sha256(secret_)); }
    std::string secret() const { return to_hex(secret_); }

    /// Who begins, if the table leaves it to the lot. Without a mix, as in version 1.
    unsigned first_player(unsigned players, const std::optional<Bytes32>& mix = {}) const;

    /// The tile to draw now (Phase::draw), after `attempt` tiles were set aside in this turn. The
    /// same position and numbers give the same tile, so that a crash or another node deals nothing
    /// new; with a mix, the same tiles left over are enough, so that a takeback does not either.
    TileIndex choose(const Game& game, const DrawOf& draw, std::uint64_t attempt) const;

    /// Draws until a tile is in hand or the game is over; the tiles set aside on the way.
    std::vector<TileIndex> deal(Game& game, const DrawOf& draw) const;

  private:
    struct Message {
        std::string_view label;
        std::array<std::uint64_t, 3> numbers;
        const std::optional<Bytes32>& mix;
    };
    std::uint64_t below(std::uint64_t bound, const Message& message) const;

    Bytes32 secret_;
};

} // namespace bastide::server
