#include "art/label_grid.h"

#include <algorithm>
#include <bit>

namespace bastide::art {

std::uint8_t LabelGrid::at(Point p) const {
    return at(static_cast<int>(p.x), static_cast<int>(p.y));
}

unsigned LabelGrid::count(std::uint8_t label) const {
    return static_cast<unsigned>(std::count(labels_.begin(), labels_.end(), label));
}

void LabelGrid::paint(const Polyline& ring, std::uint8_t label) {
    std::vector<double> cuts;
    for (int y = 0; y < size; ++y) {
        const double row = y + 0.5;
        cuts.clear();
        for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
            const Point a = ring[i], b = ring[j];
            if ((a.y > row) == (b.y > row)) continue;
            cuts.push_back((b.x - a.x) * (row - a.y) / (b.y - a.y) + a.x);
        }
        std::sort(cuts.begin(), cuts.end());
        for (std::size_t i = 0; i + 1 < cuts.size(); i += 2) {
            const int from = std::max(0, static_cast<int>(std::ceil(cuts[i] - 0.5)));
            const int to = std::min(size - 1, static_cast<int>(std::ceil(cuts[i + 1] - 0.5)) - 1);
            for (int x = from; x <= to; ++x) set(x, y, label);
        }
    }
}

void LabelGrid::paint_ribbon(const Polyline& centre, double half_width, std::uint8_t label) {
    for (std::size_t i = 0; i + 1 < centre.size(); ++i) {
        const Polyline piece = {centre[i], centre[i + 1]};
        const auto low = [&](double a, double b) {
            return std::max(0, static_cast<int>(std::min(a, b) - half_width));
        };
        const auto high = [&](double a, double b) {
            return std::min(size - 1, static_cast<int>(std::max(a, b) + half_width));
        };
        for (int y = low(piece[0].y, piece[1].y); y <= high(piece[0].y, piece[1].y); ++y) {
            for (int x = low(piece[0].x, piece[1].x); x <= high(piece[0].x, piece[1].x); ++x) {
                if (distance_to(piece, centre_of(x, y)) <= half_width) set(x, y, label);
            }
        }
    }
}

void LabelGrid::paint_disc(Point centre, double radius, std::uint8_t label) {
    paint_ribbon({centre, centre}, radius, label);
}

Clearance::Clearance(const LabelGrid& grid) {
    // Two sweeps with straight and diagonal steps: within a few percent of the true distance. A
    // rim of squares outside the tile, at -0.5, saves asking where the tile ends.
    constexpr int n = LabelGrid::size, wide = n + 2;
    constexpr float straight = 1, diagonal = 1.41421356f;
    std::array<float, wide * wide> away;
    away.fill(-0.5f);
    for (int y = 0; y < n; ++y) {
        for (int x = 0; x < n; ++x) {
            const auto own = grid.at(x, y);
            const bool inner = (x == 0 || grid.at(x - 1, y) == own) &&
                               (y == 0 || grid.at(x, y - 1) == own) &&
                               (x == n - 1 || grid.at(x + 1, y) == own) &&
                               (y == n - 1 || grid.at(x, y + 1) == own);
            away[static_cast<std::size_t>((y + 1) * wide + x + 1)] = inner ? 1e6f : 0.5f;
        }
    }
    const auto sweep = [&](float* row, int step, int back) {
        for (int i = 0; i < n; ++i, row += step) {
            const float near = std::min(row[-step], row[-back]) + straight;
            const float far = std::min(row[-back - step], row[-back + step]) + diagonal;
            *row = std::min({*row, near, far});
        }
    };
    for (int y = 1; y <= n; ++y) sweep(&away[static_cast<std::size_t>(y * wide + 1)], 1, wide);
    for (int y = n; y >= 1; --y) sweep(&away[static_cast<std::size_t>(y * wide + n)], -1, -wide);
    for (int y = 0; y < n; ++y) {
        std::copy_n(&away[static_cast<std::size_t>((y + 1) * wide + 1)], n,
                    &away_[LabelGrid::index(0, y)]);
    }
}

namespace {

bool is_field(SegmentKind kind) {
    return kind == SegmentKind::field || kind == SegmentKind::meadow;
}

struct Square {
    int x, y;
};

/// One connected space of free squares.
using Space = std::vector<Square>;

class FieldFiller {
  public:
    FieldFiller(LabelGrid& grid, const Tile& tile)
        : grid_(grid)
        , tile_(tile) {}

    void fill() {
        std::vector<Space> enclosed;
        for (Space& space : spaces()) {
            if (space.size() < least_space || !divide(space)) enclosed.push_back(std::move(space));
        }
        // Largest first, so that a field without half-edges gets a real clearing.
        std::sort(enclosed.begin(), enclosed.end(), [](const Space& a, const Space& b) {
            if (a.size() != b.size()) return a.size() > b.size();
            return LabelGrid::index(a[0].x, a[0].y) < LabelGrid::index(b[0].x, b[0].y);
        });
        for (const Space& space : enclosed) {
            const auto field = field_without_land();
            if (field == LabelGrid::none || space.size() < least_space) continue;
            for (const Square s : space) grid_.set(s.x, s.y, field);
        }
        spread_everywhere();
    }

