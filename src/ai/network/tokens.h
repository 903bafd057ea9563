#pragma once
// What the area network is shown of a position: a token for each open city and road, each occupied
// monastery or garden, each field that is held or meets a city, and one for the rest. A token is a
// list of rows, one of each question asked about it ("how many tiles would close its hardest
// hole?"). Whole numbers only, and nothing that was learned: the same rows on every machine, and
// while the evaluation's terms change.
//
// Seen from the player who moved last ("mine"). Two players, narrow boxes of the classic family.

#include "ai/evaluation/fit_masks.h"
#include "rules/game.h"

#include <array>
#include <cstdint>
#include <memory>

namespace bastide {

namespace network {

/// A change of what rows mean is a new version: weights of another are refused.
inline constexpr unsigned version = 1;

enum class Kind : std::uint8_t { city, road, field, site };
inline constexpr unsigned kinds = 4;
/// Whose it is: by majority, and `even` where both are as strong.
enum class Whose : std::uint8_t { mine, others, even, nobodys };
inline constexpr unsigned relations = 4;

inline constexpr unsigned feature_rows = 389; // of a city or road
inline constexpr unsigned field_rows = 147;
inline constexpr unsigned site_rows = 109;
inline constexpr unsigned token_rows = 2 * feature_rows + field_rows + site_rows;
inline constexpr unsigned global_rows = 248;

constexpr unsigned first_row(Kind kind) {
    constexpr unsigned first[] = {0, feature_rows, 2 * feature_rows, 2 * feature_rows + field_rows};
    return first[static_cast<unsigned>(kind)];
}

/// Tokens are added up by whose they are, and apart for features, fields and sites.
inline constexpr unsigned pools = 10;
constexpr unsigned pool_of(Kind kind, Whose whose) {
    const auto w = static_cast<unsigned>(whose);
    if (kind == Kind::site) return 2 * relations + w;
    return (kind == Kind::field ? relations : 0) + w;
}

inline constexpr unsigned most_rows = 20; // of one token
inline constexpr unsigned most_tokens = 200;
inline constexpr unsigned most_globals = 18;

} // namespace network

struct AreaToken {
    network::Kind kind;
    network::Whose whose;
    std::uint8_t count = 0;
    std::array<std::uint16_t, network::most_rows> row;
};

struct AreaTokens {
    unsigned count = 0;
    std::array<AreaToken, network::most_tokens> token; // further ones are left out
    unsigned globals = 0;
    std::array<std::uint16_t, network::most_globals> global;
};

class TokenReader {
  public:
    explicit TokenReader(const Box& box);

    /// Whether positions of this box are shown at all.
    static bool reads(const Box& box, unsigned players);
    /// A position between two moves, with tiles to come.
    void read(const Game& game, AreaTokens& tokens) const;

  private:
    friend class TokenPass;
    static constexpr unsigned bag_groups = 12;

    std::unique_ptr<const FitMasks> masks_;
    std::array<TypeSet, bag_groups> group_ = {}; // tiles by sides of city, by roads, others
};

} // namespace bastide
