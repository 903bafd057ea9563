#pragma once
// The dealer: which tile comes next, from a secret that nobody knows before the game is over.
// docs/protocol.md gives the formula, so that anybody can check it.

#include "notation/record.h"
#include "rules/game.h"
#include "server/base/secret.h"

#include <expected>
#include <string>
#include <vector>

namespace bastide::server {

class Dealer {
  public:
    explicit Dealer(const Bytes32& secret)
        : secret_(secret) {}

    std::string commitment() const { return to_hex(sha256(secret_)); }
    std::string secret() const { return to_hex(secret_); }

    unsigned first_player(unsigned players) const;

    /// The tile to draw now (Phase::draw). `turns` were played, `attempt` tiles were set aside in
    /// this turn. The same position and numbers give the same tile, so that a crash, a takeback or
    /// another node deals nothing new.
    TileIndex choose(const Game& game, std::uint64_t turns, std::uint64_t attempt) const;

    /// Draws until a tile is in hand or the game is over; the tiles set aside on the way.
    std::vector<TileIndex> deal(Game& game, std::uint64_t turns) const;

  private:
    struct Label {
        std::string_view text;
        std::array<std::uint64_t, 3> numbers;
    };
    std::uint64_t below(std::uint64_t bound, const Label& label) const;

    Bytes32 secret_;
};

/// Every draw of a finished online game recomputed from its published secret; how many there were,
/// or what does not agree.
std::expected<unsigned, RecordError> verify_draws(const Record& record);

} // namespace bastide::server
