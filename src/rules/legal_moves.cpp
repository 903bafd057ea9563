#include "rules/legal_moves.h"

#include "rules/internal/fit.h"
#include "rules/internal/turn.h"

#include <algorithm>
#include <utility>

namespace bastide {
namespace {

/// The tile's segments in one network and what they would join: which neighbouring areas, and
/// whether somebody stands there.
class WouldJoin {
  public:
    /// What an area that a segment meets brings in: whether somebody stands there, the player to
    /// move does, and (of features) how many of its edges are open.
    struct Met {
        bool occupied;
        bool own = false;
        unsigned open = 0;
    };
    void meet(Node own, Node their_root, Met met) {
        own_[count_] = own;
        root_[count_] = their_root;
        open_[count_++] = met.open;
        if (met.occupied) occupied_ |= 1u << own;
        if (met.own) company_ |= 1u << own;
    }

    /// Segments that would lie in an occupied area, and in one with an own follower.
    unsigned occupied() const { return spread(occupied_); }
    unsigned company() const { return spread(company_); }

    /// Whether the area of a segment would have no open edge left; `edges` are those of the tile's
    /// segments. Both sides of every meeting lose one.
    bool would_be_complete(unsigned segment,
                           const std::array<unsigned, max_tile_features>& edges) const {
        const unsigned area = spread(1u << segment);
        unsigned open = 0, closed = 0;
        for (unsigned i = 0; i < max_tile_features; ++i) open += (area >> i & 1) ? edges[i] : 0u;
        for (unsigned i = 0; i < count_; ++i) {
            if (!(area >> own_[i] & 1)) continue;
            closed += 2;
            bool first = true; // an area that is met twice is counted once
            for (unsigned j = 0; j < i; ++j) first &= root_[j] != root_[i];
            open += first ? open_[i] : 0u;
        }
        return open == closed;
    }

