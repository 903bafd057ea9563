#pragma once
// One look of the learned evaluation at one position. Internal to learned_evaluation.cpp.

#include "ai/evaluation/learned_evaluation.h"
#include "ai/evaluation/walks.h"

#include <algorithm>
#include <type_traits>
#include <vector>

namespace bastide {

inline Footing footing_of(unsigned own, unsigned other) {
    if (other == 0) return Footing::alone;
    if (own > other) return Footing::ahead;
    if (own == other) return Footing::level;
    return own + 1 == other ? Footing::one_behind : Footing::far_behind;
}

/// One look at one position. It can also keep which terms it used and how much, or what each area
/// adds.
template <LearnedEvaluation::Keep keep, class Areas>
class LearnedPass {
    using Keep = LearnedEvaluation::Keep;
    using AreaValue = LearnedEvaluation::AreaValue;
    static constexpr bool learning = keep == Keep::uses;

  public:
    LearnedPass(const LearnedEvaluation& evaluation, const Game& game, const Areas& net,
                std::vector<TermUse>* uses, std::vector<AreaValue>* areas)
        : e_(evaluation)
        , game_(game)
        , p_(game.now)
        , net_(net)
        , bag_(game, Stack::land)
        , left_(bag_.total())
        , terms_(evaluation.at_[left_])
        , classic_(game.box->rules.family == Family::classic)
        , uses_(uses)
        , areas_(areas) {}

    Value run() {
        for (unsigned i = 0; i < p_.players; ++i) value_[i] = p_.score[i];
        add(p_.player, terms_.next, 1);
        holes();
        features();
        joins();
        for (unsigned i = 0; i < p_.sites; ++i) site(p_.site[i]);
        if (classic_) {
            farms();
        } else {
            meadows();
            waters();
        }
        in_hand();
        if constexpr (learning) trace_chances();
        return value_;
    }

  private:
    struct Hole {
        Node root;
        const float* chance;
    };
    struct Join {
        Node a, b;
        std::uint8_t tiles;
    };

    void add(unsigned player, const float& term, float weight) {
        value_[player] += term * weight;
        use(player, term, weight);
    }
    void use(unsigned player, const float& term, float weight) {
        if constexpr (learning) {
            const auto index = &term - &terms_.close[0][0];
            uses_->push_back(
                {static_cast<std::uint16_t>(index), static_cast<std::uint8_t>(player), weight});
        }
    }

    /// An area adds points for a player; one area's calls come together.
    void keep_area(Network network, unsigned node, float chance, unsigned player, float points) {
        if constexpr (keep == Keep::areas) {
            const auto n = static_cast<Node>(node);
            if (areas_->empty() || areas_->back().network != network || areas_->back().node != n) {
                areas_->push_back({network, n, chance, {}});
            }
            areas_->back().points[player] += points;
        }
    }

    static unsigned kind_of(const auto& word) { return feature::is_line(word) ? 1 : 0; }

    // ------------------------------------------------------------ chances to be completed

    /// Walks the frontier: every area that looks into a hole, and its chance to be closed there.
    void holes() {
        std::fill_n(chance_.begin(), p_.features, 1.0f);
        std::fill_n(hole_count_.begin(), p_.features, std::uint8_t{0});
        std::fill_n(closing_.begin(), p_.features, std::uint8_t{0xFF});
        walks::for_each_hole(
            game_, net_, [&](const walks::Look& look) { hole(look); },
            [&](Node a, Node b, EdgeCode code, unsigned s, unsigned side) {
                join(a, b, e_.masks_->join[s][side][code]);
            });
        for (unsigned n = 1; n < p_.features; ++n) {
            const unsigned count = hole_count_[n];
            if (count < 2) continue;
            const unsigned kind = kind_of(net_.feature.word[n]);
            chance_[n] *= terms_.more_holes[kind][std::min(count, 4u) - 2];
        }
    }

