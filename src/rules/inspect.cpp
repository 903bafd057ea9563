#include "rules/inspect.h"

#include "rules/internal/fit.h"
#include "rules/scoring.h"
#include "rules/tokens.h"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace bastide {
namespace {

constexpr SegmentRef nowhere = {
    {std::numeric_limits<std::int8_t>::max(), std::numeric_limits<std::int8_t>::max()},
    max_segments};

/// R2, R3: the rotations of a river tile that continue the river at its open end.
unsigned river_rotations(const Game& game, TileIndex tile) {
    const Position& p = game.now;
    const auto from = static_cast<unsigned>(p.river_from);
    unsigned found = 0;
    for (Rotation r = 0; r < game.box->rotations[tile]; ++r) {
        const TurnedTile& shape = game.box->turned[turned_index(tile, r)];
        if (!(shape.river_edges >> from & 1)) continue;
        if (!fits(p.open.code[river_slot], shape.edges)) continue;
        const unsigned onward = shape.river_edges & ~(1u << from);
        const unsigned turn =
            onward == 0 ? 0 : (static_cast<unsigned>(std::countr_zero(onward)) - from) & 3;
        const bool turns_back = p.river_turn != 0 && turn == p.river_turn;
        if (!turns_back) found |= 1u << r;
    }
    return found;
}

bool is_river_tile(const Game& game, TileIndex tile) {
    const Stack stack = game.tile(tile).stack;
    return stack == Stack::river || stack == Stack::river_lake;
}

/// The smallest segment of an area of one network, given how many nodes of it a tile has, which is
/// the tile's first, and their segments.
SegmentRef smallest_segment(const Game& game, const auto& net, Node root, auto count, auto base_of,
                            auto segment) {
    SegmentRef best = nowhere;
    for (unsigned t = 0; t < game.now.placed; ++t) {
        const PlacedTile& tile = game.now.tile[t];
        const auto& segments = game.box->parts[tile.tile()].*segment;
        const unsigned nodes = game.box->starts[tile.tile()].*count;
        const unsigned base = base_of(tile);
        for (unsigned i = 0; i < nodes; ++i) {
            if (net.root(static_cast<Node>(base + i)) != root) continue;
            best = std::min(best, SegmentRef{tile.cell, segments[i]});
        }
    }
    return best;
}

} // namespace

SegmentRef smallest_feature_segment(const Game& game, Node root) {
    const auto base = [](const PlacedTile& tile) { return tile.feature_base; };
    return game.with_areas([&](const auto& areas) {
        return smallest_segment(game, areas.feature, root, &TileStart::feature_count, base,
                                &TileParts::feature_segment);
    });
}

SegmentRef smallest_field_segment(const Game& game, Node root) {
    return game.with_areas([&]<class Areas>(const Areas& areas) {
        const auto base = [](const PlacedTile& tile) { return tile.field_base<Areas>(); };
        return smallest_segment(game, areas.field, root, &TileStart::field_count, base,
                                &TileParts::field_segment);
    });
}

SegmentRef smallest_water_segment(const Game& game, Node root) {
    const auto base = [](const PlacedTile& tile) { return tile.water_base(); };
    return smallest_segment(game, game.now.water, root, &TileStart::water_count, base,
                            &TileParts::water_segment);
}

const PlacedTile* tile_at(const Game& game, Cell cell) {
    const Grid::Entry entry = game.grid[Grid::index(cell)];
    if (!Grid::is_placed(entry)) return nullptr;
    const PlacedTile& tile = game.now.tile[Grid::tile(entry)];
    return tile.cell == cell ? &tile : nullptr; // the grid is a torus
}

unsigned field_base(const Game& game, const PlacedTile& tile) {
    return is_wide(*game.box) ? tile.field_base<WideAreas>() : tile.field_base<NarrowAreas>();
}

