#include "rules/internal/invariants.h"

#include "rules/internal/turn.h"

namespace bastide {
namespace {

template <class Word, class Stored, unsigned capacity>
void name_itself(AreaNet<Word, Stored, capacity>& net, unsigned node) {
    net.parent[node] = static_cast<Stored>(node);
}

/// Gives the area of `a` and the area of `b` one name and one word, node by node.
template <class Net, class Join>
void unite(Net& net, unsigned used, Node a, Node b, Join&& join) {
    const auto low = std::min(net.parent[a], net.parent[b]);
    const auto high = std::max(net.parent[a], net.parent[b]);
    if (low == high) return;
    net.word[low] = join(net.word[low], net.word[high]);
    for (unsigned n = 0; n < used; ++n) {
        if (net.parent[n] == high) net.parent[n] = low;
    }
}

template <class Kept>
constexpr bool of_wide_game = std::is_same_v<Kept, WideAreas>;

/// What the first word of a tile's feature, or field, is in each width.
auto first_feature(const Box& box, TileIndex tile, unsigned i, const NarrowAreas*) {
    return box.starts[tile].features[i];
}
auto first_feature(const Box& box, TileIndex tile, unsigned i, const WideAreas*) {
    return box.wide_starts[tile][i];
}
auto first_field(const Box& box, TileIndex tile, unsigned i, const NarrowAreas*) {
    return box.starts[tile].fields[i];
}
auto first_field(const Box&, TileIndex, unsigned, const WideAreas*) {
    return WideFieldWord{};
}

template <class Kept>
void add_tile(const Game& game, const PlacedTile& tile, unsigned& doubles,
              Recomputed<Kept>& areas) {
    constexpr const Kept* width = nullptr;
    const Box& box = *game.box;
    const TileStart& start = box.starts[tile.tile()];
    const bool classic = box.rules.family == Family::classic;
    for (unsigned i = 0; i < start.feature_count; ++i) {
        const auto word = first_feature(box, tile.tile(), i, width);
        const unsigned n = tile.feature_base + i;
        name_itself(areas.feature, n);
        areas.feature.word[n] = classic ? feature::marked(word, doubles) : word;
    }
    for (unsigned i = 0; i < start.field_count; ++i) {
        const unsigned n = tile.field_base<Kept>() + i;
        name_itself(areas.field, n);
        areas.field.word[n] = first_field(box, tile.tile(), i, width);
    }
    for (unsigned i = 0; i < start.water_count; ++i) {
        const unsigned n = tile.water_base() + i;
        name_itself(areas.water, n);
        areas.water.word[n] = box.parts[tile.tile()].waters[i];
    }
    doubles += start.has_doubles;
}

/// Two neighbours: `there` lies on this side of `here`.
template <Form form, class Kept>
void join_tiles(const Game& game, const PlacedTile& here, const PlacedTile& there, unsigned side,
                Recomputed<Kept>& areas) {
    const Position& p = game.now;
    const auto a = turn::ports_of<form>(game.turned(here), here, side);
    const auto b = turn::ports_of<form>(game.turned(there), there, (side + 2) & 3);
    using turn::at_port;
    const auto join = [&](auto& net, unsigned used, Port mine, Port theirs, auto&& joined) {
        unite(net, used, at_port(a, mine), at_port(b, theirs), joined);
    };
    const auto joined_fields = [](auto x, auto y) { return field::joined(x, y); };
    join(areas.feature, p.features, Port::feature, Port::feature,
         [](auto x, auto y) { return feature::joined<(form != Form::hunters)>(x, y); });
    const Node met = at_port(a, Port::feature);
    if (met != no_node) {
        auto& word = areas.feature.word[areas.feature.parent[met]];
        word = feature::less_an_edge(word);
    }
    join(areas.field, p.fields, Port::field_left, Port::field_right, joined_fields);
    join(areas.field, p.fields, Port::field_right, Port::field_left, joined_fields);
    if constexpr (form == Form::hunters) {
        join(areas.water, p.waters, Port::water, Port::water, water::joined);
    }
}

/// Followers leave a feature when it is complete, and fields and huts never.
template <class Kept>
void add_token(const Game& game, const PlacedTile& tile, Recomputed<Kept>& areas) {
    if (tile.token() == Token::none) return;
    const TileParts& parts = game.box->parts[tile.tile()];
    const unsigned segment = tile.token_segment, player = tile.token_player();
    if (tile.token() == Token::hut) {
        WaterWord& word =
            areas.water.word[areas.water.parent[tile.water_base() + parts.water[segment]]];
        word = static_cast<WaterWord>(word + water::hut(player));
    } else if (parts.network[segment] == Network::field) {
        const Node node = areas.field.parent[tile.field_base<Kept>() + parts.local[segment]];
        auto& word = areas.field.word[node];
        word = field::with_token(word, player, kind_of(tile.token()).weight);
    } else if (parts.network[segment] == Network::feature) {
        constexpr Form form = of_wide_game<Kept> ? Form::wide : Form::classic;
        const Node node = areas.feature.parent[tile.feature_base + parts.local[segment]];
        auto& word = areas.feature.word[node];
        if (!feature::is_complete(word)) {
            word = turn::with_token<form>(word, player, tile.token());
        }
    }
}

bool grid_holds(const Game& game) {
    const Position& p = game.now;
    for (unsigned i = 0; i < p.placed; ++i) {
        if (game.grid[Grid::index(p.tile[i].cell)] != Grid::of_tile(i)) return false;
    }
    for (unsigned i = 0; i < p.frontier; ++i) {
        if (game.grid[Grid::index(p.open.cell[i])] != Grid::of_slot(i)) return false;
    }
    return true;
}

/// Every slot has its code, and every open side of a tile has a slot.
bool frontier_holds(const Game& game) {
    const Position& p = game.now;
    for (unsigned i = 0; i < p.frontier; ++i) {
        const EdgeCode code = recompute_code(game, p.open.cell[i]);
        if (code == 0 || code != p.open.code[i]) return false;
    }
    for (unsigned i = 0; i < p.placed; ++i) {
        const unsigned at = Grid::index(p.tile[i].cell);
        for (unsigned side = 0; side < edge_count; ++side) {
            const Cell beside = neighbour(p.tile[i].cell, static_cast<Edge>(side));
            if (game.grid[Grid::beside(at, side)] == Grid::empty && on_table(beside)) return false;
        }
    }
    return true;
}

template <class Net>
bool net_holds(const Net& kept, const Net& wanted, unsigned used) {
    for (unsigned n = 1; n < used; ++n) {
        const auto node = static_cast<Node>(n);
        if (kept.parent[n] > n || kept.root(node) != wanted.parent[n]) return false;
        if (kept.is_root(node) && kept.word[n] != wanted.word[n]) return false;
    }
    return true;
}

template <class Kept>
bool contacts_hold(const Game& game, const Kept& areas) {
    const Position& p = game.now;
    if (game.box->rules.family != Family::classic) return p.contacts == 0;
    unsigned at = 0;
    for (unsigned i = 0; i < p.placed; ++i) {
        const Contacts& contacts = game.box->contacts[p.tile[i].tile()];
        for (unsigned c = 0; c < contacts.count; ++c, ++at) {
            const auto& kept = areas.contact[at];
            if (kept.field != p.tile[i].field_base<Kept>() + contacts.pairs[2 * c] ||
                kept.city != p.tile[i].feature_base + contacts.pairs[2 * c + 1]) {
                return false;
            }
        }
    }
    return at == p.contacts;
}

/// Builders stand where they were put last until their area is complete, pigs for good.
bool companions_hold(const Game& game) {
    const Position& p = game.now;
    Companions wanted;
    for (unsigned i = 0; i < p.placed; ++i) {
        const PlacedTile& tile = p.tile[i];
        const unsigned local = game.box->parts[tile.tile()].local[tile.token_segment];
        if (tile.token() == Token::builder) {
            const auto node = static_cast<Node>(tile.feature_base + local);
            const bool home = feature_facts(game, feature_root(game, node)).complete();
            if (!home) wanted.builder[tile.token_player()] = node;
        } else if (tile.token() == Token::pig) {
            wanted.pig[tile.token_player()] =
                static_cast<Node>(tile.field_base<WideAreas>() + local);
        }
    }
    const Companions& kept = game.wide.beside;
    for (unsigned player = 0; player < p.players; ++player) {
        const unsigned builders = p.supply(Token::builder, player);
        const unsigned pigs = p.supply(Token::pig, player);
        const bool builder_out = kept.builder[player] != no_node;
        const bool pig_out = kept.pig[player] != no_node;
        if (builders + (builder_out ? 1u : 0u) != game.box->rules.builders) return false;
        if (pigs + (pig_out ? 1u : 0u) != game.box->rules.pigs) return false;
    }
    return kept.builder == wanted.builder && kept.pig == wanted.pig;
}

/// What all players have taken is what completed cities had.
bool goods_hold(const Game& game) {
    const Position& p = game.now;
    std::array<unsigned, goods_count> taken = {}, made = {};
    for (unsigned kind = 0; kind < goods_count; ++kind) {
        for (unsigned i = 0; i < p.players; ++i) taken[kind] += goods_of(game, i)[kind];
        for (unsigned n = 1; n < p.features; ++n) {
            const auto& word = game.wide.feature.word[n];
            const bool city = game.wide.feature.is_root(static_cast<Node>(n)) &&
                              !feature::is_line(word) && feature::is_complete(word);
            made[kind] += city ? feature::goods(word)[kind] : 0u;
        }
    }
    return taken == made;
}

} // namespace

EdgeCode recompute_code(const Game& game, Cell cell) {
    unsigned code = 0;
    for (unsigned side = 0; side < edge_count; ++side) {
        const PlacedTile* tile = tile_at(game, neighbour(cell, static_cast<Edge>(side)));
        if (tile == nullptr) continue;
        code |= terrain_code(terrain(game.turned(*tile).edges, (side + 2) & 3), side);
    }
    return static_cast<EdgeCode>(code);
}

template <class Kept>
void recompute_areas(const Game& game, Recomputed<Kept>& areas) {
    const Position& p = game.now;
    areas.feature.parent[no_node] = areas.field.parent[no_node] = areas.water.parent[no_node] = 0;
    areas.feature.word[no_node] = {};
    areas.field.word[no_node] = {};
    areas.water.word[no_node] = {};
    unsigned doubles = 0;
    for (unsigned i = 0; i < p.placed; ++i) add_tile(game, p.tile[i], doubles, areas);
    for (unsigned i = 0; i < p.placed; ++i) {
        for (const unsigned side : {1u, 2u}) { // every border once
            const Cell beside = neighbour(p.tile[i].cell, static_cast<Edge>(side));
            const PlacedTile* other = tile_at(game, beside);
            if (other == nullptr) continue;
            if constexpr (of_wide_game<Kept>) {
                join_tiles<Form::wide>(game, p.tile[i], *other, side, areas);
            } else if (game.box->form == Form::hunters) {
                join_tiles<Form::hunters>(game, p.tile[i], *other, side, areas);
            } else {
                join_tiles<Form::classic>(game, p.tile[i], *other, side, areas);
            }
        }
    }
    for (unsigned i = 0; i < p.placed; ++i) add_token(game, p.tile[i], areas);
}

template void recompute_areas(const Game&, Recomputed<NarrowAreas>&);
template void recompute_areas(const Game&, Recomputed<WideAreas>&);

void recompute_placements(const EdgeCode* codes, unsigned count, const EdgeCode* edges,
                          PlacementSet& found) {
    found = {};
    found.words = (count + 63) / 64;
    for (unsigned r = 0; r < 4; ++r) {
        for (unsigned slot = 0; slot < count; ++slot) {
            if (!fits(codes[slot], edges[r])) continue;
            found.fits[r][slot / 64] |= std::uint64_t{1} << (slot % 64);
            ++found.counts[r];
            ++found.count;
        }
    }
}

bool same_placements(const PlacementSet& a, const PlacementSet& b) {
    bool same = a.count == b.count && a.words == b.words && a.counts == b.counts;
    for (unsigned r = 0; r < 4; ++r) {
        for (unsigned w = 0; w < a.words; ++w) same &= a.fits[r][w] == b.fits[r][w];
    }
    return same;
}

const char* broken_invariant(const Game& game) {
    const Position& p = game.now;
    if (!grid_holds(game)) return "grid";
    if (!frontier_holds(game)) return "frontier";
    return game.with_areas([&]<class Kept>(const Kept& kept) -> const char* {
        Recomputed<Kept> wanted;
        recompute_areas(game, wanted);
        if (!net_holds(kept.feature, wanted.feature, p.features)) return "features";
        if (!net_holds(kept.field, wanted.field, p.fields)) return "fields";
        if (!net_holds(p.water, wanted.water, p.waters)) return "waters";
        if (!contacts_hold(game, kept)) return "contacts";
        if constexpr (of_wide_game<Kept>) {
            if (!companions_hold(game)) return "companions";
            if (!goods_hold(game)) return "goods";
        }
        return nullptr;
    });
}

} // namespace bastide
