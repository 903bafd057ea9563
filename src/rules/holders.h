#pragma once
// How strong each player is in an area: the weights of the tokens that stand there, in one word.

#include "rules/ruleset.h"

#include <cstdint>

namespace bastide {

/// The weights packed, so many bits for each player.
template <unsigned bits, unsigned players>
struct Strengths {
    static constexpr unsigned most = (1u << bits) - 1;
    static constexpr std::uint32_t all = (1u << (bits * players)) - 1;

    std::uint32_t packed = 0;

    constexpr unsigned of(unsigned player) const { return packed >> (bits * player) & most; }
    constexpr bool nobody() const { return packed == 0; }
    static constexpr Strengths one(unsigned player, unsigned weight = 1) {
        return {weight << (bits * player)};
    }
    friend constexpr Strengths operator+(Strengths a, Strengths b) { return {a.packed + b.packed}; }
    friend constexpr bool operator==(Strengths, Strengths) = default;
};

inline constexpr unsigned narrow_players = 5;
/// In a narrow word, and of huts, which are held in fewer bits and widened to this by
/// water::held().
///
///     bits    0-2       3-5       6-8       9-11      12-14
///             player 0  player 1  player 2  player 3  player 4
using NarrowHolders = Strengths<3, narrow_players>;

/// In a wide word, and wherever speed does not matter: four bits for each of six players.
struct Holders : Strengths<4, max_players> {
    constexpr Holders() = default;
    constexpr Holders(Strengths<4, max_players> wide)
        : Strengths(wide) {}
    constexpr Holders(NarrowHolders narrow) {
        for (unsigned player = 0; player < narrow_players; ++player) {
            packed |= one(player, narrow.of(player)).packed;
        }
    }
};

} // namespace bastide