    void hole(const walks::Look& look) {
        const auto [root, code, side] = look;
        const FitMasks& masks = *e_.masks_;
        const unsigned closing = bag_.count(masks.close[side][code]);
        unsigned step = e_.closing_step_[closing];
        if (closing == 0) step = bag_.count(masks.fit[code]) == 0 ? 0 : 1;
        const unsigned kind = terrain(code, side) == Terrain::line ? 1 : 0;
        const float& chance = terms_.close[kind][step];
        chance_[root] *= chance;
        closing_[root] = std::min(closing_[root], static_cast<std::uint8_t>(closing));
        ++hole_count_[root];
        if constexpr (learning) {
            if (seen_holes_ < hole_.size()) hole_[seen_holes_++] = {root, &chance};
        }
    }

    void join(Node a, Node b, const TypeSet& joining) {
        const auto& words = net_.feature.word;
        if (!feature::is_occupied(words[a]) && !feature::is_occupied(words[b])) return;
        const unsigned tiles = bag_.count(joining);
        if (tiles == 0 || joins_ == join_.size()) return;
        join_[joins_++] = {a, b, static_cast<std::uint8_t>(tiles)};
    }

    /// Something depends on the chance of an area.
    void lean(unsigned player, Node root, float weight) {
        if constexpr (learning) leaning_[root][player] += weight;
    }

    void trace_chances() {
        const auto trace = [&](Node root, const float& term) {
            for (unsigned i = 0; i < p_.players; ++i) {
                const float weight = leaning_[root][i];
                if (weight != 0 && term > 0) use(i, term, weight * chance_[root] / term);
            }
        };
        for (unsigned i = 0; i < seen_holes_; ++i) trace(hole_[i].root, *hole_[i].chance);
        for (unsigned n = 1; n < p_.features; ++n) {
            const unsigned count = hole_count_[n];
            if (count < 2) continue;
            const unsigned kind = kind_of(net_.feature.word[n]);
            trace(static_cast<Node>(n), terms_.more_holes[kind][std::min(count, 4u) - 2]);
        }
    }

    // ------------------------------------------------------------ roads, cities, forests, rivers

    walks::Worth worth_of(const auto& word) const { return walks::worth_of(*game_.box, word); }

    template <class Held>
    unsigned strongest_other(Held held, unsigned player) const {
        return Majority::rival_of(player, held, p_.players);
    }

    void features() {
        for (unsigned n = 1; n < p_.features; ++n) {
            const auto node = static_cast<Node>(n);
            const auto& word = net_.feature.word[n];
            if (feature::is_complete(word) || !net_.feature.is_root(node)) continue;
            if (feature::is_occupied(word)) {
                held_feature(node, word);
            } else {
                free_feature(node, word);
            }
            if constexpr (std::is_same_v<Areas, NarrowAreas>) {
                if (!classic_ && feature::has_gold(word)) gold(node);
            }
        }
    }

    void held_feature(Node root, const auto& word) {
        const unsigned kind = kind_of(word);
        const float chance = chance_[root];
        const walks::Worth worth = worth_of(word);
        const float& growth =
            terms_.growth[kind][std::clamp<unsigned>(hole_count_[root], 1, 4) - 1];
        const float expected = chance * worth.complete + (1 - chance) * worth.incomplete + growth;
        const auto held = feature::held(word);
        const bool man = p_.man == ManPlace::city && man_city(game_) == root;
        for (unsigned i = 0; i < p_.players; ++i) {
            const unsigned own = held.of(i);
            if (own == 0) continue;
            const auto footing = static_cast<unsigned>(footing_of(own, strongest_other(held, i)));
            const float& hold = terms_.hold[kind][footing];
            const auto count = static_cast<float>(own);
            add(i, hold, expected);
            keep_area(Network::feature, root, chance, i, hold * expected);
            use(i, growth, hold);
            add(i, terms_.back[kind], chance * count);
            lean(i, root, hold * (worth.complete - worth.incomplete) + terms_.back[kind] * count);
            if (man) add(i, terms_.man, count * static_cast<float>(feature::size(word)));
        }
    }

    /// Nobody's yet: it is there for who comes first.
    void free_feature(Node root, const auto& word) {
        const unsigned kind = kind_of(word);
        const unsigned step = closing_[root] == 0xFF ? 0 : e_.gift_step_[closing_[root]];
        const float points = worth_of(word).complete;
        for (unsigned i = 0; i < p_.players; ++i) {
            if (p_.supply(Token::follower, i) > 0)
                add(i, terms_.gift[i == p_.player ? 0 : 1][kind][step], points);
        }
    }

