#include "art/tongues.h"

#include <algorithm>
#include <cmath>

namespace bastide::art {
namespace {

class TongueGrower {
  public:
    TongueGrower(Layout& layout, const Tile& tile)
        : layout_(layout)
        , tile_(tile) {}

    void grow() {
        const LabelGrid before = layout_.grid;
        std::vector<Point> border;
        for (int y = 0; y < LabelGrid::size; ++y) {
            for (int x = 0; x < LabelGrid::size; ++x) {
                const auto own = before.at(x, y);
                if (!is_land(segment(own).kind)) continue;
                for (const auto other : {before.at(x + 1, y), before.at(x, y + 1)}) {
                    if (other == own || other == LabelGrid::none) continue;
                    if (is_land(segment(other).kind)) border.push_back(LabelGrid::centre_of(x, y));
                }
            }
        }
        while (!border.empty()) {
            const std::vector<Point> piece = taken_together(border);
            const auto forest = forest_at(before, piece);
            for (const Point p : piece) paint_tongue(before, p, forest);
        }
    }

  private:
    static std::uint8_t label(unsigned segment) { return static_cast<std::uint8_t>(segment); }
    const Segment& segment(unsigned i) const { return tile_.segments[i]; }

    /// Takes from `border` one run of squares that touch.
    static std::vector<Point> taken_together(std::vector<Point>& border) {
        std::vector<Point> piece = {border.back()};
        border.pop_back();
        for (std::size_t i = 0; i < piece.size(); ++i) {
            const Point from = piece[i];
            std::erase_if(border, [&](Point p) {
                if (distance(p, from) > 2.3) return false;
                piece.push_back(p);
                return true;
            });
        }
        return piece;
    }

    std::uint8_t forest_at(const LabelGrid& before, const std::vector<Point>& piece) const {
        std::array<unsigned, max_segments> met = {};
        for (const Point p : piece) {
            for (const Point d : {Point{0, -2}, Point{2, 0}, Point{0, 2}, Point{-2, 0}}) {
                const auto other = before.at(p + d);
                if (other != LabelGrid::none && is_mass(segment(other).kind)) ++met[other];
            }
        }
        const auto most = std::max_element(met.begin(), met.end());
        return *most > 0 ? label(static_cast<unsigned>(most - met.begin()))
                         : nearest_forest(piece[0]);
    }

    void paint_tongue(const LabelGrid& before, Point at, std::uint8_t forest) {
        // Narrow at a corner, where the neighbours' borders meet.
        double corner_distance = tile_size;
        for (unsigned e = 0; e < edge_count; ++e) {
            corner_distance = std::min(corner_distance, distance(at, corner(e)));
        }
        const double half_width = std::min(width_at(at), 0.5 + corner_distance * 0.22);
        layout_.tongues.push_back({at, half_width});
        const int reach = 9;
        for (int y = static_cast<int>(at.y) - reach; y <= static_cast<int>(at.y) + reach; ++y) {
            for (int x = static_cast<int>(at.x) - reach; x <= static_cast<int>(at.x) + reach; ++x) {
                const auto old = before.at(x, y);
                if (old == LabelGrid::none || !is_land(segment(old).kind)) continue;
                if (distance(at, LabelGrid::centre_of(x, y)) <= half_width) {
                    layout_.grid.set(x, y, forest);
                }
            }
        }
    }

    /// Half of it: groves and gaps between them, so that nobody takes a tongue for a road.
    static double width_at(Point at) {
        const auto wave = [](double t) { return std::abs(t - std::floor(t) - 0.5) * 2; };
        return 3.6 + 4.6 * wave((at.x + at.y * 0.7) / 17) * wave((at.y - at.x * 0.6) / 23 + 0.5) +
               1.6 * wave((at.x * 0.8 - at.y) / 7);
    }

    std::uint8_t nearest_forest(Point at) const {
        std::uint8_t best = LabelGrid::none;
        double nearest = 1e9;
        for (const Mass& mass : layout_.masses) {
            Polyline ring = mass.ring;
            ring.push_back(ring.front());
            const double d = distance_to(ring, at);
            if (d < nearest) {
                nearest = d;
                best = label(mass.segment);
            }
        }
        return best;
    }

    Layout& layout_;
    const Tile& tile_;
};

} // namespace

void grow_tongues(Layout& layout, const Tile& tile) {
    TongueGrower(layout, tile).grow();
}

} // namespace bastide::art
