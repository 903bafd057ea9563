#pragma once
// The numbers of the learned evaluation as they are looked up. Internal to learned_evaluation.cpp.

#include "ai/evaluation/fit_masks.h"
#include "ai/evaluation/terms.h"

#include <array>
#include <cstdint>
#include <memory>

namespace bastide {

struct LearnedNumbers {
    static constexpr unsigned most = max_tiles + 1;
    static constexpr std::uint8_t no_hole = 0xFF;
    static constexpr unsigned most_joins = 48; // further ones are left out

    std::unique_ptr<const FitMasks> masks;
    std::array<Terms, most> at; // by tiles left, up to all of the box
    // Steps of Terms, by tiles that would close, join or fit.
    std::array<std::uint8_t, most> closing_step;
    std::array<std::uint8_t, most> joining_step;
    std::array<std::uint8_t, most> gift_step;
    std::array<std::uint8_t, most> fitting_step;

    /// How many tiles would close what looks into a hole from a side, and the chance of that.
    struct Closing {
        std::uint8_t tiles;
        const float* chance;
    };
    Closing closing_at(const Terms& terms, const BagPlanes& bag, EdgeCode code,
                       unsigned side) const {
        const unsigned tiles = bag.count(masks->close[side][code]);
        unsigned step = closing_step[tiles];
        if (tiles == 0) step = bag.count(masks->fit[code]) == 0 ? 0 : 1;
        const unsigned kind = terrain(code, side) == Terrain::line ? 1 : 0;
        return {static_cast<std::uint8_t>(tiles), &terms.close[kind][step]};
    }
    /// By the fewest tiles that close one of an area's holes.
    unsigned gift_step_of(std::uint8_t closing) const {
        return closing == no_hole ? 0 : gift_step[closing];
    }
};

} // namespace bastide
