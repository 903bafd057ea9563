#include "rules/tile.h"

#include <algorithm>
#include <compare>

namespace bastide {
namespace {

/// What the facts tell of a segment after a turn, without its index in the list: other segments
/// are named by where they lie.
struct Look {
    SegmentKind kind;
    EdgeSet edges;
    HalfSet halves;
    std::uint8_t shields, gold, mushrooms, fish;
    bool cathedral, inn;
    Goods goods;
    Animals animals;
    bool fire, shrine;
    std::uint8_t sources;
    std::array<EdgeSet, max_segments> touched = {}; // edges of the cities or lakes named, sorted
    friend constexpr auto operator<=>(const Look&, const Look&) = default;
};

/// A lake has no edges of its own; the streams that reach it say where it lies.
EdgeSet place_of(const Tile& tile, unsigned index) {
    EdgeSet edges = tile.segments[index].edges;
    for (unsigned i = 0; i < tile.segment_count; ++i) {
        if (tile.segments[i].lakes >> index & 1) edges |= tile.segments[i].edges;
    }
    return edges;
}

using Picture = std::array<Look, max_segments>;

Picture picture(const Tile& tile, Rotation rotation) {
    Picture looks = {};
    for (unsigned i = 0; i < tile.segment_count; ++i) {
        const Segment& s = tile.segments[i];
        Look& look = looks[i];
        look = {s.kind,
                turned_edges(place_of(tile, i), rotation),
                turned_halves(s.halves, rotation),
                s.shields,
                s.gold,
                s.mushrooms,
                s.fish,
                s.cathedral,
                s.inn,
                s.goods,
                s.animals,
                s.fire,
                s.shrine,
                s.sources};
        unsigned touched = 0;
        for (unsigned j = 0; j < tile.segment_count; ++j) {
            if ((s.cities | s.lakes) >> j & 1) {
                look.touched[touched++] = turned_edges(place_of(tile, j), rotation);
            }
        }
        std::sort(look.touched.data(), look.touched.data() + touched);
    }
    std::sort(looks.data(), looks.data() + tile.segment_count);
    return looks;
}

} // namespace

unsigned distinct_rotations(const Tile& tile) {
    const Picture upright = picture(tile, 0);
    if (picture(tile, 1) == upright) return 1;
    if (picture(tile, 2) == upright) return 2;
    return 4;
}

} // namespace bastide
