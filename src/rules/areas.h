#pragma once
// Areas: segments joined over tiles. Three networks of one make: features (cities, roads, forests,
// streams), fields (fields, meadows), waters (river systems). Each is a union-find whose root holds
// one word with everything the rules ask of the area.
//
// There are two widths. A narrow box has nodes of one byte and five players whose tokens count one
// each; a wide one has more tiles, six players and tokens of more weight. Functions of the same
// name read the words of both, so that code written for one width is written for the other.
//
// Invariant: parent[n] <= n, a root is its own parent, and only a root's word counts. Paths are
// never shortened, so that a union is undone by restoring one parent and one word.
// recompute_areas() in invariants.h works all of them out again.

#include "rules/ruleset.h"

#include <array>
#include <bit>
#include <cstdint>

namespace bastide {

/// A segment in its network. Narrow networks keep it in a byte.
using Node = std::uint16_t;
/// Node 0 stands for "no segment": ports that do not exist join it to itself, without a test.
inline constexpr Node no_node = 0;

/// What a box may have; build_box() refuses more.
struct WidthLimits {
    unsigned players;
    unsigned tiles;
    unsigned features, fields;   // segments in the whole box
    unsigned doubles;            // tiles with two segments of one kind
    unsigned contacts;           // of fields with cities
    unsigned strength;           // of one player's tokens together
    unsigned big_followers;      // of one player
    unsigned open, size, extras; // of one feature
};

inline constexpr unsigned max_waters = 68; // hunters: 65
inline constexpr unsigned max_lakes = 29;  // hunters: 29

using FeatureWord = std::uint64_t;
using FieldWord = std::uint32_t;
using WaterWord = std::uint16_t;

/// How strong each player is in an area: the weights of the tokens that stand there, packed.
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

// clang-format off
/// Cities, roads, forests, streams of a narrow box.
///
///     bits     what                                                           two areas become one
///     0-28     classic: a mark for each tile with two segments of one kind    or
///              hunters: the lakes at its ends
///     29       it is a line: a road or stream                                 or
///     30       it holds gold                                                  or
///     31-37    open: edges not yet met                                        sum, less two an edge
///     38-44    size: tiles (classic; less those marked in both) or segments   sum
///     45-48    extras: shields or mushrooms                                   sum
///     49-63    NarrowHolders                                                  sum
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

/// Cities and roads of a wide box, in two halves: what is joined by "or", and what is added.
///
///     bits of sets   0-55    a mark for each tile with two segments of one kind
///                    56      it is a road
///     bits of sums   0-7     open: edges not yet met
///                    8-15    size: tiles, less those marked in both
///                    16-20   extras: shields
///                    21-44   Holders
///                    45-56   big followers, two bits for each player
struct WideFeatureWord {
    std::uint64_t sets = 0;
    std::uint64_t sums = 0;
    friend constexpr bool operator==(const WideFeatureWord&, const WideFeatureWord&) = default;
};

namespace feature {
namespace wide {
inline constexpr unsigned mark_bits = 56, open_bits = 8, size_bits = 8, extra_bits = 5;
inline constexpr unsigned big_bits = 2;
inline constexpr unsigned line_shift = mark_bits;
inline constexpr unsigned size_shift = open_bits;
inline constexpr unsigned extra_shift = size_shift + size_bits;
inline constexpr unsigned token_shift = extra_shift + extra_bits;
inline constexpr unsigned big_shift = token_shift + std::bit_width(Holders::all);
static_assert(big_shift + big_bits * max_players <= 64);

inline constexpr unsigned most_big = (1u << big_bits) - 1;
inline constexpr std::uint64_t marks = (std::uint64_t{1} << mark_bits) - 1;
inline constexpr std::uint64_t token_mask = ~std::uint64_t{0} << token_shift;
inline constexpr unsigned most(unsigned bits) {
    return (1u << bits) - 1;
}
} // namespace wide

constexpr unsigned open(const WideFeatureWord& w) {
    return static_cast<unsigned>(w.sums) & wide::most(wide::open_bits);
}
constexpr bool is_complete(const WideFeatureWord& w) {
    return open(w) == 0;
}
constexpr bool is_line(const WideFeatureWord& w) {
    return (w.sets >> wide::line_shift & 1) != 0;
}
constexpr bool is_occupied(const WideFeatureWord& w) {
    return (w.sums & wide::token_mask) != 0;
}
constexpr unsigned size(const WideFeatureWord& w) {
    return static_cast<unsigned>(w.sums >> wide::size_shift) & wide::most(wide::size_bits);
}
constexpr unsigned extras(const WideFeatureWord& w) {
    return static_cast<unsigned>(w.sums >> wide::extra_shift) & wide::most(wide::extra_bits);
}
constexpr Holders held(const WideFeatureWord& w) {
    return Strengths<4, max_players>{static_cast<std::uint32_t>(w.sums >> wide::token_shift) &
                                     Holders::all};
}
/// Big followers of one player: tokens that count for more than one (I6).
constexpr unsigned big_followers(const WideFeatureWord& w, unsigned player) {
    return static_cast<unsigned>(w.sums >> (wide::big_shift + wide::big_bits * player)) &
           wide::most_big;
}
constexpr WideFeatureWord with_follower(WideFeatureWord w, unsigned player) {
    w.sums += std::uint64_t{Holders::one(player).packed} << wide::token_shift;
    return w;
}
constexpr WideFeatureWord with_big_follower(WideFeatureWord w, unsigned player, unsigned weight) {
    w.sums += std::uint64_t{Holders::one(player, weight).packed} << wide::token_shift;
    w.sums += std::uint64_t{1} << (wide::big_shift + wide::big_bits * player);
    return w;
}
constexpr WideFeatureWord without_tokens(WideFeatureWord w) {
    w.sums &= ~wide::token_mask;
    return w;
}
constexpr WideFeatureWord less_an_edge(WideFeatureWord w) {
    w.sums -= 2;
    return w;
}
constexpr WideFeatureWord grown(WideFeatureWord w, unsigned tiles) {
    w.sums += std::uint64_t{tiles} << wide::size_shift;
    return w;
}
constexpr WideFeatureWord marked(WideFeatureWord first, unsigned mark) {
    first.sets = (first.sets & ~wants_mark) | (first.sets & wants_mark) << mark;
    return first;
}
template <bool marks_are_tiles>
constexpr WideFeatureWord joined(const WideFeatureWord& a, const WideFeatureWord& b) {
    static_assert(marks_are_tiles, "a wide box is a classic one");
    const auto twice = static_cast<unsigned>(std::popcount(a.sets & b.sets & wide::marks));
    return {a.sets | b.sets, a.sums + b.sums - (std::uint64_t{twice} << wide::size_shift)};
}

/// The narrow word of a tile's segment, which no token has entered, in the wide form.
constexpr WideFeatureWord widened(FeatureWord w) {
    return {(w & wants_mark) | std::uint64_t{is_line(w)} << wide::line_shift,
            open(w) | std::uint64_t{size(w)} << wide::size_shift |
                std::uint64_t{extras(w)} << wide::extra_shift};
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

/// Fields of a wide box: bits 0-23 are Holders. Whoever stands there stays, so that nothing need
/// tell one token from another.
struct WideFieldWord {
    std::uint32_t sums = 0;
    friend constexpr bool operator==(const WideFieldWord&, const WideFieldWord&) = default;
};

namespace field {
constexpr Holders held(WideFieldWord w) {
    return Strengths<4, max_players>{w.sums & Holders::all};
}
constexpr bool is_occupied(WideFieldWord w) {
    return (w.sums & Holders::all) != 0;
}
constexpr WideFieldWord with_token(WideFieldWord w, unsigned player, unsigned weight) {
    return {w.sums + Holders::one(player, weight).packed};
}
constexpr WideFieldWord joined(WideFieldWord a, WideFieldWord b) {
    return {a.sums + b.sums};
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

/// One network: parents and words. The header of the game counts the nodes in use, node 0 included.
template <class Word, class Stored, unsigned capacity>
struct AreaNet {
    static constexpr unsigned most_nodes = capacity;
    // A tile's words are stored four at once, and copied by whole cache lines.
    static constexpr unsigned room = (capacity + 4 + 63) / 64 * 64;
    std::array<Word, room> word;
    std::array<Stored, room> parent;

    Node root(Node node) const {
        node = parent[parent[node]];
        while (parent[node] != node) node = parent[node];
        return node;
    }
    bool is_root(Node node) const { return parent[node] == node; }
};

/// Where a field meets a city (E3).
template <class Stored>
struct ContactOf {
    Stored field;
    Stored city;
};

/// The areas of a narrow game, but for its waters.
struct alignas(64) NarrowAreas {
    static constexpr WidthLimits limits = {
        .players = narrow_players,
        .tiles = 104,    // winter + gingerbread + river: 101 on the table
        .features = 180, // hunters: 173, winter mix: 158
        .fields = 196,   // winter mix: 188, hunters: 184
        .doubles = max_lakes,
        .contacts = 96, // winter mix: 86
        .strength = NarrowHolders::most,
        .big_followers = 0,
        .open = feature::most_open,
        .size = feature::most_size,
        .extras = feature::most_extras,
    };
    using Contact = ContactOf<std::uint8_t>;
    std::array<Contact, limits.contacts + 32> contact; // written four at once
    AreaNet<FeatureWord, std::uint8_t, limits.features + 1> feature;
    AreaNet<FieldWord, std::uint8_t, limits.fields + 1> field;
};

/// The areas of a wide game. In brackets what Inns & Cathedrals with Traders & Builders would need.
struct WideAreas {
    static constexpr WidthLimits limits = {
        .players = max_players,
        .tiles = 146,                        // (144)
        .features = 252,                     // (248): a tile keeps its first node in a byte
        .fields = 312,                       // (279)
        .doubles = feature::wide::mark_bits, // (41)
        .contacts = 192,                     // (168)
        .strength = Holders::most,           // (9)
        .big_followers = feature::wide::most_big,
        .open = feature::wide::most(feature::wide::open_bits),
        .size = feature::wide::most(feature::wide::size_bits),
        .extras = feature::wide::most(feature::wide::extra_bits),
    };
    using Contact = ContactOf<std::uint16_t>;
    std::array<Contact, limits.contacts> contact;
    AreaNet<WideFeatureWord, std::uint16_t, limits.features + 1> feature;
    AreaNet<WideFieldWord, std::uint16_t, limits.fields + 1> field;
};

/// The larger of both widths: what does not depend on the width has room for either.
inline constexpr unsigned max_features = WideAreas::limits.features;
inline constexpr unsigned max_fields = WideAreas::limits.fields;

using Waters = AreaNet<WaterWord, std::uint8_t, max_waters + 1>;

} // namespace bastide
