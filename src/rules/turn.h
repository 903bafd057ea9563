#pragma once
// The steps of a turn, written once for playouts, search and recorded play. Internal: callers use
// rules.h, which checks first. A family is a compile-time policy, so that neither pays for the
// other.

#include "rules/fit_kernels.h"
#include "rules/inspect.h"
#include "rules/journal.h"
#include "rules/scoring.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace bastide::turn {

constexpr std::uint64_t scramble(std::uint64_t x) {
    x *= 0x9E3779B97F4A7C15u;
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93u;
    return x ^ (x >> 32);
}

constexpr std::uint64_t tile_key(Cell cell, TurnedIndex turned) {
    return scramble(1 + (static_cast<std::uint64_t>(Grid::index(cell)) << 16) + turned);
}

constexpr std::uint64_t token_key(Cell cell, unsigned segment, unsigned player, Token token) {
    return scramble((std::uint64_t{1} << 40) + (std::uint64_t{Grid::index(cell)} << 16) +
                    (segment << 8) + (player << 4) + static_cast<unsigned>(token));
}

struct Choices;
void receive_man(Game& game, TileIndex type, const PlacedTile& tile);
void add_abbot_choices(const Game& game, const TileParts& parts, Choices& choices);

// ---------------------------------------------------------------- drawing (T1, T2, R1, R5, H7)

/// A tile leaves its stack for the player's hand.
template <class Trace>
BASTIDE_INLINE void take(Game& game, Trace& trace, TileIndex tile) {
    Position& p = game.now;
    trace.keep(p.bag[tile]);
    --p.bag[tile];
    --p.left[static_cast<unsigned>(p.stack)];
    p.hand = tile;
    p.phase = Phase::place;
}

/// The hand fits: tiles set aside before it go back now (T2, `put_back`).
template <class Trace>
BASTIDE_INLINE void put_back_aside(Game& game, Trace& trace) {
    Position& p = game.now;
    if (p.aside == 0) [[likely]]
        return;
    for (unsigned i = 0; i < p.aside; ++i) {
        const TileIndex tile = p.set_aside[i];
        trace.keep(p.bag[tile]);
        ++p.bag[tile];
        ++p.left[static_cast<unsigned>(p.stack)];
    }
    p.aside = 0;
}

/// The hand fits nowhere: it is set aside, and the same player draws again, if anything can come.
template <class Trace>
void draw_in_vain(Game& game, Trace& trace) {
    Position& p = game.now;
    if (game.box->rules.unplaceable == Unplaceable::put_back) {
        trace.keep(p.set_aside[p.aside]);
        p.set_aside[p.aside++] = p.hand;
    }
    p.hand = no_tile;
    p.phase = Phase::draw;
    const bool stack_is_empty = p.left[static_cast<unsigned>(p.stack)] == 0;
    switch (p.stack) {
    case Stack::river: // R5: when none of them fits, all leave the game
        if (stack_is_empty) {
            p.aside = 0;
            p.stack = p.left[static_cast<unsigned>(Stack::river_lake)] > 0 ? Stack::river_lake
                                                                           : Stack::land;
        }
        break;
    case Stack::river_lake:
        p.aside = 0;
        p.stack = Stack::land;
        break;
    case Stack::land:
        if (!any_left_fits(game, Stack::land)) p.phase = Phase::over;
        break;
    case Stack::bonus:
        break; // end_turn made sure that one fits
    }
}

// ---------------------------------------------------------------- placing (T1)

template <Family family, class Trace>
BASTIDE_INLINE void join_features(Position& p, Trace& trace, Node a, Node b) {
    Features& net = p.feature;
    const Node ra = net.root(a), rb = net.root(b);
    const Node low = std::min(ra, rb), high = std::max(ra, rb);
    const FeatureWord one = net.word[low];
    const FeatureWord both = feature::joined < family == Family::classic > (one, net.word[high]);
    const FeatureWord met = low != no_node ? 2 * feature::one_open : 0;
    trace.keep(net.parent[high]);
    trace.keep(net.word[low]);
    net.parent[high] = low;
    net.word[low] = (low != high ? both : one) - met;
}

template <class Trace>
BASTIDE_INLINE void unite_fields(Fields& net, Trace& trace, Node low, Node high) {
    const FieldWord one = net.word[low];
    const FieldWord both = field::joined(one, net.word[high]);
    trace.keep(net.parent[high]);
    trace.keep(net.word[low]);
    net.parent[high] = low;
    net.word[low] = low != high ? both : one;
}

