#include "art/tile_geometry.h"

#include "art/outline.h"

#include <algorithm>

namespace bastide::art {

unsigned contents_of(const Segment& s) {
    return static_cast<unsigned>(s.shields + s.gold + s.mushrooms + s.fish + s.animals.deer +
                                 s.animals.mammoth + s.animals.buffalo + s.animals.tiger +
                                 (s.fire ? 1 : 0) + (s.shrine ? 1 : 0));
}

namespace {

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
            place_contents(i);
        }
        // Who has least choice chooses first; later rounds move those that are crowded.
        std::vector<unsigned> order;
        for (unsigned i = 0; i < tile_.segment_count; ++i) order.push_back(i);
        std::sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
            const auto of_a = candidates_[a].size(), of_b = candidates_[b].size();
            return of_a != of_b ? of_a < of_b : a < b;
        });
        bool moved = true;
        for (int round = 0; round < 4 && moved; ++round) {
            moved = false;
            for (const unsigned i : order) {
                const Point before = found_.segments[i].spot;
                choose(i);
                moved = moved || before != found_.segments[i].spot;
            }
        }
    }

  private:
    /// Contents want room, and to be away from each other.
    void place_contents(unsigned i) {
        SegmentGeometry& own = found_.segments[i];
        const unsigned wanted = contents_of(tile_.segments[i]);
        if (tile_.segments[i].kind == SegmentKind::lake && place_fish(i, wanted)) return;
        constexpr double spacing = 21; // the size of a mammoth
        for (unsigned k = 0; k < wanted; ++k) {
            const Candidate* best = nullptr;
            double best_score = 0;
            for (const Candidate& c : candidates_[i]) {
                double score = std::min(c.room, 12.0) * 2 - distance(c.at, middle_[i]) * 0.12;
                for (const Point other : own.contents) {
                    score -= std::max(0.0, spacing - distance(c.at, other)) * 3;
                }
                if (best == nullptr || score > best_score) {
                    best = &c;
                    best_score = score;
                }
            }
            if (best != nullptr) own.contents.push_back(best->at);
        }
    }

    /// A shoal in the middle of the lake; false if the lake is too small for it.
    bool place_fish(unsigned i, unsigned count) {
        static constexpr Point shoals[5][4] = {
            {},
            {{0, 0}},
            {{-4.5, -2.5}, {4.5, 2.5}},
            {{0, -6.5}, {5.6, 3.2}, {-5.6, 3.2}},
            {{-5, -5}, {5, -5}, {5, 5}, {-5, 5}},
        };
        if (count >= std::size(shoals)) return false;
        std::vector<Point> places;
        for (unsigned k = 0; k < count; ++k) {
            const Point at = middle_[i] + shoals[count][k];
            if (layout_.grid.at(at) != i) return false;
            places.push_back(at);
        }
        found_.segments[i].contents = places;
        return true;
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
        double score = std::min(c.room, 9.0) * 2 + std::min(c.room, 16.0) * 0.4 +
                       std::min(to_border(c.at), 12.0) * 0.4 - distance(c.at, middle_[i]) * 0.12;
        for (unsigned j = 0; j < tile_.segment_count; ++j) {
            for (const Point p : found_.segments[j].contents) {
                score -= std::max(0.0, 13 - distance(c.at, p)) * 0.8;
            }
            if (j == i || !chosen_[j]) continue;
            const double apart = distance(c.at, found_.segments[j].spot);
            score -= std::max(0.0, token_width + 3 - apart) * 1.5;
            if (apart < token_width + 0.5) score -= 40;
        }
        return score;
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
