#include "art/layout.h"

#include "art/crossings.h"
#include "art/masses.h"
#include "art/tongues.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace bastide::art {

bool is_mass(SegmentKind kind) {
    return kind == SegmentKind::city || kind == SegmentKind::forest;
}
bool is_land(SegmentKind kind) {
    return kind == SegmentKind::field || kind == SegmentKind::meadow;
}
bool is_water(SegmentKind kind) {
    return kind == SegmentKind::river || kind == SegmentKind::stream;
}

namespace {

constexpr Point centre = {50, 50};

std::vector<unsigned> edges_of(EdgeSet set) {
    std::vector<unsigned> edges;
    for (unsigned e = 0; e < edge_count; ++e) {
        if (set >> e & 1) edges.push_back(e);
    }
    return edges;
}

Curve approach(unsigned edge, Point target, Point arriving) {
    const double reach = distance(middle(edge), target);
    return curve_between(middle(edge), middle(edge) + inwards(edge) * (reach * 0.45),
                         target - arriving * (reach * 0.3), target);
}

class Planner {
  public:
    explicit Planner(const Tile& tile)
        : tile_(tile)
        , dice_(0xb457u + tile.segment_count * 31u) {}

    Layout plan() {
        plan_.masses = masses_of(tile_);
        for (const Mass& mass : plan_.masses) plan_.grid.paint(mass.ring, label(mass.segment));
        for (const Mass& mass : plan_.masses) paint_aprons(mass.segment);
        plan_lakes();
        plan_lines_between_edges();
        plan_water_ends();
        plan_sites();
        plan_road_ends();
        plan_.bridges = bridges_of(tile_, plan_);
        paint_discs();
        fill_fields(plan_.grid, tile_);
        if (has(SegmentKind::forest)) grow_tongues(plan_, tile_);
        make_room();
        plan_.clearance = Clearance(plan_.grid);
        return std::move(plan_);
    }

  private:
    static std::uint8_t label(unsigned segment) { return static_cast<std::uint8_t>(segment); }
    const Segment& segment(unsigned i) const { return tile_.segments[i]; }

    /// Whatever else crosses, an edge belongs to its mass.
    void paint_aprons(unsigned mass) {
        for (const unsigned e : edges_of(segment(mass).edges)) {
            plan_.grid.paint({corner(e), corner(e + 1), from_edge(e, 50, 16)}, label(mass));
        }
    }

    void add_line(unsigned i, Curve curve) {
        const bool road = segment(i).kind == SegmentKind::road;
        plan_.grid.paint_ribbon(flattened(curve), road ? road_half_width : river_half_width,
                                label(i));
        (road ? plan_.roads : plan_.waters).push_back({i, std::move(curve)});
    }

    /// Away from towns: where a line between opposite edges, or a hub, should lie.
    Point drift() const {
        Point sum;
        for (const Mass& mass : plan_.masses) {
            for (const unsigned e : edges_of(segment(mass.segment).edges)) sum = sum + inwards(e);
        }
        return {std::clamp(sum.x, -1.0, 1.0), std::clamp(sum.y, -1.0, 1.0)};
    }

    Curve through(unsigned a, unsigned b) {
        const Point ma = middle(a), mb = middle(b);
        if ((a + 2) % 4 != b)
            return curve_between(ma, ma + inwards(a) * 28, mb + inwards(b) * 28, mb);
        const Point across = {inwards(a).y, inwards(a).x};
        const Point push = drift() * 5;
        double aside = push.x * across.x + push.y * across.y;
        if (plan_.masses.empty() && !has(SegmentKind::monastery))
            aside = dice_.below(2) == 0 ? 3.5 : -3.5;
        const Point mid = centre + across * aside;
        return {ma,
                {{ma + inwards(a) * 20, mid - inwards(a) * 18, mid},
                 {mid + inwards(a) * 18, mb + inwards(b) * 20, mb}}};
    }

    void plan_lines_between_edges() {
        // Rivers first: roads pass over them.
        for (const bool roads : {false, true}) {
            for (unsigned i = 0; i < tile_.segment_count; ++i) {
                const Segment& s = segment(i);
                if (roads ? s.kind != SegmentKind::road : !is_water(s.kind)) continue;
                const auto edges = edges_of(s.edges);
                if (edges.size() == 2) {
                    add_line(i, through(edges[0], edges[1]));
                } else if (edges.size() > 2) {
                    for (const unsigned e : edges) add_line(i, approach(e, hub(), inwards(e)));
                }
            }
        }
    }

    Point hub() const { return centre + drift() * 9; }

    SegmentSet lakes_with_rivers() const {
        SegmentSet lakes = 0;
        for (unsigned i = 0; i < tile_.segment_count; ++i) lakes |= segment(i).lakes;
        return lakes;
    }

