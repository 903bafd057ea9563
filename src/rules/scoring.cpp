#include "rules/scoring.h"

#include "rules/inspect.h"
#include "rules/tokens.h"

#include <cassert>
#include <type_traits>

namespace bastide {
namespace {

/// A completed city has two tiles at least, and of those with cities no box has 128.
using CitySet = std::uint64_t;
inline constexpr unsigned most_cities = 64;

/// Which completed cities each field touches.
template <class Areas>
struct Farms {
    std::array<CitySet, Areas::limits.fields + 1> cities; // by the field's root
    std::array<Node, most_cities + 1> city;               // root of each completed city
    unsigned city_count = 0;
};

template <class Areas>
void find_farms(const Header& p, const Areas& areas, Farms<Areas>& farms) {
    std::fill_n(farms.cities.begin(), p.fields, CitySet{0});
    std::array<std::uint8_t, Areas::limits.features + 1> number;
    constexpr std::uint8_t none = 0xFF;
    std::fill_n(number.begin(), p.features, none);
    for (unsigned i = 0; i < p.contacts; ++i) { // without branches: the outcome is anyone's guess
        const Node field = areas.field.root(areas.contact[i].field);
        const Node city = areas.feature.root(areas.contact[i].city);
        const bool complete = feature::is_complete(areas.feature.word[city]);
        const bool is_new = complete && number[city] == none;
        const unsigned n = is_new ? farms.city_count : number[city];
        assert(farms.city_count < most_cities);
        number[city] = static_cast<std::uint8_t>(n);
        farms.city[farms.city_count] = city;
        farms.city_count += is_new ? 1 : 0;
        farms.cities[field] |= CitySet{complete} << (n & 63);
    }
}

struct NoEvents {
    static constexpr bool records = false;
};
struct WithEvents {
    static constexpr bool records = true;
    FinalEvents& list;
};

template <class Areas, class Events>
class FinalScoring {
  public:
    FinalScoring(const Game& game, const Areas& areas, Events events)
        : game_(game)
        , p_(game.now)
        , areas_(areas)
        , rules_(game.box->rules)
        , points_(game.now.score)
        , events_(events) {}

    Points run() {
        if (rules_.family == Family::classic) {
            begin_section();
            incomplete_features();
            begin_section();
            sites();
            begin_section();
            fields();
            begin_section();
            goods();
            return points_;
        } else {
            begin_section();
            huts();
            begin_section();
            meadows();
        }
        begin_section();
        return points_;
    }

  private:
    /// Events of the section just finished are told by location, then player.
    void begin_section() {
        if constexpr (Events::records) {
            std::sort(events_.list.begin() + section_, events_.list.end(),
                      [](const ScoreEvent& a, const ScoreEvent& b) {
                          return a.where != b.where ? a.where < b.where : a.player < b.player;
                      });
            section_ = events_.list.size();
        }
    }

    void give(const ScoreEvent& event) {
        points_[event.player] = static_cast<std::int16_t>(points_[event.player] + event.points);
        if constexpr (Events::records) events_.list.add(event);
    }

    /// The field in which a player's pig stands; no_node without one.
    Node pig_field([[maybe_unused]] unsigned player) const {
        if constexpr (std::is_same_v<Areas, WideAreas>) {
            return areas_.field.root(areas_.beside.pig[player]);
        } else {
            return no_node;
        }
    }

    /// Pays everyone who has most of the tokens, each with what is his alone in addition; `where`
    /// is asked only for an event that is told.
    template <class Held, class Where, class More>
    void pay_majority(Held held, const FeatureValue& value, Where&& where, More&& more_of) {
        if (value.points == 0) return;
        const Majority majority = majority_of(held, p_.players);
        for (unsigned player = 0; player < p_.players; ++player) {
            const unsigned own = held.of(player);
            if (own != majority.most) continue;
            const int more = more_of(player);
            ScoreEvent event = {value.kind,
                                Reason::final,
                                static_cast<std::uint8_t>(player),
                                static_cast<std::int16_t>(value.points + more),
                                value.tiles,
                                value.extras};
            if constexpr (Events::records) {
                event.own = static_cast<std::uint8_t>(own);
                event.rival = Majority::rival_of(player, held, p_.players);
                event.where = where();
                event.raised = value.raised || more > 0;
            }
            give(event);
        }
    }
    template <class Held, class Where>
    void pay_majority(Held held, const FeatureValue& value, Where&& where) {
        pay_majority(held, value, where, [](unsigned) { return 0; });
    }

