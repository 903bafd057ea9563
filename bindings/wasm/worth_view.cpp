#include "bindings/wasm/worth_view.h"

#include "notation/words.h"
#include "rules/game.h"
#include "rules/scoring.h"

#include <algorithm>
#include <span>

namespace bastide::wasm {
namespace {

Json pays(const char* per, int points) {
    return {{"per", per}, {"points", points}};
}

class WorthList {
  public:
    explicit WorthList(const Box& box)
        : box_(box)
        , rules_(box.rules) {}

    Json run() {
        if (rules_.family == Family::hunters) {
            add(AreaKind::forest, pays("part_mushroom", rules_.points_each_in_forest), nullptr);
            add(AreaKind::river, pays("part_fish", rules_.points_each_in_river), nullptr);
            add(AreaKind::hut, nullptr, pays("fish", rules_.points_each_fish_of_huts));
            add(AreaKind::meadow, nullptr, pays("animal", rules_.points_each_animal));
        } else {
            add(AreaKind::road, pays("tile", rules_.points_each_on_road),
                pays("tile", rules_.points_each_on_unfinished_road));
            if (rules_.big_followers > 0) { // I3, I4: nothing at the end
                add("inn", pays("tile", rules_.points_each_on_road_with_inn), nullptr);
            }
            add_cities();
            add_site(AreaKind::monastery);
            if (rules_.abbots > 0) add_abbot();
            if (rules_.farms != FarmRule::off) {
                add(AreaKind::field, nullptr,
                    pays("city", static_cast<int>(points_each_city(rules_))));
            }
            if (rules_.gingerbread) { // G3
                add(AreaKind::gingerbread, pays("knight_tile", knight_points(rules_, 1, 1)),
                    nullptr);
            }
            if (rules_.pigs > 0) add_trade();
        }
        return std::move(list_);
    }

  private:
    void add(AreaKind kind, Json completed, Json end) {
        add(std::string(word(kind)), std::move(completed), std::move(end));
    }
    void add(std::string area, Json completed, Json end) {
        list_.push_back({{"area", std::move(area)},
                         {"completed", std::move(completed)},
                         {"end", std::move(end)}});
    }
    void add_cities() {
        const unsigned each = rules_.points_each_in_city;
        const unsigned small = rules_.points_each_in_two_tile_city;
        const Json unfinished = pays("tile_shield", rules_.points_each_in_unfinished_city);
        add(AreaKind::city, pays("tile_shield", static_cast<int>(each)), unfinished);
        if (small != each) {
            add("small_city", pays("tile_shield", static_cast<int>(small)), unfinished); // E2, F3
        }
        if (rules_.big_followers > 0) {
            add("cathedral", pays("tile_shield", rules_.points_each_in_city_with_cathedral),
                nullptr);
        }
    }
    void add_abbot() { // A2, A4
        const auto tiles = std::span(box_.parts).first(box_.tile_count);
        const auto has_garden = [](const TileParts& tile) {
            return tile.sites != tile.monasteries;
        };
        if (std::ranges::any_of(tiles, has_garden)) add_site(AreaKind::garden);
        add("recall", pays("around", rules_.points_each_at_site), nullptr);
    }
    void add_trade() { // B8, B10
        const int each = static_cast<int>(points_each_city(rules_)) + pig_value(rules_, 1);
        if (rules_.farms != FarmRule::off) {
            add("pig", nullptr, pays("city", each));
        }
        add(AreaKind::goods, nullptr, pays("most", goods_value(rules_)));
    }
    void add_site(AreaKind kind) {
        add(kind, pays("whole", site_points(rules_, full_site)),
            pays("around", rules_.points_each_at_site));
    }

    const Box& box_;
    const Ruleset& rules_;
    Json list_ = Json::array();
};

} // namespace

Json worth_json(const Box& box) {
    return WorthList(box).run();
}

} // namespace bastide::wasm
