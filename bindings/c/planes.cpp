#include "bindings/c/planes.h"

#include "bindings/c/area_roots.h"
#include "bindings/c/bastide.h"
#include "rules/inspect.h"
#include "rules/rules.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <optional>

namespace bastide::c {
namespace {

constexpr PlaneGroup groups[] = {
    {1, "tile", "1: a tile lies here"},
    {1, "open", "1: no tile, but one beside it"},
    {1, "fits", "rotations in which the tile in hand may be placed here"},
    {1, "own field",
     "own tokens in a field or meadow of this tile, the most if it has several; only where fields "
     "count"},
    {4, "line", "1: a road, or a river of Hunters & Gatherers, at this side"},
    {4, "mass", "1: a city or forest at this side"},
    {4, "own", "own tokens in the area at this side (a road, river, city or forest)"},
    {4, "other", "the most tokens that another player has in it"},
    {4, "edges", "its open edges, 0 if it is complete"},
    {4, "points", "what it is worth if it were complete as it is"},
    {1, "site", "a monastery or garden: places filled, its own included"},
    {1, "own token",
     "the own token that stands on this tile: 1 follower, 2 abbot, 3 hut, 4 big follower, 5 "
     "builder, 6 pig"},
    {1, "other token", "another player's token, by the same numbers"},
    {1, "other field", "the most tokens that another player has in a field or meadow of this tile"},
};

enum Plane : unsigned {
    tile = 0,
    open = 1,
    fits = 2,
    own_field = 3,
    line = 4,
    mass = 8,
    own = 12,
    other = 16,
    edges = 20,
    points = 24,
    site = 28,
    own_token = 29,
    other_token = 30,
    other_field = 31,
};

constexpr unsigned planes_in_groups() {
    unsigned count = 0;
    for (const PlaneGroup& group : groups) count += group.count;
    return count;
}
static_assert(planes_in_groups() == BASTIDE_PLANES && other_field + 1 == BASTIDE_PLANES);

constexpr int window = BASTIDE_WINDOW;
constexpr std::size_t plane_bytes = std::size_t{window} * window;

std::uint8_t byte_of(int number) {
    return static_cast<std::uint8_t>(std::clamp(number, 0, 255));
}

/// What the planes tell of an area.
struct AreaBytes {
    std::uint8_t own = 0;
    std::uint8_t other = 0;
    std::uint8_t edges = 0;
    std::uint8_t points = 0;
};

template <Family family, class Areas>
class Painter {
  public:
    Painter(const Game& game, const Areas& areas, std::uint8_t* out)
        : game_(game)
        , p_(game.now)
        , areas_(areas)
        , out_(out) {}

    Window paint() {
        std::memset(out_, 0, BASTIDE_PLANES * plane_bytes);
        choose_window();
        judge_areas();
        for (unsigned t = 0; t < p_.placed; ++t) paint_tile(p_.tile[t]);
        for (unsigned i = 0; i < p_.frontier; ++i) put(open, p_.open.cell[i], 1);
        const bool river = p_.stack == Stack::river || p_.stack == Stack::river_lake;
        if (river && !game_.over()) put(open, p_.open.cell[river_slot], 1);
        if (p_.phase == Phase::place) paint_fits();
        return window_;
    }

  private:
    void choose_window() {
        int west = 0, east = 0, north = 0, south = 0;
        for (unsigned t = 0; t < p_.placed; ++t) {
            const Cell cell = p_.tile[t].cell;
            west = std::min<int>(west, cell.x);
            east = std::max<int>(east, cell.x);
            north = std::min<int>(north, cell.y);
            south = std::max<int>(south, cell.y);
        }
        const auto begin = [](int low, int high) {
            return static_cast<std::int8_t>(((low + high) >> 1) - window / 2);
        };
        window_.origin = {begin(west, east), begin(north, south)};
    }

    std::optional<unsigned> place_of(Cell cell) {
        const int x = cell.x - window_.origin.x, y = cell.y - window_.origin.y;
        if (x < 0 || y < 0 || x >= window || y >= window) {
            window_.left_out = true;
            return std::nullopt;
        }
        return static_cast<unsigned>(y * window + x);
    }
    std::uint8_t& at(unsigned plane, unsigned place) { return out_[plane * plane_bytes + place]; }
    void put(unsigned plane, Cell cell, std::uint8_t value) {
        if (const auto place = place_of(cell)) at(plane, *place) = value;
    }

