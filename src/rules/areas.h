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

#include "rules/area_words.h"
#include "rules/holders.h"
#include "rules/ruleset.h"
#include "rules/wide_area_words.h"

#include <array>
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
    unsigned companions;         // builders, and pigs, of one player
    GoodsCount goods;            // in the whole box
    unsigned open, size, extras; // of one feature
};

inline constexpr unsigned max_waters = 68; // hunters: 65

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
        .companions = 0,
        .goods = {},
        .open = feature::most_open,
        .size = feature::most_size,
        .extras = feature::most_extras,
    };
    using Contact = ContactOf<std::uint8_t>;
    std::array<Contact, limits.contacts + 32> contact; // written four at once
    AreaNet<FeatureWord, std::uint8_t, limits.features + 1> feature;
    AreaNet<FieldWord, std::uint8_t, limits.fields + 1> field;
};

/// What stands beside followers and counts for nothing in a majority (B4, B9): where each player's
/// builder and pig are, no_node while they are at home; and the goods each has taken (B7).
struct Companions {
    std::array<Node, max_players> builder = {}; // a feature
    std::array<Node, max_players> pig = {};     // a field
    std::array<GoodsCount, max_players> goods = {};
    friend constexpr bool operator==(const Companions&, const Companions&) = default;
};

/// The areas of a wide game. In brackets what the winter edition needs with everything in it.
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
        .companions = 1,
        .goods = feature::wide::most_goods, // (9, 6, 5)
        .open = feature::wide::most(feature::wide::open_bits),
        .size = feature::wide::most(feature::wide::size_bits),
        .extras = feature::wide::most(feature::wide::extra_bits),
    };
    using Contact = ContactOf<std::uint16_t>;
    std::array<Contact, limits.contacts> contact;
    AreaNet<WideFeatureWord, std::uint16_t, limits.features + 1> feature;
    AreaNet<WideFieldWord, std::uint16_t, limits.fields + 1> field;
    Companions beside;
};

/// The larger of both widths: what does not depend on the width has room for either.
inline constexpr unsigned max_features = WideAreas::limits.features;
inline constexpr unsigned max_fields = WideAreas::limits.fields;

using Waters = AreaNet<WaterWord, std::uint8_t, max_waters + 1>;

} // namespace bastide