    void plan_lakes() {
        for (unsigned i = 0; i < tile_.segment_count; ++i) {
            if (segment(i).kind != SegmentKind::lake) continue;
            EdgeSet reached = 0;
            for (unsigned j = 0; j < tile_.segment_count; ++j) {
                if (segment(j).lakes >> i & 1) reached |= segment(j).edges;
            }
            if (reached == 0) continue; // finds a place among the sites
            const auto edges = edges_of(reached);
            Point out;
            for (const unsigned e : edges) out = out - inwards(e);
            // A lake on one river lies near that edge, one in a bend near its corner.
            const bool alone = std::popcount(lakes_with_rivers()) == 1;
            const double reach = edges.size() == 1 ? 13 : edges.size() > 2 ? 3 : alone ? 9 : 15;
            Point at = centre + out * reach;
            const bool opposite = edges.size() == 2 && (edges[0] + 2) % 4 == edges[1];
            if (edges.size() == 4 || opposite) at = centre + drift() * 4;
            plan_.discs.push_back({Disc::Kind::lake, i, at,
                                   edges.size() > 2 ? 15.0
                                   : alone          ? 14.0
                                                    : 12.0});
        }
    }

    const Disc* disc_of(unsigned i) const {
        for (const Disc& disc : plan_.discs) {
            if (disc.segment == i) return &disc;
        }
        return nullptr;
    }

    bool separates(unsigned edge) const {
        const auto [a, b] = fields_beside(tile_, edge);
        return a != b;
    }

    /// The nearest point of another road or river, if there is one.
    std::optional<Point> nearest_line(Point from, unsigned own) const {
        std::optional<Point> best;
        for (const auto* lines : {&plan_.waters, &plan_.roads}) {
            for (const Line& line : *lines) {
                if (line.segment == own) continue;
                for (const Point p : flattened(line.curve)) {
                    if (!best || distance(from, p) < distance(from, *best)) best = p;
                }
            }
        }
        return best;
    }

    void plan_water_ends() {
        for (unsigned i = 0; i < tile_.segment_count; ++i) {
            const Segment& s = segment(i);
            const auto edges = edges_of(s.edges);
            if (!is_water(s.kind) || edges.size() != 1) continue;
            const unsigned e = edges[0];
            if (s.lakes != 0) {
                const Disc* lake = disc_of(static_cast<unsigned>(std::countr_zero(s.lakes)));
                add_line(i, approach(e, lake->centre, unit(lake->centre - middle(e))));
                continue;
            }
            // A river that parts two fields begins under the road that bounds them.
            const auto line = nearest_line(centre, i);
            if (s.kind == SegmentKind::river && separates(e) && line) {
                add_line(i, approach(e, *line, inwards(e)));
                continue;
            }
            const bool ends = tile_.stack == Stack::river_lake;
            const bool shared = has(SegmentKind::monastery) || has(SegmentKind::garden);
            const double reach = ends ? (shared ? 26 : 46) : s.kind == SegmentKind::river ? 44 : 34;
            const Point at = middle(e) + inwards(e) * reach;
            add_line(i, approach(e, at, inwards(e)));
            const double radius = ends ? (shared ? 14 : 20) : 7.5;
            plan_.discs.push_back({ends ? Disc::Kind::pond : Disc::Kind::spring, i, at, radius});
        }
        for (const Disc& d : plan_.discs)
            plan_.grid.paint_disc(d.centre, d.radius, label(d.segment));
        for (const Line& road : plan_.roads) {
            plan_.grid.paint_ribbon(flattened(road.curve), road_half_width, label(road.segment));
        }
    }

    bool has(SegmentKind kind) const {
        return std::any_of(tile_.segments.begin(), tile_.segments.begin() + tile_.segment_count,
                           [&](const Segment& s) { return s.kind == kind; });
    }

    /// The free place farthest from everything.
    struct Place {
        Point at;
        double room;
    };
    Place roomiest(std::optional<std::uint8_t> only) const {
        const Clearance clearance(plan_.grid);
        Place best = {centre, -1e9};
        for (int y = 6; y < LabelGrid::size - 6; ++y) {
            for (int x = 6; x < LabelGrid::size - 6; ++x) {
                if (only && plan_.grid.at(x, y) != *only) continue;
                const Point p = LabelGrid::centre_of(x, y);
                const double room = clearance.at(x, y) - distance(p, centre) * 0.02;
                if (room > best.room + 1e-9) best = {p, room};
            }
        }
        if (best.room < -1e8) return roomiest(std::nullopt);
        best.room = clearance.at(static_cast<int>(best.at.x), static_cast<int>(best.at.y));
        return best;
    }

    void plan_sites() {
        const LabelGrid before = plan_.grid;
        keep_way_for_lone_road();
        place_sites();
        plan_.grid = before;
    }

    /// A single road that parts two fields runs to the middle at least: no site may block it.
    void keep_way_for_lone_road() {
        const auto ends = road_ends();
        const auto parts = [&](RoadEnd r) { return separates(r.edge); };
        if (std::count_if(ends.begin(), ends.end(), parts) != 1) return;
        for (const RoadEnd r : ends) {
            if (!parts(r)) continue;
            plan_.grid.paint_ribbon({middle(r.edge), centre}, road_half_width, label(r.segment));
        }
    }

