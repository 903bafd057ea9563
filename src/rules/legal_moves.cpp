#include "rules/legal_moves.h"

#include "rules/fit.h"

#include <algorithm>
#include <bit>

namespace bastide {
namespace {

/// The tile's segments in one network and what they would join: which neighbouring areas, and
/// whether somebody stands there.
class WouldJoin {
  public:
    void meet(Node own, Node their_root, bool occupied) {
        own_[count_] = own;
        root_[count_++] = their_root;
        if (occupied) occupied_ |= 1u << own;
    }

    /// Segments that would lie in an occupied area. Two segments of the tile that meet the same
    /// area become one with it, and so on, until nothing changes.
    unsigned occupied() const {
        unsigned set = occupied_;
        for (bool grew = true; grew;) {
            grew = false;
            for (unsigned i = 0; i < count_; ++i) {
                for (unsigned j = 0; j < count_; ++j) {
                    const bool linked = root_[i] == root_[j];
                    if (linked && (set >> own_[i] & 1) && !(set >> own_[j] & 1)) {
                        set |= 1u << own_[j];
                        grew = true;
                    }
                }
            }
        }
        return set;
    }

  private:
    unsigned count_ = 0;
    unsigned occupied_ = 0;
    std::array<Node, 8> own_;
    std::array<Node, 8> root_;
};

struct Surroundings {
    WouldJoin features, fields, waters;
};

Surroundings look_around(const Game& game, Cell cell, const TurnedTile& shape) {
    const Position& p = game.now;
    Surroundings around;
    for (unsigned side = 0; side < edge_count; ++side) {
        const PlacedTile* other = tile_at(game, neighbour(cell, static_cast<Edge>(side)));
        if (other == nullptr) continue;
        const std::uint32_t theirs =
            turn::port_nodes(game.turned(*other), turn::port_bases(*other), (side + 2) & 3);
        const auto own = [&](unsigned byte) {
            return static_cast<Node>(shape.ports[side] >> (8 * byte));
        };
        const auto node = [&](unsigned byte) { return static_cast<Node>(theirs >> (8 * byte)); };
        const auto exists = [&](unsigned byte) { return (shape.present[side] >> (8 * byte) & 1); };
        if (exists(1)) {
            const Node root = p.feature.root(node(1));
            around.features.meet(own(1), root, (p.feature.word[root] & feature::token_mask) != 0);
        }
        for (const unsigned byte : {0u, 3u}) {
            if (!exists(byte)) continue;
            const Node root = p.field.root(node(3 - byte));
            around.fields.meet(own(byte), root, field::held(p.field.word[root]) != 0);
        }
        if (exists(2)) {
            const Node root = p.water.root(node(2));
            around.waters.meet(own(2), root, (p.water.word[root] & water::hut_mask) != 0);
        }
    }
    return around;
}

SegmentSet free_segments(unsigned occupied, unsigned count, const std::uint8_t* segment) {
    unsigned set = 0;
    for (unsigned i = 0; i < count; ++i) {
        if (!(occupied >> i & 1)) set |= 1u << segment[i];
    }
    return static_cast<SegmentSet>(set);
}

/// A5: the abbot's site is not complete once this cell is filled.
bool may_recall(const Game& game, Cell filled) {
    const Position& p = game.now;
    const unsigned site = abbot_site(game, p.player);
    if (site == p.sites) return false;
    const Cell cell = p.site[site].cell;
    return filled_around(game, cell) + (touches(cell, filled) ? 1 : 0) < 8;
}

} // namespace

void legal_placements(const Game& game, PlacementList& list) {
    const Position& p = game.now;
    list.count = 0;
    if (p.phase != Phase::place) return;
    WhereItFits found;
    find_placements(game, p.hand, found);
    for (Rotation r = 0; r < 4; ++r) {
        if (found.river_rotations >> r & 1) {
            list.placement[list.count++] = {p.open.cell[river_slot], r};
        }
    }
    for (unsigned r = 0; r < 4; ++r) {
        for (unsigned w = 0; w < found.land.words; ++w) {
            for (std::uint64_t bits = found.land.fits[r][w]; bits != 0; bits &= bits - 1) {
                const unsigned slot = w * 64 + static_cast<unsigned>(std::countr_zero(bits));
                list.placement[list.count++] = {p.open.cell[slot], static_cast<Rotation>(r)};
            }
        }
    }
    std::sort(list.placement.data(), list.placement.data() + list.count);
}

turn::Choices choices_after(const Game& game, Placement placement) {
    const Position& p = game.now;
    const TurnedTile& shape = game.box->turned[turned_index(p.hand, placement.rotation)];
    const TileStart& start = game.box->starts[p.hand];
    const TileParts& parts = game.box->parts[p.hand];
    const Ruleset& rules = game.box->rules;
    const Surroundings around = look_around(game, placement.cell, shape);
    turn::Choices choices;
    if (p.followers[p.player] > 0) {
        choices.follower = free_segments(around.features.occupied(), start.feature_count,
                                         parts.feature_segment.data());
        if (rules.farms != FarmRule::off) {
            choices.follower |= free_segments(around.fields.occupied(), start.field_count,
                                              parts.field_segment.data());
        }
        choices.follower |= parts.monasteries;
    }
    if (rules.abbots > 0) {
        if (p.abbots[p.player] > 0) choices.abbot = parts.sites;
        choices.recall = p.abbots[p.player] == 0 && may_recall(game, placement.cell);
    }
    if (p.huts[p.player] > 0) {
        choices.hut =
            free_segments(around.waters.occupied(), start.water_count, parts.water_segment.data());
    }
    return choices;
}

void legal_moves(const Game& game, MoveList& list) {
    list.clear();
    PlacementList placements;
    legal_placements(game, placements);
    for (unsigned i = 0; i < placements.count; ++i) {
        const turn::Choices choices = choices_after(game, placements.placement[i]);
        const unsigned count = choices.count();
        for (unsigned k = 0; k < count; ++k) list.add(placements.placement[i], choices.at(k));
    }
}

unsigned count_legal_moves(const Game& game) {
    PlacementList placements;
    legal_placements(game, placements);
    unsigned count = 0;
    for (unsigned i = 0; i < placements.count; ++i) {
        count += choices_after(game, placements.placement[i]).count();
    }
    return count;
}

Result<void> check_placement(const Game& game, Placement placement) {
    const Position& p = game.now;
    if (p.phase == Phase::over) return std::unexpected(RuleViolation::game_is_over);
    if (p.phase != Phase::place) return std::unexpected(RuleViolation::no_tile_drawn);
    if (tile_at(game, placement.cell) != nullptr) {
        return std::unexpected(RuleViolation::cell_not_free);
    }
    bool adjacent = false;
    for (unsigned side = 0; side < edge_count; ++side) {
        adjacent |= tile_at(game, neighbour(placement.cell, static_cast<Edge>(side))) != nullptr;
    }
    if (!adjacent) return std::unexpected(RuleViolation::cell_not_adjacent);
    if (placement.rotation >= game.box->rotations[p.hand]) {
        return std::unexpected(RuleViolation::rotation_not_lowest);
    }
    const unsigned slot = Grid::slot(game.grid[Grid::index(placement.cell)]);
    const TurnedTile& shape = game.box->turned[turned_index(p.hand, placement.rotation)];
    const bool river_tile = p.stack == Stack::river || p.stack == Stack::river_lake;
    if (river_tile != (slot == river_slot)) {
        return std::unexpected(river_tile ? RuleViolation::river_must_continue
                                          : RuleViolation::edges_do_not_match);
    }
    if (river_tile) {
        WhereItFits found;
        find_placements(game, p.hand, found);
        if (found.river_rotations >> placement.rotation & 1) return {};
        if (!(shape.river_edges >> static_cast<unsigned>(p.river_from) & 1)) {
            return std::unexpected(RuleViolation::river_must_continue);
        }
        return std::unexpected(fits(p.open.code[slot], shape.edges)
                                   ? RuleViolation::river_turns_back
                                   : RuleViolation::edges_do_not_match);
    }
    if (!fits(p.open.code[slot], shape.edges)) {
        return std::unexpected(RuleViolation::edges_do_not_match);
    }
    return {};
}

} // namespace bastide
