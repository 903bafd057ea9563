#pragma once
// A position's incremental key: each tile and token on the board adds a word of its own.

#include "rules/game.h"

namespace bastide::turn {

constexpr std::uint64_t scramble(std::uint64_t x) {
    x *= 0x9E3779B97F4A7C15u;
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93u;
    return x ^ (x >> 32);
}

/// A cell in keys: a number for good, whatever the grid does.
constexpr unsigned key_place(Cell cell) {
    return static_cast<unsigned>(cell.y * 128 + cell.x) & (128 * 128 - 1);
}

constexpr std::uint64_t tile_key(Cell cell, TurnedIndex turned) {
    return scramble(1 + (static_cast<std::uint64_t>(key_place(cell)) << 16) + turned);
}

constexpr std::uint64_t token_key(Cell cell, unsigned segment, unsigned player, Token token) {
    return scramble((std::uint64_t{1} << 40) + (std::uint64_t{key_place(cell)} << 16) +
                    (segment << 8) + (player << 4) + static_cast<unsigned>(token));
}

} // namespace bastide::turn
