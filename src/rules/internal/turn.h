#pragma once
// The steps of a turn, written once for playouts, search and recorded play. Internal: callers use
// rules.h, which checks first. The form of a game is a compile-time policy, so that none pays
// for the others. Drawing and placing are in placing.h; here are tokens, scoring and the turn's
// end.

#include "rules/choices.h"
#include "rules/internal/placing.h"
#include "rules/scoring.h"
#include "rules/tokens.h"

#include <bit>
#include <optional>

namespace bastide::turn {

// ---------------------------------------------------------------- tokens (T3, A, H3)

/// Segments of a tile whose area, or river system, nobody holds.
struct Vacant {
    SegmentSet areas = 0;
    SegmentSet systems = 0;
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

/// The rule who may deploy where (T3, A1, H3), written once: on ground of the token's kind, from
/// the supply, where nobody holds what it would hold.
template <Form form, unsigned number = 1>
BASTIDE_INLINE void may_deploy(const Position& p, const TileParts& parts, Vacant vacant,
                               Choices& choices) {
    if constexpr (number < token_count) {
        constexpr TokenKind kind = kind_of(static_cast<Token>(number));
        if constexpr (plays_in(kind, form)) {
            constexpr bool is_area = kind.holds == TokenKind::Holds::area;
            const unsigned free = is_area ? vacant.areas : vacant.systems;
            const unsigned in_supply = p.supply(kind.token, p.player) > 0 ? ~0u : 0u;
            choices[kind.token] = static_cast<SegmentSet>(parts.ground[number] & free & in_supply);
        }
        may_deploy<form, number + 1>(p, parts, vacant, choices);
    }
}

/// Whether the player has any token that could hold a road, city, forest, stream or field.
template <Form form>
BASTIDE_INLINE bool may_hold_area(const Position& p) {
    if (p.supply(Token::follower, p.player) > 0) return true;
    return form == Form::wide && p.supply(Token::big, p.player) > 0;
}

/// For the tile placed last.
template <Form form>
BASTIDE_INLINE Choices choices(const Game& game) {
    const Position& p = game.now;
    const PlacedTile& tile = p.tile[p.placed - 1u];
    const TileParts& parts = game.box->parts[tile.tile()];
    Vacant vacant;
    if (may_hold_area<form>(p)) { // else it need not be known
        // Nodes past the tile's own are their own roots, and their bits are no segment's.
        const auto& net = areas<form>(game);
        const unsigned field_base = tile.field_base<AreasOf<form>>();
        unsigned free = 0;
        for (unsigned i = 0; i < max_tile_features; ++i) {
            const Node root = net.feature.root(static_cast<Node>(tile.feature_base + i));
            const bool empty = !feature::is_occupied(net.feature.word[root]);
            free |= parts.feature_bit[i] & (0u - static_cast<unsigned>(empty));
        }
        for (unsigned i = 0; i < max_tile_fields; ++i) {
            const Node root = net.field.root(static_cast<Node>(field_base + i));
            const bool empty = !field::is_occupied(net.field.word[root]);
            free |= parts.field_bit[i] & (0u - static_cast<unsigned>(empty));
        }
        vacant.areas = static_cast<SegmentSet>(free);
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
    if constexpr (form != Form::hunters) {
        if (game.box->rules.abbots > 0) [[unlikely]]
            result.recall = may_recall(game, std::nullopt);
    }
    return result;
}

/// A feature's word with one more token in it.
template <Form form, class Word>
BASTIDE_INLINE Word with_token(const Word& word, unsigned player, [[maybe_unused]] Token token) {
    if constexpr (form == Form::wide) {
        if (token == Token::big) {
            return feature::with_big_follower(word, player, kind_of(Token::big).weight);
        }
    }
    return feature::with_follower(word, player);
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
        const Node root = net.root(static_cast<Node>(tile.feature_base + parts.local[segment]));
        trace.keep(net.word[root]);
        net.word[root] = with_token<form>(net.word[root], player, token);
    } else if (parts.network[segment] == Network::field) {
        auto& net = areas<form>(game).field;
        const unsigned base = tile.field_base<AreasOf<form>>();
        const Node node = static_cast<Node>(base + parts.local[segment]);
        const Node root = net.root(node);
        const unsigned weight = form == Form::wide ? kind_of(token).weight : 1u;
        trace.keep(net.word[root]);
        net.word[root] = field::with_token(net.word[root], player, weight);
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

// ---------------------------------------------------------------- scoring (T4, F, A4, H4-H7)

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
                        smallest_feature_segment(game, root)});
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

/// Tokens of a player in a feature, whatever their weight.
constexpr unsigned tokens_in(FeatureWord word, unsigned player) {
    return feature::held(word).of(player);
}
constexpr unsigned tokens_in(const WideFeatureWord& word, unsigned player) {
    constexpr unsigned more = kind_of(Token::big).weight - 1;
    return feature::held(word).of(player) - more * feature::big_followers(word, player);
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

template <Form form, class Trace>
void score_features(Game& game, Trace& trace, const PlacedTile& tile, unsigned closed) {
    Position& p = game.now;
    const auto& net = areas<form>(game).feature;
    for (; closed != 0; closed &= closed - 1) {
        const auto i = static_cast<unsigned>(std::countr_zero(closed));
        const Node root = net.root(static_cast<Node>(tile.feature_base + i));
        const auto word = net.word[root];
        if constexpr (form == Form::hunters) {
            if (feature::has_gold(word) && !p.bonus_turn) p.bonus_earned = true; // H7
        } else if (p.man == ManPlace::city && net.root(p.man_city) == root) {    // G4
            man_leaves<form>(game, trace, root);
            p.man = ManPlace::beside;
            p.man_homeless = true;
        }
        if (!feature::is_occupied(word)) continue; // nobody's, or paid just now
        pay_feature<form>(game, trace, root, completed_value<family_of(form)>(*game.box, word));
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

// ---------------------------------------------------------------- the end of a turn

/// A bonus turn was earned and no bonus tile fits: the stack is lost.
template <class Trace>
void empty_bonus_stack(Game& game, Trace& trace) {
    Position& p = game.now;
    for (unsigned i = 0; i < game.box->tile_count; ++i) {
        if (game.box->tiles[i].stack != Stack::bonus || p.bag[i] == 0) continue;
        trace.keep(p.bag[i]);
        p.bag[i] = 0;
    }
    left(p, Stack::bonus) = 0;
}

template <Family family, class Trace>
BASTIDE_INLINE void end_turn(Game& game, Trace& trace) {
    Position& p = game.now;
    p.phase = Phase::draw;
    if constexpr (family == Family::hunters) {
        const bool earned = p.bonus_earned && left(p, Stack::bonus) > 0;
        p.bonus_earned = false;
        if (earned) { // H7
            if (any_left_fits(game, Stack::bonus)) {
                p.stack = Stack::bonus;
                p.bonus_turn = true;
                return;
            }
            empty_bonus_stack(game, trace);
        }
        p.bonus_turn = false;
    }
    p.player = static_cast<std::uint8_t>(p.player + 1 == p.players ? 0 : p.player + 1);
    p.stack = Stack::land;
    if constexpr (family == Family::classic) {
        if (left(p, Stack::river_lake) > 0) [[unlikely]] // R1
            p.stack = left(p, Stack::river) > 0 ? Stack::river : Stack::river_lake;
    }
    if (p.stack == Stack::land && left(p, Stack::land) == 0) p.phase = Phase::over; // E1, H8
}

/// G4 and G2: stops for a decision when the man must move and can, else ends the turn.
template <class Trace>
void settle_man(Game& game, Trace& trace) {
    Position& p = game.now;
    if (p.man_homeless || p.man_called) {
        p.phase = Phase::man;
        if (any_city_for_man(game)) return;
        p.man_homeless = false; // G5
        p.man_called = false;
    }
    end_turn<Family::classic>(game, trace);
}

template <Form form, class Trace>
void move_man(Game& game, Trace& trace, Node city) {
    Position& p = game.now;
    if (p.man_homeless) { // G4: paid when the city was completed
        p.man_homeless = false;
    } else {
        if (p.man == ManPlace::city) {
            man_leaves<form>(game, trace, areas<form>(game).feature.root(p.man_city));
        }
        p.man_called = false;
    }
    p.man = ManPlace::city;
    p.man_city = city;
    settle_man(game, trace);
}

/// Puts the token, scores, and ends the turn unless the Gingerbread Man is to be moved.
template <Form form, class Trace>
BASTIDE_INLINE void deploy(Game& game, Trace& trace, Deployment deployment) {
    Position& p = game.now;
    if (deployment.action == Deployment::Action::deploy) {
        put_token<form>(game, trace, deployment.token, deployment.segment);
    } else if (deployment.action == Deployment::Action::recall) { // A4
        const unsigned site = abbot_site(game, p.player);
        p.key ^= token_key(p.site[site].cell, p.site[site].segment, p.player, Token::abbot);
        pay_site(game, trace, site, Reason::recall);
    }
    score_completed<form>(game, trace);
    if constexpr (form != Form::hunters) {
        const bool symbol = game.box->symbols[p.tile[p.placed - 1u].tile()];
        if (symbol || p.man_homeless) [[unlikely]] {
            p.man_called = symbol && (!p.man_homeless || game.box->rules.gingerbread_double); // G6
            return settle_man(game, trace);
        }
    }
    end_turn<family_of(form)>(game, trace);
}

} // namespace bastide::turn
