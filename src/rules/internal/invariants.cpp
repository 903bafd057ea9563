#include "rules/internal/invariants.h"

#include "rules/internal/turn.h"

namespace bastide {
namespace {

/// Gives the area of `a` and the area of `b` one name and one word, node by node.
template <class Net, class Join>
void unite(Net& net, unsigned used, Node a, Node b, Join&& join) {
    const Node low = std::min(net.parent[a], net.parent[b]);
    const Node high = std::max(net.parent[a], net.parent[b]);
    if (low == high) return;
    net.word[low] = join(net.word[low], net.word[high]);
    for (unsigned n = 0; n < used; ++n) {
        if (net.parent[n] == high) net.parent[n] = low;
    }
}

FeatureWord joined_features(Family family, FeatureWord a, FeatureWord b) {
    return family == Family::classic ? feature::joined<true>(a, b) : feature::joined<false>(a, b);
}

void add_tile(const Game& game, const PlacedTile& tile, unsigned& doubles, Areas& areas) {
    const Box& box = *game.box;
    const TileStart& start = box.starts[tile.tile()];
    const bool classic = box.rules.family == Family::classic;
    for (unsigned i = 0; i < start.feature_count; ++i) {
        const FeatureWord word = start.features[i];
        const unsigned n = tile.feature_base + i;
        areas.feature.parent[n] = static_cast<Node>(n);
        areas.feature.word[n] = classic ? feature::marked(word, doubles) : word;
    }
    for (unsigned i = 0; i < start.field_count; ++i) {
        const unsigned n = tile.field_base + i;
        areas.field.parent[n] = static_cast<Node>(n);
        areas.field.word[n] = start.fields[i];
    }
    for (unsigned i = 0; i < start.water_count; ++i) {
        const unsigned n = tile.water_base + i;
        areas.water.parent[n] = static_cast<Node>(n);
        areas.water.word[n] = box.parts[tile.tile()].waters[i];
    }
    doubles += start.has_doubles;
}

/// Two neighbours: `there` lies on this side of `here`.
void join_tiles(const Game& game, const PlacedTile& here, const PlacedTile& there, unsigned side,
                Areas& areas) {
    const Position& p = game.now;
    const Family family = game.box->rules.family;
    const auto ports = [&](const PlacedTile& tile, unsigned at) {
        return turn::port_nodes(game.turned(tile), turn::port_bases(tile), at);
    };
    const std::uint32_t a = ports(here, side), b = ports(there, (side + 2) & 3);
    const auto join = [&](auto& net, unsigned used, Port mine, Port theirs, auto&& joined) {
        unite(net, used, at_port(a, mine), at_port(b, theirs), joined);
    };
    join(areas.feature, p.features, Port::feature, Port::feature,
         [&](auto x, auto y) { return joined_features(family, x, y); });
    const Node met = at_port(a, Port::feature);
    if (met != no_node) areas.feature.word[areas.feature.parent[met]] -= 2 * feature::one_open;
    join(areas.field, p.fields, Port::field_left, Port::field_right, field::joined);
    join(areas.field, p.fields, Port::field_right, Port::field_left, field::joined);
    join(areas.water, p.waters, Port::water, Port::water, water::joined);
}

/// Followers leave a feature when it is complete, and fields and huts never.
void add_token(const Game& game, const PlacedTile& tile, Areas& areas) {
    if (tile.token() == Token::none) return;
    const TileParts& parts = game.box->parts[tile.tile()];
    const unsigned segment = tile.token_segment, player = tile.token_player();
    if (tile.token() == Token::hut) {
        WaterWord& word =
            areas.water.word[areas.water.parent[tile.water_base + parts.water[segment]]];
        word = static_cast<WaterWord>(word + water::hut(player));
    } else if (parts.network[segment] == Network::field) {
        const Node node = areas.field.parent[tile.field_base + parts.local[segment]];
        areas.field.word[node] += field::token(player);
    } else if (parts.network[segment] == Network::feature) {
        const Node node = areas.feature.parent[tile.feature_base + parts.local[segment]];
        FeatureWord& word = areas.feature.word[node];
        if (feature::open(word) > 0) word += feature::token(player);
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
            if (game.grid[Grid::beside(at, side)] == Grid::empty) return false;
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

bool contacts_hold(const Game& game) {
    const Position& p = game.now;
    if (game.box->rules.family != Family::classic) return p.contacts == 0;
    unsigned at = 0;
    for (unsigned i = 0; i < p.placed; ++i) {
        const Contacts& contacts = game.box->contacts[p.tile[i].tile()];
        for (unsigned c = 0; c < contacts.count; ++c, ++at) {
            const Contact& kept = p.contact[at];
            if (kept.field != p.tile[i].field_base + contacts.pairs[2 * c] ||
                kept.city != p.tile[i].feature_base + contacts.pairs[2 * c + 1]) {
                return false;
            }
        }
    }
    return at == p.contacts;
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

void recompute_areas(const Game& game, Areas& areas) {
    const Position& p = game.now;
    areas.feature.parent[no_node] = areas.field.parent[no_node] = areas.water.parent[no_node] = 0;
    areas.feature.word[no_node] = areas.field.word[no_node] = areas.water.word[no_node] = 0;
    unsigned doubles = 0;
    for (unsigned i = 0; i < p.placed; ++i) add_tile(game, p.tile[i], doubles, areas);
    for (unsigned i = 0; i < p.placed; ++i) {
        for (const unsigned side : {1u, 2u}) { // every border once
            const Cell beside = neighbour(p.tile[i].cell, static_cast<Edge>(side));
            const PlacedTile* other = tile_at(game, beside);
            if (other != nullptr) join_tiles(game, p.tile[i], *other, side, areas);
        }
    }
    for (unsigned i = 0; i < p.placed; ++i) add_token(game, p.tile[i], areas);
}

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
    Areas areas;
    recompute_areas(game, areas);
    if (!net_holds(p.feature, areas.feature, p.features)) return "features";
    if (!net_holds(p.field, areas.field, p.fields)) return "fields";
    if (!net_holds(p.water, areas.water, p.waters)) return "waters";
    if (!contacts_hold(game)) return "contacts";
    return nullptr;
}

} // namespace bastide
