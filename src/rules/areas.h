#pragma once
// Areas: segments joined over tiles. Three networks of one make: features (cities, roads, forests,
// streams), fields (fields, meadows), waters (river systems). Each is a union-find in byte ids
// whose root holds one word with everything the rules ask of the area.
//
// Invariant: parent[n] <= n, a root is its own parent, and only a root's word counts. Paths are
// never shortened, so that a union is undone by restoring one parent and one word.
// recompute_areas() in invariants.h works all of them out again.

#include "rules/ruleset.h"

#include <array>
#include <bit>
#include <cstdint>

namespace bastide {

using Node = std::uint8_t;
/// Node 0 stands for "no segment": ports that do not exist join it to itself, without a test.
inline constexpr Node no_node = 0;

inline constexpr unsigned max_features = 180; // hunters: 173, winter mix: 158
inline constexpr unsigned max_fields = 196;   // winter mix: 188, hunters: 184
inline constexpr unsigned max_waters = 68;    // hunters: 65
inline constexpr unsigned max_lakes = 29;     // hunters: 29

using FeatureWord = std::uint64_t;
using FieldWord = std::uint32_t;
using WaterWord = std::uint16_t;

/// Who stands in an area: a count for each player, packed. Of followers and abbots; huts are held
/// in fewer bits and widened to this form by water::held().
///
///     bits    0-2       3-5       6-8       9-11      12-14
///     count   player 0  player 1  player 2  player 3  player 4
using Holders = unsigned;
namespace tokens {
inline constexpr unsigned bits = 3;
inline constexpr unsigned most = (1u << bits) - 1;
inline constexpr Holders all = (1u << (bits * max_players)) - 1;
constexpr unsigned of(Holders holders, unsigned player) {
    return holders >> (bits * player) & most;
}
constexpr Holders one(unsigned player) {
    return 1u << (bits * player);
}
} // namespace tokens

/// Cities, roads, forests, streams.
///
///     bits     what                                                           two areas become one
///     0-28     classic: a mark for each tile with two segments of one kind    or
///              hunters: the lakes at its ends
///     29       it is a line: a road or stream                                 or
///     30       it holds gold                                                  or
///     31-37    open: edges not yet met                                        sum, less two an
///     edge 38-44    size: tiles (classic; less those marked in both) or segments   sum 45-48
///     extras: shields or mushrooms                                   sum 49-63    Holders sum
namespace feature {
inline constexpr unsigned open_bits = 7, size_bits = 7, extra_bits = 4;
inline constexpr unsigned line_shift = max_lakes, gold_shift = line_shift + 1;
inline constexpr unsigned open_shift = gold_shift + 1;
inline constexpr unsigned size_shift = open_shift + open_bits;
inline constexpr unsigned extra_shift = size_shift + size_bits;
inline constexpr unsigned token_shift = extra_shift + extra_bits;
static_assert(token_shift + tokens::bits * max_players == 64);

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
inline constexpr FeatureWord token_mask = FeatureWord{tokens::all} << token_shift;

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
constexpr unsigned size(FeatureWord w) {
    return static_cast<unsigned>(w >> size_shift) & most_size;
}
constexpr unsigned extras(FeatureWord w) {
    return static_cast<unsigned>(w >> extra_shift) & most_extras;
}
constexpr Holders held(FeatureWord w) {
    return static_cast<Holders>(w >> token_shift);
}
constexpr std::uint32_t lakes(FeatureWord w) {
    return static_cast<std::uint32_t>(w & marks);
}
constexpr FeatureWord token(unsigned player) {
    return FeatureWord{tokens::one(player)} << token_shift;
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

/// Fields and meadows.
///
///     bits     what                     two areas become one
///     0-14     Holders                  sum
///     15-20    deer                     sum
///     21-24    tigers                   sum
///     25-29    mammoths and buffaloes   sum
///     30       a fire                   or
namespace field {
inline constexpr unsigned deer_bits = 6, tiger_bits = 4, big_bits = 5;
inline constexpr unsigned deer_shift = tokens::bits * max_players;
inline constexpr unsigned tiger_shift = deer_shift + deer_bits;
inline constexpr unsigned big_shift = tiger_shift + tiger_bits;
inline constexpr unsigned fire_shift = big_shift + big_bits;
static_assert(fire_shift < 32);

inline constexpr unsigned most_deer = (1u << deer_bits) - 1;
inline constexpr unsigned most_tigers = (1u << tiger_bits) - 1;
inline constexpr unsigned most_big_game = (1u << big_bits) - 1;

inline constexpr FieldWord token_mask = tokens::all;
inline constexpr FieldWord fire = FieldWord{1} << fire_shift;

constexpr Holders held(FieldWord w) {
    return w & token_mask;
}
constexpr bool is_occupied(FieldWord w) {
    return held(w) != 0;
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
constexpr FieldWord token(unsigned player) {
    return tokens::one(player);
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
static_assert(hut_shift + hut_bits * max_players == 16);

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
constexpr Holders held(WaterWord w) {
    Holders holders = 0;
    for (unsigned player = 0; player < max_players; ++player) {
        holders |= huts(w, player) << (tokens::bits * player);
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

/// One network: parents and words. The header of the game counts the nodes in use, node 0 included.
template <class Word, unsigned capacity>
struct AreaNet {
    // A tile's words are stored four at once, and copied by whole cache lines.
    static constexpr unsigned room = (capacity + 4 + 63) / 64 * 64;
    std::array<Word, room> word;
    std::array<Node, room> parent;

    Node root(Node node) const {
        node = parent[parent[node]];
        while (parent[node] != node) node = parent[node];
        return node;
    }
    bool is_root(Node node) const { return parent[node] == node; }
};

using Features = AreaNet<FeatureWord, max_features + 1>;
using Fields = AreaNet<FieldWord, max_fields + 1>;
using Waters = AreaNet<WaterWord, max_waters + 1>;

} // namespace bastide