  private:
    /// Two segments of the tile that meet the same area become one with it, and so on, until
    /// nothing changes.
    unsigned spread(unsigned set) const {
        for (bool grew = set != 0; grew;) { // mostly nobody is near
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

    unsigned count_ = 0;
    unsigned occupied_ = 0;
    unsigned company_ = 0;
    std::array<Node, 8> own_;
    std::array<Node, 8> root_;
    std::array<unsigned, 8> open_;
};

/// The halves of a border as two neighbours see them.
constexpr std::pair<Port, Port> field_borders[] = {{Port::field_left, Port::field_right},
                                                   {Port::field_right, Port::field_left}};

struct Surroundings {
    WouldJoin features, fields, waters;
};

template <Form form>
Surroundings look_around(const Game& game, Cell cell, const TurnedTile& shape) {
    const Position& p = game.now;
    const auto& areas = turn::areas<form>(game);
    Surroundings around;
    for (unsigned side = 0; side < edge_count; ++side) {
        const PlacedTile* other = tile_at(game, neighbour(cell, static_cast<Edge>(side)));
        if (other == nullptr) continue;
        const auto theirs = turn::ports_of<form>(game.turned(*other), *other, (side + 2) & 3);
        const auto met = [&](const auto& net, Port port) {
            using turn::at_port;
            return net.root(at_port(theirs, port));
        };
        if (shape.has(side, Port::feature)) {
            const Node root = met(areas.feature, Port::feature);
            const auto& word = areas.feature.word[root];
            WouldJoin::Met area = {feature::is_occupied(word)};
            if constexpr (form == Form::wide) {
                area.own = feature::held(word).of(p.player) > 0;
                area.open = feature::open(word);
            }
            around.features.meet(shape.local(side, Port::feature), root, area);
        }
        for (const auto& [mine, other_port] : field_borders) {
            if (!shape.has(side, mine)) continue;
            const Node root = met(areas.field, other_port);
            const auto& word = areas.field.word[root];
            WouldJoin::Met area = {field::is_occupied(word)};
            if constexpr (form == Form::wide) area.own = field::held(word).of(p.player) > 0;
            around.fields.meet(shape.local(side, mine), root, area);
        }
        if constexpr (form == Form::hunters) {
            if (!shape.has(side, Port::water)) continue;
            const Node root = met(p.water, Port::water);
            around.waters.meet(shape.local(side, Port::water), root,
                               {water::is_occupied(p.water.word[root])});
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

} // namespace

void legal_placements(const Game& game, PlacementList& list) {
    const Position& p = game.now;
    list.count = 0;
    if (p.phase != Phase::place) return;
    WhereItFits found;
    find_placements(game, p.hand, found);
    for_each_placement(game, found,
                       [&](Placement placement) { list.placement[list.count++] = placement; });
    // As Placement's own order has it, in one comparison.
    std::ranges::sort(list.placement.data(), list.placement.data() + list.count, {},
                      [](Placement placement) {
                          const auto [cell, rotation] = placement;
                          return (cell.x * 256 + cell.y) * 4 + rotation;
                      });
}

namespace {

/// B3, B9: segments of the tile in hand that would lie beside an own follower, in a field or in a
/// feature that the tile does not complete.
SegmentSet company(const Game& game, const Surroundings& around) {
    const TileStart& start = game.box->starts[game.now.hand];
    const TileParts& parts = game.box->parts[game.now.hand];
    std::array<unsigned, max_tile_features> edges = {};
    for (unsigned i = 0; i < start.feature_count; ++i) edges[i] = feature::open(start.features[i]);
    const unsigned features = around.features.company(), fields = around.fields.company();
    unsigned set = 0;
    for (unsigned i = 0; i < start.feature_count; ++i) {
        if (!(features >> i & 1) || around.features.would_be_complete(i, edges)) continue;
        set |= parts.feature_bit[i];
    }
    for (unsigned i = 0; i < start.field_count; ++i) {
        if (fields >> i & 1) set |= parts.field_bit[i];
    }
    return static_cast<SegmentSet>(set);
}

template <Form form>
Choices choices_if_placed(const Game& game, Placement placement) {
    const Position& p = game.now;
    const TurnedTile& shape = game.box->turned[turned_index(p.hand, placement.rotation)];
    const TileStart& start = game.box->starts[p.hand];
    const TileParts& parts = game.box->parts[p.hand];
    const Surroundings around = look_around<form>(game, placement.cell, shape);
    turn::Vacant vacant;
    vacant.areas = parts.sites;
    if (turn::may_enter_area<form>(p)) { // else it need not be known
        vacant.areas |= free_segments(around.features.occupied(), start.feature_count,
                                      parts.feature_segment.data());
        vacant.areas |=
            free_segments(around.fields.occupied(), start.field_count, parts.field_segment.data());
        if constexpr (form == Form::wide) vacant.company = company(game, around);
    }
    if (p.supply(Token::hut, p.player) > 0) {
        vacant.systems =
            free_segments(around.waters.occupied(), start.water_count, parts.water_segment.data());
    }
    Choices choices;
    turn::may_deploy<form>(p, parts, vacant, choices);
    if constexpr (form == Form::wide) {
        choices.by_segment = turn::orders_by_segment(game.box->rules);
    }
    if (game.box->rules.abbots > 0) choices.recall = turn::may_recall(game, placement.cell);
    return choices;
}

} // namespace

Choices choices_after(const Game& game, Placement placement) {
    return turn::for_form(game,
                          [&](auto form) { return choices_if_placed<form>(game, placement); });
}

void legal_moves(const Game& game, MoveList& list) {
    list.clear();
    PlacementList placements;
    legal_placements(game, placements);
    turn::for_form(game, [&](auto form) {
        for (unsigned i = 0; i < placements.count; ++i) {
            const Placement placement = placements.placement[i];
            const Choices choices = choices_if_placed<form>(game, placement);
            choices.for_each<turn::tokens_of(form)>(
                [&](Deployment deployment) { list.add(placement, deployment); });
        }
    });
}

unsigned count_legal_moves(const Game& game) {
    PlacementList placements;
    legal_placements(game, placements);
    return turn::for_form(game, [&](auto form) {
        unsigned count = 0;
        for (unsigned i = 0; i < placements.count; ++i) {
            const Choices choices = choices_if_placed<form>(game, placements.placement[i]);
            count += choices.count<turn::tokens_of(form)>();
        }
        return count;
    });
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
    if (!adjacent || !on_table(placement.cell)) {
        return std::unexpected(RuleViolation::cell_not_adjacent);
    }
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
