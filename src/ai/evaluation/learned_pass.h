#pragma once
// One look of the learned evaluation at one position. Internal to learned_evaluation.cpp.

#include "ai/evaluation/learned_companions.h"
#include "ai/evaluation/learned_evaluation.h"
#include "ai/evaluation/learned_parts.h"
#include "ai/evaluation/walks.h"

#include <algorithm>
#include <type_traits>
#include <vector>

namespace bastide {

/// One look at one position. It can also keep which terms it used and how much, or what each area
/// adds.
template <LearnedEvaluation::Keep keep, class Areas>
class LearnedPass {
    using Keep = LearnedEvaluation::Keep;
    using AreaValue = LearnedEvaluation::AreaValue;
    static constexpr bool learning = keep == Keep::uses;

  public:
    LearnedPass(const LearnedNumbers& numbers, const Game& game, const Areas& net,
                std::vector<TermUse>* uses, std::vector<AreaValue>* areas)
        : e_(numbers)
        , game_(game)
        , p_(game.now)
        , net_(net)
        , bag_(game, Stack::land)
        , left_(bag_.total())
        , terms_(numbers.at[left_])
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
        const auto with = [&](unsigned player, const float& term, float weight) {
            add(player, term, weight);
        };
        learned::for_each_in_hand(terms_, game_, with);
        if constexpr (std::is_same_v<Areas, WideAreas>) {
            learned::for_each_companion(terms_, game_, with);
        }
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

    static unsigned kind_of(const auto& word) { return learned::kind_of(word); }

    // ------------------------------------------------------------ chances to be completed

    /// Walks the frontier: every area that looks into a hole, and its chance to be closed there.
    void holes() {
        std::fill_n(chance_.begin(), p_.features, 1.0f);
        std::fill_n(hole_count_.begin(), p_.features, std::uint8_t{0});
        std::fill_n(closing_.begin(), p_.features, LearnedNumbers::no_hole);
        walks::for_each_hole(
            game_, net_, [&](const walks::Look& look) { hole(look); },
            [&](Node a, Node b, EdgeCode code, unsigned s, unsigned side) {
                join(a, b, e_.masks->join[s][side][code]);
            });
        for (unsigned n = 1; n < p_.features; ++n) {
            const unsigned count = hole_count_[n];
            if (count < 2) continue;
            chance_[n] *= learned::more_holes_of(terms_, kind_of(net_.feature.word[n]), count);
        }
    }

    void hole(const walks::Look& look) {
        const auto [root, code, side] = look;
        const auto [closing, chance] = e_.closing_at(terms_, bag_, code, side);
        chance_[root] *= *chance;
        closing_[root] = std::min(closing_[root], closing);
        ++hole_count_[root];
        if constexpr (learning) {
            if (seen_holes_ < hole_.size()) hole_[seen_holes_++] = {root, chance};
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
            trace(static_cast<Node>(n),
                  learned::more_holes_of(terms_, kind_of(net_.feature.word[n]), count));
        }
    }

    // ------------------------------------------------------------ roads, cities, forests, rivers

    walks::Worth worth_of(const auto& word) const { return walks::worth_of(*game_.box, word); }

    template <class Held>
    const float& hold_of(Holding holding, Held held, unsigned player) const {
        return learned::hold_of(terms_, static_cast<unsigned>(holding), held, player, p_.players);
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
        const float& growth = learned::growth_of(terms_, kind, hole_count_[root]);
        const float expected = learned::likely_points(chance, worth) + growth;
        const auto held = feature::held(word);
        const bool man = p_.man == ManPlace::city && man_city(game_) == root;
        for (unsigned i = 0; i < p_.players; ++i) {
            const unsigned own = held.of(i);
            if (own == 0) continue;
            const float& hold = hold_of(static_cast<Holding>(kind), held, i);
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
        const unsigned step = e_.gift_step_of(closing_[root]);
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
            const float& share = terms_.join[kind][e_.joining_step[tiles]];
            for (unsigned i = 0; i < p_.players; ++i) {
                const float gain =
                    learned::gain_of_join(held_a, points_a, held_b, points_b, i, p_.players);
                if (gain == 0) continue;
                add(i, share, gain);
                const float joined = part(held_a + held_b, i);
                lean(i, a, share * (joined - part(held_a, i)) * chance_matters(word_a));
                lean(i, b, share * (joined - part(held_b, i)) * chance_matters(word_b));
            }
        }
    }
    float likely(Node root, const auto& word) const {
        return learned::likely_points(chance_[root], worth_of(word));
    }
    float chance_matters(const auto& word) const {
        const walks::Worth worth = worth_of(word);
        return worth.complete - worth.incomplete;
    }
    template <class Held>
    float part(Held held, unsigned player) const {
        return learned::part(held, player, p_.players);
    }

    // ------------------------------------------------------------ sites, fields, waters, hands

    void site(const Site& site) {
        const auto each = static_cast<float>(site_points(game_.box->rules, 1));
        [[maybe_unused]] std::array<const float*, places_around> fills = {};
        [[maybe_unused]] unsigned cells = 0;
        const auto [filled, all] =
            learned::site_outlook(e_, terms_, bag_, game_, site.cell, [&](const float& fill) {
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

    using Farm = learned::Farm;
    using Farms = walks::Farms<Areas, Farm>;

    void farms() { // E3
        if (game_.box->rules.farms == FarmRule::off) return;
        const auto each = static_cast<float>(points_each_city(game_.box->rules));
        Farms farms;
        farms.template walk<walks::FarmsMet::all>(
            game_, net_,
            [&](Farm& farm, Node city, bool complete) { farm.meet(complete, chance_[city]); });
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
        const float& growth = learned::growth_of(terms_, farm);
        const float points = learned::points_of(terms_, farm, each);
        for (unsigned i = 0; i < p_.players; ++i) {
            const unsigned own = held.of(i);
            if (own == 0) continue;
            const float& hold = hold_of(Holding::field, held, i);
            add(i, hold, points);
            keep_area(Network::field, root, 0, i, hold * points);
            use(i, growth, hold);
            use(i, terms_.farm_open, hold * (each * farm.open));
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
            const float& hold = hold_of(holding, held, i);
            add(i, hold, points + growth);
            keep_area(network, node, 0, i, hold * (points + growth));
            use(i, growth, hold);
        }
    }

    const LearnedNumbers& e_;
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
        closing_; // fewest tiles that close one hole
    std::array<Join, LearnedNumbers::most_joins> join_;
    unsigned joins_ = 0;
    // When learning:
    std::array<Hole, learning ? 4 * max_frontier : 1> hole_;
    unsigned seen_holes_ = 0;
    std::array<Value, learning ? Areas::limits.features + 1 : 1> leaning_ = {};
};

} // namespace bastide
