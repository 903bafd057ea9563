#pragma once
// The steps of a turn, written once for playouts, search and recorded play. Internal: callers use
// rules.h, which checks first. A family is a compile-time policy, so that neither pays for the
// other. Drawing and placing are in placing.h; here are tokens, scoring and the turn's end.

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

/// The rule who may deploy where (T3, A1, H3), written once: on ground of the token's kind, from
/// the supply, where nobody holds what it would hold.
template <Family family, unsigned number = 1>
BASTIDE_INLINE void may_deploy(const Position& p, const TileParts& parts, Vacant vacant,
                               Choices& choices) {
    if constexpr (number < token_count) {
        constexpr TokenKind kind = kind_of(static_cast<Token>(number));
        if constexpr (plays_in(kind, family)) {
            constexpr bool is_area = kind.holds == TokenKind::Holds::area;
            const unsigned free = is_area ? vacant.areas : vacant.systems;
            const unsigned in_supply = p.supply(kind.token, p.player) > 0 ? ~0u : 0u;
            choices[kind.token] = static_cast<SegmentSet>(parts.ground[number] & free & in_supply);
        }
        may_deploy<family, number + 1>(p, parts, vacant, choices);
    }
}

/// For the tile placed last.
template <Family family>
BASTIDE_INLINE Choices choices(const Game& game) {
    const Position& p = game.now;
    const PlacedTile& tile = p.tile[p.placed - 1u];
    const TileParts& parts = game.box->parts[tile.tile()];
    Vacant vacant;
    if (p.supply(Token::follower, p.player) > 0) { // else it need not be known
        // Nodes past the tile's own are their own roots, and their bits are no segment's.
        unsigned free = 0;
        for (unsigned i = 0; i < max_tile_features; ++i) {
            const Node root = p.feature.root(static_cast<Node>(tile.feature_base + i));
            const bool empty = !feature::is_occupied(p.feature.word[root]);
            free |= parts.feature_bit[i] & (0u - static_cast<unsigned>(empty));
        }
        for (unsigned i = 0; i < max_tile_fields; ++i) {
            const Node root = p.field.root(static_cast<Node>(tile.field_base + i));
            const bool empty = !field::is_occupied(p.field.word[root]);
            free |= parts.field_bit[i] & (0u - static_cast<unsigned>(empty));
        }
        vacant.areas = static_cast<SegmentSet>(free);
    }
    if constexpr (family == Family::classic) {
        vacant.areas |= parts.sites;
    } else if (p.supply(Token::hut, p.player) > 0) {
        for (unsigned i = 0; i < game.box->starts[tile.tile()].water_count; ++i) {
            const Node root = p.water.root(static_cast<Node>(tile.water_base + i));
            const bool empty = !water::is_occupied(p.water.word[root]);
            vacant.systems |= static_cast<SegmentSet>(unsigned{empty} << parts.water_segment[i]);
        }
    }
    Choices result;
    may_deploy<family>(p, parts, vacant, result);
    if constexpr (family == Family::classic) {
        if (game.box->rules.abbots > 0) [[unlikely]]
            result.recall = may_recall(game, std::nullopt);
    }
    return result;
}

