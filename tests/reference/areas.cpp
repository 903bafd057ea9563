#include "areas.h"

#include <algorithm>
#include <stdexcept>

namespace bastide::reference {
namespace {

Cell cell_of(Spot spot) {
    return {spot[0], spot[1]};
}

// The half-edge of the neighbour that lies against this one: 0-5, 1-4, 2-7, 3-6.
int facing_half(int half) {
    const int edge = (half / 2 + 2) % 4;
    return 2 * edge + (half % 2 == 0 ? 1 : 0);
}

enum class Reach { area, river_system };

// The spots directly joined to `spot`; edges towards empty squares go to `open`.
std::set<Spot> joined(const Board& board, Spot spot, Reach reach,
                      std::set<std::pair<Cell, int>>& open) {
    const Cell cell = cell_of(spot);
    const Placed& placed = board.at(cell);
    const Feature& feature = placed.tile->feature(spot[2]);
    std::set<Spot> found;

    // `kind` decides between features that share an edge: a road and the fields beside it.
    const auto look = [&](int edge, const auto& touches) {
        const Cell next = neighbour(cell, edge);
        const auto there = board.find(next);
        if (there == board.end()) {
            open.insert({cell, edge});
            return;
        }
        const Tile& tile = *there->second.tile;
        for (int i = 0; i < static_cast<int>(tile.features.size()); ++i) {
            if (tile.feature(i).kind != feature.kind) continue;
            if (touches(tile.feature(i), there->second.rot)) {
                found.insert({next.first, next.second, i});
            }
        }
    };
    for (const int edge : turned_edges(feature, placed.rot)) {
        look(edge, [edge](const Feature& other, int rot) {
            return turned_edges(other, rot).contains((edge + 2) % 4);
        });
    }
    for (const int half : turned_halves(feature, placed.rot)) {
        look(half / 2, [half](const Feature& other, int rot) {
            return turned_halves(other, rot).contains(facing_half(half));
        });
    }
    if (reach == Reach::river_system) {
        for (const int lake : feature.lakes) found.insert({spot[0], spot[1], lake});
        for (int i = 0; i < static_cast<int>(placed.tile->features.size()); ++i) {
            if (placed.tile->feature(i).lakes.contains(spot[2])) {
                found.insert({spot[0], spot[1], i});
            }
        }
    }
    return found;
}

Area flood_from(const Board& board, Spot start, Reach reach) {
    Area area;
    area.kind = reach == Reach::river_system ? "river_system" : feature_at(board, start).kind;
    std::vector<Spot> todo = {start};
    while (!todo.empty()) {
        const Spot spot = todo.back();
        todo.pop_back();
        if (!area.segments.insert(spot).second) continue;
        for (const Spot next : joined(board, spot, reach, area.open)) todo.push_back(next);
    }
    return area;
}

template <class Value>
int sum(const Board& board, const Area& area, Value value) {
    int total = 0;
    for (const Spot spot : area.segments) total += value(feature_at(board, spot));
    return total;
}

} // namespace

std::set<Cell> Area::cells() const {
    std::set<Cell> cells;
    for (const Spot spot : segments) cells.insert(cell_of(spot));
    return cells;
}

Area flood(const Board& board, Spot start) {
    return flood_from(board, start, Reach::area);
}

Area flood_river_system(const Board& board, Spot start) {
    return flood_from(board, start, Reach::river_system);
}

std::vector<Area> areas_of_kind(const Board& board, const std::string& kind) {
    const bool system = kind == "river_system";
    std::vector<Area> areas;
    std::set<Spot> seen;
    for (const auto& [cell, placed] : board) {
        for (int i = 0; i < static_cast<int>(placed.tile->features.size()); ++i) {
            const Feature& feature = placed.tile->feature(i);
            const bool wanted =
                system ? feature.kind == "river" || feature.kind == "lake" : feature.kind == kind;
            const Spot spot = {cell.first, cell.second, i};
            if (!wanted || seen.contains(spot)) continue;
            areas.push_back(system ? flood_river_system(board, spot) : flood(board, spot));
            seen.insert(areas.back().segments.begin(), areas.back().segments.end());
        }
    }
    std::ranges::sort(areas, {}, &Area::name);
    return areas;
}

bool is_site(const Feature& feature) {
    return feature.kind == "monastery" || feature.kind == "garden";
}

std::vector<int> count_tokens(const Area& area, const Tokens& tokens, const std::string& kind,
                              int players) {
    std::vector<int> counts(static_cast<std::size_t>(players), 0);
    for (const auto& [spot, token] : tokens) {
        if (token.kind == kind && area.segments.contains(spot)) {
            ++counts.at(static_cast<std::size_t>(token.player));
        }
    }
    return counts;
}

std::vector<int> count_followers(const Area& area, const Tokens& tokens, int players) {
    std::vector<int> counts = count_tokens(area, tokens, "follower", players);
    const std::vector<int> big = count_tokens(area, tokens, "big", players);
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += big[i];
    return counts;
}

std::vector<int> strength(const Area& area, const Tokens& tokens, int players) {
    std::vector<int> counts = count_tokens(area, tokens, "follower", players);
    const std::vector<int> big = count_tokens(area, tokens, "big", players);
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += 2 * big[i];
    return counts;
}

int tile_count(const Area& area) {
    return static_cast<int>(area.cells().size());
}

int shield_count(const Board& board, const Area& area) {
    return sum(board, area, [](const Feature& feature) { return feature.shields; });
}

int gold_count(const Board& board, const Area& area) {
    return sum(board, area, [](const Feature& feature) { return feature.gold; });
}

int mushroom_count(const Board& board, const Area& area) {
    return sum(board, area, [](const Feature& feature) { return feature.mushrooms; });
}

int fish_in_end_lakes(const Board& board, const Area& river) {
    std::set<Spot> lakes;
    for (const Spot spot : river.segments) {
        for (const int lake : feature_at(board, spot).lakes) {
            lakes.insert({spot[0], spot[1], lake});
        }
    }
    int fish = 0;
    for (const Spot lake : lakes) fish += feature_at(board, lake).fish;
    return fish;
}

int fish_in_system(const Board& board, const Area& river_system) {
    return sum(board, river_system, [](const Feature& feature) { return feature.fish; });
}

bool has_inn(const Board& board, const Area& road) {
    return sum(board, road, [](const Feature& feature) { return feature.inn ? 1 : 0; }) > 0;
}

bool has_cathedral(const Board& board, const Area& city) {
    return sum(board, city, [](const Feature& feature) { return feature.cathedral ? 1 : 0; }) > 0;
}

bool holds(const Area& area, const Tokens& tokens, int player, const std::string& kind) {
    return std::ranges::any_of(tokens, [&](const auto& entry) {
        return entry.second.player == player && entry.second.kind == kind &&
               area.segments.contains(entry.first);
    });
}

bool holds_own_follower(const Area& area, const Tokens& tokens, int player) {
    return holds(area, tokens, player, "follower") || holds(area, tokens, player, "big");
}

bool holds_any(const Area& area, const Tokens& tokens, const std::string& kind) {
    return std::ranges::any_of(tokens, [&](const auto& entry) {
        return entry.second.kind == kind && area.segments.contains(entry.first);
    });
}

std::set<Spot> touched_cities(const Board& board, const Area& field) {
    std::set<Spot> cities;
    for (const Spot spot : field.segments) {
        for (const int city : feature_at(board, spot).cities) {
            cities.insert(flood(board, {spot[0], spot[1], city}).name());
        }
    }
    return cities;
}

int paying_animals(const Board& board, const Area& meadow) {
    std::map<std::string, int> animals;
    bool fire = false;
    for (const Spot spot : meadow.segments) {
        const Feature& feature = feature_at(board, spot);
        for (const auto& [animal, count] : feature.animals) animals[animal] += count;
        fire = fire || feature.fire;
    }
    const int tigers = fire ? 0 : animals["tiger"];
    return std::max(0, animals["deer"] - tigers) + animals["mammoth"] + animals["buffalo"];
}

} // namespace bastide::reference