    void gold(Node root) {
        for (unsigned i = 0; i < p_.players; ++i) {
            const float& term = terms_.gold[i == p_.player ? 0 : 1];
            add(i, term, chance_[root]);
            lean(i, root, term);
        }
    }

    /// Areas that one tile would make one: who would gain what.
    void joins() {
        for (unsigned k = 0; k < joins_; ++k) {
            const auto [a, b, tiles] = join_[k];
            const auto& word_a = net_.feature.word[a];
            const auto& word_b = net_.feature.word[b];
            const unsigned kind = kind_of(word_a);
            const float points_a = likely(a, word_a), points_b = likely(b, word_b);
            const auto held_a = feature::held(word_a), held_b = feature::held(word_b);
            const float& share = terms_.join[kind][e_.joining_step_[tiles]];
            for (unsigned i = 0; i < p_.players; ++i) {
                const float before = part(held_a, i) * points_a + part(held_b, i) * points_b;
                const float after = part(held_a + held_b, i) * (points_a + points_b);
                if (after == before) continue;
                add(i, share, after - before);
                const float joined = part(held_a + held_b, i);
                lean(i, a, share * (joined - part(held_a, i)) * chance_matters(word_a));
                lean(i, b, share * (joined - part(held_b, i)) * chance_matters(word_b));
            }
        }
    }
    float likely(Node root, const auto& word) const {
        const walks::Worth worth = worth_of(word);
        return chance_[root] * worth.complete + (1 - chance_[root]) * worth.incomplete;
    }
    float chance_matters(const auto& word) const {
        const walks::Worth worth = worth_of(word);
        return worth.complete - worth.incomplete;
    }
    template <class Held>
    float part(Held held, unsigned player) const {
        const unsigned own = held.of(player);
        return own > 0 && own >= strongest_other(held, player) ? 1.0f : 0.0f;
    }

    // ------------------------------------------------------------ sites, fields, waters, hands

    void site(const Site& site) {
        const auto each = static_cast<float>(site_points(game_.box->rules, 1));
        float filled = 1, all = 1;
        [[maybe_unused]] std::array<const float*, places_around> fills = {};
        [[maybe_unused]] unsigned cells = 0;
        walks::for_each_around(game_, site.cell, [&](const walks::Around& around) {
            if (around.kind == walks::Around::Kind::filled) {
                filled += 1;
                return;
            }
            unsigned step = Terms::fitting_steps - 1; // nothing beside it yet
            if (around.kind == walks::Around::Kind::open) {
                step = e_.fitting_step_[bag_.count(e_.masks_->fit[around.code])];
            }
            const float& fill = terms_.fill[step];
            filled += fill;
            all *= fill;
            use(site.player, fill, each);
            if constexpr (learning) fills[cells++] = &fill;
        });
        const float points = each * filled;
        value_[site.player] += points;
        add(site.player, terms_.site_back, all);
        keep_area(Network::site, static_cast<unsigned>(&site - p_.site.data()), all, site.player,
                  points);
        if constexpr (learning) {
            for (const float* fill : fills) {
                if (fill != nullptr && *fill > 0)
                    use(site.player, *fill, terms_.site_back * all / *fill);
            }
        }
    }

    const float& hold_of(Holding holding, unsigned own, unsigned other) const {
        const auto footing = static_cast<unsigned>(footing_of(own, other));
        return terms_.hold[static_cast<unsigned>(holding)][footing];
    }

    struct Farm {
        float complete = 0; // cities
        float open = 0;     // chances of the others
    };
    using Farms = walks::Farms<Areas, Farm>;