template <Family family, class Trace>
BASTIDE_INLINE void put_token(Game& game, Trace& trace, Token token, unsigned segment) {
    Position& p = game.now;
    PlacedTile& tile = p.tile[p.placed - 1u];
    const TileParts& parts = game.box->parts[tile.tile()];
    const unsigned player = p.player;
    tile.put(token, player, segment);
    p.key ^= token_key(tile.cell, segment, player, token);
    --p.supply(token, player);
    if (family == Family::hunters && token == Token::hut) {
        const Node root = p.water.root(static_cast<Node>(tile.water_base + parts.water[segment]));
        trace.keep(p.water.word[root]);
        p.water.word[root] = static_cast<WaterWord>(p.water.word[root] + water::hut(player));
        return;
    }
    if (parts.network[segment] == Network::feature) {
        const Node root =
            p.feature.root(static_cast<Node>(tile.feature_base + parts.local[segment]));
        trace.keep(p.feature.word[root]);
        p.feature.word[root] += feature::token(player);
    } else if (parts.network[segment] == Network::field) {
        const Node node = static_cast<Node>(tile.field_base + parts.local[segment]);
        const Node root = p.field.root(node);
        trace.keep(p.field.word[root]);
        p.field.word[root] += field::token(player);
        if (family == Family::hunters && (parts.shrines >> segment & 1)) { // H11
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

/// A word counts tokens and cannot tell them apart: what stands in a feature is a follower, and
/// its strength is its number.
static_assert([] {
    constexpr KindSet features =
        kind_set({SegmentKind::city, SegmentKind::road, SegmentKind::forest});
    for (const TokenKind& kind : token_kinds) {
        const bool in_features = (kind.stands_on & features) != 0;
        if (kind.weight != 1 || in_features != (kind.token == Token::follower)) return false;
    }
    return true;
}());

/// Pays an area to whoever has most tokens there (F5) and gives the tokens back.
template <class Trace>
void pay_feature(Game& game, Trace& trace, Node root, const FeatureValue& value) {
    Position& p = game.now;
    const FeatureWord word = p.feature.word[root];
    const unsigned held = feature::held(word);
    const Majority majority = majority_of(held, p.players);
    for (unsigned player = 0; player < p.players; ++player) {
        const unsigned own = tokens::of(held, player);
        std::uint8_t& supply = p.supply(Token::follower, player);
        supply = static_cast<std::uint8_t>(supply + own);
        if (own != majority.most) continue;
        p.score[player] = static_cast<std::int16_t>(p.score[player] + value.points);
        if constexpr (Trace::tells) {
            trace.tell({value.kind, Reason::completed, static_cast<std::uint8_t>(player),
                        value.points, value.tiles, value.extras, static_cast<std::uint8_t>(own),
                        majority.rival_of(player, held, p.players),
                        smallest_feature_segment(game, root)});
        }
    }
    trace.keep(p.feature.word[root]);
    p.feature.word[root] = word & ~feature::token_mask;
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
                    1,
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

/// G3: the man leaves; every knight of the city earns its owner a point a tile.
template <class Trace>
void man_leaves(Game& game, Trace& trace, Node root) {
    Position& p = game.now;
    const FeatureWord word = p.feature.word[root];
    const unsigned held = feature::held(word);
    for (unsigned player = 0; player < p.players; ++player) {
        const unsigned knights = tokens::of(held, player);
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
BASTIDE_INLINE unsigned closed_features(const Game& game, const PlacedTile& tile) {
    const Position& p = game.now;
    // Nodes past the tile's own are their own roots: all four are looked at, without a branch.
    unsigned closed = 0;
    for (unsigned i = 0; i < max_tile_features; ++i) {
        const Node root = p.feature.root(static_cast<Node>(tile.feature_base + i));
        const bool open = !feature::is_complete(p.feature.word[root]);
        closed |= static_cast<unsigned>(!open) << i;
    }
    return closed & ((1u << game.box->starts[tile.tile()].feature_count) - 1);
}

template <Family family, class Trace>
void score_features(Game& game, Trace& trace, const PlacedTile& tile, unsigned closed) {
    Position& p = game.now;
    for (; closed != 0; closed &= closed - 1) {
        const auto i = static_cast<unsigned>(std::countr_zero(closed));
        const Node root = p.feature.root(static_cast<Node>(tile.feature_base + i));
        const FeatureWord word = p.feature.word[root];
        if constexpr (family == Family::hunters) {
            if (feature::has_gold(word) && !p.bonus_turn) p.bonus_earned = true; // H7
        } else if (p.man == ManPlace::city && man_city(game) == root) {          // G4
            man_leaves(game, trace, root);
            p.man = ManPlace::beside;
            p.man_homeless = true;
        }
        if (!feature::is_occupied(word)) continue; // nobody's, or paid just now
        pay_feature(game, trace, root, completed_value<family>(*game.box, word));
    }
}

/// Everything the last tile completed. Only areas of its own segments can be complete by it, and
/// sites within reach.
template <Family family, class Trace>
BASTIDE_INLINE void score_completed(Game& game, Trace& trace) {
    Position& p = game.now;
    const PlacedTile& tile = p.tile[p.placed - 1u];
    const unsigned closed = closed_features(game, tile);
    if (closed != 0) score_features<family>(game, trace, tile, closed);
    if constexpr (family == Family::classic) {
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

template <class Trace>
void move_man(Game& game, Trace& trace, Node city) {
    Position& p = game.now;
    if (p.man_homeless) { // G4: paid when the city was completed
        p.man_homeless = false;
    } else {
        if (p.man == ManPlace::city) man_leaves(game, trace, man_city(game));
        p.man_called = false;
    }
    p.man = ManPlace::city;
    p.man_city = city;
    settle_man(game, trace);
}

/// Puts the token, scores, and ends the turn unless the Gingerbread Man is to be moved.
template <Family family, class Trace>
BASTIDE_INLINE void deploy(Game& game, Trace& trace, Deployment deployment) {
    Position& p = game.now;
    if (deployment.action == Deployment::Action::deploy) {
        put_token<family>(game, trace, deployment.token, deployment.segment);
    } else if (deployment.action == Deployment::Action::recall) { // A4
        const unsigned site = abbot_site(game, p.player);
        p.key ^= token_key(p.site[site].cell, p.site[site].segment, p.player, Token::abbot);
        pay_site(game, trace, site, Reason::recall);
    }
    score_completed<family>(game, trace);
    if constexpr (family == Family::classic) {
        const bool symbol = game.box->symbols[p.tile[p.placed - 1u].tile()];
        if (symbol || p.man_homeless) [[unlikely]] {
            p.man_called = symbol && (!p.man_homeless || game.box->rules.gingerbread_double); // G6
            return settle_man(game, trace);
        }
    }
    end_turn<family>(game, trace);
}

} // namespace bastide::turn