NodeRef node_of(const Game& game, SegmentRef where) {
    const PlacedTile* tile = tile_at(game, where.cell);
    if (tile == nullptr || where.segment >= game.tile(tile->tile()).segment_count) return {};
    const TileParts& parts = game.box->parts[tile->tile()];
    const Network network = parts.network[where.segment];
    switch (network) {
    case Network::feature:
        return {network, static_cast<Node>(tile->feature_base + parts.local[where.segment])};
    case Network::field:
        return {network, static_cast<Node>(field_base(game, *tile) + parts.local[where.segment])};
    case Network::water_only:
        return {network, static_cast<Node>(tile->water_base() + parts.water[where.segment])};
    case Network::site:
    case Network::none:
        break;
    }
    return {network, no_node};
}

void find_placements(const Game& game, TileIndex tile, WhereItFits& found) {
    found.river_rotations = 0;
    if (is_river_tile(game, tile)) {
        found.land = {};
        found.river_rotations = river_rotations(game, tile);
    } else {
        scan_frontier(*game.box, game.now, tile, found.land);
    }
}

bool fits_somewhere(const Game& game, TileIndex tile) {
    WhereItFits found;
    find_placements(game, tile, found);
    return found.count() > 0;
}

bool any_left_fits(const Game& game, Stack stack) {
    for (unsigned i = 0; i < game.box->tile_count; ++i) {
        const auto tile = static_cast<TileIndex>(i);
        if (game.now.bag[i] == 0 || game.tile(tile).stack != stack) continue;
        if (fits_somewhere(game, tile)) return true;
    }
    return false;
}

bool may_draw(const Game& game, TileIndex tile) {
    return game.now.phase == Phase::draw && tile < game.box->tile_count && game.now.bag[tile] > 0 &&
           game.tile(tile).stack == game.now.stack;
}

unsigned abbot_site(const Game& game, unsigned player) {
    unsigned i = 0;
    for (; i < game.now.sites; ++i) {
        const Site& site = game.now.site[i];
        if (site.token == Token::abbot && site.player == player) break;
    }
    return i;
}

ManChoices man_choices(const Game& game) {
    const Position& p = game.now;
    ManChoices choices;
    if (p.phase != Phase::man) return choices;
    const bool leaves = !p.man_homeless && p.man == ManPlace::city;
    const Node current = leaves ? man_city(game) : no_node;
    game.with_areas([&](const auto& areas) {
        for (unsigned n = 1; n < p.features; ++n) {
            const auto node = static_cast<Node>(n);
            const auto& word = areas.feature.word[n];
            const bool unfinished_city = !feature::is_line(word) && !feature::is_complete(word);
            choices.root[choices.count] = node;
            const bool other = areas.feature.is_root(node) && node != current;
            choices.count += static_cast<unsigned>(other & unfinished_city);
        }
    });
    return choices;
}

bool any_city_for_man(const Game& game) {
    const Position& p = game.now;
    const bool leaves = !p.man_homeless && p.man == ManPlace::city;
    const Node current = leaves ? man_city(game) : no_node;
    return game.with_areas([&](const auto& areas) {
        for (unsigned n = p.features; n-- > 1;) { // young cities are seldom finished
            const auto node = static_cast<Node>(n);
            const auto& word = areas.feature.word[n];
            if (areas.feature.is_root(node) && node != current && !feature::is_line(word) &&
                !feature::is_complete(word)) {
                return true;
            }
        }
        return false;
    });
}

FeatureFacts feature_facts(const Game& game, Node root) {
    return game.with_areas([&](const auto& areas) {
        const auto& word = areas.feature.word[root];
        FeatureFacts facts = {feature::is_line(word), false,
                              feature::open(word),    feature::size(word),
                              feature::extras(word),  feature::held(word)};
        if constexpr (std::is_same_v<decltype(word), const FeatureWord&>) {
            facts.gold = feature::has_gold(word);
        } else {
            facts.raised = feature::is_raised(word);
            facts.goods = feature::goods(word);
        }
        return facts;
    });
}

Node feature_root(const Game& game, Node node) {
    return game.with_areas([&](const auto& areas) { return areas.feature.root(node); });
}

Node field_root(const Game& game, Node node) {
    return game.with_areas([&](const auto& areas) { return areas.field.root(node); });
}

Holders field_holders(const Game& game, Node root) {
    return game.with_areas(
        [&](const auto& areas) -> Holders { return field::held(areas.field.word[root]); });
}

