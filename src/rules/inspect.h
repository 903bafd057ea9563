#pragma once
// Questions about a position: where an area lies, what still fits, who stands where.

#include "rules/game.h"

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

/// The placed tile on a cell, or nullptr.
const PlacedTile* tile_at(const Game& game, Cell cell);

/// Which network a segment lies in and its node there; false for sites and the classic River.
struct NodeRef {
    Network network = Network::none;
    Node node = no_node;
};
NodeRef node_of(const Game& game, SegmentRef where);

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
    unsigned held = 0; // packed followers
    std::uint64_t word = 0;
    SegmentRef where = {}; // smallest segment
};
AreaView area_at(const Game& game, SegmentRef where);

/// A token that stands on the board now.
struct TokenView {
    Token token = Token::none;
    unsigned player = 0;
    SegmentRef where = {};
};
/// The token on a placed tile, if one stands there still.
TokenView token_on(const Game& game, const PlacedTile& tile);

} // namespace bastide
