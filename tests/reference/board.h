#pragma once

#include "tiles.h"

#include <array>
#include <map>
#include <set>
#include <utility>

namespace bastide::reference {

using Cell = std::pair<int, int>; // x grows east, y grows south
using Spot = std::array<int, 3>;  // x, y, index of the feature on the tile there

struct Placed {
    const Tile* tile = nullptr;
    int rot = 0;
};

using Board = std::map<Cell, Placed>;

enum class Water { hunters, classic_river };

Cell neighbour(Cell cell, int edge);
const Feature& feature_at(const Board& board, Spot spot);

// How many of the eight squares around are filled (F4, A3).
int filled_neighbours(const Board& board, Cell cell);

// The empty squares that share an edge with a placed tile.
std::set<Cell> frontier(const Board& board);

// T1, and for river tiles of the classic editions R2 and R3 as well. Any rotation, canonical or
// not.
bool fits(const Board& board, const Tile& tile, Cell cell, int rot, Water water);

bool fits_somewhere(const Board& board, const Tile& tile, Water water);

} // namespace bastide::reference