    void farms() { // E3
        if (game_.box->rules.farms == FarmRule::off) return;
        const auto each = static_cast<float>(points_each_city(game_.box->rules));
        Farms farms;
        farms.template walk<walks::FarmsMet::all>(game_, net_,
                                                  [&](Farm& farm, Node city, bool complete) {
                                                      if (complete) {
                                                          farm.complete += 1;
                                                      } else {
                                                          farm.open += chance_[city];
                                                      }
                                                  });
        for (unsigned f = 0; f < farms.held(); ++f) held_farm(farms, f, each);
        for (unsigned f = farms.held(); f < farms.count(); ++f) {
            for (unsigned i = 0; i < p_.players; ++i) {
                if (p_.supply(Token::follower, i) == 0) continue;
                add(i, terms_.farm_gift[i == p_.player ? 0 : 1], each * farms.gathered(f).complete);
            }
        }
    }

    void held_farm(const Farms& farms, unsigned number, float each) {
        const Farm& farm = farms.gathered(number);
        const Node root = farms.field(number);
        const auto held = field::held(net_.field.word[root]);
        const float& growth =
            terms_.farm_growth[std::min(static_cast<unsigned>(farm.complete), 3u)];
        const float open = each * farm.open;
        const float points = each * farm.complete + terms_.farm_open * open + growth;
        for (unsigned i = 0; i < p_.players; ++i) {
            const unsigned own = held.of(i);
            if (own == 0) continue;
            const float& hold = hold_of(Holding::field, own, strongest_other(held, i));
            add(i, hold, points);
            keep_area(Network::field, root, 0, i, hold * points);
            use(i, growth, hold);
            use(i, terms_.farm_open, hold * open);
            if constexpr (learning) {
                const float weight = hold * terms_.farm_open * each;
                for (unsigned n = 1; n < p_.features; ++n) {
                    const bool is_open = !feature::is_complete(net_.feature.word[n]);
                    if (farms.meets(number, n) && is_open) lean(i, static_cast<Node>(n), weight);
                }
            }
        }
    }

    void meadows() { // H10, H11
        walks::for_each_meadow(game_, [&](Node node, auto held, const FeatureValue& value) {
            grow(Holding::field, node, held, value.points, terms_.meadow_growth);
        });
    }

    void waters() { // H9
        walks::for_each_river_system(game_, [&](Node node, auto held, const FeatureValue& value) {
            grow(Holding::water, node, held, value.points, terms_.fish_growth);
        });
    }

    template <class Held>
    void grow(Holding holding, unsigned node, Held held, float points, const float& growth) {
        const Network network = holding == Holding::field ? Network::field : Network::water_only;
        for (unsigned i = 0; i < p_.players; ++i) {
            const unsigned own = held.of(i);
            if (own == 0) continue;
            const float& hold = hold_of(holding, own, strongest_other(held, i));
            add(i, hold, points + growth);
            keep_area(network, node, 0, i, hold * (points + growth));
            use(i, growth, hold);
        }
    }

    void in_hand() {
        for (unsigned i = 0; i < p_.players; ++i) {
            add(i, terms_.hand[std::min<unsigned>(p_.supply(Token::follower, i), 7)], 1);
            if (classic_) {
                if (p_.supply(Token::abbot, i) > 0)
                    add(i, terms_.abbot, static_cast<float>(p_.supply(Token::abbot, i)));
            } else {
                add(i, terms_.hut[std::min<unsigned>(p_.supply(Token::hut, i), 2)], 1);
            }
        }
    }

    const LearnedEvaluation& e_;
    const Game& game_;
    const Position& p_;
    const Areas& net_;
    BagPlanes bag_;
    unsigned left_;
    const Terms& terms_;
    bool classic_;
    std::vector<TermUse>* uses_;
    std::vector<AreaValue>* areas_;
    Value value_ = {};
    std::array<float, Areas::limits.features + 1> chance_;
    std::array<std::uint8_t, Areas::limits.features + 1> hole_count_;
    std::array<std::uint8_t, Areas::limits.features + 1>
        closing_;                              // fewest tiles that close one hole
    static constexpr unsigned most_joins = 48; // further ones are left out
    std::array<Join, most_joins> join_;
    unsigned joins_ = 0;
    // When learning:
    std::array<Hole, learning ? 4 * max_frontier : 1> hole_;
    unsigned seen_holes_ = 0;
    std::array<Value, learning ? Areas::limits.features + 1 : 1> leaning_ = {};
};

} // namespace bastide
