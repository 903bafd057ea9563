#pragma once
// How many of the undrawn tiles fit a hole, and how many would close what looks into it.

#include "rules/game.h"

#include <array>
#include <bit>
#include <cstdint>
#include <memory>

namespace bastide {

/// A set of tile types.
struct TypeSet {
    std::array<std::uint64_t, 2> bits = {};
    void add(unsigned type) { bits[type / 64] |= std::uint64_t{1} << (type % 64); }
};
static_assert(max_tile_types <= 128);

/// The copies left of each type, as planes of binary digits: a count is a few popcounts.
class BagPlanes {
  public:
    BagPlanes(const Game& game, Stack stack)
        : wide_(game.box->tile_count > 64) {
        for (unsigned i = 0; i < game.box->tile_count; ++i) {
            const unsigned copies = game.box->stacks[i] == stack ? game.now.bag[i] : 0;
            for (unsigned digit = 0; digit < planes; ++digit) {
                if (copies >> digit & 1) plane_[digit].add(i);
            }
            total_ += copies;
        }
    }

    unsigned total() const { return total_; }
    unsigned count(const TypeSet& set) const {
        unsigned sum = 0;
        for (unsigned digit = 0; digit < planes; ++digit) {
            sum += static_cast<unsigned>(std::popcount(set.bits[0] & plane_[digit].bits[0]))
                   << digit;
        }
        if (wide_) {
            for (unsigned digit = 0; digit < planes; ++digit) {
                sum += static_cast<unsigned>(std::popcount(set.bits[1] & plane_[digit].bits[1]))
                       << digit;
            }
        }
        return sum;
    }

  private:
    static constexpr unsigned planes = 4; // at most 15 copies of a type
    std::array<TypeSet, planes> plane_ = {};
    unsigned total_ = 0;
    bool wide_; // more types than one word holds
};

/// For each code of an open cell: the types that fit in some rotation, and for each side those that
/// fit and leave the area that looks in from there without a new open edge; for two sides, those
/// that fit and make one area of what looks in from there.
struct FitMasks {
    std::array<TypeSet, 256> fit = {};
    std::array<std::array<TypeSet, 256>, edge_count> close = {};
    std::array<std::array<std::array<TypeSet, 256>, edge_count>, edge_count> join = {};
};
std::unique_ptr<const FitMasks> build_fit_masks(const Box& box);

} // namespace bastide
