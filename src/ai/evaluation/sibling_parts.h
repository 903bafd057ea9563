#pragma once
// What the parts of the judging by difference share. Internal to sibling_pass.h.

#include "ai/evaluation/learned_parts.h"
#include "rules/tokens.h"

namespace bastide::siblings {

/// A place in a table of areas.
using Index = std::uint16_t;
inline constexpr Index none = 0xFFFF;

/// A number for each player. Sums are made number by number in the order of the whole pass, because
/// floats added in another order give another sum; what a thing does not give to somebody is an
/// added zero, which changes nothing.
template <unsigned lanes>
struct Lanes {
    alignas(16) std::array<float, lanes> of = {};

    void add(const Lanes& other) {
        for (unsigned i = 0; i < lanes; ++i) of[i] += other.of[i];
    }
    friend bool operator==(const Lanes&, const Lanes&) = default;
};

/// What is the same for all moves of a decision.
template <class Areas>
struct Scene {
    const LearnedNumbers& numbers;
    const Game& game;
    const Areas& net;
    const Terms& terms;
    const BagPlanes& bag;
    unsigned players;
};

/// What a turn's end may change of everything at once: scores, whose turn it is, and who may take
/// what is nobody's, because a follower is in hand.
template <unsigned lanes>
struct Ending {
    using Key = std::array<std::uint64_t, 2>;
    Key key = {};
    Lanes<lanes> scores;       // and what it is worth to be next
    Lanes<lanes> next, others; // one for those who may take

    Ending() = default;
    Ending(const Position& p, const Terms& terms)
        : key(key_of(p)) {
        for (unsigned i = 0; i < p.players; ++i) {
            scores.of[i] = p.score[i];
            if (p.supply(Token::follower, i) == 0) continue;
            (i == p.player ? next : others).of[i] = 1;
        }
        scores.of[p.player] += terms.next;
    }
    /// Never nothing: somebody is next.
    static Key key_of(const Position& p) {
        Key key = {0, std::uint64_t{p.player + 1u} << 60};
        for (unsigned i = 0; i < p.players; ++i) {
            key[i / 3] |= std::uint64_t{static_cast<std::uint16_t>(p.score[i])} << (16 * (i % 3));
            key[1] |= std::uint64_t{p.supply(Token::follower, i) > 0} << (48 + i);
        }
        return key;
    }
};
inline constexpr unsigned endings_kept = 2; // with and without the follower that is put
static_assert(max_players <= 6);

/// The areas in which the turn left a token, by the nodes it was put on; there is one at most.
struct Entered {
    Node feature = no_node, field = no_node, water = no_node;

    template <class Areas>
    static Entered of(const Game& game, const Areas&) {
        const PlacedTile& tile = game.now.tile[game.now.placed - 1u];
        const TileParts& parts = game.box->parts[tile.tile()];
        const unsigned segment = tile.token_segment;
        Entered entered;
        // A builder and a pig count for nothing where they stand (B4, B9).
        if (tile.token() == Token::none || kind_of(tile.token()).weight == 0) return entered;
        if (tile.token() == Token::hut) {
            entered.water = static_cast<Node>(tile.water_base() + parts.water[segment]);
        } else if (parts.network[segment] == Network::feature) {
            entered.feature = static_cast<Node>(tile.feature_base + parts.local[segment]);
        } else if (parts.network[segment] == Network::field) {
            entered.field =
                static_cast<Node>(tile.template field_base<Areas>() + parts.local[segment]);
        }
        return entered;
    }
};

/// Shares of an area's points by who stands there.
template <unsigned lanes, class Held>
Lanes<lanes> held_points(const Terms& terms, Holding holding, Held held, float points,
                         unsigned players) {
    Lanes<lanes> shares;
    for (unsigned i = 0; i < players; ++i) {
        if (held.of(i) == 0) continue;
        shares.of[i] =
            learned::hold_of(terms, static_cast<unsigned>(holding), held, i, players) * points;
    }
    return shares;
}

} // namespace bastide::siblings
