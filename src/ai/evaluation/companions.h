#pragma once
// Walks over what only wide boxes have: big followers, builders, pigs and goods. Every evaluation
// takes them; what is met is judged by whoever walks.

#include "rules/inspect.h"
#include "rules/scoring.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

namespace bastide::walks {

/// Open cities and roads that hold a big follower or goods: visit(word, goods).
template <class Visit>
void for_each_laden(const Game& game, Visit&& visit) {
    const auto& net = game.wide.feature;
    for (unsigned n = 1; n < game.now.features; ++n) {
        const WideFeatureWord& word = net.word[n];
        constexpr std::uint64_t laden = feature::wide::goods_mask | feature::wide::big_mask;
        if ((word.sums & laden) == 0 || feature::is_complete(word)) continue;
        if (!net.is_root(static_cast<Node>(n))) continue;
        const GoodsCount goods = feature::goods(word);
        visit(word, std::accumulate(goods.begin(), goods.end(), 0u));
    }
}

/// Where a player's builder stands: the area's word, or nullptr while it is at home.
inline const WideFeatureWord* builders_area(const Game& game, unsigned player) {
    const Node builder = game.wide.beside.builder[player];
    return builder == no_node ? nullptr : &game.wide.feature.word[game.wide.feature.root(builder)];
}

/// A pig in its field.
struct PigStand {
    unsigned cities = 0; // completed ones beside it
    bool paid = false;   // its player has most followers there
};
inline PigStand pig_stand(const Game& game, unsigned player) {
    const WideAreas& areas = game.wide;
    const Node field = areas.field.root(areas.beside.pig[player]);
    const auto held = field::held(areas.field.word[field]);
    PigStand stand;
    stand.paid = held.of(player) >= Majority::rival_of(player, held, game.now.players);
    std::array<std::uint64_t, WideAreas::limits.features / 64 + 1> seen = {};
    for (unsigned i = 0; i < game.now.contacts; ++i) {
        if (areas.field.root(areas.contact[i].field) != field) continue;
        const Node city = areas.feature.root(areas.contact[i].city);
        const std::uint64_t bit = std::uint64_t{1} << (city % 64);
        if ((seen[city / 64] & bit) != 0) continue;
        seen[city / 64] |= bit;
        stand.cities += feature::is_complete(areas.feature.word[city]) ? 1u : 0u;
    }
    return stand;
}

/// Kinds of goods that somebody has taken: visit(player, own counters, the best other's).
template <class Visit>
void for_each_goods(const Game& game, Visit&& visit) {
    const auto& goods = game.wide.beside.goods;
    const unsigned players = game.now.players;
    for (unsigned kind = 0; kind < goods_count; ++kind) {
        for (unsigned i = 0; i < players; ++i) {
            unsigned other = 0;
            for (unsigned k = 0; k < players; ++k) {
                if (k != i) other = std::max<unsigned>(other, goods[k][kind]);
            }
            const unsigned own = goods[i][kind];
            if (own + other > 0) visit(i, own, other);
        }
    }
}

} // namespace bastide::walks
