#include "ai/evaluation/fit_masks.h"

namespace bastide {
namespace {

/// Sides of the turned tile that belong to the feature at this side.
unsigned sides_of_feature(const TurnedTile& shape, unsigned side) {
    if (!(shape.present[side] >> 8 & 1)) return 0;
    const unsigned own = shape.ports[side] >> 8 & 0xFF;
    unsigned sides = 0;
    for (unsigned s = 0; s < edge_count; ++s) {
        const bool same = (shape.present[s] >> 8 & 1) && (shape.ports[s] >> 8 & 0xFF) == own;
        if (same) sides |= 1u << s;
    }
    return sides;
}

unsigned known_sides(unsigned code) {
    unsigned sides = 0;
    for (unsigned s = 0; s < edge_count; ++s) {
        if (code >> (2 * s) & 3) sides |= 1u << s;
    }
    return sides;
}

} // namespace

std::unique_ptr<const FitMasks> build_fit_masks(const Box& box) {
    auto masks = std::make_unique<FitMasks>();
    for (unsigned type = 0; type < box.tile_count; ++type) {
        for (Rotation r = 0; r < box.rotations[type]; ++r) {
            const TurnedTile& shape = box.turned[type * 4 + r];
            if (shape.river_edges != 0) continue;
            for (unsigned code = 1; code < 256; ++code) {
                if (!fits(static_cast<EdgeCode>(code), shape.edges)) continue;
                masks->fit[code].add(type);
                for (unsigned side = 0; side < edge_count; ++side) {
                    const unsigned sides = sides_of_feature(shape, side);
                    if (sides != 0 && (sides & ~known_sides(code)) == 0) {
                        masks->close[side][code].add(type);
                    }
                    for (unsigned other = 0; other < edge_count; ++other) {
                        if (sides >> other & 1) masks->join[other][side][code].add(type);
                    }
                }
            }
        }
    }
    return masks;
}

} // namespace bastide