unsigned builders_in(const Game& game, Node root) {
    unsigned players = 0;
    for (unsigned i = 0; is_wide(*game.box) && i < game.now.players; ++i) {
        const Node builder = game.wide.beside.builder[i];
        const bool there = builder != no_node && game.wide.feature.root(builder) == root;
        players |= there ? 1u << i : 0u;
    }
    return players;
}

unsigned pigs_in(const Game& game, Node root) {
    unsigned players = 0;
    for (unsigned i = 0; is_wide(*game.box) && i < game.now.players; ++i) {
        const Node pig = game.wide.beside.pig[i];
        players |= pig != no_node && game.wide.field.root(pig) == root ? 1u << i : 0u;
    }
    return players;
}

AreaView area_at(const Game& game, SegmentRef where) {
    const Position& p = game.now;
    const PlacedTile* tile = tile_at(game, where.cell);
    AreaView view;
    const NodeRef ref = node_of(game, where);
    view.network = ref.network;
    view.where = where;
    if (tile == nullptr || ref.network == Network::none) return view;
    view.kind = game.tile(tile->tile()).segments[where.segment].kind;
    switch (ref.network) {
    case Network::feature: {
        view.root = feature_root(game, ref.node);
        const FeatureFacts facts = feature_facts(game, view.root);
        view.open = facts.open;
        view.complete = facts.complete();
        view.size = facts.size;
        view.extras = facts.extras;
        view.gold = facts.gold;
        view.raised = facts.raised;
        view.goods = facts.goods;
        view.companions = builders_in(game, view.root);
        view.held = view.decide = facts.held;
        view.where = smallest_feature_segment(game, view.root);
        break;
    }
    case Network::field:
        view.root = field_root(game, ref.node);
        view.held = view.decide = field_holders(game, view.root);
        view.companions = pigs_in(game, view.root);
        if (game.box->form == Form::hunters) {
            view.decide = holders_of_meadow(game, view.root, shrine_meadow(game));
            view.animals = paying_animals(p.field.word[view.root]);
        }
        view.where = smallest_field_segment(game, view.root);
        break;
    case Network::water_only:
        return river_system_at(game, where);
    case Network::site:
        for (unsigned i = 0; i < p.sites; ++i) {
            const Site& site = p.site[i];
            if (site.cell == where.cell && site.segment == where.segment) {
                view.held = view.decide = Holders::one(site.player, kind_of(site.token).weight);
            }
        }
        view.size = 1 + filled_around(game, where.cell);
        view.complete = view.size == full_site;
        break;
    case Network::none:
        break;
    }
    return view;
}

AreaView river_system_at(const Game& game, SegmentRef where) {
    const Position& p = game.now;
    const PlacedTile& tile = *tile_at(game, where.cell);
    const unsigned local = game.box->parts[tile.tile()].water[where.segment];
    AreaView view;
    view.kind = SegmentKind::lake;
    view.network = Network::water_only;
    view.root = p.water.root(static_cast<Node>(tile.water_base() + local));
    view.held = view.decide = water::held(p.water.word[view.root]);
    view.fish = water::fish(p.water.word[view.root]);
    view.where = smallest_water_segment(game, view.root);
    return view;
}

TokenView token_on(const Game& game, const PlacedTile& tile) {
    const Position& p = game.now;
    if (tile.token() == Token::none) return {};
    const TokenView view = {tile.token(), tile.token_player(), {tile.cell, tile.token_segment}};
    const TileParts& parts = game.box->parts[tile.tile()];
    bool stands = true;
    if (parts.sites >> tile.token_segment & 1) {
        stands = std::any_of(p.site.begin(), p.site.begin() + p.sites,
                             [&](const Site& site) { return site.cell == tile.cell; });
    } else if (parts.network[tile.token_segment] == Network::feature &&
               kind_of(tile.token()).completion_returns) {
        const auto node = static_cast<Node>(tile.feature_base + parts.local[tile.token_segment]);
        stands = !feature_facts(game, feature_root(game, node)).complete();
    }
    return stands ? view : TokenView{};
}

} // namespace bastide
