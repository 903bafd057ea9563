#pragma once
// The areas of a game in the order in which their rows are told, kept from turn to turn: a turn
// adds the areas of one tile and joins a few, and looking for all of them again takes longer than
// telling them. A list that was filled in one go is the same (tests/c/batch_test.cpp).

#include "rules/inspect.h"

#include <array>
#include <bit>
#include <cstdint>
#include <span>

namespace bastide::c {

/// A monastery or garden.
struct ListedSite {
    std::uint8_t placed; // its tile
    std::uint8_t segment;
    std::uint8_t filled; // places, its own included
};

/// A city, road, forest, river or field by its root, or a site by its number. A root is the oldest
/// node of its area, so that its tile is the area's first.
class ListedArea {
  public:
    ListedArea() = default; // leaves it as it is: lists have room for more than they hold
    static ListedArea of_node(Node node, Cell first) { return {node, first}; }
    static ListedArea of_site(unsigned site, Cell cell) { return {site_bit | site, cell}; }

    bool is_site() const { return (what_ & site_bit) != 0; }
    Node node() const { return what_ & (complete_bit - 1); }
    unsigned site() const { return node(); }
    Cell first() const { return first_; }

    bool was_complete() const { return (what_ & complete_bit) != 0; }
    void set_complete() { what_ = static_cast<std::uint16_t>(what_ | complete_bit); }

    static constexpr unsigned most = 1u << 14;

  private:
    static constexpr unsigned site_bit = 1u << 15, complete_bit = most;

    ListedArea(unsigned what, Cell first)
        : what_(static_cast<std::uint16_t>(what))
        , first_(first) {}

    std::uint16_t what_;
    Cell first_;
};

class AreaList {
  public:
    /// Another game begins.
    void clear() { tiles_ = features_ = fields_ = sites_ = paid_ = cities_ = 0; }

    /// What was played since. `areas` are those of the game.
    template <class Areas>
    void update(const Game& game, const Areas& areas) {
        const unsigned begin = tiles_, sites_before = sites_;
        const bool farms = has_farms(game);
        for (; tiles_ < game.now.placed; ++tiles_) {
            add_features(game, tiles_);
            if (farms) add_fields<Areas>(game, tiles_);
            fill_around(game.now.tile[tiles_].cell, sites_before);
        }
        for (unsigned i = sites_before; i < sites_; ++i) {
            const Cell cell = game.now.tile[site_[i].placed].cell;
            site_[i].filled = static_cast<std::uint8_t>(1 + filled_around(game, cell));
        }
        if (begin == tiles_) return;
        features_ = keep_roots(areas.feature, feature_.data(), features_);
        fields_ = keep_roots(areas.field, field_.data(), fields_);
    }

    /// Fields are listed in classic games where somebody can be a farmer.
    static bool has_farms(const Game& game) {
        const Ruleset& rules = game.box->rules;
        return rules.family == Family::classic && rules.farms != FarmRule::off;
    }

    /// Cities and roads, or forests and rivers, and after those of their tile the sites.
    std::span<ListedArea> features() { return {feature_.data(), features_}; }
    const ListedSite& site(ListedArea area) const { return site_[area.site()]; }
    /// Of a classic game with farms.
    std::span<const ListedArea> fields() const { return {field_.data(), fields_}; }

    /// Calls with each piece of memory that the next turn will look at.
    template <class Visit>
    void for_each_used(Visit&& visit) const {
        visit(feature_.data(), features_ * sizeof feature_[0]);
        visit(field_.data(), fields_ * sizeof field_[0]);
        visit(site_.data(), sites_ * sizeof site_[0]);
        visit(site_cell_.data(), sites_ * sizeof site_cell_[0]);
        visit(paid_city_.data(), paid_ * sizeof paid_city_[0]);
        visit(paid_field_.data(), paid_ * sizeof paid_field_[0]);
    }

