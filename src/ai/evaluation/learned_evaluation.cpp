#include "ai/evaluation/learned_evaluation.h"

#include "rules/inspect.h"
#include "rules/scoring.h"

#include <algorithm>

namespace bastide {
namespace {

/// The highest step whose bound is reached.
template <std::size_t steps>
std::uint8_t step_of(const std::array<float, steps>& bounds, float count) {
    std::uint8_t step = 0;
    for (std::size_t i = 1; i < steps; ++i) {
        if (count >= bounds[i]) step = static_cast<std::uint8_t>(i);
    }
    return step;
}

Footing footing_of(unsigned own, unsigned other) {
    if (other == 0) return Footing::alone;
    if (own > other) return Footing::ahead;
    if (own == other) return Footing::level;
    return own + 1 == other ? Footing::one_behind : Footing::far_behind;
}

} // namespace

LearnedEvaluation::LearnedEvaluation(const Box& box, unsigned players)
    : LearnedEvaluation(box, players, learned_terms(box.rules.family, players)) {}

LearnedEvaluation::LearnedEvaluation(const Box& box, unsigned players, const TermTable& table)
    : players_(players)
    , masks_(build_fit_masks(box)) {
    for (unsigned n = 0; n < most; ++n) {
        // Counts as if two played: what matters is how many of them the owner will draw.
        const float own = static_cast<float>(n) * 2 / static_cast<float>(std::max(players, 2u));
        closing_step_[n] =
            step_of<Terms::closing_steps>({0, 0, 0.1f, 1.5f, 2.5f, 3.5f, 5, 7.5f, 11, 16}, own);
        joining_step_[n] = step_of<Terms::joining_steps>({0, 1.5f, 2.5f, 4.5f, 8.5f}, own);
        gift_step_[n] = step_of<Terms::gift_steps>({0, 0.1f, 2.5f, 6.5f}, own);
        fitting_step_[n] = step_of<Terms::fitting_steps - 1>({0, 0.1f, 2.5f, 5, 9, 14, 22}, own);
    }
    set_terms(table);
}

void LearnedEvaluation::set_terms(const TermTable& table) {
    for (unsigned left = 0; left < most; ++left) {
        const KnotShare share = knot_share(turns(left));
        const auto low = as_floats(table[share.below]);
        const auto high = as_floats(table[share.below + 1]);
        const auto mixed = as_floats(at_[left]);
        for (std::size_t i = 0; i < term_count; ++i) {
            mixed[i] = low[i] + share.above_share * (high[i] - low[i]);
        }
    }
}

/// One look at one position. It can also keep which terms it used and how much, or what each area
/// adds.
template <LearnedEvaluation::Keep keep>
class LearnedPass {
    using Keep = LearnedEvaluation::Keep;
    using AreaValue = LearnedEvaluation::AreaValue;
    static constexpr bool learning = keep == Keep::uses;

  public:
    LearnedPass(const LearnedEvaluation& evaluation, const Game& game,
                std::vector<TermUse>* uses = nullptr, std::vector<AreaValue>* areas = nullptr)
        : e_(evaluation)
        , game_(game)
        , p_(game.now)
        , bag_(game, Stack::land)
        , left_(std::min(bag_.total(), LearnedEvaluation::most - 1))
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

    static unsigned kind_of(FeatureWord word) { return feature::is_line(word) ? 1 : 0; }

    // ------------------------------------------------------------ chances to be completed

    /// Walks the frontier: every area that looks into a hole, and its chance to be closed there.
    void holes() {
        std::fill_n(chance_.begin(), p_.features, 1.0f);
        std::fill_n(hole_count_.begin(), p_.features, std::uint8_t{0});
        std::fill_n(closing_.begin(), p_.features, std::uint8_t{0xFF});
        for (unsigned slot = 0; slot < p_.frontier; ++slot) {
            const EdgeCode code = p_.open.code[slot];
            if (shows_feature(code)) hole(code, Grid::index(p_.open.cell[slot]));
        }
        for (unsigned n = 1; n < p_.features; ++n) {
            const unsigned count = hole_count_[n];
            if (count < 2) continue;
            const unsigned kind = kind_of(p_.feature.word[n]);
            chance_[n] *= terms_.more_holes[kind][std::min(count, 4u) - 2];
        }
    }

    void hole(EdgeCode code, unsigned at) {
        const FitMasks& masks = *e_.masks_;
        std::array<Node, 4> seen = {};
        for (unsigned side = 0; side < edge_count; ++side) {
            if (!shows_feature(terrain(code, side))) continue;
            const Node root = feature_beside(game_, at, side);
            seen[side] = root;
            bool twice = false;
            for (unsigned s = 0; s < side; ++s) {
                if (seen[s] == no_node) continue;
                if (seen[s] == root) {
                    twice = true;
                } else if (terrain(code, s) == terrain(code, side)) {
                    join(root, seen[s], masks.join[s][side][code]);
                }
            }
            if (twice) continue;
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
    }

    void join(Node a, Node b, const TypeSet& joining) {
        if (!feature::is_occupied(p_.feature.word[a] | p_.feature.word[b])) return;
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
            const unsigned kind = kind_of(p_.feature.word[n]);
            trace(static_cast<Node>(n), terms_.more_holes[kind][std::min(count, 4u) - 2]);
        }
    }

