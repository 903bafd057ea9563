#pragma once
// What the last tile completed (T4, F, A4, H4-H7, G3, B5-B7): points, tokens that come home, goods.
// Internal, as turn.h.

#include "rules/internal/deploying.h"
#include "rules/internal/placing.h"
#include "rules/scoring.h"
#include "rules/tokens.h"

#include <bit>

namespace bastide::turn {

/// The tokens of a player that a feature sends home, which may be fewer than their strength (I6).
BASTIDE_INLINE void send_home(Position& p, FeatureWord, unsigned player, unsigned strength) {
    std::uint8_t& supply = p.supply(Token::follower, player);
    supply = static_cast<std::uint8_t>(supply + strength);
}
inline void send_home(Position& p, const WideFeatureWord& word, unsigned player,
                      unsigned strength) {
    const unsigned big = feature::big_followers(word, player);
    std::uint8_t& big_supply = p.supply(Token::big, player);
    std::uint8_t& supply = p.supply(Token::follower, player);
    big_supply = static_cast<std::uint8_t>(big_supply + big);
    supply = static_cast<std::uint8_t>(supply + strength - big * kind_of(Token::big).weight);
}

/// Pays an area to whoever is strongest there (F5) and gives the tokens back.
template <Form form, class Trace>
void pay_feature(Game& game, Trace& trace, Node root, const FeatureValue& value) {
    Position& p = game.now;
    auto& kept = areas<form>(game).feature.word[root];
    const auto word = kept;
    const auto held = feature::held(word);
    const Majority majority = majority_of(held, p.players);
    for (unsigned player = 0; player < p.players; ++player) {
        const unsigned own = held.of(player);
        send_home(p, word, player, own);
        if (own != majority.most) continue;
        p.score[player] = static_cast<std::int16_t>(p.score[player] + value.points);
        if constexpr (Trace::tells) {
            trace.tell({value.kind, Reason::completed, static_cast<std::uint8_t>(player),
                        value.points, value.tiles, value.extras, static_cast<std::uint8_t>(own),
                        majority.rival_of(player, held, p.players),
                        smallest_feature_segment(game, root), value.raised});
        }
    }
    trace.keep(kept);
    kept = feature::without_tokens(word);
}

template <class Trace>
void pay_site(Game& game, Trace& trace, unsigned index, Reason reason) {
    Position& p = game.now;
    const Site site = p.site[index];
    const unsigned counted = 1 + filled_around(game, site.cell);
    const std::int16_t points = site_points(game.box->rules, counted);
    p.score[site.player] = static_cast<std::int16_t>(p.score[site.player] + points);
    ++p.supply(site.token, site.player);
    if constexpr (Trace::tells) {
        trace.tell({site.garden ? AreaKind::garden : AreaKind::monastery,
                    reason,
                    site.player,
                    points,
                    static_cast<std::uint8_t>(counted),
                    0,
                    kind_of(site.token).weight,
                    0,
                    {site.cell, site.segment}});
    }
    trace.keep(p.site[index]);
    trace.keep(p.site[p.sites - 1u]);
    p.site[index] = p.site[--p.sites];
}

/// Sites that the new tile filled up, by x, then y, as events are told.
template <class Trace>
void score_sites(Game& game, Trace& trace, Cell cell) {
    Position& p = game.now;
    for (;;) {
        unsigned found = p.sites;
        for (unsigned i = 0; i < p.sites; ++i) {
            if (!touches(p.site[i].cell, cell) ||
                filled_around(game, p.site[i].cell) < places_around)
                continue;
            if (found == p.sites || p.site[i].cell < p.site[found].cell) found = i;
        }
        if (found == p.sites) return;
        pay_site(game, trace, found, Reason::completed);
    }
}

/// G3, I8: the man leaves; every knight of the city earns its owner a point per tile.
template <Form form, class Trace>
void man_leaves(Game& game, Trace& trace, Node root) {
    Position& p = game.now;
    const auto word = areas<form>(game).feature.word[root];
    for (unsigned player = 0; player < p.players; ++player) {
        const unsigned knights = tokens_in(word, player);
        if (knights == 0) continue;
        const std::int16_t points = knight_points(game.box->rules, knights, feature::size(word));
        p.score[player] = static_cast<std::int16_t>(p.score[player] + points);
        if constexpr (Trace::tells) {
            trace.tell({AreaKind::gingerbread, Reason::left, static_cast<std::uint8_t>(player),
                        points, static_cast<std::uint8_t>(feature::size(word)),
                        static_cast<std::uint8_t>(knights), static_cast<std::uint8_t>(knights), 0,
                        smallest_feature_segment(game, root)});
        }
    }
}

/// B6: builders leave an area that is complete.
template <class Trace>
void send_builders_home(Game& game, Trace& trace, Node root) {
    Position& p = game.now;
    for (unsigned player = 0; player < p.players; ++player) {
        Node& builder = game.wide.beside.builder[player];
        if (builder == no_node || game.wide.feature.root(builder) != root) continue;
        station(trace, builder, no_node);
        ++p.supply(Token::builder, player);
    }
}

/// B7: whoever laid the tile that completes a city takes its goods.
template <class Trace>
void take_goods(Game& game, Trace& trace, Node root) {
    const Position& p = game.now;
    const GoodsCount goods = feature::goods(game.wide.feature.word[root]);
    GoodsCount& taken = game.wide.beside.goods[p.player];
    for (unsigned kind = 0; kind < goods_count; ++kind) {
        trace.keep(taken[kind]);
        taken[kind] = static_cast<std::uint8_t>(taken[kind] + goods[kind]);
    }
    if constexpr (Trace::tells) {
        ScoreEvent event = {AreaKind::goods, Reason::completed, p.player};
        event.where = smallest_feature_segment(game, root);
        event.goods = goods;
        trace.tell(event);
    }
}

/// B5: the last tile belongs to the road or city in which its player's builder stood before.
inline bool builder_extended(const Game& game) {
    const Position& p = game.now;
    const Node builder = game.wide.beside.builder[p.player];
    if (builder == no_node) return false;
    const auto& net = game.wide.feature;
    const PlacedTile& tile = p.tile[p.placed - 1u];
    const Node root = net.root(builder);
    bool extended = false;
    for (unsigned i = 0; i < max_tile_features; ++i) { // those past its own are their own roots
        extended |= net.root(static_cast<Node>(tile.feature_base + i)) == root;
    }
    return extended;
}

/// The areas of the last tile that have no open edge left, by the tile's own numbers.
template <Form form>
BASTIDE_INLINE unsigned closed_features(const Game& game, const PlacedTile& tile) {
    const auto& net = areas<form>(game).feature;
    // Nodes past the tile's own are their own roots: all four are looked at, without a branch.
    unsigned closed = 0;
    for (unsigned i = 0; i < max_tile_features; ++i) {
        const Node root = net.root(static_cast<Node>(tile.feature_base + i));
        const bool open = !feature::is_complete(net.word[root]);
        closed |= static_cast<unsigned>(!open) << i;
    }
    return closed & ((1u << game.box->starts[tile.tile()].feature_count) - 1);
}

/// Whether one of these features of the last tile is in the area with this root.
inline bool is_root_of_another(const Game& game, const PlacedTile& tile, unsigned features,
                               Node root) {
    for (; features != 0; features &= features - 1) {
        const auto i = static_cast<unsigned>(std::countr_zero(features));
        if (game.wide.feature.root(static_cast<Node>(tile.feature_base + i)) == root) return true;
    }
    return false;
}

template <Form form, class Trace>
void score_features(Game& game, Trace& trace, const PlacedTile& tile, unsigned closed) {
    Position& p = game.now;
    const auto& net = areas<form>(game).feature;
    [[maybe_unused]] const unsigned all = closed;
    for (; closed != 0; closed &= closed - 1) {
        const auto i = static_cast<unsigned>(std::countr_zero(closed));
        const Node root = net.root(static_cast<Node>(tile.feature_base + i));
        const auto word = net.word[root];
        if constexpr (form == Form::wide) { // two segments of the tile may be one area
            if (is_root_of_another(game, tile, all & ~closed, root)) continue;
        }
        if constexpr (form == Form::hunters) {
            if (feature::has_gold(word) && !p.bonus_turn) p.bonus_earned = true; // H7
        } else if (p.man == ManPlace::city && net.root(p.man_city) == root) {    // G4
            man_leaves<form>(game, trace, root);
            p.man = ManPlace::beside;
            p.man_homeless = true;
        }
        if (feature::is_occupied(word)) { // else it is nobody's, or paid just now
            pay_feature<form>(game, trace, root, completed_value<family_of(form)>(*game.box, word));
            if constexpr (form == Form::wide) {
                if (game.box->rules.builders > 0) send_builders_home(game, trace, root);
            }
        }
        if constexpr (form == Form::wide) {
            if (feature::has_goods(word)) take_goods(game, trace, root);
        }
    }
}

/// Everything the last tile completed. Only areas of its own segments can be complete by it, and
/// sites within reach.
template <Form form, class Trace>
BASTIDE_INLINE void score_completed(Game& game, Trace& trace) {
    Position& p = game.now;
    const PlacedTile& tile = p.tile[p.placed - 1u];
    const unsigned closed = closed_features<form>(game, tile);
    if (closed != 0) score_features<form>(game, trace, tile, closed);
    if constexpr (form != Form::hunters) {
        if (p.sites > 0) score_sites(game, trace, tile.cell);
    }
}

} // namespace bastide::turn
