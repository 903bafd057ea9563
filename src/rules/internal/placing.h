#pragma once
// The first half of a turn: a tile that was drawn (drawing.h) is placed, and its areas join those
// around it (T1). Internal, as turn.h is, which has the other half.

#include "rules/inspect.h"
#include "rules/internal/drawing.h"
#include "rules/internal/fit_kernels.h"
#include "rules/internal/keys.h"
#include "rules/journal.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

namespace bastide::turn {

/// Calls `act` with the form of the game as a constant.
template <class Act>
decltype(auto) for_form(const Game& game, Act&& act) {
    if constexpr (wide_boxes) {
        if (is_wide(*game.box)) [[unlikely]]
            return act(std::integral_constant<Form, Form::wide>{});
    }
    if (game.box->form == Form::hunters) return act(std::integral_constant<Form, Form::hunters>{});
    return act(std::integral_constant<Form, Form::classic>{});
}

/// The areas of a game of this form.
template <Form form>
BASTIDE_INLINE auto& areas(Game& game) {
    if constexpr (form == Form::wide) {
        return game.wide;
    } else {
        return static_cast<NarrowAreas&>(game.now);
    }
}
template <Form form>
BASTIDE_INLINE const auto& areas(const Game& game) {
    if constexpr (form == Form::wide) {
        return game.wide;
    } else {
        return static_cast<const NarrowAreas&>(game.now);
    }
}
template <Form form>
using AreasOf = std::conditional_t<form == Form::wide, WideAreas, NarrowAreas>;

void receive_man(Game& game, TileIndex type, const PlacedTile& tile);

/// Makes one area of two, given their roots, the lower first. Roots that are one and the same stay
/// as they are, without a branch; `met` says what a meeting makes of the word in any case.
template <class Word, class Stored, unsigned capacity, class Trace, class Join, class Met>
BASTIDE_INLINE void unite(AreaNet<Word, Stored, capacity>& net, Trace& trace, Node low, Node high,
                          Join&& joined, Met&& met) {
    const Word one = net.word[low];
    const Word both = joined(one, net.word[high]);
    trace.keep(net.parent[high]);
    trace.keep(net.word[low]);
    net.parent[high] = static_cast<Stored>(low);
    net.word[low] = met(BASTIDE_UNPREDICTABLE(low != high) ? both : one);
}

template <Form form, class Trace>
BASTIDE_INLINE void join_features(Game& game, Trace& trace, Node a, Node b) {
    auto& net = areas<form>(game).feature;
    const Node ra = net.root(a), rb = net.root(b);
    const Node low = std::min(ra, rb), high = std::max(ra, rb);
    unite(
        net, trace, low, high,
        [](const auto& x, const auto& y) { return feature::joined<(form != Form::hunters)>(x, y); },
        [low](const auto& word) { return low != no_node ? feature::less_an_edge(word) : word; });
}

constexpr auto as_it_is = [](auto word) { return word; };

/// The fields on both sides of a border's middle: a with b, c with d. All four roots are found
/// before anything is written, so that no search waits for a parent stored just now.
template <Form form, class Trace>
BASTIDE_INLINE void join_fields(Game& game, Trace& trace, Node a, Node b, Node c, Node d) {
    auto& net = areas<form>(game).field;
    const auto joined = [](auto x, auto y) { return field::joined(x, y); };
    const Node ra = net.root(a), rb = net.root(b);
    Node rc = net.root(c), rd = net.root(d);
    const Node low = std::min(ra, rb), high = std::max(ra, rb);
    unite(net, trace, low, high, joined, as_it_is);
    rc = rc == high ? low : rc;
    rd = rd == high ? low : rd;
    unite(net, trace, std::min(rc, rd), std::max(rc, rd), joined, as_it_is);
}

template <class Trace>
BASTIDE_INLINE void join_waters(Position& p, Trace& trace, Node a, Node b) {
    const Node ra = p.water.root(a), rb = p.water.root(b);
    unite(p.water, trace, std::min(ra, rb), std::max(ra, rb), water::joined, as_it_is);
}

/// New nodes for a tile's segments in a wide game: four at once, of which it counts what it has.
inline void add_wide_nodes(Game& game, TileIndex tile) {
    Position& p = game.now;
    const TileStart& start = game.box->starts[tile];
    const WideStart& first = game.box->wide_starts[tile];
    for (unsigned i = 0; i < max_tile_features; ++i) {
        game.wide.feature.word[p.features + i] = feature::marked(first[i], p.doubles);
        game.wide.feature.parent[p.features + i] = static_cast<Node>(p.features + i);
    }
    for (unsigned i = 0; i < max_tile_fields; ++i) {
        game.wide.field.word[p.fields + i] = {};
        game.wide.field.parent[p.fields + i] = static_cast<Node>(p.fields + i);
    }
    const Contacts& contacts = game.box->contacts[tile];
    for (unsigned i = 0; i < contacts.count; ++i) {
        game.wide.contact[p.contacts + i] = {
            static_cast<Node>(p.fields + contacts.pairs[2 * i]),
            static_cast<Node>(p.features + contacts.pairs[2 * i + 1])};
    }
    p.contacts = static_cast<std::uint8_t>(p.contacts + contacts.count);
    p.doubles = static_cast<std::uint8_t>(p.doubles + start.has_doubles);
    p.features = static_cast<std::uint8_t>(p.features + start.feature_count);
    p.fields = static_cast<std::uint16_t>(p.fields + start.field_count);
}

/// The same in a narrow game, by whole words.
template <Form form>
BASTIDE_INLINE void add_narrow_nodes(const Box& box, Position& p, TileIndex tile) {
    constexpr std::uint32_t each = 0x01010101, steps = 0x03020100;
    const TileStart& start = box.starts[tile];
    std::memcpy(&p.field.word[p.fields], start.fields.data(), sizeof start.fields);
    const std::uint32_t features = p.features * each + steps;
    const std::uint32_t fields = p.fields * each + steps;
    std::memcpy(&p.feature.parent[p.features], &features, sizeof features);
    std::memcpy(&p.field.parent[p.fields], &fields, sizeof fields);
    if constexpr (form == Form::classic) {
        std::array<FeatureWord, max_tile_features> words = start.features;
        for (FeatureWord& word : words) word = feature::marked(word, p.doubles);
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
        p.waters = static_cast<std::uint8_t>(p.waters + start.water_count);
    }
    p.features = static_cast<std::uint8_t>(p.features + start.feature_count);
    p.fields = static_cast<std::uint8_t>(p.fields + start.field_count);
}

/// The first node of each network, at the ports it is for.
constexpr std::uint32_t port_bases(unsigned field, unsigned feature, unsigned water) {
    return field << port_shift(Port::field_left) | feature << port_shift(Port::feature) |
           water << port_shift(Port::water) | field << port_shift(Port::field_right);
}

BASTIDE_INLINE std::uint32_t port_bases(const PlacedTile& tile) {
    std::uint32_t bases;
    std::memcpy(&bases, &tile.field_low, sizeof bases);
    return (bases & 0x00FFFFFFu) | bases << 24;
}

/// The node at each port of a side, one byte each; 0 where there is none.
BASTIDE_INLINE std::uint32_t port_nodes(const TurnedTile& shape, std::uint32_t bases,
                                        unsigned side) {
    return shape.ports[side] + (bases & shape.present[side]);
}

/// The same in a wide game, where a node is more than a byte.
struct WideSide {
    const TurnedTile& shape;
    const PlacedTile& tile;
    unsigned side;
};
BASTIDE_INLINE Node at_port(const WideSide& at, Port port) {
    const unsigned base =
        port == Port::feature ? at.tile.feature_base : at.tile.field_base<WideAreas>();
    const unsigned node = base + at.shape.local(at.side, port);
    return at.shape.has(at.side, port) ? static_cast<Node>(node) : no_node;
}

/// What a tile shows its neighbour at a side, for at_port().
template <Form form>
BASTIDE_INLINE auto ports_of(const TurnedTile& shape, const PlacedTile& tile, unsigned side) {
    if constexpr (form == Form::wide) {
        return WideSide{shape, tile, side};
    } else {
        return port_nodes(shape, port_bases(tile), side);
    }
}

template <Form form, class Trace>
BASTIDE_INLINE void join_side(Game& game, Trace& trace, const auto& mine, const auto& theirs) {
    join_features<form>(game, trace, at_port(mine, Port::feature), at_port(theirs, Port::feature));
    join_fields<form>(game, trace, at_port(mine, Port::field_left),
                      at_port(theirs, Port::field_right), at_port(mine, Port::field_right),
                      at_port(theirs, Port::field_left));
    if constexpr (form == Form::hunters) {
        join_waters(game.now, trace, at_port(mine, Port::water), at_port(theirs, Port::water));
    }
}

/// One side of a tile that is being placed.
struct Side {
    Cell cell;       // of the tile
    EdgeCode edges;  // of the tile
    unsigned number; // as an Edge
    unsigned beside; // the place of the grid it faces
};

/// The open cell beside the new tile learns what it demands; it joins the frontier if it is new.
/// A side with a tile writes to trash_slot instead, so that no branch depends on the board.
/// Returns the number of slots then.
template <Form form, class Trace>
BASTIDE_INLINE unsigned open_side(Game& game, Trace& trace, const Side& side, unsigned slots) {
    Position& p = game.now;
    const unsigned beside = side.beside;
    const unsigned entry = game.grid[beside];
    unsigned is_new = 0u - static_cast<unsigned>(entry == Grid::empty); // all bits or none
    unsigned is_tile = 0u - (entry >> 15);
    const Cell cell = neighbour(side.cell, static_cast<Edge>(side.number));
    if constexpr (form == Form::wide) { // beyond the table as if a tile lay there
        if (!on_table(cell)) [[unlikely]] {
            is_new = 0;
            is_tile = ~0u;
        }
    }
    const unsigned slot =
        (slots & is_new) | ((entry - 1) & ~is_new & ~is_tile) | (trash_slot & is_tile);
    if constexpr (Trace::records) {
        trace.keep(p.open.code[slot]);
        trace.keep(p.open.cell[slot]);
        trace.keep(game.grid[beside]);
    }
    const unsigned known = p.open.code[slot] & ~is_new;
    const Terrain shown = terrain(side.edges, side.number);
    p.open.code[slot] = static_cast<EdgeCode>(known | terrain_code(shown, (side.number + 2) & 3));
    p.open.cell[slot] = cell;
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
template <Form form, class Trace>
BASTIDE_INLINE void place(Game& game, Trace& trace, unsigned slot, TurnedIndex turned) {
    Position& p = game.now;
    const TurnedTile& shape = game.box->turned[turned];
    const Cell cell = p.open.cell[slot];
    const unsigned at = Grid::index(cell);
    if (slot != river_slot) [[likely]]
        remove_slot(game, trace, slot);
    trace.keep(game.grid[at]);
    game.grid[at] = Grid::of_tile(p.placed);

    const unsigned third = form == Form::wide ? p.fields >> 8 : p.waters;
    const std::uint32_t bases =
        port_bases(form == Form::wide ? p.fields & 0xFFu : p.fields, p.features, third);
    PlacedTile& tile = p.tile[p.placed];
    store_tile(tile, cell, turned, bases);
    ++p.placed;
    p.key ^= tile_key(cell, turned);
    if constexpr (form == Form::wide) {
        add_wide_nodes(game, shape.tile);
    } else {
        add_narrow_nodes<form>(*game.box, p, shape.tile);
    }
    // Kept in registers: bytes written to the position may alias anything.
    const EdgeCode edges = shape.edges;
    unsigned slots = p.frontier;
    unsigned neighbours = 0;
    for (unsigned side = 0; side < edge_count; ++side) {
        const unsigned beside = Grid::beside(at, side);
        const bool placed = Grid::is_placed(game.grid[beside]);
        neighbours |= static_cast<unsigned>(placed) << side;
        slots = open_side<form>(game, trace, {cell, edges, side, beside}, slots);
    }
    p.frontier = static_cast<std::uint16_t>(slots);
    for (; neighbours != 0; neighbours &= neighbours - 1) { // mostly one
        const auto side = static_cast<unsigned>(std::countr_zero(neighbours));
        const Grid::Entry entry = game.grid[Grid::beside(at, side)];
        const PlacedTile& other = p.tile[Grid::tile(entry)];
        const auto theirs = ports_of<form>(game.turned(other), other, (side + 2) & 3);
        if constexpr (form == Form::wide) {
            join_side<form>(game, trace, WideSide{shape, tile, side}, theirs);
        } else {
            join_side<form>(game, trace, port_nodes(shape, bases, side), theirs);
        }
    }
    if constexpr (family_of(form) == Family::classic) {
        if (shape.river_edges != 0) [[unlikely]]
            lead_river_on(game, trace, cell, shape, p.placed == 1);
        if (p.man == ManPlace::waiting) [[unlikely]]
            receive_man(game, shape.tile, tile);
    }
    p.hand = no_tile;
    p.phase = Phase::deploy;
}

} // namespace bastide::turn
