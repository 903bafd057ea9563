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

/// Counts of a player's tokens, packed: three bits each (huts: two), player 0 lowest.
namespace tokens {
inline constexpr unsigned bits = 3;
inline constexpr unsigned each = 7;
inline constexpr unsigned all = 0x7FFF;
constexpr unsigned of(unsigned packed, unsigned player) {
    return packed >> (bits * player) & each;
}
} // namespace tokens

/// Cities, roads, forests, streams.
namespace feature {
// Bits joined by OR: a mark for each tile that owns two segments of one kind (classic) or each lake
// at an end (hunters), whether it is a road or stream, whether it holds gold.
inline constexpr FeatureWord marks = (FeatureWord{1} << max_lakes) - 1;
inline constexpr FeatureWord is_line = FeatureWord{1} << 29;
inline constexpr FeatureWord gold = FeatureWord{1} << 30;
inline constexpr FeatureWord joined_by_or = marks | is_line | gold;
// Counters joined by addition.
inline constexpr unsigned open_shift = 31;  // edges not yet met, 7 bits
inline constexpr unsigned size_shift = 38;  // tiles (classic) or segments (hunters), 7 bits
inline constexpr unsigned extra_shift = 45; // shields or mushrooms, 4 bits
inline constexpr unsigned token_shift = 49; // 15 bits
inline constexpr FeatureWord one_open = FeatureWord{1} << open_shift;
inline constexpr FeatureWord one_tile = FeatureWord{1} << size_shift;
inline constexpr FeatureWord one_extra = FeatureWord{1} << extra_shift;
inline constexpr FeatureWord open_mask = FeatureWord{127} << open_shift;
inline constexpr FeatureWord token_mask = FeatureWord{tokens::all} << token_shift;

constexpr unsigned open(FeatureWord w) {
    return static_cast<unsigned>(w >> open_shift) & 127;
}
constexpr unsigned size(FeatureWord w) {
    return static_cast<unsigned>(w >> size_shift) & 127;
}
constexpr unsigned extras(FeatureWord w) {
    return static_cast<unsigned>(w >> extra_shift) & 15;
}
constexpr unsigned held(FeatureWord w) {
    return static_cast<unsigned>(w >> token_shift);
}
constexpr std::uint32_t lakes(FeatureWord w) {
    return static_cast<std::uint32_t>(w & marks);
}
constexpr FeatureWord token(unsigned player) {
    return FeatureWord{1} << (token_shift + tokens::bits * player);
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
namespace field {
inline constexpr FieldWord token_mask = tokens::all;
inline constexpr unsigned deer_shift = 15;  // 6 bits
inline constexpr unsigned tiger_shift = 21; // 4 bits
inline constexpr unsigned big_shift = 25;   // mammoths and buffaloes, 5 bits
inline constexpr FieldWord fire = FieldWord{1} << 30;

constexpr unsigned held(FieldWord w) {
    return w & token_mask;
}
constexpr unsigned deer(FieldWord w) {
    return w >> deer_shift & 63;
}
constexpr unsigned tigers(FieldWord w) {
    return w >> tiger_shift & 15;
}
constexpr unsigned big_game(FieldWord w) {
    return w >> big_shift & 31;
}
constexpr FieldWord token(unsigned player) {
    return FieldWord{1} << (tokens::bits * player);
}

constexpr FieldWord joined(FieldWord a, FieldWord b) {
    return (a & ~fire) + (b & ~fire) + ((a | b) & fire);
}
} // namespace field

/// River systems. Every lake is part of one node, so that fish add up and none counts twice.
namespace water {
inline constexpr unsigned hut_bits = 2;
inline constexpr unsigned hut_shift = 6;
inline constexpr WaterWord fish_mask = 63;
inline constexpr WaterWord hut_mask = 0x3FF << hut_shift;
constexpr unsigned fish(WaterWord w) {
    return w & fish_mask;
}
constexpr unsigned huts(WaterWord w, unsigned player) {
    return static_cast<unsigned>(w >> (hut_shift + hut_bits * player)) & 3;
}
constexpr WaterWord hut(unsigned player) {
    return static_cast<WaterWord>(1u << (hut_shift + hut_bits * player));
}
constexpr WaterWord joined(WaterWord a, WaterWord b) {
    return static_cast<WaterWord>(a + b);
}
} // namespace water

/// One network: parents and words. `used` nodes exist, node 0 included.
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
