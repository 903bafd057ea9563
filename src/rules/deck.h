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
        unsigned begin = 0;
        for (unsigned s = 0; s < stack_count; ++s) {
            begin_[s] = static_cast<std::uint8_t>(begin);
            const bool waits = s == static_cast<unsigned>(game.now.stack); // tiles set aside
            begin += game.now.left[s] + (waits ? game.now.aside : 0u) + step;
        }
        for (unsigned i = 0; i < game.box->tile_count; ++i) {
            const auto s = static_cast<unsigned>(game.box->stacks[i]);
            TileIndex* next = tiles_.data() + begin_[s] + left_[s];
            // A step of copies is written and the true number kept; what follows writes over it.
            // Not std::memcpy: where callers have checked calls, each store would be one.
            const std::uint64_t eight = 0x0101010101010101u * i;
            for (unsigned done = 0; done < game.now.bag[i]; done += step) {
                __builtin_memcpy(next + done, &eight, sizeof eight);
                __builtin_memcpy(next + done + 8, &eight, sizeof eight);
            }
            left_[s] = static_cast<std::uint8_t>(left_[s] + game.now.bag[i]);
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
    static constexpr unsigned step = 16;
    std::array<TileIndex, max_tiles + (stack_count + 1) * step> tiles_;
    std::array<std::uint8_t, stack_count> begin_ = {};
    std::array<std::uint8_t, stack_count> left_ = {};
    std::array<Random, stack_count> random_;
};

} // namespace bastide
