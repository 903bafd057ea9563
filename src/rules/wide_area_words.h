#pragma once
// The words of a wide box: more tiles, six players, tokens of more weight. Functions have the names
// of area_words.h, so that code written for one width is written for the other.

#include "rules/area_words.h"
#include "rules/holders.h"
#include "rules/ruleset.h"
#include "rules/tile.h"

#include <array>
#include <bit>
#include <cstdint>

namespace bastide {

/// Cities and roads of a wide box, in two halves: what is joined by "or", and what is added.
///
///     bits of sets   0-55    a mark for each tile with two segments of one kind
///                    56      it is a road
///                    57      it is raised: a road with an inn, a city with a cathedral
///     bits of sums   0-7     open: edges not yet met
///                    8-15    size: tiles, less those marked in both
///                    16-20   extras: shields
///                    21-30   goods: four bits of wine, three of grain, three of cloth
///                    31-54   Holders
///                    55-60   big followers, a bit for each player
struct WideFeatureWord {
    std::uint64_t sets = 0;
    std::uint64_t sums = 0;
    friend constexpr bool operator==(const WideFeatureWord&, const WideFeatureWord&) = default;
};

namespace feature {
namespace wide {
inline constexpr unsigned mark_bits = 56, open_bits = 8, size_bits = 8, extra_bits = 5;
inline constexpr unsigned big_bits = 1;
inline constexpr std::array<unsigned, goods_count> goods_bits = {4, 3, 3};
inline constexpr unsigned line_shift = mark_bits, raised_shift = line_shift + 1;
inline constexpr unsigned size_shift = open_bits;
inline constexpr unsigned extra_shift = size_shift + size_bits;
inline constexpr std::array<unsigned, goods_count> goods_shift = {
    extra_shift + extra_bits, extra_shift + extra_bits + goods_bits[0],
    extra_shift + extra_bits + goods_bits[0] + goods_bits[1]};
inline constexpr unsigned token_shift = goods_shift[goods_count - 1] + goods_bits[goods_count - 1];
inline constexpr unsigned big_shift = token_shift + std::bit_width(Holders::all);
static_assert(big_shift + big_bits * max_players <= 64);

inline constexpr unsigned most_big = (1u << big_bits) - 1;
inline constexpr std::uint64_t marks = (std::uint64_t{1} << mark_bits) - 1;
inline constexpr std::uint64_t token_mask = ~std::uint64_t{0} << token_shift;
inline constexpr unsigned most(unsigned bits) {
    return (1u << bits) - 1;
}
inline constexpr GoodsCount most_goods = {most(goods_bits[0]), most(goods_bits[1]),
                                          most(goods_bits[2])};
inline constexpr std::uint64_t big_mask = ((std::uint64_t{1} << (big_bits * max_players)) - 1)
                                          << big_shift;
inline constexpr std::uint64_t goods_mask =
    (std::uint64_t{1} << token_shift) - (std::uint64_t{1} << goods_shift[0]);
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
constexpr bool is_raised(const WideFeatureWord& w) {
    return (w.sets >> wide::raised_shift & 1) != 0;
}
constexpr bool has_goods(const WideFeatureWord& w) {
    return (w.sums & wide::goods_mask) != 0;
}
constexpr GoodsCount goods(const WideFeatureWord& w) {
    GoodsCount count = {};
    for (unsigned kind = 0; kind < goods_count; ++kind) {
        count[kind] = static_cast<std::uint8_t>(w.sums >> wide::goods_shift[kind] &
                                                wide::most(wide::goods_bits[kind]));
    }
    return count;
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

/// The narrow word of a tile's segment, which no token has entered, in the wide form, with what
/// only that one has.
constexpr WideFeatureWord widened(FeatureWord w, const Segment& segment) {
    const bool raised = segment.inn || segment.cathedral;
    WideFeatureWord word = {(w & wants_mark) | std::uint64_t{is_line(w)} << wide::line_shift |
                                std::uint64_t{raised} << wide::raised_shift,
                            open(w) | std::uint64_t{size(w)} << wide::size_shift |
                                std::uint64_t{extras(w)} << wide::extra_shift};
    if (segment.goods != Goods::none) {
        const unsigned kind = static_cast<unsigned>(segment.goods) - 1;
        word.sums |= std::uint64_t{1} << wide::goods_shift[kind];
    }
    return word;
}
} // namespace feature

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

} // namespace bastide