    void place_sites() {
        for (const auto kind : {SegmentKind::monastery, SegmentKind::garden, SegmentKind::lake}) {
            for (unsigned i = 0; i < tile_.segment_count; ++i) {
                if (segment(i).kind != kind || disc_of(i) != nullptr) continue;
                const Place place = roomiest(LabelGrid::none);
                const bool church = kind == SegmentKind::monastery;
                const double radius = std::clamp(place.room - 4, 7.0, church ? 19.0 : 13.0);
                const auto shape = church                        ? Disc::Kind::monastery
                                   : kind == SegmentKind::garden ? Disc::Kind::garden
                                                                 : Disc::Kind::lake;
                plan_.discs.push_back({shape, i, place.at, radius});
                plan_.grid.paint_disc(place.at, radius, label(i));
            }
        }
    }

    struct RoadEnd {
        unsigned segment, edge;
    };

    std::vector<RoadEnd> road_ends() const {
        std::vector<RoadEnd> ends;
        for (unsigned i = 0; i < tile_.segment_count; ++i) {
            const auto edges = edges_of(segment(i).edges);
            if (segment(i).kind == SegmentKind::road && edges.size() == 1) {
                ends.push_back({i, edges[0]});
            }
        }
        return ends;
    }

    void plan_road_ends() {
        const auto ends = road_ends();
        const auto church = std::find_if(plan_.discs.begin(), plan_.discs.end(), [](const Disc& d) {
            return d.kind == Disc::Kind::monastery;
        });
        const auto parting =
            std::count_if(ends.begin(), ends.end(), [&](RoadEnd r) { return separates(r.edge); });
        if (church != plan_.discs.end()) {
            for (const RoadEnd r : ends) {
                const Point to = church->centre;
                add_line(r.segment, approach(r.edge, to, unit(to - middle(r.edge))));
            }
        } else if (parting > 1 && !all_reach_gates(ends)) {
            plan_crossing(ends);
        } else {
            for (const RoadEnd r : ends) plan_lone_end(r);
        }
    }

    bool all_reach_gates(const std::vector<RoadEnd>& ends) const {
        return std::all_of(ends.begin(), ends.end(),
                           [&](RoadEnd r) { return parts_fields_of_a_city(tile_, r.edge); });
    }

    void plan_crossing(const std::vector<RoadEnd>& ends) {
        const Point at = hub();
        for (const RoadEnd r : ends) {
            add_line(r.segment, approach(r.edge, at, unit(at - middle(r.edge))));
        }
        plan_.villages.push_back(at);
        // Each road owns the part of the square that faces its edge.
        for (int y = 0; y < LabelGrid::size; ++y) {
            for (int x = 0; x < LabelGrid::size; ++x) {
                const Point p = LabelGrid::centre_of(x, y);
                if (distance(p, at) > 8) continue;
                const auto nearest =
                    std::min_element(ends.begin(), ends.end(), [&](RoadEnd a, RoadEnd b) {
                        return distance(p, middle(a.edge)) < distance(p, middle(b.edge));
                    });
                if (distance(p, at) < 6 || plan_.grid.at(x, y) != LabelGrid::none) {
                    plan_.grid.set(x, y, label(nearest->segment));
                }
            }
        }
    }

    void plan_lone_end(RoadEnd r) {
        if (separates(r.edge)) {
            if (const auto gate = gate_for(tile_, plan_.masses, r.edge)) {
                add_line(r.segment, approach(r.edge, gate->at, gate->along));
                plan_.gates.push_back(*gate);
                return;
            }
            if (const auto line = nearest_line(centre, r.segment)) {
                return add_line(r.segment, approach(r.edge, *line, inwards(r.edge)));
            }
        }
        double reach = 46;
        while (reach > 18 &&
               plan_.grid.at(middle(r.edge) + inwards(r.edge) * (reach + 8)) != LabelGrid::none) {
            reach -= 2;
        }
        const Point end = middle(r.edge) + inwards(r.edge) * reach;
        add_line(r.segment, approach(r.edge, end, inwards(r.edge)));
        plan_.farmsteads.push_back(end);
    }

    void paint_discs() {
        for (const Disc& d : plan_.discs) {
            const bool site = d.kind == Disc::Kind::monastery || d.kind == Disc::Kind::garden;
            if (site) plan_.grid.paint_disc(d.centre, d.radius, label(d.segment));
        }
    }

    /// No segment may be lost under others: what has hardly any land gets a clearing.
    void make_room() {
        for (unsigned i = 0; i < tile_.segment_count; ++i) {
            if (plan_.grid.count(label(i)) >= 60) continue;
            const Place place = roomiest(std::nullopt);
            plan_.grid.paint_disc(place.at, std::clamp(place.room - 2, 5.0, 9.0), label(i));
        }
    }

    const Tile& tile_;
    Dice dice_;
    Layout plan_;
};

} // namespace

Layout lay_out(const Tile& tile) {
    return Planner(tile).plan();
}

} // namespace bastide::art