    template <class Held>
    std::uint8_t own_of(Held held) const {
        return byte_of(int(held.of(p_.player)));
    }
    template <class Held>
    std::uint8_t other_of(Held held) const {
        return Majority::rival_of(p_.player, held, p_.players);
    }

    void judge_areas() {
        find_root_of_each(areas_.feature, p_.features, feature_root_.data());
        find_root_of_each(areas_.field, p_.fields, field_root_.data());
        std::array<Node, max_features + 1> roots;
        const unsigned count = find_roots(areas_.feature, 1, p_.features, roots.data());
        for (unsigned i = 0; i < count; ++i) {
            const auto& word = areas_.feature.word[roots[i]];
            const auto held = feature::held(word);
            features_[roots[i]] = {own_of(held), other_of(held), byte_of(int(feature::open(word))),
                                   byte_of(completed_value<family>(*game_.box, word).points)};
        }
    }

    void paint_tile(const PlacedTile& placed) {
        const auto place = place_of(placed.cell);
        if (!place) return;
        at(tile, *place) = 1;
        const TurnedTile& shape = game_.turned(placed);
        for (unsigned side = 0; side < edge_count; ++side) {
            if (shape.has(side, Port::feature)) paint_side(placed, shape, side, *place);
        }
        paint_fields(placed, *place);
        const TileParts& parts = game_.box->parts[placed.tile()];
        if (parts.sites != 0)
            at(site, *place) = byte_of(int(1 + filled_around(game_, placed.cell)));
        if (placed.token() == Token::none) return;
        const TokenView view = token_on(game_, placed);
        if (view.token == Token::none) return;
        at(view.player == p_.player ? own_token : other_token, *place) = byte_of(int(view.token));
    }

    void paint_side(const PlacedTile& placed, const TurnedTile& shape, unsigned side,
                    unsigned place) {
        const unsigned node = placed.feature_base + unsigned{shape.local(side, Port::feature)};
        const Node root = feature_root_[node];
        const bool is_line = feature::is_line(areas_.feature.word[root]);
        const AreaBytes& area = features_[root];
        at((is_line ? line : mass) + side, place) = 1;
        at(own + side, place) = area.own;
        at(other + side, place) = area.other;
        at(edges + side, place) = area.edges;
        at(points + side, place) = area.points;
    }

    void paint_fields(const PlacedTile& placed, unsigned place) {
        if (family == Family::classic && game_.box->rules.farms == FarmRule::off) return;
        std::uint8_t most_own = 0, most_other = 0;
        const unsigned count = game_.box->starts[placed.tile()].field_count;
        for (unsigned i = 0; i < count; ++i) {
            const auto held =
                field::held(areas_.field.word[field_root_[placed.field_base<Areas>() + i]]);
            most_own = std::max(most_own, own_of(held));
            most_other = std::max(most_other, other_of(held));
        }
        at(own_field, place) = most_own;
        at(other_field, place) = most_other;
    }

    void paint_fits() {
        WhereItFits found;
        find_placements(game_, p_.hand, found);
        for_each_placement(game_, found, [this](Placement placement) {
            if (const auto place = place_of(placement.cell)) ++at(fits, *place);
        });
    }

    const Game& game_;
    const Position& p_;
    const Areas& areas_;
    std::uint8_t* out_;
    Window window_;
    std::array<Node, max_features + 1> feature_root_;
    std::array<Node, max_fields + 1> field_root_;
    std::array<AreaBytes, max_features + 1> features_; // by root
};

} // namespace

std::span<const PlaneGroup> plane_groups() {
    return groups;
}

Window write_planes(const Game& game, std::uint8_t* out) {
    if (game.box->rules.family == Family::hunters) { // never wide
        return Painter<Family::hunters, NarrowAreas>(game, game.now, out).paint();
    }
    return game.with_areas([&]<class Areas>(const Areas& areas) {
        return Painter<Family::classic, Areas>(game, areas, out).paint();
    });
}

} // namespace bastide::c
