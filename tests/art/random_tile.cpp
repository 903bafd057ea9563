#include "art/random_tile.h"

#include "art/shape.h"
#include "rules/box.h"

#include <bit>
#include <vector>

namespace bastide {
namespace {

class TileMaker {
  public:
    TileMaker(Family family, std::uint64_t seed)
        : hunters_(family == Family::hunters)
        , dice_(seed * 7919 + 13) {}

    Tile make() {
        tile_.count = 1;
        tile_.gingerbread = !hunters_ && dice_.below(12) == 0;
        if (dice_.below(12) == 0) tile_.stack = Stack::river_lake;
        std::vector<unsigned> mass, line, water;
        for (unsigned e = 0; e < edge_count; ++e) {
            const unsigned kind = dice_.below(hunters_ ? 3 : 4);
            if (kind == 0) mass.push_back(e);
            if (kind == 1) (hunters_ ? water : line).push_back(e);
            if (kind == 2 && !hunters_ && dice_.below(2) == 0) water.push_back(e);
        }
        for (const EdgeSet edges : groups(mass, 4)) add_mass(edges);
        for (const EdgeSet edges : groups(line, 4)) add({SegmentKind::road, edges});
        if (hunters_) {
            for (const EdgeSet edges : groups(water, 2)) add_stream(edges);
        } else {
            for (const EdgeSet edges : groups(water, 4)) add({SegmentKind::river, edges});
        }
        add_fields(mass);
        add_sites();
        return tile_;
    }

  private:
    Segment& add(Segment s) {
        tile_.segments[tile_.segment_count] = s;
        return tile_.segments[tile_.segment_count++];
    }
    bool full() const { return tile_.segment_count >= max_segments; }

    /// Edges joined at random, at most `largest` in one.
    std::vector<EdgeSet> groups(const std::vector<unsigned>& edges, int largest) {
        std::vector<EdgeSet> found;
        for (const unsigned e : edges) {
            const auto bit = static_cast<EdgeSet>(1u << e);
            const unsigned pick = dice_.below(static_cast<unsigned>(found.size()) + 1);
            if (pick < found.size() && std::popcount(found[pick]) < largest) {
                found[pick] |= bit;
            } else {
                found.push_back(bit);
            }
        }
        return found;
    }

    void add_mass(EdgeSet edges) {
        Segment s = {hunters_ ? SegmentKind::forest : SegmentKind::city, edges};
        if (hunters_) {
            s.gold = static_cast<std::uint8_t>(dice_.below(2));
            s.mushrooms = static_cast<std::uint8_t>(dice_.below(3) / 2);
        } else {
            s.shields = static_cast<std::uint8_t>(dice_.below(3) / 2);
        }
        add(s);
    }

    void add_stream(EdgeSet edges) {
        Segment s = {SegmentKind::stream, edges};
        if (std::popcount(edges) == 1 && dice_.below(3) == 0) {
            s.sources = 1;
        } else if (std::popcount(edges) == 1) {
            if (lake_ < 0 || dice_.below(3) == 0) {
                lake_ = tile_.segment_count;
                Segment lake = {SegmentKind::lake};
                lake.fish = static_cast<std::uint8_t>(dice_.below(5));
                add(lake);
            }
            s.lakes = static_cast<SegmentSet>(1u << lake_);
        }
        add(s);
    }

    void add_fields(const std::vector<unsigned>& mass) {
        std::array<HalfSet, max_segments> halves = {};
        const unsigned most = 1 + dice_.below(4);
        unsigned last = 0;
        unsigned built = 0;
        for (const unsigned e : mass) built |= 3u << (2 * e);
        for (unsigned half = 0; half < 8; ++half) {
            if (built >> half & 1) continue;
            if (dice_.below(2) == 0) last = dice_.below(most);
            halves[last] |= static_cast<HalfSet>(1u << half);
        }
        unsigned fields = 0;
        for (unsigned f = 0; f < most && fields < 4 && !full(); ++f) {
            if (halves[f] == 0 && dice_.below(3) != 0 && tile_.segment_count > 0) continue;
            Segment s = {hunters_ ? SegmentKind::meadow : SegmentKind::field};
            s.halves = halves[f];
            if (hunters_) {
                s.animals.deer = static_cast<std::uint8_t>(dice_.below(3));
                s.animals.tiger = static_cast<std::uint8_t>(dice_.below(2));
                s.fire = dice_.below(6) == 0;
                s.shrine = dice_.below(6) == 0;
            }
            for (unsigned i = 0; i < tile_.segment_count; ++i) {
                const bool city = tile_.segments[i].kind == SegmentKind::city;
                if (city && dice_.below(2) == 0) s.cities |= static_cast<SegmentSet>(1u << i);
            }
            add(s);
            ++fields;
        }
    }

    void add_sites() {
        const unsigned wanted = dice_.below(3) == 0 ? dice_.below(4) : 0;
        for (unsigned i = 0; i < wanted && !full(); ++i) {
            if (hunters_ && lake_ < 0) {
                add({SegmentKind::lake});
                lake_ = tile_.segment_count - 1;
            } else if (!hunters_) {
                add({dice_.below(2) == 0 ? SegmentKind::monastery : SegmentKind::garden});
            }
        }
    }

    bool hunters_;
    art::Dice dice_;
    Tile tile_;
    int lake_ = -1;
};

} // namespace

Tile random_tile(Family family, std::uint64_t seed) {
    for (std::uint64_t attempt = 0;; ++attempt) {
        const Tile tile = TileMaker(family, seed + attempt * 1000003).make();
        if (check_tile(tile, family)) return tile;
    }
}

} // namespace bastide
