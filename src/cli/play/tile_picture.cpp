#include "cli/play/tile_picture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <string>

namespace bastide::cli {
namespace {

constexpr unsigned nobody = max_segments;

constexpr bool has(EdgeSet edges, unsigned side) {
    return (edges >> side & 1) != 0;
}

bool is_mass(SegmentKind kind) {
    return kind == SegmentKind::city || kind == SegmentKind::forest;
}
bool is_line(SegmentKind kind) {
    return kind == SegmentKind::road || kind == SegmentKind::river || kind == SegmentKind::stream;
}
bool is_ground(SegmentKind kind) {
    return kind == SegmentKind::field || kind == SegmentKind::meadow;
}

/// A sign's middle in a tile from -1 to 1.
struct Point {
    double u, v;
};

Point point_of(Spot spot, Size size) {
    return {(2.0 * spot.x + 1) / size.width - 1, (2.0 * spot.y + 1) / size.height - 1};
}

/// The middle of each half-edge, in the order of HalfSet.
constexpr Point half_points[] = {{-0.5, -1}, {0.5, -1}, {1, -0.5}, {1, 0.5},
                                 {0.5, 1},   {-0.5, 1}, {-1, 0.5}, {-1, -0.5}};

/// Whether a city or forest on these sides covers the point. Towards others of its kind it keeps a
/// gap: two cities that meet at a corner are not one.
bool covers(EdgeSet edges, EdgeSet others, Point p) {
    const double away[] = {p.v + 1, 1 - p.u, 1 - p.v, p.u + 1};
    constexpr double gap = 0.35;
    double in = 9, out = 9;
    for (unsigned side = 0; side < edge_count; ++side) {
        double& nearest = has(edges, side) ? in : out;
        nearest = std::min(nearest, away[side] - (has(others, side) ? gap : 0));
    }
    constexpr double tie = 1e-9;
    constexpr double depth = 0.67; // of a city on one side
    if (std::popcount(edges) == 1) return in + tie < out && in < depth;
    if (edges == 0b0101 && std::abs(p.u) < 0.5) return true;
    if (edges == 0b1010 && std::abs(p.v) < 0.5) return true;
    return in < out + tie;
}

} // namespace

TilePicture::TilePicture(const Tile& tile, Rotation rotation, Size size, const Signs& signs)
    : tile_(tile)
    , rotation_(rotation)
    , size_(size)
    , signs_(signs)
    , glyphs_(static_cast<std::size_t>(size.width * size.height))
    , owner_(glyphs_.size(), nobody) {
    fill_fields();
    const auto each = [&](auto is_one, auto draw) {
        for (unsigned i = 0; i < tile_.segment_count; ++i) {
            if (is_one(tile_.segments[i].kind)) draw(i);
        }
    };
    each(is_mass, [&](unsigned i) { fill_mass(i); });
    // A bridge leads over the river.
    each([](SegmentKind kind) { return is_line(kind) && kind != SegmentKind::road; },
         [&](unsigned i) { draw_line(i); });
    each([](SegmentKind kind) { return kind == SegmentKind::road; },
         [&](unsigned i) { draw_line(i); });
    each([](SegmentKind kind) { return kind == SegmentKind::lake; },
         [&](unsigned i) { draw_lake(i); });
    each(
        [](SegmentKind kind) {
            return kind == SegmentKind::monastery || kind == SegmentKind::garden;
        },
        [&](unsigned i) { draw_site(i); });
    for (unsigned i = 0; i < tile_.segment_count; ++i) make_room(i);
    for (unsigned i = 0; i < tile_.segment_count; ++i) find_spot(i);
    for (unsigned i = 0; i < tile_.segment_count; ++i) draw_extras(i);
    if (tile_.gingerbread) glyphs_[index({0, 0})] = {U'g', Paint::site};
}

EdgeSet TilePicture::edges(unsigned segment) const {
    return turned_edges(tile_.segments[segment].edges, rotation_);
}

void TilePicture::give(Spot spot, unsigned segment, Glyph glyph) {
    glyphs_[index(spot)] = glyph;
    owner_[index(spot)] = segment;
}

void TilePicture::fill_fields() {
    for (int y = 0; y < size_.height; ++y) {
        for (int x = 0; x < size_.width; ++x) {
            const Point p = point_of({x, y}, size_);
            double least = 99;
            unsigned best = nobody;
            for (unsigned i = 0; i < tile_.segment_count; ++i) {
                if (!is_ground(tile_.segments[i].kind)) continue;
                const HalfSet halves = turned_halves(tile_.segments[i].halves, rotation_);
                for (unsigned half = 0; half < 8; ++half) {
                    if ((halves >> half & 1) == 0) continue;
                    const double away =
                        std::hypot(p.u - half_points[half].u, p.v - half_points[half].v);
                    if (away >= least) continue;
                    least = away;
                    best = i;
                }
            }
            give({x, y}, best, {signs_.field, Paint::field});
        }
    }
}

void TilePicture::fill_mass(unsigned segment) {
    const bool city = tile_.segments[segment].kind == SegmentKind::city;
    EdgeSet others = 0;
    for (unsigned i = 0; i < tile_.segment_count; ++i) {
        if (i != segment && is_mass(tile_.segments[i].kind)) others |= edges(i);
    }
    const Glyph glyph =
        city ? Glyph{signs_.city, Paint::city} : Glyph{signs_.forest, Paint::forest};
    for (int y = 0; y < size_.height; ++y) {
        for (int x = 0; x < size_.width; ++x) {
            if (covers(edges(segment), others, point_of({x, y}, size_)))
                give({x, y}, segment, glyph);
        }
    }
}

void TilePicture::draw_line(unsigned segment) {
    const EdgeSet sides = edges(segment);
    const SegmentKind kind = tile_.segments[segment].kind;
    const bool road = kind == SegmentKind::road;
    const auto sign = [&](unsigned reached) {
        return road ? Glyph{signs_.road[reached], Paint::road} : Glyph{signs_.water, Paint::water};
    };
    for (unsigned side = 0; side < edge_count; ++side) {
        if (!has(sides, side)) continue;
        constexpr int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
        const unsigned straight = side % 2 == 0 ? 0b0101 : 0b1010;
        for (Spot at{centre().x + dx[side], centre().y + dy[side]};
             at.x >= 0 && at.y >= 0 && at.x < size_.width && at.y < size_.height;
             at.x += dx[side], at.y += dy[side]) {
            give(at, segment, sign(straight));
        }
    }
    if (std::popcount(sides) > 1) return give(centre(), segment, sign(sides));
    // It ends: at a crossing, or in the open; a city in the middle of the tile stays whole.
    const unsigned there = owner_[index(centre())];
    if (there != nobody && is_mass(tile_.segments[there].kind)) return;
    const bool meets = there != nobody && road && tile_.segments[there].kind == SegmentKind::road;
    give(centre(), segment, meets ? Glyph{signs_.crossing, Paint::road} : sign(0));
}

Spot TilePicture::halfway_to(Edge edge) const {
    const Spot c = centre();
    switch (edge) {
    case Edge::north:
        return {c.x, c.y / 2};
    case Edge::east:
        return {c.x + c.x / 2, c.y};
    case Edge::south:
        return {c.x, c.y + (c.y + 1) / 2};
    case Edge::west:
        break;
    }
    return {c.x / 2, c.y};
}

void TilePicture::draw_lake(unsigned segment) {
    // Alone it lies in the middle; one of several lies on the way of its river.
    Spot at = centre();
    unsigned lakes = 0;
    for (unsigned i = 0; i < tile_.segment_count; ++i) {
        if (tile_.segments[i].kind == SegmentKind::lake) ++lakes;
    }
    for (unsigned i = 0; i < tile_.segment_count && lakes > 1; ++i) {
        if (tile_.segments[i].kind != SegmentKind::stream) continue;
        if ((tile_.segments[i].lakes >> segment & 1) == 0 || edges(i) == 0) continue;
        at = halfway_to(static_cast<Edge>(std::countr_zero(edges(i))));
        break;
    }
    for (int x = std::max(at.x - 1, 0); x <= std::min(at.x + 1, size_.width - 1); ++x) {
        give({x, at.y}, segment, {signs_.water, Paint::water});
    }
    const unsigned fish = tile_.segments[segment].fish;
    if (fish > 0) give(at, segment, {U'0' + fish, Paint::water});
}

void TilePicture::draw_site(unsigned segment) {
    const bool garden = tile_.segments[segment].kind == SegmentKind::garden;
    site_ = centre();
    const auto is_open = [&](Spot at) {
        const unsigned there = owner_[index(at)];
        return there != nobody && is_ground(tile_.segments[there].kind);
    };
    if (garden && !is_open(site_)) {
        // It lies beside the road or the city, with room for an abbot.
        double least = 99;
        for (int y = 0; y < size_.height; ++y) {
            for (int x = 0; x + 1 < size_.width; ++x) {
                const Point p = point_of({x, y}, size_);
                const double away = std::hypot(p.u, p.v);
                if (!is_open({x, y}) || !is_open({x + 1, y}) || away >= least) continue;
                least = away;
                site_ = {x, y};
            }
        }
    }
    give(site_, segment, {garden ? signs_.garden : signs_.monastery, Paint::site});
    // A figure stands beside the house.
    owner_[index({site_.x + 1, site_.y})] = segment;
}

/// What reaches no side, such as a field between two cities, or lies under others gets a sign near
/// the middle.
void TilePicture::make_room(unsigned segment) {
    const auto owned = [&](unsigned by) { return std::ranges::count(owner_, by); };
    if (owned(segment) > 0) return;
    Spot best = centre();
    double least = 99;
    for (int y = 0; y < size_.height; ++y) {
        for (int x = 0; x < size_.width; ++x) {
            const Point p = point_of({x, y}, size_);
            constexpr long enough = 3; // of the one that gives it
            const double away = std::hypot(p.u, p.v);
            if (away >= least || owned(owner_[index({x, y})]) < enough) continue;
            least = away;
            best = {x, y};
        }
    }
    const bool ground = is_ground(tile_.segments[segment].kind);
    give(best, segment, ground ? Glyph{signs_.field, Paint::field} : glyphs_[index(best)]);
}

void TilePicture::find_spot(unsigned segment) {
    Point middle{0, 0};
    int count = 0;
    const auto each = [&](auto use) {
        for (int y = 0; y < size_.height; ++y) {
            for (int x = 0; x < size_.width; ++x) {
                if (owns({x, y}, segment)) use(Spot{x, y});
            }
        }
    };
    each([&](Spot at) {
        const Point p = point_of(at, size_);
        middle = {middle.u + p.u, middle.v + p.v};
        ++count;
    });
    spots_[segment] = centre();
    if (count == 0) return;
    middle = {middle.u / count, middle.v / count};
    double least = 99;
    each([&](Spot at) {
        const Point p = point_of(at, size_);
        constexpr double alone = 1.5; // rather a little off than half on another segment
        const double cost = std::hypot(p.u - middle.u, p.v - middle.v) +
                            (owns({at.x + 1, at.y}, segment) ? 0 : alone);
        if (cost >= least) return;
        least = cost;
        spots_[segment] = at;
    });
    const SegmentKind kind = tile_.segments[segment].kind;
    if (kind == SegmentKind::monastery || kind == SegmentKind::garden) {
        spots_[segment] = {site_.x + 1, site_.y};
    }
}

/// Room for so many signs where no figure hides them; the figure's own place if there is none.
Spot TilePicture::spot_beside(unsigned segment, int count) const {
    const Spot figure = spots_[segment];
    Spot best = figure;
    int least = 99;
    for (int y = 0; y < size_.height; ++y) {
        for (int x = 0; x + count <= size_.width; ++x) {
            bool free = y != figure.y || x > figure.x + 1 || x + count <= figure.x;
            for (int i = 0; i < count; ++i) free = free && owns({x + i, y}, segment);
            const int away = std::abs(x - figure.x) + 2 * std::abs(y - figure.y);
            if (!free || away >= least) continue;
            least = away;
            best = {x, y};
        }
    }
    return best;
}

void TilePicture::draw_extras(unsigned segment) {
    const Segment& s = tile_.segments[segment];
    std::u32string letters;
    const auto add = [&](unsigned count, char32_t letter) { letters.append(count, letter); };
    add(s.shields, signs_.shield);
    add(s.inn ? 1u : 0u, inn_letter);
    add(s.cathedral ? 1u : 0u, cathedral_letter);
    if (s.goods != Goods::none) add(1u, letter_of(s.goods));
    add(s.gold, U'G');
    add(s.mushrooms, U'M');
    add(s.animals.deer, U'd');
    add(s.animals.mammoth, U'm');
    add(s.animals.buffalo, U'b');
    add(s.animals.tiger, U't');
    add(s.fire ? 1u : 0u, U'!');
    add(s.shrine ? 1u : 0u, U'&');
    Spot at = spot_beside(segment, static_cast<int>(letters.size()));
    for (const char32_t letter : letters) {
        if (at.x >= size_.width) return;
        Glyph& glyph = glyphs_[index(at)];
        glyph = {letter, glyph.paint == Paint::city || glyph.paint == Paint::forest ? glyph.paint
                                                                                    : Paint::site};
        ++at.x;
    }
}

void TilePicture::draw(Canvas& canvas, Spot at) const {
    for (int y = 0; y < size_.height; ++y) {
        for (int x = 0; x < size_.width; ++x) {
            canvas.put({at.x + x, at.y + y}, glyphs_[index({x, y})]);
        }
    }
}

} // namespace bastide::cli