/// The fields on both sides of a border's middle: a with b, c with d. All four roots are found
/// before anything is written, so that no search waits for a parent stored just now.
template <class Trace>
BASTIDE_INLINE void join_fields(Position& p, Trace& trace, Node a, Node b, Node c, Node d) {
    Fields& net = p.field;
    const Node ra = net.root(a), rb = net.root(b);
    Node rc = net.root(c), rd = net.root(d);
    const Node low = std::min(ra, rb), high = std::max(ra, rb);
    unite_fields(net, trace, low, high);
    rc = rc == high ? low : rc;
    rd = rd == high ? low : rd;
    unite_fields(net, trace, std::min(rc, rd), std::max(rc, rd));
}

template <class Trace>
BASTIDE_INLINE void join_waters(Position& p, Trace& trace, Node a, Node b) {
    Waters& net = p.water;
    const Node ra = net.root(a), rb = net.root(b);
    const Node low = std::min(ra, rb), high = std::max(ra, rb);
    const WaterWord one = net.word[low];
    const WaterWord both = water::joined(one, net.word[high]);
    trace.keep(net.parent[high]);
    trace.keep(net.word[low]);
    net.parent[high] = low;
    net.word[low] = low != high ? both : one;
}

/// New nodes for a tile's segments: four at once, of which it counts what it has.
template <Family family>
BASTIDE_INLINE void add_nodes(const Box& box, Position& p, TileIndex tile) {
    constexpr std::uint32_t each = 0x01010101, steps = 0x03020100;
    const TileStart& start = box.starts[tile];
    std::memcpy(&p.field.word[p.fields], start.fields.data(), sizeof start.fields);
    const std::uint32_t features = p.features * each + steps;
    const std::uint32_t fields = p.fields * each + steps;
    std::memcpy(&p.feature.parent[p.features], &features, sizeof features);
    std::memcpy(&p.field.parent[p.fields], &fields, sizeof fields);
    if constexpr (family == Family::classic) {
        // The lowest mark of a first word asks for a mark of its own.
        std::array<FeatureWord, max_tile_features> words = start.features;
        for (FeatureWord& word : words) word = (word & ~FeatureWord{1}) | (word & 1) << p.doubles;
        std::memcpy(&p.feature.word[p.features], words.data(), sizeof words);
        p.doubles = static_cast<std::uint8_t>(p.doubles + start.has_doubles);
        // Four contacts at once, of which the tile counts its own.
        const Contacts& contacts = box.contacts[tile];
        std::uint64_t pairs;
        std::memcpy(&pairs, contacts.pairs.data(), sizeof pairs);
        pairs += 0x0001000100010001u * (p.fields + 256u * p.features);
        std::memcpy(static_cast<void*>(&p.contact[p.contacts]), &pairs, sizeof pairs);
        p.contacts = static_cast<std::uint8_t>(p.contacts + contacts.count);
    } else {
        const TileParts& parts = box.parts[tile];
        std::memcpy(&p.feature.word[p.features], start.features.data(), sizeof start.features);
        const std::uint32_t waters = p.waters * each + steps;
        std::memcpy(&p.water.word[p.waters], parts.waters.data(), sizeof parts.waters);
        std::memcpy(&p.water.parent[p.waters], &waters, sizeof waters);
        p.waters = static_cast<Node>(p.waters + start.water_count);
    }
    p.features = static_cast<Node>(p.features + start.feature_count);
    p.fields = static_cast<Node>(p.fields + start.field_count);
}

/// The first node of each network, one byte a port: field, feature, water, field.
constexpr std::uint32_t port_bases(unsigned field, unsigned feature, unsigned water) {
    return field | feature << 8 | water << 16 | field << 24;
}

BASTIDE_INLINE std::uint32_t port_bases(const PlacedTile& tile) {
    std::uint32_t bases;
    std::memcpy(&bases, &tile.field_base, sizeof bases);
    return (bases & 0x00FFFFFFu) | bases << 24;
}

/// The node at each port of a side, one byte each; 0 where there is none.
BASTIDE_INLINE std::uint32_t port_nodes(const TurnedTile& shape, std::uint32_t bases,
                                        unsigned side) {
    return shape.ports[side] + (bases & shape.present[side]);
}

