#include "art/outline.h"

#include <algorithm>

namespace bastide::art {
namespace {

/// A corner of squares, 0 to 100 each way.
struct Vertex {
    int x, y;
    friend constexpr auto operator<=>(const Vertex&, const Vertex&) = default;
};

// Directions clockwise from north.
constexpr int dx[] = {0, 1, 0, -1};
constexpr int dy[] = {-1, 0, 1, 0};

class Tracer {
  public:
    Tracer(const LabelGrid& grid, std::uint8_t label)
        : grid_(grid)
        , label_(label)
        , used_((LabelGrid::size + 1) * (LabelGrid::size + 1)) {}

    std::vector<Polyline> trace() {
        std::vector<Polyline> rings;
        for (int y = 0; y <= LabelGrid::size; ++y) {
            for (int x = 0; x <= LabelGrid::size; ++x) {
                for (int d = 0; d < 4; ++d) {
                    if (!is_border({x, y}, d) || is_used({x, y}, d)) continue;
                    Polyline ring = smooth(follow({x, y}, d));
                    if (ring.size() > 2) rings.push_back(std::move(ring));
                }
            }
        }
        return rings;
    }

  private:
    /// The square on the right of the step from v in direction d (turn < 0: on the left).
    std::uint8_t beside(Vertex v, int d, bool right) const {
        constexpr int rx[] = {0, 0, -1, -1}, ry[] = {-1, 0, 0, -1};
        constexpr int lx[] = {-1, 0, 0, -1}, ly[] = {-1, -1, 0, 0};
        return right ? grid_.at(v.x + rx[d], v.y + ry[d]) : grid_.at(v.x + lx[d], v.y + ly[d]);
    }
    /// The label lies on the right only: rings run clockwise round it.
    bool is_border(Vertex v, int d) const {
        return beside(v, d, true) == label_ && beside(v, d, false) != label_;
    }
    unsigned char& used(Vertex v) {
        return used_[static_cast<std::size_t>(v.y * (LabelGrid::size + 1) + v.x)];
    }
    bool is_used(Vertex v, int d) { return (used(v) >> d & 1) != 0; }

    std::vector<Vertex> follow(Vertex start, int direction) {
        std::vector<Vertex> ring;
        Vertex v = start;
        int d = direction;
        do {
            used(v) |= static_cast<unsigned char>(1 << d);
            ring.push_back(v);
            v = {v.x + dx[d], v.y + dy[d]};
            // Sharpest turn towards the label first, so that squares that touch only at a corner
            // are apart.
            for (const int turn : {1, 0, 3}) {
                if (is_border(v, (d + turn) % 4)) {
                    d = (d + turn) % 4;
                    break;
                }
            }
        } while (v != start || d != direction);
        return ring;
    }

    /// Where more than two labels meet, lines must not move.
    bool is_node(Vertex v) const {
        std::array<std::uint8_t, 4> l = {grid_.at(v.x - 1, v.y - 1), grid_.at(v.x, v.y - 1),
                                         grid_.at(v.x, v.y), grid_.at(v.x - 1, v.y)};
        const bool tile_corner =
            (v.x == 0 || v.x == LabelGrid::size) && (v.y == 0 || v.y == LabelGrid::size);
        const bool saddle = l[0] == l[2] && l[1] == l[3] && l[0] != l[1];
        std::sort(l.begin(), l.end());
        const auto kinds = std::unique(l.begin(), l.end()) - l.begin();
        return tile_corner || saddle || kinds > 2;
    }

    Polyline smooth(std::vector<Vertex> ring) const {
        const auto node =
            std::find_if(ring.begin(), ring.end(), [&](Vertex v) { return is_node(v); });
        if (node == ring.end()) {
            std::rotate(ring.begin(), std::min_element(ring.begin(), ring.end()), ring.end());
            ring.push_back(ring.front());
            Polyline line = smooth_arc(ring);
            line.pop_back();
            return line;
        }
        std::rotate(ring.begin(), node, ring.end());
        ring.push_back(ring.front());
        Polyline whole;
        std::vector<Vertex> arc;
        for (std::size_t i = 0; i < ring.size(); ++i) {
            arc.push_back(ring[i]);
            if (arc.size() < 2 || !is_node(ring[i])) continue;
            const Polyline piece = smooth_arc(arc);
            whole.insert(whole.end(), piece.begin(), piece.end() - 1);
            arc = {ring[i]};
        }
        return whole;
    }

    /// The same line whichever neighbour asks for it: always worked out in one direction.
    static Polyline smooth_arc(std::vector<Vertex> arc) {
        const bool loop = arc.front() == arc.back();
        const bool reversed = loop ? arc[arc.size() - 2] < arc[1] : arc.back() < arc.front();
        if (reversed) std::reverse(arc.begin(), arc.end());
        Polyline line = {{static_cast<double>(arc.front().x), static_cast<double>(arc.front().y)}};
        for (std::size_t i = 0; i + 1 < arc.size(); ++i) {
            line.push_back({(arc[i].x + arc[i + 1].x) * 0.5, (arc[i].y + arc[i + 1].y) * 0.5});
        }
        line.push_back({static_cast<double>(arc.back().x), static_cast<double>(arc.back().y)});
        for (int pass = 0; pass < 3; ++pass) {
            Polyline next = line;
            for (std::size_t i = 1; i + 1 < line.size(); ++i) {
                next[i] = (line[i - 1] + line[i] * 2 + line[i + 1]) * 0.25;
            }
            line = std::move(next);
        }
        line = loop ? simplified_loop(line) : simplified(line);
        if (reversed) std::reverse(line.begin(), line.end());
        return line;
    }

    static Polyline simplified_loop(const Polyline& line) {
        const std::size_t half = line.size() / 2;
        Polyline first = simplified({line.begin(), line.begin() + static_cast<long>(half) + 1});
        const Polyline second = simplified({line.begin() + static_cast<long>(half), line.end()});
        first.insert(first.end(), second.begin() + 1, second.end());
        return first;
    }

    /// Douglas and Peucker.
    static Polyline simplified(const Polyline& line) {
        constexpr double tolerance = 0.25;
        if (line.size() < 3) return line;
        std::size_t farthest = 0;
        double most = tolerance;
        for (std::size_t i = 1; i + 1 < line.size(); ++i) {
            const double d = distance_to({line.front(), line.back()}, line[i]);
            if (d > most) {
                most = d;
                farthest = i;
            }
        }
        if (farthest == 0) return {line.front(), line.back()};
        const auto cut = line.begin() + static_cast<long>(farthest);
        Polyline left = simplified({line.begin(), cut + 1});
        const Polyline right = simplified({cut, line.end()});
        left.insert(left.end(), right.begin() + 1, right.end());
        return left;
    }

    const LabelGrid& grid_;
    std::uint8_t label_;
    std::vector<unsigned char> used_;
};

} // namespace

std::vector<Polyline> trace(const LabelGrid& grid, std::uint8_t label) {
    return Tracer(grid, label).trace();
}

} // namespace bastide::art
