#pragma once
// Tokens of a turn (T3, A, H3, I, B): who may deploy where, and a token is put down. Internal, as
// turn.h.

#include "rules/choices.h"
#include "rules/internal/placing.h"
#include "rules/tokens.h"

#include <optional>

namespace bastide::turn {

/// Segments of a tile whose area, or river system, nobody holds.
struct Vacant {
    SegmentSet areas = 0;
    SegmentSet systems = 0;
    /// Not vacant: a follower of the player stands there, in an area that is not complete (B3, B9).
    SegmentSet company = 0;
};

/// A4, A5: the player's abbot is out and its site not complete, also when this cell is filled.
bool may_recall(const Game& game, std::optional<Cell> about_to_be_filled);

/// The tokens of a form as a set, for Choices::for_each.
consteval unsigned tokens_of(Form form) {
    unsigned set = 0;
    for (const TokenKind& kind : token_kinds) {
        if (plays_in(kind, form)) set |= 1u << static_cast<unsigned>(kind.token);
    }
    return set;
}

/// The order of choices in a box that has what only the wide form has.
constexpr bool orders_by_segment(const Ruleset& rules) {
    return rules.big_followers + rules.builders + rules.pigs > 0;
}

/// The rule who may deploy where (T3, A1, H3, B3, B9), written once: on ground of the token's kind,
/// from the supply, where nobody holds what it would hold, or beside an own follower.
template <Form form, unsigned number = 1>
BASTIDE_INLINE void may_deploy(const Position& p, const TileParts& parts, Vacant vacant,
                               Choices& choices) {
    if constexpr (number < token_count) {
        constexpr TokenKind kind = kind_of(static_cast<Token>(number));
        if constexpr (plays_in(kind, form)) {
            const unsigned free = kind.holds == TokenKind::Holds::area      ? vacant.areas
                                  : kind.holds == TokenKind::Holds::nothing ? vacant.company
                                                                            : vacant.systems;
            const unsigned in_supply = p.supply(kind.token, p.player) > 0 ? ~0u : 0u;
            choices[kind.token] = static_cast<SegmentSet>(parts.ground[number] & free & in_supply);
        }
        may_deploy<form, number + 1>(p, parts, vacant, choices);
    }
}

/// Whether the player has any token that could go on a road, city, forest, stream or field.
template <Form form>
BASTIDE_INLINE bool may_enter_area(const Position& p) {
    if (p.supply(Token::follower, p.player) > 0) return true;
    return form == Form::wide &&
           (p.supply(Token::big, p.player) | p.supply(Token::builder, p.player) |
            p.supply(Token::pig, p.player)) != 0;
}

/// For the tile placed last.
template <Form form>
BASTIDE_INLINE Choices choices(const Game& game) {
    const Position& p = game.now;
    const PlacedTile& tile = p.tile[p.placed - 1u];
    const TileParts& parts = game.box->parts[tile.tile()];
    Vacant vacant;
    if (may_enter_area<form>(p)) { // else it need not be known
        // Nodes past the tile's own are their own roots, and their bits are no segment's.
        const auto& net = areas<form>(game);
        const unsigned field_base = tile.field_base<AreasOf<form>>();
        unsigned free = 0;
        [[maybe_unused]] unsigned own = 0;
        for (unsigned i = 0; i < max_tile_features; ++i) {
            const Node root = net.feature.root(static_cast<Node>(tile.feature_base + i));
            const auto& word = net.feature.word[root];
            const bool empty = !feature::is_occupied(word);
            free |= parts.feature_bit[i] & (0u - static_cast<unsigned>(empty));
            if constexpr (form == Form::wide) {
                const bool company = feature::held(word).of(p.player) > 0;
                const bool beside = company && !feature::is_complete(word);
                own |= parts.feature_bit[i] & (0u - static_cast<unsigned>(beside));
            }
        }
        for (unsigned i = 0; i < max_tile_fields; ++i) {
            const Node root = net.field.root(static_cast<Node>(field_base + i));
            const auto& word = net.field.word[root];
            const bool empty = !field::is_occupied(word);
            free |= parts.field_bit[i] & (0u - static_cast<unsigned>(empty));
            if constexpr (form == Form::wide) {
                const bool beside = field::held(word).of(p.player) > 0;
                own |= parts.field_bit[i] & (0u - static_cast<unsigned>(beside));
            }
        }
        vacant.areas = static_cast<SegmentSet>(free);
        if constexpr (form == Form::wide) vacant.company = static_cast<SegmentSet>(own);
    }
    if constexpr (form != Form::hunters) {
        vacant.areas |= parts.sites;
    } else if (p.supply(Token::hut, p.player) > 0) {
        for (unsigned i = 0; i < game.box->starts[tile.tile()].water_count; ++i) {
            const Node root = p.water.root(static_cast<Node>(tile.water_base() + i));
            const bool empty = !water::is_occupied(p.water.word[root]);
            vacant.systems |= static_cast<SegmentSet>(unsigned{empty} << parts.water_segment[i]);
        }
    }
    Choices result;
    may_deploy<form>(p, parts, vacant, result);
    if constexpr (form == Form::wide) result.by_segment = orders_by_segment(game.box->rules);
    if constexpr (form != Form::hunters) {
        if (game.box->rules.abbots > 0) [[unlikely]]
            result.recall = may_recall(game, std::nullopt);
    }
    return result;
}

/// A feature's word with one more token in it. A builder leaves no mark there (B4).
template <Form form, class Word>
BASTIDE_INLINE Word with_token(const Word& word, unsigned player, [[maybe_unused]] Token token) {
    if constexpr (form == Form::wide) {
        if (token == Token::big) {
            return feature::with_big_follower(word, player, kind_of(Token::big).weight);
        }
        if (token == Token::builder) return word;
    }
    return feature::with_follower(word, player);
}

/// Where a builder or pig stands from now on.
template <class Trace>
BASTIDE_INLINE void station(Trace& trace, Node& place, Node node) {
    trace.keep(place);
    place = node;
}

template <Form form, class Trace>
BASTIDE_INLINE void put_token(Game& game, Trace& trace, Token token, unsigned segment) {
    Position& p = game.now;
    PlacedTile& tile = p.tile[p.placed - 1u];
    const TileParts& parts = game.box->parts[tile.tile()];
    const unsigned player = p.player;
    tile.put(token, player, segment);
    p.key ^= token_key(tile.cell, segment, player, token);
    --p.supply(token, player);
    if (form == Form::hunters && token == Token::hut) {
        const Node root = p.water.root(static_cast<Node>(tile.water_base() + parts.water[segment]));
        trace.keep(p.water.word[root]);
        p.water.word[root] = static_cast<WaterWord>(p.water.word[root] + water::hut(player));
        return;
    }
    if (parts.network[segment] == Network::feature) {
        auto& net = areas<form>(game).feature;
        const Node node = static_cast<Node>(tile.feature_base + parts.local[segment]);
        const Node root = net.root(node);
        trace.keep(net.word[root]);
        net.word[root] = with_token<form>(net.word[root], player, token);
        if constexpr (form == Form::wide) {
            if (token == Token::builder) station(trace, game.wide.beside.builder[player], node);
        }
    } else if (parts.network[segment] == Network::field) {
        auto& net = areas<form>(game).field;
        const unsigned base = tile.field_base<AreasOf<form>>();
        const Node node = static_cast<Node>(base + parts.local[segment]);
        const Node root = net.root(node);
        const unsigned weight = form == Form::wide ? kind_of(token).weight : 1u;
        trace.keep(net.word[root]);
        net.word[root] = field::with_token(net.word[root], player, weight);
        if constexpr (form == Form::wide) {
            if (token == Token::pig) station(trace, game.wide.beside.pig[player], node);
        }
        if (form == Form::hunters && (parts.shrines >> segment & 1)) { // H11
            p.shrine = static_cast<std::uint8_t>(player + 1);
            p.shrine_meadow = node;
        }
    } else {
        trace.keep(p.site[p.sites]);
        p.site[p.sites++] = {tile.cell,
                             static_cast<std::uint8_t>(p.placed - 1),
                             static_cast<std::uint8_t>(segment),
                             static_cast<std::uint8_t>(player),
                             token,
                             !(parts.monasteries >> segment & 1)};
    }
}

} // namespace bastide::turn
