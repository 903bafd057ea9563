#pragma once
// What areas are worth: completed in play, and at the end.

#include "rules/events.h"
#include "rules/game.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace bastide {

/// F5, H6: most tokens take all the points; ties all take them.
struct Majority {
    unsigned most = 0;

    /// The most tokens any other player has there.
    static std::uint8_t rival_of(unsigned player, unsigned held, unsigned players) {
        unsigned rival = 0;
        for (unsigned other = 0; other < players; ++other) {
            if (other != player) rival = std::max(rival, tokens::of(held, other));
        }
        return static_cast<std::uint8_t>(rival);
    }
};

inline Majority majority_of(unsigned held, unsigned players) {
    Majority majority;
    for (unsigned player = 0; player < players; ++player) {
        majority.most = std::max(majority.most, tokens::of(held, player));
    }
    return majority;
}

struct FeatureValue {
    AreaKind kind;
    std::int16_t points;
    std::uint8_t tiles;
    std::uint8_t extras;
};

inline unsigned fish_in(const Box& box, std::uint32_t lakes) {
    unsigned fish = 0;
    for (; lakes != 0; lakes &= lakes - 1) {
        fish += box.lake_fish[static_cast<unsigned>(std::countr_zero(lakes))];
    }
    return fish;
}

/// F1: a road. F2, F3: a city. H4: a river. H5: a forest.
template <Family family>
FeatureValue completed_value(const Box& box, FeatureWord word) {
    const unsigned size = feature::size(word);
    const bool line = (word & feature::is_line) != 0;
    unsigned points = size;
    unsigned extras = feature::extras(word);
    AreaKind kind = line ? AreaKind::road : AreaKind::city;
    if constexpr (family == Family::hunters) {
        kind = line ? AreaKind::river : AreaKind::forest;
        if (line) extras = fish_in(box, feature::lakes(word));
        points = line ? size + extras : 2 * (size + extras);
    } else if (!line) {
        points = (size + extras) * (size == 2 ? box.rules.points_each_in_two_tile_city
                                              : box.rules.points_each_in_city);
    }
    return {kind, static_cast<std::int16_t>(points), static_cast<std::uint8_t>(size),
            static_cast<std::uint8_t>(extras)};
}

/// E2: an incomplete road or city.
inline FeatureValue incomplete_value(FeatureWord word) {
    const bool line = (word & feature::is_line) != 0;
    return {line ? AreaKind::road : AreaKind::city,
            static_cast<std::int16_t>(feature::size(word) + feature::extras(word)),
            static_cast<std::uint8_t>(feature::size(word)),
            static_cast<std::uint8_t>(feature::extras(word))};
}

/// H10, H11: animals that pay in a meadow.
constexpr unsigned paying_animals(FieldWord word) {
    const unsigned tigers = (word & field::fire) != 0 ? 0 : field::tigers(word);
    const unsigned deer = field::deer(word);
    return field::big_game(word) + (deer > tigers ? deer - tigers : 0);
}

using Points = std::array<std::int16_t, max_players>;

/// The scores if the game ended now (E2, E3, H9, H10); the game itself is left alone.
Points final_scores(const Game& game);
/// The same, and every point as an event: features, then sites, then fields, each by location.
Points final_scores(const Game& game, FinalEvents& events);

} // namespace bastide
