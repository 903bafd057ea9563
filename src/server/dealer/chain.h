#pragma once
// The players' part of the draws: hash chains whose tips are known before the start and of which
// every move reveals one link. docs/explanation/draws.md says what that proves, docs/protocol.md
// gives the formulas.

#include "server/base/secret.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace bastide::server {

/// Links of a chain: as many as a record can have turns.
inline constexpr unsigned chain_length = 256;

/// A whole chain, as only its player has it. Hashing a link gives the one before it.
class Chain {
  public:
    explicit Chain(const Bytes32& seed);

    const Bytes32& tip() const { return values_.front(); }
    /// For the turn of that number, counted from 0 over the whole game; below chain_length.
    const Bytes32& link(unsigned turn) const { return values_[turn + 1]; }

  private:
    std::vector<Bytes32> values_; // tip to seed
};

/// What everybody knows of the players' chains in one game.
class PlayersPart {
  public:
    using Tips = std::vector<std::optional<Bytes32>>; // by seat; bots have none
    struct Revealed {
        unsigned seat = 0;
        Bytes32 link = {};
    };

    explicit PlayersPart(Tips tips);

    const Tips& tips() const { return tips_; }
    /// Whether the seat's player still gives links.
    bool has_chain(unsigned seat) const { return known_[seat].has_value(); }
    /// Whether this is the seat's link for that turn.
    bool fits(unsigned seat, unsigned turn, const Bytes32& link) const;

    /// A turn was played, with its fitting link or without one. What the first play of a turn gave
    /// stays, whoever plays that turn again after a takeback: its next draw is known by then.
    void played(unsigned seat, unsigned turn, const std::optional<Bytes32>& link);
    /// The player has lost the chain: no links come any more.
    void lose(unsigned seat) { known_[seat].reset(); }

    /// What the draws of the turn of that number depend on beside the server's secret. All turns
    /// before it were played.
    const Bytes32& mix(unsigned turn) const { return mixes_[turn]; }
    /// By turn, as far as any was ever played.
    const std::vector<std::optional<Revealed>>& links() const { return links_; }

  private:
    struct Known {
        unsigned depth = 0; // links revealed; 0: the tip
        Bytes32 value = {};
    };
    Tips tips_;
    std::vector<std::optional<Known>> known_; // by seat
    std::vector<Bytes32> mixes_;              // one more than links
    std::vector<std::optional<Revealed>> links_;
};

} // namespace bastide::server
