#pragma once
// What areas are worth: completed in play, and at the end.

#include "rules/events.h"
#include "rules/game.h"
#include "rules/tokens.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace bastide {

/// F5, H6, I6: most tokens, by weight, take all the points; ties all take them.
struct Majority {
    unsigned most = 0;

    /// The most that any other player has there.
    template <class Held>
    static std::uint8_t rival_of(unsigned player, Held held, unsigned players) {
        unsigned rival = 0;
        for (unsigned other = 0; other < players; ++other) {
            if (other != player) rival = std::max(rival, held.of(other));
        }
        return static_cast<std::uint8_t>(rival);
    }
};

template <class Held>
Majority majority_of(Held held, unsigned players) {
    Majority majority;
    for (unsigned player = 0; player < players; ++player) {
        majority.most = std::max(majority.most, held.of(player));
    }
    return majority;
}

struct FeatureValue {
    AreaKind kind;
    std::int16_t points;
    std::uint8_t tiles;
    std::uint8_t extras;
    bool raised = false; // by an inn or a cathedral (I3, I4)
};

inline unsigned fish_in(const Box& box, std::uint32_t lakes) {
    unsigned fish = 0;
    for (; lakes != 0; lakes &= lakes - 1) {
        fish += box.lake_fish[static_cast<unsigned>(std::countr_zero(lakes))];
    }
    return fish;
}

/// What a road or city (in hunters a river or forest) and what land around it is called.
constexpr AreaKind feature_kind(Family family, bool line) {
    if (family == Family::hunters) return line ? AreaKind::river : AreaKind::forest;
    return line ? AreaKind::road : AreaKind::city;
}
constexpr AreaKind field_kind(Family family) {
    return family == Family::hunters ? AreaKind::meadow : AreaKind::field;
}

/// F1, I3: a road. F2, F3, I4: a city. H4: a river. H5: a forest.
template <Family family, class Word>
FeatureValue completed_value(const Box& box, const Word& word) {
    const unsigned size = feature::size(word);
    const bool line = feature::is_line(word);
    const Ruleset& rules = box.rules;
    unsigned extras = feature::extras(word); // a road has none
    const bool raised = feature::is_raised(word);
    unsigned each = 0;
    if constexpr (family == Family::hunters) {
        if (line) extras = fish_in(box, feature::lakes(word));
        each = line ? rules.points_each_in_river : rules.points_each_in_forest;
    } else if (line) {
        each = raised ? rules.points_each_on_road_with_inn : rules.points_each_on_road;
    } else if (raised) {
        each = rules.points_each_in_city_with_cathedral;
    } else {
        each = size == 2 ? rules.points_each_in_two_tile_city : rules.points_each_in_city;
    }
    return {feature_kind(family, line), static_cast<std::int16_t>(each * (size + extras)),
            static_cast<std::uint8_t>(size), static_cast<std::uint8_t>(extras), raised};
}

/// E2: an incomplete road or city; with an inn or a cathedral it is worth nothing (I3, I4).
/// (Hunters & Gatherers pays for none: H8.)
template <class Word>
FeatureValue incomplete_value(const Ruleset& rules, const Word& word) {
    const bool line = feature::is_line(word);
    const unsigned size = feature::size(word), extras = feature::extras(word);
    const bool raised = feature::is_raised(word);
    const unsigned each = raised ? 0u
                          : line ? rules.points_each_on_unfinished_road
                                 : rules.points_each_in_unfinished_city;
    return {feature_kind(Family::classic, line), static_cast<std::int16_t>(each * (size + extras)),
            static_cast<std::uint8_t>(size), static_cast<std::uint8_t>(extras), raised};
}

/// F4, A4, E2: a monastery or garden with this many places filled, its own included.
constexpr std::int16_t site_points(const Ruleset& rules, unsigned filled) {
    return static_cast<std::int16_t>(rules.points_each_at_site * filled);
}

/// E3: a completed city to a farmer who is paid for it.
constexpr unsigned points_each_city(const Ruleset& rules) {
    switch (rules.farms) {
    case FarmRule::off:
        return 0;
    case FarmRule::city_4:
        return rules.points_each_city_by_city;
    case FarmRule::farm_3:
    case FarmRule::farm_3_once:
        break;
    }
    return rules.points_each_city_by_farm;
}
inline FeatureValue farm_value(const Ruleset& rules, unsigned cities) {
    return {AreaKind::field, static_cast<std::int16_t>(points_each_city(rules) * cities),
            static_cast<std::uint8_t>(cities), 0};
}

/// B10: what a pig adds for so many cities that its player is paid for.
constexpr std::int16_t pig_value(const Ruleset& rules, unsigned cities) {
    return static_cast<std::int16_t>(rules.points_more_each_city_with_pig * cities);
}

/// B8: the most goods of a kind.
constexpr std::int16_t goods_value(const Ruleset& rules) {
    return rules.points_for_most_goods;
}

/// Tokens of a player in a feature, whatever their weight.
constexpr unsigned tokens_in(FeatureWord word, unsigned player) {
    return feature::held(word).of(player);
}
constexpr unsigned tokens_in(const WideFeatureWord& word, unsigned player) {
    constexpr unsigned more = kind_of(Token::big).weight - 1;
    return feature::held(word).of(player) - more * feature::big_followers(word, player);
}

/// G3: what the Gingerbread Man leaves to the owner of so many knights.
constexpr std::int16_t knight_points(const Ruleset& rules, unsigned knights, unsigned tiles) {
    return static_cast<std::int16_t>(rules.points_each_knight_and_tile_left * knights * tiles);
}

/// H9: a river system with this many fish.
inline FeatureValue hut_value(const Ruleset& rules, unsigned fish) {
    return {AreaKind::hut, static_cast<std::int16_t>(rules.points_each_fish_of_huts * fish),
            static_cast<std::uint8_t>(fish), 0};
}

/// H10, H11: animals that pay in a meadow.
constexpr unsigned paying_animals(FieldWord word) {
    const unsigned tigers = field::has_fire(word) ? 0 : field::tigers(word);
    const unsigned deer = field::deer(word);
    return field::big_game(word) + (deer > tigers ? deer - tigers : 0);
}

inline FeatureValue meadow_value(const Ruleset& rules, FieldWord word) {
    const unsigned animals = paying_animals(word);
    return {AreaKind::meadow, static_cast<std::int16_t>(rules.points_each_animal * animals),
            static_cast<std::uint8_t>(animals), 0};
}

/// What a feature would pay if it were completed with so many tiles more, and if it stayed as it is
/// at the end.
FeatureValue value_if_completed(const Game& game, Node root, unsigned more_tiles = 0);
FeatureValue value_if_left(const Game& game, Node root);

using Points = std::array<std::int16_t, max_players>;

/// G3, I8: what each player would get if the Gingerbread Man left this city now.
Points points_if_man_left(const Game& game, Node root);

/// The scores if the game ended now (E2, E3, B8, H9, H10); the game itself is left alone.
Points final_scores(const Game& game);
/// The same, and every point as an event: features, then sites, then fields, each by location; then
/// goods.
Points final_scores(const Game& game, FinalEvents& events);

} // namespace bastide