template <Family family, class Trace>
BASTIDE_INLINE void join_side(Game& game, Trace& trace, std::uint32_t bases,
                              const TurnedTile& shape, const PlacedTile& other, unsigned side) {
    Position& p = game.now;
    const std::uint32_t mine = port_nodes(shape, bases, side);
    const std::uint32_t theirs = port_nodes(game.turned(other), port_bases(other), (side + 2) & 3);
    const auto node = [](std::uint32_t ports, unsigned byte) {
        return static_cast<Node>(ports >> (8 * byte));
    };
    join_features<family>(p, trace, node(mine, 1), node(theirs, 1));
    join_fields(p, trace, node(mine, 0), node(theirs, 3), node(mine, 3), node(theirs, 0));
    if constexpr (family == Family::hunters) {
        join_waters(p, trace, node(mine, 2), node(theirs, 2));
    }
}

/// The open cell beside the new tile learns what it demands; it joins the frontier if it is new.
/// A side with a tile writes to trash_slot instead, so that no branch depends on the board.
/// Returns the number of slots then.
template <class Trace>
BASTIDE_INLINE unsigned open_side(Game& game, Trace& trace, Cell cell, unsigned edges,
                                  unsigned side, unsigned beside, unsigned slots) {
    Position& p = game.now;
    const unsigned entry = game.grid[beside];
    const unsigned is_new = 0u - static_cast<unsigned>(entry == Grid::empty); // all bits or none
    const unsigned is_tile = 0u - (entry >> 15);
    const unsigned slot =
        (slots & is_new) | ((entry - 1) & ~is_new & ~is_tile) | (trash_slot & is_tile);
    if constexpr (Trace::records) {
        trace.keep(p.open.code[slot]);
        trace.keep(p.open.cell[slot]);
        trace.keep(game.grid[beside]);
    }
    const unsigned known = p.open.code[slot] & ~is_new;
    const unsigned terrain = edges >> (2 * side) & 3u;
    p.open.code[slot] = static_cast<EdgeCode>(known | terrain << (2 * ((side + 2) & 3)));
    p.open.cell[slot] = neighbour(cell, static_cast<Edge>(side));
    game.grid[beside] = static_cast<Grid::Entry>(((slot + 1) & ~is_tile) | (entry & is_tile));
    return slots - is_new;
}

/// The slot's last place is filled by the last slot.
template <class Trace>
BASTIDE_INLINE void remove_slot(Game& game, Trace& trace, unsigned slot) {
    Position& p = game.now;
    const unsigned last = --p.frontier;
    const unsigned moved = Grid::index(p.open.cell[last]);
    trace.keep(p.open.code[slot]);
    trace.keep(p.open.cell[slot]);
    trace.keep(p.open.code[last]);
    trace.keep(p.open.cell[last]);
    trace.keep(game.grid[moved]);
    p.open.code[slot] = p.open.code[last];
    p.open.cell[slot] = p.open.cell[last];
    game.grid[moved] = Grid::of_slot(slot);
}

/// R2: where the river goes on. The cell leaves the frontier: only a river tile may lie there.
template <class Trace>
void lead_river_on(Game& game, Trace& trace, Cell cell, const TurnedTile& shape, bool is_spring) {
    Position& p = game.now;
    const unsigned from = static_cast<unsigned>(p.river_from);
    const unsigned onward = is_spring ? shape.river_edges : shape.river_edges & ~(1u << from);
    if (onward == 0) { // the lake
        p.river_turn = 0;
        return;
    }
    const auto out = static_cast<unsigned>(std::countr_zero(onward));
    const unsigned turn = (out - from) & 3;
    p.river_turn = static_cast<std::uint8_t>(is_spring || turn == 2 ? 0 : turn);
    const Cell next = neighbour(cell, static_cast<Edge>(out));
    const unsigned index = Grid::index(next);
    const unsigned slot = Grid::slot(game.grid[index]);
    trace.keep(p.open.code[river_slot]);
    trace.keep(p.open.cell[river_slot]);
    p.open.code[river_slot] = p.open.code[slot];
    p.open.cell[river_slot] = next;
    remove_slot(game, trace, slot);
    trace.keep(game.grid[index]);
    game.grid[index] = Grid::of_slot(river_slot);
    p.river_from = static_cast<Edge>((out + 2) & 3);
}

