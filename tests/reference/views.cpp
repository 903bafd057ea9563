#include "game.h"

#include <algorithm>
#include <utility>

namespace bastide::reference {
namespace {

std::vector<std::string> viewed_kinds(const Rules& rules) {
    if (rules.hunters()) return {"forest", "river", "meadow", "river_system"};
    return {"road", "city", "field", "monastery", "garden"};
}

AreaView view_of(const Position& position, const Area& area) {
    const Board& board = position.board;
    AreaView view;
    view.kind = area.kind;
    view.segments = area.segments;
    view.open_edges = static_cast<int>(area.open.size());
    view.tiles = tile_count(area);
    view.shields = shield_count(board, area);
    view.gold = gold_count(board, area);
    view.mushrooms = mushroom_count(board, area);
    view.followers.assign(static_cast<std::size_t>(position.players), 0);
    view.abbots = view.followers;
    view.huts = view.followers;
    view.inn = has_inn(board, area);
    view.cathedral = has_cathedral(board, area);
    view.goods = goods_in(board, area);
    view.builders = count_tokens(area, position.tokens, "builder", position.players);
    view.pigs = count_tokens(area, position.tokens, "pig", position.players);
    if (area.kind == "river_system") {
        view.fish = fish_in_system(board, area);
        view.huts = count_tokens(area, position.tokens, "hut", position.players);
    } else {
        view.followers = strength(area, position.tokens, position.players);
    }
    if (area.kind == "river") view.fish = fish_in_end_lakes(board, area);
    if (area.kind == "meadow") view.animals = paying_animals(board, area);
    if (area.kind == "field") {
        view.cities = touched_cities(board, area);
        for (const Spot& city : view.cities) {
            if (flood(board, city).open.empty()) ++view.completed_cities;
        }
    }
    if (is_site(feature_at(board, area.name()))) {
        view.open_edges = 8 - filled_neighbours(board, {area.name()[0], area.name()[1]});
        view.abbots = count_tokens(area, position.tokens, "abbot", position.players);
    }
    view.complete = view.open_edges == 0;
    return view;
}

} // namespace

std::vector<AreaView> Game::areas() const {
    std::vector<AreaView> views;
    for (const std::string& kind : viewed_kinds(rules_)) {
        for (const Area& area : areas_of_kind(board_, kind)) {
            views.push_back(view_of(position(), area));
            views.back().gingerbread = man_.has_value() && area.segments.contains(*man_);
        }
    }
    return views;
}

std::map<std::pair<int, int>, std::pair<std::string, int>> Game::board() const {
    std::map<std::pair<int, int>, std::pair<std::string, int>> cells;
    for (const auto& [cell, placed] : board_) cells[cell] = {placed.tile->id, placed.rot};
    return cells;
}

} // namespace bastide::reference