    void incomplete_features() { // E2
        for (unsigned n = 1; n < p_.features; ++n) {
            const auto& word = areas_.feature.word[n];
            const auto node = static_cast<Node>(n);
            if (!feature::is_occupied(word) || !areas_.feature.is_root(node)) continue;
            pay_majority(feature::held(word), incomplete_value(rules_, word),
                         [&] { return smallest_feature_segment(game_, node); });
        }
    }

    void sites() { // E2, A6
        for (unsigned i = 0; i < p_.sites; ++i) {
            const Site& site = p_.site[i];
            const unsigned counted = 1 + filled_around(game_, site.cell);
            give({site.garden ? AreaKind::garden : AreaKind::monastery,
                  Reason::final,
                  site.player,
                  site_points(rules_, counted),
                  static_cast<std::uint8_t>(counted),
                  0,
                  kind_of(site.token).weight,
                  0,
                  {site.cell, site.segment}});
        }
    }

    void fields() { // E3
        const FarmRule rule = rules_.farms;
        if (rule == FarmRule::off) return;
        Farms<Areas> farms;
        find_farms(p_, areas_, farms);
        if (farms.city_count == 0) return;
        if (rule == FarmRule::city_4) {
            pay_by_city(farms);
        } else if (rule == FarmRule::farm_3) {
            pay_by_farm(farms);
        } else {
            pay_by_farm_once(farms);
        }
    }

    void pay_by_farm(const Farms<Areas>& farms) {
        for (unsigned n = 1; n < p_.fields; ++n) {
            const auto node = static_cast<Node>(n);
            const auto held = field::held(areas_.field.word[n]);
            if (held.nobody() || !areas_.field.is_root(node)) continue;
            const auto cities = static_cast<unsigned>(std::popcount(farms.cities[n]));
            pay_majority(
                held, farm_value(rules_, cities),
                [&] { return smallest_field_segment(game_, node); },
                [&](unsigned player) {
                    return pig_field(player) == node ? pig_value(rules_, cities) : 0;
                });
        }
    }

    /// Farms are looked at by location, each player's with the pig first (B10); a city that a
    /// player was paid for pays him no more.
    void pay_by_farm_once(const Farms<Areas>& farms) {
        struct Farm {
            SegmentRef where;
            Node node;
        };
        std::array<Farm, Areas::limits.fields> order;
        unsigned count = 0;
        for (unsigned n = 1; n < p_.fields; ++n) {
            const auto node = static_cast<Node>(n);
            if (!field::is_occupied(areas_.field.word[n]) || !areas_.field.is_root(node)) continue;
            order[count++] = {Events::records ? smallest_field_segment(game_, node) : SegmentRef{},
                              node};
        }
        if constexpr (Events::records) {
            std::sort(order.data(), order.data() + count,
                      [](const Farm& a, const Farm& b) { return a.where < b.where; });
        }
        std::array<CitySet, max_players> paid = {};
        const auto pay = [&](const Farm& farm, bool to_pigs) {
            const auto held = field::held(areas_.field.word[farm.node]);
            const CitySet cities = farms.cities[farm.node];
            const Majority majority = majority_of(held, p_.players);
            for (unsigned player = 0; player < p_.players; ++player) {
                const unsigned own = held.of(player);
                const auto fresh = static_cast<unsigned>(std::popcount(cities & ~paid[player]));
                const bool pig = pig_field(player) == farm.node;
                if (own != majority.most || fresh == 0 || pig != to_pigs) continue;
                paid[player] |= cities;
                const FeatureValue value = farm_value(rules_, fresh);
                const int more = pig ? pig_value(rules_, fresh) : 0;
                give({value.kind, Reason::final, static_cast<std::uint8_t>(player),
                      static_cast<std::int16_t>(value.points + more), value.tiles, 0,
                      static_cast<std::uint8_t>(own), Majority::rival_of(player, held, p_.players),
                      farm.where, more > 0});
            }
        };
        if (rules_.pigs > 0) {
            for (unsigned i = 0; i < count; ++i) pay(order[i], true);
        }
        for (unsigned i = 0; i < count; ++i) pay(order[i], false);
    }