    // ------------------------------------------------------------ roads, cities, forests, rivers

    struct Worth {
        float complete, incomplete;
    };
    Worth worth_of(FeatureWord word) const {
        if (classic_) {
            return {static_cast<float>(completed_value<Family::classic>(*game_.box, word).points),
                    static_cast<float>(incomplete_value(game_.box->rules, word).points)};
        }
        return {static_cast<float>(completed_value<Family::hunters>(*game_.box, word).points), 0};
    }

    unsigned strongest_other(unsigned held, unsigned player) const {
        return Majority::rival_of(player, held, p_.players);
    }

    void features() {
        for (unsigned n = 1; n < p_.features; ++n) {
            const auto node = static_cast<Node>(n);
            const FeatureWord word = p_.feature.word[n];
            if (feature::open(word) == 0 || !p_.feature.is_root(node)) continue;
            if (feature::is_occupied(word)) {
                held_feature(node, word);
            } else {
                free_feature(node, word);
            }
            if (!classic_ && feature::has_gold(word)) gold(node);
        }
    }

    void held_feature(Node root, FeatureWord word) {
        const unsigned kind = kind_of(word);
        const float chance = chance_[root];
        const Worth worth = worth_of(word);
        const float& growth =
            terms_.growth[kind][std::clamp<unsigned>(hole_count_[root], 1, 4) - 1];
        const float expected = chance * worth.complete + (1 - chance) * worth.incomplete + growth;
        const unsigned held = feature::held(word);
        const bool man = p_.man == ManPlace::city && man_city(game_) == root;
        for (unsigned i = 0; i < p_.players; ++i) {
            const unsigned own = tokens::of(held, i);
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
    void free_feature(Node root, FeatureWord word) {
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
            const FeatureWord word_a = p_.feature.word[a], word_b = p_.feature.word[b];
            const unsigned kind = kind_of(word_a);
            const float points_a = likely(a, word_a), points_b = likely(b, word_b);
            const unsigned held_a = feature::held(word_a), held_b = feature::held(word_b);
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
    float likely(Node root, FeatureWord word) const {
        const Worth worth = worth_of(word);
        return chance_[root] * worth.complete + (1 - chance_[root]) * worth.incomplete;
    }
    float chance_matters(FeatureWord word) const {
        const Worth worth = worth_of(word);
        return worth.complete - worth.incomplete;
    }
    float part(unsigned held, unsigned player) const {
        const unsigned own = tokens::of(held, player);
        return own > 0 && own >= strongest_other(held, player) ? 1.0f : 0.0f;
    }

    // ------------------------------------------------------------ sites, fields, waters, hands

    void site(const Site& site) {
        const auto each = static_cast<float>(site_points(game_.box->rules, 1));
        const unsigned at = Grid::index(site.cell);
        float filled = 1, all = 1;
        [[maybe_unused]] std::array<const float*, 8> fills = {};
        [[maybe_unused]] unsigned cells = 0;
        for (const unsigned place : Grid::eight_around(at)) {
            const Grid::Entry entry = game_.grid[place];
            if (Grid::is_placed(entry)) {
                filled += 1;
                continue;
            }
            unsigned step = Terms::fitting_steps - 1; // nothing beside it yet
            if (entry != Grid::empty) {
                const unsigned slot = Grid::slot(entry);
                step = e_.fitting_step_[bag_.count(e_.masks_->fit[p_.open.code[slot]])];
            }
            const float& fill = terms_.fill[step];
            filled += fill;
            all *= fill;
            use(site.player, fill, each);
            if constexpr (learning) fills[cells++] = &fill;
        }
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
        Node root;
        std::array<std::uint64_t, 3> cities; // met
        float complete;                      // cities
        float open;                          // chances of the others
    };

    void farms() { // E3
        if (game_.box->rules.farms == FarmRule::off) return;
        const auto each = static_cast<float>(points_each_city(game_.box->rules));
        std::array<Farm, max_board_contacts + 1> farms;
        std::array<std::uint8_t, max_fields + 1> index;
        std::fill_n(index.begin(), p_.fields, std::uint8_t{0xFF});
        unsigned count = 0;
        for (unsigned n = 1; n < p_.fields; ++n) {
            if (!field::is_occupied(p_.field.word[n]) || !p_.field.is_root(static_cast<Node>(n)))
                continue;
            if (count == farms.size()) break;
            index[n] = static_cast<std::uint8_t>(count);
            farms[count++] = {static_cast<Node>(n), {}, 0, 0};
        }
        const unsigned held = count;
        for (unsigned i = 0; i < p_.contacts; ++i) {
            const Node root = p_.field.root(p_.contact[i].field);
            const Node city = p_.feature.root(p_.contact[i].city);
            if (index[root] == 0xFF) {
                if (count == farms.size()) continue;
                index[root] = static_cast<std::uint8_t>(count);
                farms[count++] = {root, {}, 0, 0};
            }
            Farm& farm = farms[index[root]];
            const std::uint64_t bit = std::uint64_t{1} << (city % 64);
            if ((farm.cities[city / 64] & bit) != 0) continue;
            farm.cities[city / 64] |= bit;
            if (feature::open(p_.feature.word[city]) == 0) {
                farm.complete += 1;
            } else {
                farm.open += chance_[city];
            }
        }
        for (unsigned f = 0; f < held; ++f) held_farm(farms[f], each);
        for (unsigned f = held; f < count; ++f) {
            for (unsigned i = 0; i < p_.players; ++i) {
                if (p_.supply(Token::follower, i) == 0) continue;
                add(i, terms_.farm_gift[i == p_.player ? 0 : 1], each * farms[f].complete);
            }
        }
    }

    void held_farm(const Farm& farm, float each) {
        const unsigned held = field::held(p_.field.word[farm.root]);
        const float& growth =
            terms_.farm_growth[std::min(static_cast<unsigned>(farm.complete), 3u)];
        const float open = each * farm.open;
        const float points = each * farm.complete + terms_.farm_open * open + growth;
        for (unsigned i = 0; i < p_.players; ++i) {
            const unsigned own = tokens::of(held, i);
            if (own == 0) continue;
            const float& hold = hold_of(Holding::field, own, strongest_other(held, i));
            add(i, hold, points);
            keep_area(Network::field, farm.root, 0, i, hold * points);
            use(i, growth, hold);
            use(i, terms_.farm_open, hold * open);
            if constexpr (learning) lean_on_cities(i, farm, hold * terms_.farm_open * each);
        }
    }

    void lean_on_cities(unsigned player, const Farm& farm, float weight) {
        for (unsigned n = 1; n < p_.features; ++n) {
            const bool met = (farm.cities[n / 64] >> (n % 64) & 1) != 0;
            if (met && feature::open(p_.feature.word[n]) != 0) {
                lean(player, static_cast<Node>(n), weight);
            }
        }
    }

    void meadows() { // H10, H11
        const Node shrine = shrine_meadow(game_);
        for (unsigned n = 1; n < p_.fields; ++n) {
            const auto node = static_cast<Node>(n);
            const FieldWord word = p_.field.word[n];
            if (!field::is_occupied(word) || !p_.field.is_root(node)) continue;
            grow(Holding::field, n, holders_of_field(game_, node, shrine),
                 meadow_value(game_.box->rules, word).points, terms_.meadow_growth);
        }
    }

    void waters() { // H9
        for (unsigned n = 1; n < p_.waters; ++n) {
            const WaterWord word = p_.water.word[n];
            if (!water::is_occupied(word) || !p_.water.is_root(static_cast<Node>(n))) continue;
            grow(Holding::water, n, water::held(word),
                 hut_value(game_.box->rules, water::fish(word)).points, terms_.fish_growth);
        }
    }

    void grow(Holding holding, unsigned node, unsigned held, float points, const float& growth) {
        const Network network = holding == Holding::field ? Network::field : Network::water_only;
        for (unsigned i = 0; i < p_.players; ++i) {
            const unsigned own = tokens::of(held, i);
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
    BagPlanes bag_;
    unsigned left_;
    const Terms& terms_;
    bool classic_;
    std::vector<TermUse>* uses_;
    std::vector<AreaValue>* areas_;
    Value value_ = {};
    std::array<float, max_features + 1> chance_;
    std::array<std::uint8_t, max_features + 1> hole_count_;
    std::array<std::uint8_t, max_features + 1> closing_; // fewest tiles that close one hole
    static constexpr unsigned most_joins = 48;           // further ones are left out
    std::array<Join, most_joins> join_;
    unsigned joins_ = 0;
    // When learning:
    std::array<Hole, learning ? 4 * max_frontier : 1> hole_;
    unsigned seen_holes_ = 0;
    std::array<Value, learning ? max_features + 1 : 1> leaning_ = {};
};

Value LearnedEvaluation::operator()(const Game& game) const {
    return game.over() ? final_value(game) : LearnedPass<Keep::nothing>(*this, game).run();
}

Value LearnedEvaluation::explain(const Game& game, std::vector<TermUse>& uses) const {
    uses.clear();
    return game.over() ? final_value(game) : LearnedPass<Keep::uses>(*this, game, &uses).run();
}

std::vector<LearnedEvaluation::AreaValue> LearnedEvaluation::areas(const Game& game) const {
    std::vector<AreaValue> areas;
    if (!game.over()) LearnedPass<Keep::areas>(*this, game, nullptr, &areas).run();
    return areas;
}

} // namespace bastide