/// One store of eight bytes, which a neighbour may soon read as a whole.
BASTIDE_INLINE void store_tile(PlacedTile& tile, Cell cell, TurnedIndex turned,
                               std::uint32_t bases) {
    const std::uint64_t packed =
        static_cast<std::uint8_t>(cell.x) | std::uint64_t{static_cast<std::uint8_t>(cell.y)} << 8 |
        std::uint64_t{turned} << 16 | std::uint64_t{bases & 0x00FFFFFFu} << 32;
    std::memcpy(static_cast<void*>(&tile), &packed, sizeof tile);
}

/// Puts a tile on an open cell. Its areas are joined; nothing is scored yet.
template <Family family, class Trace>
BASTIDE_INLINE void place(Game& game, Trace& trace, unsigned slot, TurnedIndex turned) {
    Position& p = game.now;
    const TurnedTile& shape = game.box->turned[turned];
    const Cell cell = p.open.cell[slot];
    const unsigned at = Grid::index(cell);
    if (slot != river_slot) [[likely]]
        remove_slot(game, trace, slot);
    trace.keep(game.grid[at]);
    game.grid[at] = Grid::of_tile(p.placed);

    const std::uint32_t bases = port_bases(p.fields, p.features, p.waters);
    PlacedTile& tile = p.tile[p.placed];
    store_tile(tile, cell, turned, bases);
    ++p.placed;
    p.key ^= tile_key(cell, turned);
    add_nodes<family>(*game.box, p, shape.tile);
    // Kept in registers: bytes written to the position may alias anything.
    const unsigned edges = shape.edges;
    unsigned slots = p.frontier;
    unsigned neighbours = 0;
    for (unsigned side = 0; side < edge_count; ++side) {
        const unsigned beside = Grid::beside(at, side);
        const bool placed = Grid::is_placed(game.grid[beside]);
        neighbours |= static_cast<unsigned>(placed) << side;
        slots = open_side(game, trace, cell, edges, side, beside, slots);
    }
    p.frontier = static_cast<std::uint8_t>(slots);
    for (; neighbours != 0; neighbours &= neighbours - 1) { // mostly one
        const auto side = static_cast<unsigned>(std::countr_zero(neighbours));
        const Grid::Entry entry = game.grid[Grid::beside(at, side)];
        join_side<family>(game, trace, bases, shape, p.tile[Grid::tile(entry)], side);
    }
    if constexpr (family == Family::classic) {
        if (shape.river_edges != 0) [[unlikely]]
            lead_river_on(game, trace, cell, shape, p.placed == 1);
        if (p.man == ManPlace::waiting) [[unlikely]]
            receive_man(game, shape.tile, tile);
    }
    p.hand = no_tile;
    p.phase = Phase::deploy;
}

// ---------------------------------------------------------------- tokens (T3, A, H3)

/// What the player may do on the tile just placed, besides nothing.
struct Choices {
    SegmentSet follower = 0;
    SegmentSet abbot = 0;
    SegmentSet hut = 0;
    bool recall = false;

    /// Nothing included.
    unsigned count() const {
        return 1u +
               static_cast<unsigned>(std::popcount(follower) + std::popcount(abbot) +
                                     std::popcount(hut)) +
               (recall ? 1u : 0u);
    }
    /// In the fixed order: nothing, followers, abbot, huts by segment, recall.
    Deployment at(unsigned k) const;
};

template <Family family>
BASTIDE_INLINE Choices choices(const Game& game) {
    const Position& p = game.now;
    const PlacedTile& tile = p.tile[p.placed - 1u];
    const TileIndex type = tile.tile();
    const TileStart& start = game.box->starts[type];
    const TileParts& parts = game.box->parts[type];
    const Ruleset& rules = game.box->rules;
    Choices result;
    if (p.followers[p.player] > 0) {
        // Nodes past the tile's own are their own roots, and their bits are no segment's.
        unsigned free = 0;
        for (unsigned i = 0; i < max_tile_features; ++i) {
            const Node root = p.feature.root(static_cast<Node>(tile.feature_base + i));
            const bool empty = (p.feature.word[root] & feature::token_mask) == 0;
            free |= parts.feature_bit[i] & (0u - static_cast<unsigned>(empty));
        }
        if (rules.farms != FarmRule::off) {
            for (unsigned i = 0; i < max_tile_fields; ++i) {
                const Node root = p.field.root(static_cast<Node>(tile.field_base + i));
                const bool empty = field::held(p.field.word[root]) == 0;
                free |= parts.field_bit[i] & (0u - static_cast<unsigned>(empty));
            }
        }
        if constexpr (family == Family::classic) free |= parts.monasteries;
        result.follower = static_cast<SegmentSet>(free);
    }
    if constexpr (family == Family::classic) {
        if (rules.abbots > 0) add_abbot_choices(game, parts, result);
    } else {
        if (p.huts[p.player] > 0) {
            for (unsigned i = 0; i < start.water_count; ++i) {
                const Node root = p.water.root(static_cast<Node>(tile.water_base + i));
                const bool empty = (p.water.word[root] & water::hut_mask) == 0;
                result.hut |= static_cast<SegmentSet>(unsigned{empty} << parts.water_segment[i]);
            }
        }
    }
    return result;
}

