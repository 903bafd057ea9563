#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

// The reference reads tile facts by itself, so that a mistake in the engine's generated tile
// tables shows up as a difference. Edges: 0 north, 1 east, 2 south, 3 west. Halves as in the
// data: 0..7 clockwise from the west half of the north edge.
namespace bastide::reference {

struct Feature {
    std::string kind;
    std::set<int> edges;  // city, road, river, forest
    std::set<int> halves; // field, meadow
    std::set<int> cities; // field: indices of the cities it touches on this tile
    std::set<int> lakes;  // river: indices of the lakes it reaches on this tile
    int shields = 0;
    int fish = 0;
    int gold = 0;
    int mushrooms = 0;
    std::map<std::string, int> animals;
    bool source = false;
    bool shrine = false;
    bool fire = false;
    bool inn = false;       // road
    bool cathedral = false; // city
    std::string goods;      // city: wine, grain, cloth or ""
};

struct Tile {
    std::string id;
    int count = 0;
    int start = 0; // copies that lie on the board when the game begins
    bool bonus = false;
    bool gingerbread = false;
    std::string role; // "spring", "lake" or ""
    std::vector<Feature> features;

    const Feature& feature(int index) const { return features.at(static_cast<std::size_t>(index)); }
};

using TileSet = std::map<std::string, Tile>;

// Throws std::runtime_error when the file is missing or says something unknown.
TileSet read_tiles(const std::string& path);

int turned_edge(int edge, int rot);
int turned_half(int half, int rot);
std::set<int> turned_edges(const Feature& feature, int rot);
std::set<int> turned_halves(const Feature& feature, int rot);

// What the tile shows on an edge of the board once turned: city, road, river or field; forest,
// river or meadow in hunters.
std::string edge_kind(const Tile& tile, int edge, int rot);

// The lowest rotation that the data cannot tell apart from `rot` (RECORD.md).
int canonical_rotation(const Tile& tile, int rot);

} // namespace bastide::reference
