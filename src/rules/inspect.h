#pragma once
// Questions about a position: where an area lies, what still fits, who stands where.

#include "rules/game.h"

#include <bit>

namespace bastide {

/// The smallest segment (x, y, segment) of the area with this root.
SegmentRef smallest_feature_segment(const Game& game, Node root);
SegmentRef smallest_field_segment(const Game& game, Node root);
SegmentRef smallest_water_segment(const Game& game, Node root);

/// King's move or the same cell.
constexpr bool touches(Cell a, Cell b) {
    const int dx = a.x - b.x, dy = a.y - b.y;
    return dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1;
}

/// Tiles still to be drawn from a stack.
inline unsigned tiles_left(const Game& game, Stack stack) {
    return game.now.left[static_cast<unsigned>(stack)];
}

/// The placed tile on a cell, or nullptr.
const PlacedTile* tile_at(const Game& game, Cell cell);

/// Which network a segment lies in and its node there; no_node for sites and the classic River.
struct NodeRef {
    Network network = Network::none;
    Node node = no_node;
};
NodeRef node_of(const Game& game, SegmentRef where);
/// The first node of a tile's fields.
unsigned field_base(const Game& game, const PlacedTile& tile);

/// The areas of two nodes, and what there is to know of one, whatever the width.
Node feature_root(const Game& game, Node node);
Node field_root(const Game& game, Node node);
struct FeatureFacts {
    bool line; // a road or stream
    bool gold;
    unsigned open, size, extras;
    Holders held;
    bool raised = false;   // a road with an inn, a city with a cathedral
    GoodsCount goods = {}; // of a city
    bool complete() const { return open == 0; }
};
FeatureFacts feature_facts(const Game& game, Node root);
Holders field_holders(const Game& game, Node root);

/// The counters that a player has taken (B7).
inline GoodsCount goods_of(const Game& game, unsigned player) {
    return is_wide(*game.box) ? game.wide.beside.goods[player] : GoodsCount{};
}
/// Players whose builder stands in the feature with this root, or whose pig in the field, a bit
/// each.
unsigned builders_in(const Game& game, Node root);
unsigned pigs_in(const Game& game, Node root);

/// The area of the feature that looks into an open place of the grid from a side where a tile lies
/// and shows one: its root, given the game's areas.
template <class Areas>
Node feature_beside(const Game& game, const Areas& areas, unsigned place, unsigned side) {
    const PlacedTile& tile = game.now.tile[Grid::tile(game.grid[Grid::beside(place, side)])];
    const std::uint8_t local = game.turned(tile).local((side + 2) & 3, Port::feature);
    return areas.feature.root(static_cast<Node>(tile.feature_base + local));
}

/// H11: the meadow of the hunter at the shrine, who counts alone there; no_node without one.
inline Node shrine_meadow(const Game& game) {
    return game.now.shrine == 0 ? no_node : game.now.field.root(game.now.shrine_meadow);
}
/// Who counts in a meadow, given its root and shrine_meadow().
inline NarrowHolders holders_of_meadow(const Game& game, Node root, Node shrine) {
    return root == shrine ? NarrowHolders::one(game.now.shrine - 1u)
                          : field::held(game.now.field.word[root]);
}

/// Where the Gingerbread Man stands, while he is in a city (ManPlace::city): its root.
inline Node man_city(const Game& game) {
    return game.with_areas(
        [&](const auto& areas) { return areas.feature.root(game.now.man_city); });
}

/// Where a tile of this type fits, now. For a tile of the river stack the only slot is river_slot
/// and only `river_rotations` speak.
struct WhereItFits {
    PlacementSet land;
    unsigned river_rotations = 0; // bit set
    unsigned count() const {
        return land.count + static_cast<unsigned>(std::popcount(river_rotations));
    }
};
void find_placements(const Game& game, TileIndex tile, WhereItFits& found);
/// Each of them, by rotation.
template <class Visit>
void for_each_placement(const Game& game, const WhereItFits& found, Visit&& visit) {
    const Frontier& open = game.now.open;
    for (unsigned r = 0; r < 4; ++r) {
        const auto rotation = static_cast<Rotation>(r);
        if (found.river_rotations >> r & 1) visit(Placement{open.cell[river_slot], rotation});
        for (unsigned w = 0; w < found.land.words; ++w) {
            for (std::uint64_t bits = found.land.fits[r][w]; bits != 0; bits &= bits - 1) {
                const unsigned slot = w * 64 + static_cast<unsigned>(std::countr_zero(bits));
                visit(Placement{open.cell[slot], rotation});
            }
        }
    }
}
bool fits_somewhere(const Game& game, TileIndex tile);
bool any_left_fits(const Game& game, Stack stack);

/// Tiles of this box that may be drawn now.
bool may_draw(const Game& game, TileIndex tile);

/// Index in now.site of the player's abbot; now.sites if it is not out.
unsigned abbot_site(const Game& game, unsigned player);

/// Roots of the unfinished cities the Gingerbread Man may be moved to now (Phase::man).
struct ManChoices {
    unsigned count = 0;
    std::array<Node, max_features + 1> root; // one more is written, not counted
};
ManChoices man_choices(const Game& game);
bool any_city_for_man(const Game& game);

/// One area of the board, for people and tests.
struct AreaView {
    SegmentKind kind = SegmentKind::city; // lake: a river system
    Network network = Network::none;
    Node root = no_node;
    bool complete = false;
    unsigned open = 0;
    unsigned size = 0; // tiles or segments
    unsigned extras = 0;
    bool gold = false;
    bool raised = false;     // a road with an inn, a city with a cathedral
    GoodsCount goods = {};   // of a city
    unsigned companions = 0; // players whose builder or pig stands there, a bit each
    Holders held = {};       // who stands there
    Holders decide = {};     // whose tokens count for the points: all, but for the shrine (H11)
    unsigned fish = 0;       // of a river system
    unsigned animals = 0;    // of a meadow: those that pay
    SegmentRef where = {};   // smallest segment
};
AreaView area_at(const Game& game, SegmentRef where);
/// The river system that a stream or lake lies in (H9).
AreaView river_system_at(const Game& game, SegmentRef where);

/// A token that stands on the board now.
struct TokenView {
    Token token = Token::none;
    unsigned player = 0;
    SegmentRef where = {};
};
/// The token on a placed tile, if one stands there still.
TokenView token_on(const Game& game, const PlacedTile& tile);

} // namespace bastide
