#include "ai/evaluation/plain_evaluation.h"

#include "ai/evaluation/companions.h"
#include "ai/evaluation/walks.h"

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
    for (unsigned total = 0; total <= all_tiles_; ++total) {
        const float turns = static_cast<float>(total) / static_cast<float>(players);
        for (unsigned fitting = 0; fitting <= all_tiles_; ++fitting) {
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
template <class Areas>
class PlainPass {
  public:
    PlainPass(const PlainEvaluation& evaluation, const Game& game, const Areas& areas)
        : e_(evaluation)
        , w_(evaluation.weights_)
        , game_(game)
        , p_(game.now)
        , areas_(areas)
        , bag_(game, Stack::land)
        , left_(bag_.total())
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
        if constexpr (std::is_same_v<Areas, WideAreas>) companions();
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
        const auto judge = [&](const walks::Look& look) {
            const unsigned closing = bag_.count(e_.masks_->close[look.side][look.code]);
            chance_[look.root] *=
                e_.by_owner_[left_][closing] * (holes_[look.root] > 0 ? w_.hole_factor : 1.0f);
            ++holes_[look.root];
        };
        walks::for_each_hole(game_, areas_, judge, [](auto...) {});
    }

    float chance_of(Node root, const auto& word) const {
        if (feature::is_complete(word)) return 1.0f;
        return e_.understanding_.completion ? chance_[root] : 0.0f;
    }

    /// Gives points to whoever has most tokens; who is one behind keeps some hope.
    template <class Held>
    void give(Held held, float points) {
        if (!e_.understanding_.sharing) {
            for (unsigned i = 0; i < p_.players; ++i) {
                if (held.of(i) > 0) value_[i] += points;
            }
            return;
        }
        const unsigned most = majority_of(held, p_.players).most;
        for (unsigned i = 0; i < p_.players; ++i) {
            const unsigned own = held.of(i);
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
            const auto& word = areas_.feature.word[n];
            if (!feature::is_occupied(word) || !areas_.feature.is_root(node)) continue;
            const float chance = chance_of(node, word);
            const walks::Worth worth = walks::worth_of(*game_.box, word);
            const auto held = feature::held(word);
            give(held, chance * worth.complete + (1 - chance) * worth.incomplete);
            if (!e_.understanding_.economy) continue;
            for (unsigned i = 0; i < p_.players; ++i) {
                value_[i] += chance * returned * static_cast<float>(held.of(i));
            }
        }
    }

    void sites() {
        const auto each = static_cast<float>(site_points(game_.box->rules, 1));
        for (unsigned i = 0; i < p_.sites; ++i) {
            const Site& site = p_.site[i];
            float places = 1, all = 1;
            walks::for_each_around(game_, site.cell, [&](const walks::Around& around) {
                float filled = 1;
                if (around.kind != walks::Around::Kind::filled) {
                    const unsigned fitting = around.kind == walks::Around::Kind::bare
                                                 ? left_ / 3
                                                 : bag_.count(e_.masks_->fit[around.code]);
                    filled = e_.by_anyone_[left_][std::min(fitting, left_)];
                    if (!e_.understanding_.completion) filled = 0;
                }
                places += filled;
                all *= filled;
            });
            value_[site.player] += each * places;
            if (e_.understanding_.economy)
                value_[site.player] += all * w_.returned * w_.follower * late_;
        }
    }

    void farms() { // E3, with cities that may yet be completed
        if (game_.box->rules.farms == FarmRule::off) return;
        const auto each = static_cast<float>(points_each_city(game_.box->rules));
        walks::Farms<Areas, float> farms;
        farms.template walk<walks::FarmsMet::held>(
            game_, areas_, [&](float& worth, Node city, bool complete) {
                const float chance = e_.understanding_.completion ? chance_[city] : 0;
                worth += complete ? 1.0f : chance * w_.farm_share;
            });
        for (unsigned f = 0; f < farms.held(); ++f) {
            give(field::held(areas_.field.word[farms.field(f)]),
                 each * farms.gathered(f) + w_.farm_growth * late_);
        }
    }

    void meadows() {
        walks::for_each_meadow(game_, [&](Node, auto held, const FeatureValue& value) {
            give(held, static_cast<float>(value.points) + w_.meadow_growth * late_);
        });
    }

    void huts() {
        walks::for_each_river_system(game_, [&](Node, auto held, const FeatureValue& value) {
            give(held, static_cast<float>(value.points) + w_.fish_growth * late_);
        });
    }

    /// Builders that may bring a second part (B5), what pigs add (B10), the most goods (B8).
    void companions() {
        const Ruleset& rules = game_.box->rules;
        for (unsigned i = 0; i < p_.players; ++i) {
            if (walks::builders_area(game_, i) != nullptr) value_[i] += w_.builder * late_;
            if (game_.wide.beside.pig[i] == no_node || !e_.understanding_.fields) continue;
            const walks::PigStand pig = walks::pig_stand(game_, i);
            if (!pig.paid) continue;
            value_[i] += static_cast<float>(pig_value(rules, pig.cities));
        }
        walks::for_each_goods(game_, [&](unsigned player, unsigned own, unsigned other) {
            const auto most = static_cast<float>(goods_value(rules));
            if (own >= other)
                value_[player] += most;
            else if (own + 1 == other)
                value_[player] += most * w_.behind * late_;
        });
    }

    void tokens_in_hand() {
        for (unsigned i = 0; i < p_.players; ++i) {
            value_[i] += e_.in_hand_[std::min<unsigned>(p_.supply(Token::follower, i), 15)] * late_;
            value_[i] += static_cast<float>(p_.supply(Token::abbot, i)) * w_.abbot * late_;
            value_[i] += static_cast<float>(p_.supply(Token::hut, i)) * w_.hut * late_;
            value_[i] += static_cast<float>(p_.supply(Token::big, i)) * w_.big * late_;
        }
    }

    const PlainEvaluation& e_;
    const Weights& w_;
    const Game& game_;
    const Position& p_;
    const Areas& areas_;
    BagPlanes bag_;
    unsigned left_;
    float late_;
    Value value_ = {};
    std::array<float, Areas::limits.features + 1> chance_;
    std::array<std::uint8_t, Areas::limits.features + 1> holes_;
};

Value PlainEvaluation::operator()(const Game& game) const {
    if (game.over()) return final_value(game);
    return game.with_areas([&](const auto& areas) { return PlainPass(*this, game, areas).run(); });
}

} // namespace bastide
