#pragma once
// Chance for simulations and playouts: the undrawn tiles, drawn one by one by a seed. Each stack
// has its own stream, so that two games of one seed see the same tiles in the same order whatever
// is played. (The rules know no order: a draw is an input. A server deals differently.)

#include "rules/game.h"
#include "rules/random.h"

#include <array>
#include <cstdint>

namespace bastide {

class Deck {
  public:
    /// The tiles not yet drawn in this game.
    Deck(const Game& game, std::uint64_t seed)
        : random_{Random(mix_seed(seed, 0)), Random(mix_seed(seed, 1)), Random(mix_seed(seed, 2)),
                  Random(mix_seed(seed, 3))} {
        std::array<unsigned, stack_count> begin = {};
        for (unsigned s = 1; s < stack_count; ++s) {
            begin[s] = begin[s - 1] + game.now.left[s - 1];
        }
        for (unsigned s = 0; s < stack_count; ++s) {
            begin_[s] = static_cast<std::uint8_t>(begin[s]);
        }
        for (unsigned i = 0; i < game.box->tile_count; ++i) {
            const auto stack = static_cast<unsigned>(game.box->tiles[i].stack);
            for (unsigned copy = 0; copy < game.now.bag[i]; ++copy) {
                tiles_[begin_[stack] + left_[stack]++] = static_cast<TileIndex>(i);
            }
        }
    }

    unsigned left(Stack stack) const { return left_[static_cast<unsigned>(stack)]; }

    TileIndex draw(Stack stack) {
        const auto s = static_cast<unsigned>(stack);
        TileIndex* tiles = tiles_.data() + begin_[s];
        const unsigned k = random_[s].below(left_[s]);
        const TileIndex tile = tiles[k];
        tiles[k] = tiles[--left_[s]];
        return tile;
    }

    void put_back(Stack stack, TileIndex tile) {
        const auto s = static_cast<unsigned>(stack);
        tiles_[begin_[s] + left_[s]++] = tile;
    }

  private:
    std::array<TileIndex, max_tiles> tiles_;
    std::array<std::uint8_t, stack_count> begin_ = {};
    std::array<std::uint8_t, stack_count> left_ = {};
    std::array<Random, stack_count> random_;
};

} // namespace bastide
