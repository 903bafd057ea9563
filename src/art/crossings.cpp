#include "art/crossings.h"

#include <bit>

namespace bastide::art {
namespace {

bool touches_city(const Tile& tile, unsigned field, const Mass& city) {
    return (tile.segments[field].cities >> city.segment & 1) != 0;
}

unsigned fields_at(const Tile& tile, const Mass& city) {
    unsigned touching = 0;
    for (unsigned i = 0; i < tile.segment_count; ++i) {
        touching += touches_city(tile, i, city) ? 1u : 0u;
    }
    return touching;
}

/// A road leads to a city that both fields beside it touch, or that more fields touch than it
/// has walls: only a road can part those.
bool has_gate_for(const Tile& tile, unsigned edge, const Mass& city) {
    if (fields_at(tile, city) > city.walls.size()) return true;
    const auto touches = [&](std::optional<unsigned> field) {
        return !field || touches_city(tile, *field, city);
    };
    const auto [a, b] = fields_beside(tile, edge);
    return touches(a) && touches(b);
}

/// Where `over` comes nearest to a line below it, if it passes over that.
std::optional<Crossing> bridge_over(const Polyline& over, const Line& below) {
    const Polyline line = flattened(below.curve);
    std::optional<Crossing> best;
    double nearest = 3;
    for (std::size_t i = 1; i + 1 < over.size(); ++i) {
        const double d = distance_to(line, over[i]);
        if (d >= nearest) continue;
        nearest = d;
        best = Crossing{over[i], unit(over[i + 1] - over[i - 1])};
    }
    return best;
}

} // namespace

std::array<std::optional<unsigned>, 2> fields_beside(const Tile& tile, unsigned edge) {
    std::array<std::optional<unsigned>, 2> fields;
    for (unsigned i = tile.segment_count; i-- > 0;) {
        if (tile.segments[i].halves >> (2 * edge % 8) & 1) fields[0] = i;
        if (tile.segments[i].halves >> ((2 * edge + 1) % 8) & 1) fields[1] = i;
    }
    return fields;
}

bool parts_fields_of_a_city(const Tile& tile, unsigned edge) {
    const auto [a, b] = fields_beside(tile, edge);
    return a && b && (tile.segments[*a].cities & tile.segments[*b].cities) != 0;
}

std::optional<Crossing> gate_for(const Tile& tile, const std::vector<Mass>& masses, unsigned edge) {
    std::optional<Crossing> best;
    double best_distance = 0;
    for (const Mass& mass : masses) {
        if (!has_gate_for(tile, edge, mass)) continue;
        // More fields than one gate can part: each gate is at its own end of the wall.
        const bool spread = fields_at(tile, mass) > mass.walls.size() + 1;
        for (const Polyline& wall : mass.walls) {
            for (std::size_t m = 1; m + 1 < wall.size(); ++m) {
                if (!spread && m != wall.size() / 2) continue;
                const double d = distance(middle(edge), wall[m]);
                if (best && d >= best_distance) continue;
                const Point along = wall[m + 1] - wall[m - 1];
                Point in = unit({-along.y, along.x});
                if (!inside({mass.ring}, wall[m] + in)) in = in * -1;
                best = Crossing{wall[m], in};
                best_distance = d;
            }
        }
    }
    return best;
}

std::vector<Crossing> bridges_of(const Tile& tile, const Layout& layout) {
    std::vector<Crossing> bridges;
    for (const Line& road : layout.roads) {
        std::vector<const Line*> below;
        for (const Line& water : layout.waters) below.push_back(&water);
        for (const Line& other : layout.roads) {
            // The later of two roads that do not meet passes over the earlier.
            const bool through = std::popcount(tile.segments[other.segment].edges) == 2;
            if (&other < &road && other.segment != road.segment && through) {
                below.push_back(&other);
            }
        }
        const Polyline over = flattened(road.curve);
        for (const Line* line : below) {
            if (const auto bridge = bridge_over(over, *line)) bridges.push_back(*bridge);
        }
    }
    return bridges;
}

} // namespace bastide::art