template <Family family, class Trace>
BASTIDE_INLINE void put_token(Game& game, Trace& trace, Token token, unsigned segment) {
    Position& p = game.now;
    PlacedTile& tile = p.tile[p.placed - 1u];
    const TileParts& parts = game.box->parts[tile.tile()];
    const unsigned player = p.player;
    tile.turned_and_token = static_cast<std::uint16_t>(
        tile.turned_and_token | static_cast<unsigned>(token) << 9 | player << 11);
    tile.token_segment = static_cast<std::uint8_t>(segment);
    p.key ^= token_key(tile.cell, segment, player, token);
    if (family == Family::hunters && token == Token::hut) {
        const Node root = p.water.root(static_cast<Node>(tile.water_base + parts.water[segment]));
        trace.keep(p.water.word[root]);
        p.water.word[root] = static_cast<WaterWord>(p.water.word[root] + water::hut(player));
        --p.huts[player];
        return;
    }
    if (token == Token::abbot) {
        --p.abbots[player];
    } else {
        --p.followers[player];
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

// ---------------------------------------------------------------- scoring in play (T4, F, A4,
// H4-H7)

/// Pays an area to whoever has most tokens there (F5) and gives the tokens back.
template <class Trace>
void pay_feature(Game& game, Trace& trace, Node root, const FeatureValue& value) {
    Position& p = game.now;
    const FeatureWord word = p.feature.word[root];
    const unsigned held = feature::held(word);
    const Majority majority = majority_of(held, p.players);
    for (unsigned player = 0; player < p.players; ++player) {
        const unsigned own = tokens::of(held, player);
        p.followers[player] = static_cast<std::uint8_t>(p.followers[player] + own);
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
    p.score[site.player] =
        static_cast<std::int16_t>(p.score[site.player] + static_cast<int>(counted));
    if (site.token == Token::abbot) {
        ++p.abbots[site.player];
    } else {
        ++p.followers[site.player];
    }
    if constexpr (Trace::tells) {
        trace.tell({site.garden ? AreaKind::garden : AreaKind::monastery,
                    reason,
                    site.player,
                    static_cast<std::int16_t>(counted),
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
            if (!touches(p.site[i].cell, cell) || filled_around(game, p.site[i].cell) != 8)
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
        const auto points = static_cast<std::int16_t>(knights * feature::size(word));
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
        const bool open = (p.feature.word[root] & feature::open_mask) != 0;
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
            if ((word & feature::gold) != 0 && !p.bonus_turn) p.bonus_earned = true; // H7
        } else if (p.man == ManPlace::city && p.feature.root(p.man_city) == root) {  // G4
            man_leaves(game, trace, root);
            p.man = ManPlace::beside;
            p.man_homeless = true;
        }
        if ((word & feature::token_mask) == 0) continue; // nobody's, or paid just now
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
    p.left[static_cast<unsigned>(Stack::bonus)] = 0;
}

template <Family family, class Trace>
BASTIDE_INLINE void end_turn(Game& game, Trace& trace) {
    Position& p = game.now;
    const auto left = [&](Stack stack) { return p.left[static_cast<unsigned>(stack)]; };
    p.phase = Phase::draw;
    if constexpr (family == Family::hunters) {
        const bool earned = p.bonus_earned && left(Stack::bonus) > 0;
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
        if (left(Stack::river_lake) > 0) [[unlikely]] // R1
            p.stack = left(Stack::river) > 0 ? Stack::river : Stack::river_lake;
    }
    if (p.stack == Stack::land && left(Stack::land) == 0) p.phase = Phase::over; // E1, H8
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
        if (p.man == ManPlace::city) man_leaves(game, trace, p.feature.root(p.man_city));
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