    /// A city is complete from now on, and nothing joins it any more.
    template <class Areas>
    void add_city(const Game& game, const Areas& areas, Node city) {
        ++cities_; // from 1
        for (unsigned i = 0; i < game.now.contacts; ++i) {
            if (areas.feature.root(areas.contact[i].city) != city) continue;
            paid_city_[paid_] = static_cast<std::uint8_t>(cities_);
            paid_field_[paid_++] = areas.contact[i].field;
        }
    }

    /// Completed cities that touch each field, by its root.
    using CityCounts = std::array<std::uint8_t, max_fields + 1>;
    template <class Areas>
    void count_cities(const Areas& areas, CityCounts& counts) const {
        std::array<std::uint8_t, max_fields + 1> latest;
        for (const ListedArea& field : fields()) counts[field.node()] = latest[field.node()] = 0;
        for (unsigned i = 0; i < paid_; ++i) { // one city after the other
            const Node field = areas.field.root(paid_field_[i]);
            if (latest[field] != paid_city_[i]) ++counts[field];
            latest[field] = paid_city_[i];
        }
    }

  private:
    void add_features(const Game& game, unsigned t) {
        const PlacedTile& tile = game.now.tile[t];
        const unsigned count = game.box->starts[tile.tile()].feature_count;
        for (unsigned i = 0; i < count; ++i) {
            const auto node = static_cast<Node>(tile.feature_base + i);
            feature_[features_++] = ListedArea::of_node(node, tile.cell);
        }
        for (unsigned set = game.box->parts[tile.tile()].sites; set != 0; set &= set - 1) {
            const auto segment = static_cast<std::uint8_t>(std::countr_zero(set));
            site_[sites_] = {static_cast<std::uint8_t>(t), segment, 0};
            site_cell_[sites_] = tile.cell;
            feature_[features_++] = ListedArea::of_site(sites_++, tile.cell);
        }
    }

    /// A tile was placed there; so many sites were there already.
    void fill_around(Cell cell, unsigned sites) {
        for (unsigned i = 0; i < sites; ++i) {
            const auto apart = [](int a, int b) { return static_cast<unsigned>(a - b + 1); };
            const bool beside =
                apart(cell.x, site_cell_[i].x) <= 2 && apart(cell.y, site_cell_[i].y) <= 2;
            site_[i].filled = static_cast<std::uint8_t>(site_[i].filled + (beside ? 1 : 0));
        }
    }

    template <class Areas>
    void add_fields(const Game& game, unsigned t) {
        const PlacedTile& tile = game.now.tile[t];
        const unsigned count = game.box->starts[tile.tile()].field_count;
        for (unsigned i = 0; i < count; ++i) {
            const auto node = static_cast<Node>(tile.field_base<Areas>() + i);
            field_[fields_++] = ListedArea::of_node(node, tile.cell);
        }
    }

    /// Without branches: what a root is now is anyone's guess.
    template <class Net>
    static unsigned keep_roots(const Net& net, ListedArea* list, unsigned count) {
        unsigned kept = 0;
        for (unsigned i = 0; i < count; ++i) {
            const ListedArea area = list[i];
            list[kept] = area;
            const Node node = area.is_site() ? no_node : area.node(); // which is its own root
            kept += net.is_root(node) ? 1u : 0u;
        }
        return kept;
    }

    static constexpr unsigned most_sites = max_tiles * max_segments;
    static constexpr unsigned most_features = max_features + most_sites;
    static_assert(most_features < ListedArea::most && max_fields < ListedArea::most);
    static constexpr unsigned most_contacts = WideAreas::limits.contacts;
    static_assert(max_features < 256, "a city has a number in a byte");

    unsigned tiles_ = 0, features_ = 0, fields_ = 0, sites_ = 0, paid_ = 0, cities_ = 0;
    std::array<ListedArea, most_features> feature_;
    std::array<ListedArea, max_fields> field_;
    std::array<ListedSite, most_sites> site_;
    std::array<Cell, most_sites> site_cell_;
    std::array<std::uint8_t, most_contacts> paid_city_; // the number of a completed city,
    std::array<Node, most_contacts> paid_field_;        // and a field that touches it
};

} // namespace bastide::c