    void pay_by_city(const Farms<Areas>& farms) {
        for (unsigned c = 0; c < farms.city_count; ++c) {
            std::array<unsigned, max_players> farmers = {};
            unsigned most = 0;
            for (unsigned n = 1; n < p_.fields; ++n) {
                if (!areas_.field.is_root(static_cast<Node>(n)) || !(farms.cities[n] >> c & 1))
                    continue;
                const auto held = field::held(areas_.field.word[n]);
                for (unsigned player = 0; player < p_.players; ++player) {
                    farmers[player] += held.of(player);
                    most = std::max(most, farmers[player]);
                }
            }
            if (most == 0) continue;
            for (unsigned player = 0; player < p_.players; ++player) {
                if (farmers[player] != most) continue;
                const FeatureValue value = farm_value(rules_, 1);
                const bool pig = (farms.cities[pig_field(player)] >> c & 1) != 0;
                const int more = pig ? pig_value(rules_, 1) : 0;
                ScoreEvent event = {value.kind,
                                    Reason::final,
                                    static_cast<std::uint8_t>(player),
                                    static_cast<std::int16_t>(value.points + more),
                                    value.tiles,
                                    0};
                if constexpr (Events::records) {
                    event.raised = more > 0;
                    event.own = static_cast<std::uint8_t>(most);
                    for (unsigned other = 0; other < p_.players; ++other) {
                        if (other == player) continue;
                        event.rival =
                            std::max(event.rival, static_cast<std::uint8_t>(farmers[other]));
                    }
                    event.where = smallest_feature_segment(game_, farms.city[c]);
                }
                give(event);
            }
        }
    }

    void goods() { // B8
        if constexpr (std::is_same_v<Areas, WideAreas>) {
            if (!game_.box->has_goods) return;
            const auto& taken = areas_.beside.goods;
            for (unsigned kind = 0; kind < goods_count; ++kind) {
                unsigned most = 0;
                for (const GoodsCount& count : taken) most = std::max<unsigned>(most, count[kind]);
                if (most == 0) continue;
                for (unsigned player = 0; player < p_.players; ++player) {
                    if (taken[player][kind] != most) continue;
                    ScoreEvent event = {AreaKind::goods, Reason::final,
                                        static_cast<std::uint8_t>(player), goods_value(rules_)};
                    if constexpr (Events::records) {
                        event.own = static_cast<std::uint8_t>(most);
                        event.goods[kind] = event.own;
                    }
                    give(event);
                }
            }
        }
    }

    void huts() { // H9
        for (unsigned n = 1; n < p_.waters; ++n) {
            const auto node = static_cast<Node>(n);
            const WaterWord word = p_.water.word[n];
            if (!water::is_occupied(word) || !p_.water.is_root(node)) continue;
            pay_majority(water::held(word), hut_value(rules_, water::fish(word)),
                         [&] { return smallest_water_segment(game_, node); });
        }
    }

    void meadows() { // H10, H11
        const Node shrine = shrine_meadow(game_);
        for (unsigned n = 1; n < p_.fields; ++n) {
            const auto node = static_cast<Node>(n);
            const FieldWord word = p_.field.word[n];
            if (!field::is_occupied(word) || !p_.field.is_root(node)) continue;
            pay_majority(holders_of_meadow(game_, node, shrine), meadow_value(rules_, word),
                         [&] { return smallest_field_segment(game_, node); });
        }
    }

    const Game& game_;
    const Position& p_;
    const Areas& areas_;
    const Ruleset& rules_;
    Points points_;
    Events events_;
    unsigned section_ = 0;
};

} // namespace

FeatureValue value_if_completed(const Game& game, Node root, unsigned more_tiles) {
    if (game.box->form == Form::hunters) {
        const FeatureWord word = feature::grown(game.now.feature.word[root], more_tiles);
        return completed_value<Family::hunters>(*game.box, word);
    }
    return game.with_areas([&](const auto& areas) {
        const auto word = feature::grown(areas.feature.word[root], more_tiles);
        return completed_value<Family::classic>(*game.box, word);
    });
}

Points points_if_man_left(const Game& game, Node root) {
    Points points = {};
    game.with_areas([&](const auto& areas) {
        const auto& word = areas.feature.word[root];
        for (unsigned player = 0; player < game.now.players; ++player) {
            points[player] =
                knight_points(game.box->rules, tokens_in(word, player), feature::size(word));
        }
    });
    return points;
}

FeatureValue value_if_left(const Game& game, Node root) {
    FeatureValue value = game.with_areas([&](const auto& areas) {
        return incomplete_value(game.box->rules, areas.feature.word[root]);
    });
    if (game.box->rules.family == Family::hunters) value.points = 0; // H8
    return value;
}

Points final_scores(const Game& game) {
    return game.with_areas(
        [&](const auto& areas) { return FinalScoring(game, areas, NoEvents{}).run(); });
}

Points final_scores(const Game& game, FinalEvents& events) {
    events.clear();
    return game.with_areas(
        [&](const auto& areas) { return FinalScoring(game, areas, WithEvents{events}).run(); });
}

} // namespace bastide
