#include "art/masses.h"

#include <algorithm>
#include <bit>

namespace bastide::art {
namespace {

/// How deep things reach into a tile. A wall must leave room for a token on its other side.
struct Depths {
    double cap = 30;    // of a mass on one edge
    double cavity = 28; // of the land that a mass on the other edges leaves free
    double bow = 8;     // of a diagonal wall towards the mass
};

bool has_edge(EdgeSet edges, unsigned edge) {
    return (edges >> (edge % 4) & 1) != 0;
}

/// A wall round the end of `gap` edges that do not belong to the mass, the first being `first`.
Polyline wall(unsigned first, unsigned gap, const Depths& d, Dice& dice) {
    const auto wobble = [&] { return dice.between(-1.3, 1.3); };
    Polyline points = {corner(first)};
    if (gap == 3) {
        const unsigned own = first + 3; // the mass's only edge: the wall bounds its cap
        for (const auto& [along, depth] :
             {Point{86, 0.17}, Point{73, 0.76}, Point{50, 1}, Point{27, 0.76}, Point{14, 0.17}}) {
            const bool gate = along == 50;
            points.push_back(from_edge(own, along + (gate ? 0 : wobble()),
                                       depth * d.cap + (gate ? 0 : wobble() * depth)));
        }
        points.push_back(corner(own));
    } else if (gap == 1) {
        for (const auto& [along, depth] : {Point{24, 0.76}, Point{50, 1}, Point{76, 0.76}}) {
            const bool gate = along == 50;
            points.push_back(from_edge(first, along + (gate ? 0 : wobble()), depth * d.cavity));
        }
        points.push_back(corner(first + 1));
    } else {
        const Point a = corner(first), b = corner(first + 2);
        const Point to_mass = unit(corner(first + 3) - corner(first + 1));
        for (const auto& [t, bow] : {Point{0.24, 0.75}, Point{0.5, 1}, Point{0.76, 0.75}}) {
            points.push_back(a + (b - a) * (t + (t == 0.5 ? 0 : wobble() * 0.02)) +
                             to_mass * (bow * d.bow + wobble()));
        }
        points.push_back(b);
    }
    return points;
}

/// The edge of a forest has no straight lines.
Polyline ragged(const Polyline& wall, Dice& dice) {
    Polyline edge = {wall[0]};
    for (std::size_t i = 0; i + 1 < wall.size(); ++i) {
        const Point a = wall[i], step = wall[i + 1] - a;
        const Point across = unit({-step.y, step.x});
        const int pieces = length(step) > 24 ? 4 : length(step) > 12 ? 3 : 2;
        for (int k = 1; k <= pieces; ++k) {
            Point p = a + step * (static_cast<double>(k) / pieces);
            const double room = std::min(1.0, to_border(p) / 12); // calm at the corners
            if (k < pieces) p = p + across * (room * dice.between(1.4, 3) * (k % 2 == 0 ? 1 : -1));
            edge.push_back(p);
        }
    }
    return edge;
}

Mass mass_of(const Tile& tile, unsigned segment, const Depths& depths) {
    const EdgeSet edges = tile.segments[segment].edges;
    Dice dice(0x5eedu + edges * 131u + segment * 7u + tile.segment_count * 1009u);
    Mass mass = {segment, {}, {}};
    unsigned start = 0;
    while (!has_edge(edges, start) || (edges != 0xF && has_edge(edges, start + 3))) ++start;
    for (unsigned i = 0; i < edge_count; ++i) {
        const unsigned edge = start + i;
        if (!has_edge(edges, edge)) continue;
        mass.ring.push_back(corner(edge));
        unsigned gap = 0;
        while (gap < 3 && !has_edge(edges, edge + 1 + gap)) ++gap;
        if (gap == 0) continue;
        Depths own = depths;
        for (unsigned g = 0; g < gap; ++g) {
            for (unsigned other = 0; other < tile.segment_count; ++other) {
                const Segment& s = tile.segments[other];
                // Another mass in the hollow needs room, and so does the field between them.
                if (other == segment || !is_mass(s.kind) || !has_edge(s.edges, edge + 1 + g)) {
                    continue;
                }
                own.cavity = 47;
                own.bow = 11;
            }
        }
        Polyline w = wall((edge + 1) % 4, gap, own, dice);
        if (tile.segments[segment].kind == SegmentKind::forest) w = ragged(w, dice);
        mass.ring.insert(mass.ring.end(), w.begin(), w.end() - 1);
        mass.walls.push_back(std::move(w));
    }
    return mass;
}

} // namespace

std::vector<Mass> masses_of(const Tile& tile) {
    std::vector<unsigned> segments;
    int most = 0;
    for (unsigned i = 0; i < tile.segment_count; ++i) {
        if (!is_mass(tile.segments[i].kind)) continue;
        segments.push_back(i);
        most = std::max(most, std::popcount(tile.segments[i].edges));
    }
    const auto touched = [&](unsigned i) { return std::popcount(tile.segments[i].edges); };
    std::sort(segments.begin(), segments.end(), [&](unsigned a, unsigned b) {
        return touched(a) != touched(b) ? touched(a) > touched(b) : a < b;
    });
    Depths depths;
    if (most > 1 && segments.size() > 1) depths.cap = 24;
    std::vector<Mass> masses;
    for (const unsigned i : segments) masses.push_back(mass_of(tile, i, depths));
    return masses;
}

} // namespace bastide::art
