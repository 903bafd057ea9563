#include "art/tile_geometry.h"

#include "art/outline.h"
#include "art/sprites.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace bastide::art {

std::vector<std::string_view> contents_of(const Segment& s) {
    std::vector<std::string_view> names;
    const auto several = [&](std::string_view name, unsigned count) {
        for (unsigned k = 0; k < count; ++k) names.push_back(name);
    };
    several("shd", s.shields);
    several("cath", s.cathedral ? 1 : 0);
    several("inn", s.inn ? 1 : 0);
    constexpr std::string_view goods[] = {"", "wine", "grain", "cloth"};
    if (s.goods != Goods::none) several(goods[static_cast<unsigned>(s.goods)], 1);
    several("gold", s.gold);
    several("mush", s.mushrooms);
    several("fish", s.fish);
    several("shrine", s.shrine ? 1 : 0);
    several("fire", s.fire ? 1 : 0);
    several("mammoth", s.animals.mammoth);
    several("buffalo", s.animals.buffalo);
    several("tiger", s.animals.tiger);
    several("deer", s.animals.deer);
    return names;
}

double hidden_by_figure(Point away, double radius) {
    // Both as squares: the figure stays upright while its spot turns with the tile.
    const double half = radius * 0.85, both = half + figure_reach;
    const auto common = [&](double d) {
        return std::clamp(both - std::abs(d), 0.0, 2 * std::min(half, figure_reach));
    };
    return common(away.x) * common(away.y) / (4 * half * half);
}

namespace {

/// Of a thing that a figure would hide wholly, beside a unit of room.
constexpr double hiding_costs = 30;

struct Candidate {
    Point at;
    double room; // to the segment's border
};

class SpotFinder {
  public:
    SpotFinder(const Tile& tile, const Layout& layout, TileGeometry& found)
        : tile_(tile)
        , layout_(layout)
        , found_(found) {
        const Clearance& clearance = layout.clearance;
        for (int y = 1; y < LabelGrid::size; y += 2) {
            for (int x = 1; x < LabelGrid::size; x += 2) {
                const Point at = LabelGrid::centre_of(x, y);
                const double room = clearance.at(x, y);
                if (to_border(at) < token_width / 2 || room < 1.2) continue;
                candidates_[layout.grid.at(x, y)].push_back({at, room});
            }
        }
    }

