#include "ai/evaluation/plain_evaluation.h"

#include "rules/inspect.h"
#include "rules/scoring.h"

#include <algorithm>
#include <cmath>

namespace bastide {

PlainEvaluation::PlainEvaluation(const Box& box, unsigned players, const Weights& weights,
                                 const Understanding& understanding)
    : weights_(weights)
    , understanding_(understanding)
    , masks_(build_fit_masks(box)) {
    for (unsigned i = 0; i < box.tile_count; ++i) {
        if (box.stacks[i] == Stack::land) all_tiles_ += box.tiles[i].count;
    }
    for (unsigned total = 0; total < most; ++total) {
        const float turns = static_cast<float>(total) / static_cast<float>(players);
        for (unsigned fitting = 0; fitting < most; ++fitting) {
            const float share =
                total == 0
                    ? 0.0f
                    : std::min(1.0f, static_cast<float>(fitting) / static_cast<float>(total));
            const float miss = std::max(1e-6f, 1.0f - share);
            by_owner_[total][fitting] = 1.0f - std::pow(miss, turns * weights.draw_share);
            by_anyone_[total][fitting] =
                1.0f - std::pow(miss, static_cast<float>(total) * weights.site_share);
        }
        late_[total] = std::pow(static_cast<float>(total) / static_cast<float>(all_tiles_),
                                weights.follower_end);
    }
    float worth = 0, next = weights.follower;
    for (float& value : in_hand_) {
        value = worth;
        worth += next;
        next *= weights.follower_decay;
    }
}

/// One look at one position.
class PlainPass {
  public:
    PlainPass(const PlainEvaluation& evaluation, const Game& game)
        : e_(evaluation)
        , w_(evaluation.weights_)
        , game_(game)
        , p_(game.now)
        , bag_(game, Stack::land)
        , left_(std::min(bag_.total(), PlainEvaluation::most - 1))
        , late_(evaluation.late_[left_]) {}

    Value run() {
        for (unsigned i = 0; i < p_.players; ++i) value_[i] = p_.score[i];
        look_at_holes();
        features();
        if (p_.sites > 0) sites();
        if (e_.understanding_.fields) {
            if (classic()) {
                farms();
            } else {
                meadows();
                huts();
            }
        }
        if (e_.understanding_.economy) tokens_in_hand();
        return value_;
    }

  private:
    bool classic() const { return game_.box->rules.family == Family::classic; }

    /// Walks the frontier: every area that looks into a hole, and its chance to be closed there.
    void look_at_holes() {
        std::fill_n(chance_.begin(), p_.features, 1.0f);
        std::fill_n(holes_.begin(), p_.features, std::uint8_t{0});
        if (!e_.understanding_.completion) return;
        for (unsigned slot = 0; slot < p_.frontier; ++slot) {
            const EdgeCode code = p_.open.code[slot];
            if (!shows_feature(code)) continue;
            const unsigned at = Grid::index(p_.open.cell[slot]);
            std::array<Node, 4> seen = {};
            for (unsigned side = 0; side < edge_count; ++side) {
                if (!shows_feature(terrain(code, side))) continue;
                const Node root = feature_beside(game_, at, side);
                seen[side] = root;
                bool twice = false;
                for (unsigned s = 0; s < side; ++s) twice |= seen[s] == root;
                if (twice) continue;
                const unsigned closing = bag_.count(e_.masks_->close[side][code]);
                chance_[root] *=
                    e_.by_owner_[left_][closing] * (holes_[root] > 0 ? w_.hole_factor : 1.0f);
                ++holes_[root];
            }
        }
    }

    float chance_of(Node root, FeatureWord word) const {
        if (feature::open(word) == 0) return 1.0f;
        return e_.understanding_.completion ? chance_[root] : 0.0f;
    }

    /// Gives points to whoever has most tokens; who is one behind keeps some hope.
    void give(unsigned held, float points) {
        if (!e_.understanding_.sharing) {
            for (unsigned i = 0; i < p_.players; ++i) {
                if (tokens::of(held, i) > 0) value_[i] += points;
            }
            return;
        }
        const unsigned most = majority_of(held, p_.players).most;
        for (unsigned i = 0; i < p_.players; ++i) {
            const unsigned own = tokens::of(held, i);
            if (own == most) {
                value_[i] += points;
            } else if (own > 0 && own + 1 == most) {
                value_[i] += points * w_.behind * late_;
            }
        }
    }

    void features() {
        const float returned = w_.returned * w_.follower * late_;
        for (unsigned n = 1; n < p_.features; ++n) {
            const auto node = static_cast<Node>(n);
            const FeatureWord word = p_.feature.word[n];
            if (!feature::is_occupied(word) || !p_.feature.is_root(node)) continue;
            const float chance = chance_of(node, word);
            float complete, incomplete = 0;
            if (classic()) {
                complete = completed_value<Family::classic>(*game_.box, word).points;
                incomplete = incomplete_value(game_.box->rules, word).points;
            } else {
                complete = completed_value<Family::hunters>(*game_.box, word).points;
            }
            give(feature::held(word), chance * complete + (1 - chance) * incomplete);
            if (!e_.understanding_.economy) continue;
            for (unsigned i = 0; i < p_.players; ++i) {
                value_[i] +=
                    chance * returned * static_cast<float>(tokens::of(feature::held(word), i));
            }
        }
    }