  private:
    static constexpr std::size_t least_space = 30;

    std::vector<Space> spaces() const {
        std::vector<Space> found;
        std::vector<bool> seen(LabelGrid::size * LabelGrid::size);
        for (int y = 0; y < LabelGrid::size; ++y) {
            for (int x = 0; x < LabelGrid::size; ++x) {
                if (grid_.at(x, y) != LabelGrid::none || seen[LabelGrid::index(x, y)]) continue;
                found.push_back(flood({x, y}, seen));
            }
        }
        return found;
    }

    Space flood(Square from, std::vector<bool>& seen) const {
        Space space = {from};
        seen[LabelGrid::index(from.x, from.y)] = true;
        for (std::size_t i = 0; i < space.size(); ++i) {
            for (const Square s : around(space[i])) {
                if (s.x < 0 || s.y < 0 || s.x >= LabelGrid::size || s.y >= LabelGrid::size ||
                    grid_.at(s.x, s.y) != LabelGrid::none || seen[LabelGrid::index(s.x, s.y)]) {
                    continue;
                }
                seen[LabelGrid::index(s.x, s.y)] = true;
                space.push_back(s);
            }
        }
        return space;
    }

    static std::array<Square, 4> around(Square s) {
        return {{{s.x, s.y - 1}, {s.x + 1, s.y}, {s.x, s.y + 1}, {s.x - 1, s.y}}};
    }

    /// The field whose half-edge this border square lies on.
    std::uint8_t field_at_border(Square s) const {
        constexpr int last = LabelGrid::size - 1;
        if (s.x != 0 && s.y != 0 && s.x != last && s.y != last) return LabelGrid::none;
        for (unsigned edge = 0; edge < edge_count; ++edge) {
            const int along = edge == 0   ? s.x
                              : edge == 1 ? s.y
                              : edge == 2 ? last - s.x
                                          : last - s.y;
            const int depth = edge == 0   ? s.y
                              : edge == 1 ? last - s.x
                              : edge == 2 ? last - s.y
                                          : s.x;
            if (depth != 0) continue;
            const unsigned half = 2 * edge + (along < LabelGrid::size / 2 ? 0 : 1);
            for (unsigned i = 0; i < tile_.segment_count; ++i) {
                if (is_field(tile_.segments[i].kind) && (tile_.segments[i].halves >> half & 1)) {
                    return static_cast<std::uint8_t>(i);
                }
            }
        }
        return LabelGrid::none;
    }

    /// False if the space touches no half-edge of a field.
    bool divide(const Space& space) {
        std::vector<Square> front, late;
        for (const Square s : space) {
            const auto field = field_at_border(s);
            if (field == LabelGrid::none) continue;
            grid_.set(s.x, s.y, field);
            (starts_late(field) ? late : front).push_back(s);
        }
        const bool any = !front.empty() || !late.empty();
        if (!front.empty() && !late.empty()) {
            for (int step = 0; step < head_start; ++step) front = grown(front);
        }
        front.insert(front.end(), late.begin(), late.end());
        while (!front.empty()) front = grown(front);
        return any;
    }

    /// Between two forests a border must end at one of them, not in the gap between: the field
    /// with a single half-edge yields.
    static constexpr int head_start = 16;
    bool starts_late(std::uint8_t field) const {
        int masses = 0;
        for (unsigned i = 0; i < tile_.segment_count; ++i) {
            const SegmentKind kind = tile_.segments[i].kind;
            masses += kind == SegmentKind::city || kind == SegmentKind::forest ? 1 : 0;
        }
        return masses > 1 && std::popcount(tile_.segments[field].halves) == 1;
    }

    /// All labels in `front` grow one step into free squares; the new front.
    std::vector<Square> grown(const std::vector<Square>& front) {
        std::vector<Square> next;
        for (const Square from : front) {
            const auto label = grid_.at(from.x, from.y);
            for (const Square s : around(from)) {
                if (s.x < 0 || s.y < 0 || s.x >= LabelGrid::size || s.y >= LabelGrid::size ||
                    grid_.at(s.x, s.y) != LabelGrid::none) {
                    continue;
                }
                grid_.set(s.x, s.y, label);
                next.push_back(s);
            }
        }
        return next;
    }

    std::uint8_t field_without_land() const {
        for (unsigned i = 0; i < tile_.segment_count; ++i) {
            const auto label = static_cast<std::uint8_t>(i);
            if (is_field(tile_.segments[i].kind) && grid_.count(label) == 0) return label;
        }
        return LabelGrid::none;
    }

    void spread_everywhere() {
        std::vector<Square> front;
        for (int y = 0; y < LabelGrid::size; ++y) {
            for (int x = 0; x < LabelGrid::size; ++x) {
                if (grid_.at(x, y) != LabelGrid::none) front.push_back({x, y});
            }
        }
        while (!front.empty()) front = grown(front);
    }

    LabelGrid& grid_;
    const Tile& tile_;
};

} // namespace

void fill_fields(LabelGrid& grid, const Tile& tile) {
    FieldFiller(grid, tile).fill();
}

} // namespace bastide::art
