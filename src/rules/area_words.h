#pragma once
// What the rules ask of an area of a narrow box, in one word: cities, roads, forests and streams
// (feature), fields and meadows (field), river systems (water). wide_area_words.h has functions of
// the same names for the words of a wide box.

#include "rules/holders.h"

#include <bit>
#include <cstdint>

namespace bastide {

inline constexpr unsigned max_lakes = 29; // hunters: 29

using FeatureWord = std::uint64_t;
using FieldWord = std::uint32_t;
using WaterWord = std::uint16_t;

// clang-format off
/// Cities, roads, forests, streams of a narrow box.
///
///     bits    what                                                          two areas become one
///     0-28    classic: a mark for each tile with two segments of one kind   or
///             hunters: the lakes at its ends
///     29      it is a line: a road or stream                                or
///     30      it holds gold                                                 or
///     31-37   open: edges not yet met                                       sum, less two per edge
///     38-44   size: tiles (classic; less those marked in both) or segments  sum
///     45-48   extras: shields or mushrooms                                  sum
///     49-63   NarrowHolders                                                 sum
// clang-format on
namespace feature {
inline constexpr unsigned open_bits = 7, size_bits = 7, extra_bits = 4;
inline constexpr unsigned line_shift = max_lakes, gold_shift = line_shift + 1;
inline constexpr unsigned open_shift = gold_shift + 1;
inline constexpr unsigned size_shift = open_shift + open_bits;
inline constexpr unsigned extra_shift = size_shift + size_bits;
inline constexpr unsigned token_shift = extra_shift + extra_bits;
static_assert(token_shift + std::bit_width(NarrowHolders::all) == 64);

inline constexpr unsigned most_open = (1u << open_bits) - 1;
inline constexpr unsigned most_size = (1u << size_bits) - 1;
inline constexpr unsigned most_extras = (1u << extra_bits) - 1;

inline constexpr FeatureWord marks = (FeatureWord{1} << max_lakes) - 1;
/// In a tile's first words: the area asks for a mark of its tile.
inline constexpr FeatureWord wants_mark = 1;
inline constexpr FeatureWord line_bit = FeatureWord{1} << line_shift;
inline constexpr FeatureWord gold_bit = FeatureWord{1} << gold_shift;
inline constexpr FeatureWord joined_by_or = marks | line_bit | gold_bit;
inline constexpr FeatureWord one_open = FeatureWord{1} << open_shift;
inline constexpr FeatureWord one_tile = FeatureWord{1} << size_shift;
inline constexpr FeatureWord one_extra = FeatureWord{1} << extra_shift;
inline constexpr FeatureWord open_mask = FeatureWord{most_open} << open_shift;
inline constexpr FeatureWord token_mask = FeatureWord{NarrowHolders::all} << token_shift;

constexpr unsigned open(FeatureWord w) {
    return static_cast<unsigned>(w >> open_shift) & most_open;
}
constexpr bool is_complete(FeatureWord w) {
    return (w & open_mask) == 0;
}
constexpr bool is_line(FeatureWord w) {
    return (w & line_bit) != 0;
}
constexpr bool has_gold(FeatureWord w) {
    return (w & gold_bit) != 0;
}
constexpr bool is_occupied(FeatureWord w) {
    return (w & token_mask) != 0;
}
/// An inn or a cathedral, which a narrow box has not.
constexpr bool is_raised(FeatureWord) {
    return false;
}
constexpr unsigned size(FeatureWord w) {
    return static_cast<unsigned>(w >> size_shift) & most_size;
}
constexpr unsigned extras(FeatureWord w) {
    return static_cast<unsigned>(w >> extra_shift) & most_extras;
}
constexpr NarrowHolders held(FeatureWord w) {
    return {static_cast<std::uint32_t>(w >> token_shift)};
}
constexpr std::uint32_t lakes(FeatureWord w) {
    return static_cast<std::uint32_t>(w & marks);
}
/// A follower is put there; with all others it leaves again.
constexpr FeatureWord with_follower(FeatureWord w, unsigned player) {
    return w + (FeatureWord{NarrowHolders::one(player).packed} << token_shift);
}
constexpr FeatureWord without_tokens(FeatureWord w) {
    return w & ~token_mask;
}
/// Both sides of an edge have met.
constexpr FeatureWord less_an_edge(FeatureWord w) {
    return w - 2 * one_open;
}
/// As if so many tiles more belonged to it.
constexpr FeatureWord grown(FeatureWord w, unsigned tiles) {
    return w + tiles * one_tile;
}

/// The first word of an area whose tile gets this mark, if it wants one.
constexpr FeatureWord marked(FeatureWord first, unsigned mark) {
    return (first & ~wants_mark) | (first & wants_mark) << mark;
}

/// Joins two areas. With marks for tiles (classic), a tile that is in both counts once.
template <bool marks_are_tiles>
constexpr FeatureWord joined(FeatureWord a, FeatureWord b) {
    FeatureWord sum = (a & ~joined_by_or) + (b & ~joined_by_or) + ((a | b) & joined_by_or);
    if constexpr (marks_are_tiles) {
        sum -= static_cast<FeatureWord>(std::popcount(a & b & marks)) * one_tile;
    }
    return sum;
}
} // namespace feature

/// Fields and meadows of a narrow box.
///
///     bits     what                     two areas become one
///     0-14     NarrowHolders            sum
///     15-20    deer                     sum
///     21-24    tigers                   sum
///     25-29    mammoths and buffaloes   sum
///     30       a fire                   or
namespace field {
inline constexpr unsigned deer_bits = 6, tiger_bits = 4, big_bits = 5;
inline constexpr unsigned deer_shift = std::bit_width(NarrowHolders::all);
inline constexpr unsigned tiger_shift = deer_shift + deer_bits;
inline constexpr unsigned big_shift = tiger_shift + tiger_bits;
inline constexpr unsigned fire_shift = big_shift + big_bits;
static_assert(fire_shift < 32);

inline constexpr unsigned most_deer = (1u << deer_bits) - 1;
inline constexpr unsigned most_tigers = (1u << tiger_bits) - 1;
inline constexpr unsigned most_big_game = (1u << big_bits) - 1;

inline constexpr FieldWord token_mask = NarrowHolders::all;
inline constexpr FieldWord fire = FieldWord{1} << fire_shift;

constexpr NarrowHolders held(FieldWord w) {
    return {w & token_mask};
}
constexpr bool is_occupied(FieldWord w) {
    return !held(w).nobody();
}
constexpr unsigned deer(FieldWord w) {
    return w >> deer_shift & most_deer;
}
constexpr unsigned tigers(FieldWord w) {
    return w >> tiger_shift & most_tigers;
}
constexpr unsigned big_game(FieldWord w) {
    return w >> big_shift & most_big_game;
}
constexpr bool has_fire(FieldWord w) {
    return (w & fire) != 0;
}
constexpr FieldWord with_token(FieldWord w, unsigned player, unsigned weight) {
    return w + NarrowHolders::one(player, weight).packed;
}

constexpr FieldWord joined(FieldWord a, FieldWord b) {
    return (a & ~fire) + (b & ~fire) + ((a | b) & fire);
}
} // namespace field

/// River systems. Every lake is part of one node, so that fish add up and none counts twice.
///
///     bits     what                           two systems become one
///     0-5      fish                           sum
///     6-15     huts, two bits for each player  sum
namespace water {
inline constexpr unsigned fish_bits = 6, hut_bits = 2;
inline constexpr unsigned hut_shift = fish_bits;
static_assert(hut_shift + hut_bits * narrow_players == 16);

inline constexpr unsigned most_fish = (1u << fish_bits) - 1;
inline constexpr unsigned most_huts = (1u << hut_bits) - 1; // of one player

inline constexpr WaterWord hut_mask = static_cast<WaterWord>(~most_fish);
constexpr unsigned fish(WaterWord w) {
    return w & most_fish;
}
constexpr bool is_occupied(WaterWord w) {
    return (w & hut_mask) != 0;
}
constexpr unsigned huts(WaterWord w, unsigned player) {
    return static_cast<unsigned>(w >> (hut_shift + hut_bits * player)) & most_huts;
}
constexpr NarrowHolders held(WaterWord w) {
    NarrowHolders holders;
    for (unsigned player = 0; player < narrow_players; ++player) {
        holders.packed |= NarrowHolders::one(player, huts(w, player)).packed;
    }
    return holders;
}
constexpr WaterWord hut(unsigned player) {
    return static_cast<WaterWord>(1u << (hut_shift + hut_bits * player));
}
constexpr WaterWord joined(WaterWord a, WaterWord b) {
    return static_cast<WaterWord>(a + b);
}
} // namespace water

} // namespace bastide