    void find() {
        for (unsigned i = 0; i < tile_.segment_count; ++i) {
            for (const Candidate& c : candidates_[i]) {
                middle_[i] = middle_[i] + c.at * (1.0 / static_cast<double>(candidates_[i].size()));
            }
            for (const auto name : contents_of(tile_.segments[i])) {
                radii_[i].push_back(sprite(name).radius);
            }
            place_contents(i);
        }
        // Who has least choice chooses first; later rounds move those that are crowded, and things
        // away from the figures that would hide them.
        std::vector<unsigned> order;
        for (unsigned i = 0; i < tile_.segment_count; ++i) order.push_back(i);
        std::sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
            const auto of_a = candidates_[a].size(), of_b = candidates_[b].size();
            return of_a != of_b ? of_a < of_b : a < b;
        });
        bool moved = true;
        for (int round = 0; round < 5 && moved; ++round) {
            moved = false;
            for (const unsigned i : order) {
                const Point before = found_.segments[i].spot;
                choose(i);
                moved = moved || before != found_.segments[i].spot;
            }
            if (round == 4) break;
            for (unsigned i = 0; i < tile_.segment_count; ++i) place_contents(i);
        }
    }

  private:
    /// Contents want room, and to be away from each other and from the figures.
    void place_contents(unsigned i) {
        SegmentGeometry& own = found_.segments[i];
        const std::vector<double>& radii = radii_[i];
        if (tile_.segments[i].kind == SegmentKind::lake && place_fish(i, radii.size())) return;
        own.contents.clear();
        if (tile_.segments[i].inn) return place_inn(i);
        for (const double radius : radii) {
            const Candidate* best = nullptr;
            double best_score = 0;
            for (const Candidate& c : candidates_[i]) {
                double score = std::min(c.room, radius + 2) * 2 - distance(c.at, middle_[i]) * 0.12;
                for (std::size_t k = 0; k < own.contents.size(); ++k) {
                    const double apart = radius + radii[k] - 1;
                    score -= std::max(0.0, apart - distance(c.at, own.contents[k])) * 3;
                }
                score -= hidden(c.at, radius);
                if (best == nullptr || score > best_score) {
                    best = &c;
                    best_score = score;
                }
            }
            if (best == nullptr) continue;
            own.contents.push_back(best->at);
        }
    }

    /// Beside its road and no other, on land.
    void place_inn(unsigned i) {
        const double radius = radii_[i][0];
        const auto to_road = [&](unsigned segment, Point p) {
            double nearest = tile_size;
            for (const Line& road : layout_.roads) {
                if (road.segment != segment) continue;
                nearest = std::min(nearest, distance_to(flattened(road.curve), p));
            }
            return nearest;
        };
        std::optional<Point> best;
        double best_score = 0;
        for (unsigned land = 0; land < tile_.segment_count; ++land) {
            if (!is_land(tile_.segments[land].kind)) continue;
            for (const Candidate& c : candidates_[land]) {
                const double own = to_road(i, c.at);
                double score = std::min(c.room, radius) * 2 -
                               std::abs(own - road_half_width - radius) * 1.2 -
                               hidden(c.at, radius);
                for (unsigned j = 0; j < tile_.segment_count; ++j) {
                    if (j == i || tile_.segments[j].kind != SegmentKind::road) continue;
                    score -= std::max(0.0, own + 7 - to_road(j, c.at)) * 3;
                }
                if (best && score <= best_score) continue;
                best = c.at;
                best_score = score;
            }
        }
        if (best) found_.segments[i].contents.push_back(*best);
    }

    /// By the figures that have chosen their spots.
    double hidden(Point at, double radius) const {
        double sum = 0;
        for (unsigned j = 0; j < tile_.segment_count; ++j) {
            if (!chosen_[j] || !is_stood_on(j)) continue;
            sum += hidden_by_figure(at - found_.segments[j].spot, radius) * hiding_costs;
        }
        return sum;
    }
    bool is_stood_on(unsigned i) const { return tile_.segments[i].kind != SegmentKind::river; }

    /// A shoal where no hut hides it; false if the lake is too small for it.
    bool place_fish(unsigned i, std::size_t count) {
        static constexpr Point shoals[5][4] = {
            {},
            {{0, 0}},
            {{-4.5, -2.5}, {4.5, 2.5}},
            {{0, -6.5}, {5.6, 3.2}, {-5.6, 3.2}},
            {{-5, -5}, {5, -5}, {5, 5}, {-5, 5}},
        };
        if (count >= std::size(shoals)) return false;
        const Point away = unit(middle_[i] - found_.segments[i].spot);
        for (const double aside : {5.0, 3.0, 0.0}) {
            const Point centre = middle_[i] + away * (chosen_[i] ? aside : 0);
            std::vector<Point> places;
            for (std::size_t k = 0; k < count; ++k) {
                const Point at = centre + shoals[count][k];
                if (layout_.grid.at(at) == i) places.push_back(at);
            }
            if (places.size() < count) continue;
            found_.segments[i].contents = places;
            return true;
        }
        return false;
    }

    void choose(unsigned i) {
        SegmentGeometry& own = found_.segments[i];
        if (candidates_[i].empty()) {
            own.spot = anywhere(i);
            chosen_[i] = true;
            return;
        }
        double best_score = -1e9;
        for (const Candidate& c : candidates_[i]) {
            const double score = score_of(i, c);
            if (score > best_score + 1e-9) {
                best_score = score;
                own.spot = c.at;
            }
        }
        chosen_[i] = true;
    }

    double score_of(unsigned i, const Candidate& c) const {
        // On a site the figure stands at the rim, and what it is about stays in view.
        const bool site = is_site(tile_.segments[i].kind);
        const double room = site ? std::min(c.room, 3.0) : c.room;
        double score = std::min(room, 9.0) * 2 + std::min(room, 16.0) * 0.4 +
                       std::min(to_border(c.at), 12.0) * 0.4;
        score -= distance(c.at, middle_[i]) * (site ? -0.3 : 0.12);
        for (const Disc& disc : layout_.discs) {
            if (disc.kind != Disc::Kind::monastery && disc.kind != Disc::Kind::garden) continue;
            score -= hidden_by_figure(c.at - disc.centre, disc.radius * 0.9) * hiding_costs;
        }
        for (unsigned j = 0; j < tile_.segment_count; ++j) {
            const auto& places = found_.segments[j].contents;
            for (std::size_t k = 0; k < places.size() && is_stood_on(i); ++k) {
                score -= hidden_by_figure(c.at - places[k], radii_[j][k]) * hiding_costs;
            }
            if (j == i || !chosen_[j]) continue;
            const double apart = distance(c.at, found_.segments[j].spot);
            score -= std::max(0.0, token_width + 3 - apart) * 1.5;
            if (apart < token_width + 0.5) score -= 40;
        }
        return score;
    }
    static bool is_site(SegmentKind kind) {
        return kind == SegmentKind::monastery || kind == SegmentKind::garden ||
               kind == SegmentKind::lake;
    }

    /// A sliver without candidates: its first square.
    Point anywhere(unsigned i) const {
        for (int y = 0; y < LabelGrid::size; ++y) {
            for (int x = 0; x < LabelGrid::size; ++x) {
                if (layout_.grid.at(x, y) == i) return LabelGrid::centre_of(x, y);
            }
        }
        return {50, 50};
    }

    const Tile& tile_;
    const Layout& layout_;
    TileGeometry& found_;
    std::array<std::vector<Candidate>, 256> candidates_;
    std::array<Point, max_segments> middle_ = {};
    std::array<std::vector<double>, max_segments> radii_; // of the contents
    std::array<bool, max_segments> chosen_ = {};
};

} // namespace

TileGeometry spots_of(const Tile& tile, const Layout& layout) {
    TileGeometry found;
    found.segment_count = tile.segment_count;
    SpotFinder(tile, layout, found).find();
    return found;
}

TileGeometry geometry(const Tile& tile) {
    const Layout layout = lay_out(tile);
    TileGeometry found = spots_of(tile, layout);
    for (unsigned i = 0; i < tile.segment_count; ++i) {
        found.segments[i].outline = trace(layout.grid, static_cast<std::uint8_t>(i));
    }
    return found;
}

std::string path_data(const std::vector<Polyline>& outline) {
    std::string data;
    for (const Polyline& ring : outline) write(data, ring, Ending::closed);
    return data;
}

} // namespace bastide::art