    void sites() {
        const auto each = static_cast<float>(site_points(game_.box->rules, 1));
        for (unsigned i = 0; i < p_.sites; ++i) {
            const Site& site = p_.site[i];
            const unsigned at = Grid::index(site.cell);
            float places = 1, all = 1;
            for (const unsigned place : Grid::eight_around(at)) {
                const Grid::Entry entry = game_.grid[place];
                float filled = 1;
                if (!Grid::is_placed(entry)) {
                    const unsigned slot = Grid::slot(entry);
                    const unsigned fitting = entry == Grid::empty
                                                 ? left_ / 3
                                                 : bag_.count(e_.masks_->fit[p_.open.code[slot]]);
                    filled = e_.by_anyone_[left_][std::min(fitting, left_)];
                    if (!e_.understanding_.completion) filled = 0;
                }
                places += filled;
                all *= filled;
            }
            value_[site.player] += each * places;
            if (e_.understanding_.economy)
                value_[site.player] += all * w_.returned * w_.follower * late_;
        }
    }

    void farms() { // E3, with cities that may yet be completed
        if (game_.box->rules.farms == FarmRule::off) return;
        const auto each = static_cast<float>(points_each_city(game_.box->rules));
        constexpr unsigned most_farms = 48; // of five players with seven farmers each: 35
        std::array<std::array<std::uint64_t, 3>, most_farms> met; // cities counted, by farm
        std::array<float, most_farms> worth;
        std::array<Node, most_farms> farm;
        unsigned farms = 0;
        std::array<std::uint8_t, max_fields + 1> index;
        for (unsigned n = 1; n < p_.fields; ++n) {
            index[n] = 0xFF;
            if (!field::is_occupied(p_.field.word[n]) || !p_.field.is_root(static_cast<Node>(n)))
                continue;
            if (farms == farm.size()) break;
            index[n] = static_cast<std::uint8_t>(farms);
            farm[farms] = static_cast<Node>(n);
            worth[farms] = 0;
            met[farms++] = {};
        }
        if (farms == 0) return;
        for (unsigned i = 0; i < p_.contacts; ++i) {
            const unsigned f = index[p_.field.root(p_.contact[i].field)];
            if (f == 0xFF) continue;
            const Node city = p_.feature.root(p_.contact[i].city);
            std::uint64_t& word = met[f][city / 64];
            const std::uint64_t bit = std::uint64_t{1} << (city % 64);
            if ((word & bit) != 0) continue;
            word |= bit;
            const bool complete = feature::open(p_.feature.word[city]) == 0;
            worth[f] += complete
                            ? 1.0f
                            : (e_.understanding_.completion ? chance_[city] : 0) * w_.farm_share;
        }
        for (unsigned f = 0; f < farms; ++f) {
            give(field::held(p_.field.word[farm[f]]), each * worth[f] + w_.farm_growth * late_);
        }
    }

    void meadows() {
        const Node shrine = shrine_meadow(game_);
        for (unsigned n = 1; n < p_.fields; ++n) {
            const auto node = static_cast<Node>(n);
            const FieldWord word = p_.field.word[n];
            if (!field::is_occupied(word) || !p_.field.is_root(node)) continue;
            const Holders held = holders_of_field(game_, node, shrine);
            const float points = meadow_value(game_.box->rules, word).points;
            give(held, points + w_.meadow_growth * late_);
        }
    }

    void huts() {
        for (unsigned n = 1; n < p_.waters; ++n) {
            const WaterWord word = p_.water.word[n];
            if (!water::is_occupied(word) || !p_.water.is_root(static_cast<Node>(n))) continue;
            const float points = hut_value(game_.box->rules, water::fish(word)).points;
            give(water::held(word), points + w_.fish_growth * late_);
        }
    }

    void tokens_in_hand() {
        for (unsigned i = 0; i < p_.players; ++i) {
            value_[i] += e_.in_hand_[std::min<unsigned>(p_.supply(Token::follower, i), 15)] * late_;
            value_[i] += static_cast<float>(p_.supply(Token::abbot, i)) * w_.abbot * late_;
            value_[i] += static_cast<float>(p_.supply(Token::hut, i)) * w_.hut * late_;
        }
    }

    const PlainEvaluation& e_;
    const Weights& w_;
    const Game& game_;
    const Position& p_;
    BagPlanes bag_;
    unsigned left_;
    float late_;
    Value value_ = {};
    std::array<float, max_features + 1> chance_;
    std::array<std::uint8_t, max_features + 1> holes_;
};

Value PlainEvaluation::operator()(const Game& game) const {
    return game.over() ? final_value(game) : PlainPass(*this, game).run();
}

} // namespace bastide
