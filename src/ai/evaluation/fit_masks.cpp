#include "ai/evaluation/fit_masks.h"

namespace bastide {
namespace {

/// Sides of the turned tile that belong to the feature at this side.
unsigned sides_of_feature(const TurnedTile& shape, unsigned side) {
    if (!shape.has(side, Port::feature)) return 0;
    const unsigned own = shape.local(side, Port::feature);
    unsigned sides = 0;
    for (unsigned s = 0; s < edge_count; ++s) {
        const bool same = shape.has(s, Port::feature) && shape.local(s, Port::feature) == own;
        if (same) sides |= 1u << s;
    }
    return sides;
}

unsigned known_sides(EdgeCode code) {
    unsigned sides = 0;
    for (unsigned s = 0; s < edge_count; ++s) {
        if (terrain(code, s) != Terrain::any) sides |= 1u << s;
    }
    return sides;
}

} // namespace

std::unique_ptr<const FitMasks> build_fit_masks(const Box& box) {
    auto masks = std::make_unique<FitMasks>();
    for (unsigned type = 0; type < box.tile_count; ++type) {
        for (Rotation r = 0; r < box.rotations[type]; ++r) {
            const TurnedTile& shape = box.turned[turned_index(static_cast<TileIndex>(type), r)];
            if (shape.river_edges != 0) continue;
            for (unsigned number = 1; number < masks->fit.size(); ++number) {
                const auto code = static_cast<EdgeCode>(number);
                if (!fits(code, shape.edges)) continue;
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
