#pragma once
// The moves of one decision, judged by difference: what a placement does not touch keeps what it
// gave before. Internal to learned_evaluation.cpp.

#include "ai/evaluation/evaluation.h"
#include "ai/evaluation/learned_companions.h"
#include "ai/evaluation/sibling_areas_pass.h"
#include "ai/evaluation/sibling_farms.h"
#include "ai/evaluation/sibling_grounds.h"

#include <memory>
#include <optional>
#include <variant>

namespace bastide {

/// `lanes` are as many players as there are, or more.
template <class Areas, unsigned lanes>
class SiblingPass final : public Siblings {
    using Scene = siblings::Scene<Areas>;
    using Lanes = siblings::Lanes<lanes>;

  public:
    SiblingPass(const Evaluation& whole, const LearnedNumbers& numbers)
        : whole_(whole)
        , numbers_(numbers) {}

    void begin(const Game& game) override {
        bag_.emplace(game, Stack::land);
        for (auto& ending : endings_) ending.key = {}; // their terms were those of another distance
        tiles_before_ = game.now.placed;
        const Scene scene = scene_of(game);
        areas_.begin(scene);
        if (has_farms(game)) farms_.begin(scene, areas_);
        if constexpr (hunts) {
            if (game.box->form == Form::hunters) grounds_.begin(scene);
        }
        for (unsigned i = 0; i < game.now.sites; ++i) {
            const Site& site = game.now.site[i];
            before_[site.placed] = gift_of(scene, site.cell, site.player);
        }
    }

    void placed(const Game& game) override {
        const Scene scene = scene_of(game);
        areas_.placed(scene);
        if (has_farms(game)) farms_.placed(scene, areas_);
        if constexpr (hunts) {
            if (game.box->form == Form::hunters) grounds_.placed(scene);
        }
        const PlacedTile& tile = game.now.tile[tiles_before_];
        for (unsigned i = 0; i < game.now.sites; ++i) {
            const Site& site = game.now.site[i];
            sites_[site.placed] = is_near(site.cell, tile.cell)
                                      ? gift_of(scene, site.cell, site.player)
                                      : before_[site.placed];
        }
        if (game.box->parts[tile.tile()].sites != 0)
            sites_[tiles_before_] = gift_of(scene, tile.cell, game.now.player);
    }

    Value value(const Game& game) override {
        if (game.over() || !areas_.is_complete()) return whole_(game);
        const Scene scene = scene_of(game);
        const unsigned kept = ending_of(scene);
        const siblings::Ending<lanes>& ending = endings_[kept];
        const auto entered = siblings::Entered::of(game, scene.net);
        Lanes sum = ending.scores;
        areas_.add_to(sum, scene, ending, kept, entered.feature);
        add_sites(sum, game.now);
        if (has_farms(game)) farms_.add_to(sum, scene, ending, entered.field);
        if constexpr (hunts) {
            if (game.box->form == Form::hunters) {
                grounds_.add_to(sum, scene, entered.field, entered.water);
            }
        }
        Value value = {};
        std::copy_n(sum.of.begin(), std::min<std::size_t>(lanes, value.size()), value.begin());
        const auto with = [&](unsigned player, const float& term, float weight) {
            value[player] += term * weight;
        };
        learned::for_each_in_hand(scene.terms, game, with);
        if constexpr (!hunts) learned::for_each_companion(scene.terms, game, with);
        return value;
    }

  private:
    static constexpr bool hunts = std::is_same_v<Areas, NarrowAreas>;

    Scene scene_of(const Game& game) const {
        const Areas* areas;
        if constexpr (hunts) {
            areas = &game.now;
        } else {
            areas = &game.wide;
        }
        return {numbers_, game, *areas, numbers_.at[bag_->total()], *bag_, game.now.players};
    }
    static bool has_farms(const Game& game) {
        const Ruleset& rules = game.box->rules;
        return rules.family == Family::classic && rules.farms != FarmRule::off;
    }
    /// Whether a tile there, or a demand of an open cell beside it, may change the places around.
    static bool is_near(Cell site, Cell tile) {
        const int dx = site.x - tile.x, dy = site.y - tile.y;
        return dx >= -2 && dx <= 2 && dy >= -2 && dy <= 2;
    }
    struct SiteGift {
        Lanes points, back;
    };
    static SiteGift gift_of(const Scene& scene, Cell cell, unsigned player) {
        const auto each = static_cast<float>(site_points(scene.game.box->rules, 1));
        const learned::SiteOutlook outlook = learned::site_outlook(
            scene.numbers, scene.terms, scene.bag, scene.game, cell, [](float) {});
        SiteGift gift;
        gift.points.of[player] = each * outlook.filled;
        gift.back.of[player] = scene.terms.site_back * outlook.all;
        return gift;
    }
    /// The number under which this ending is kept; the older one makes room for it.
    unsigned ending_of(const Scene& scene) {
        const auto key = siblings::Ending<lanes>::key_of(scene.game.now);
        for (unsigned kept = 0; kept < endings_.size(); ++kept) {
            if (endings_[kept].key == key) return latest_ = kept;
        }
        latest_ = (latest_ + 1) % siblings::endings_kept;
        endings_[latest_] = {scene.game.now, scene.terms};
        areas_.forget(latest_);
        return latest_;
    }
    void add_sites(Lanes& sum, const Position& p) const {
        for (unsigned i = 0; i < p.sites; ++i) {
            sum.add(sites_[p.site[i].placed].points);
            sum.add(sites_[p.site[i].placed].back);
        }
    }

    const Evaluation& whole_;
    const LearnedNumbers& numbers_;
    std::optional<BagPlanes> bag_;
    unsigned tiles_before_ = 0; // tiles placed before the move
    std::array<siblings::Ending<lanes>, siblings::endings_kept> endings_;
    unsigned latest_ = 0;
    siblings::OpenAreas<Areas, lanes> areas_;
    siblings::Farms<Areas, lanes> farms_;
    [[no_unique_address]] std::conditional_t<hunts, siblings::HuntingGrounds<lanes>, std::monostate>
        grounds_;
    std::array<SiteGift, max_tiles + 1> before_, sites_; // by placed tile
};

inline std::unique_ptr<Siblings> make_sibling_pass(const Evaluation& whole,
                                                   const LearnedNumbers& numbers, Form form,
                                                   unsigned players) {
    const auto of_lanes = [&]<unsigned lanes>() -> std::unique_ptr<Siblings> {
        if constexpr (wide_boxes) {
            if (form == Form::wide)
                return std::make_unique<SiblingPass<WideAreas, lanes>>(whole, numbers);
        }
        return std::make_unique<SiblingPass<NarrowAreas, lanes>>(whole, numbers);
    };
    return players <= 4 ? of_lanes.template operator()<4>() : of_lanes.template operator()<8>();
}

} // namespace bastide
