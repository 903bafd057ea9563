#include "board.h"

#include <algorithm>
#include <ranges>

namespace bastide::reference {
namespace {

enum class Bend { none, left, right };

int opposite(int edge) {
    return (edge + 2) % 4;
}

const Feature* river_of(const Tile& tile) {
    for (const Feature& feature : tile.features) {
        if (feature.kind == "river") return &feature;
    }
    return nullptr;
}

// Which way the water turns on this tile when it comes in over the edge `entry`.
Bend bend(const Placed& placed, int entry) {
    for (const int exit : turned_edges(*river_of(*placed.tile), placed.rot)) {
        if (exit == turned_edge(entry, 1)) return Bend::left;
        if (exit == turned_edge(entry, 3)) return Bend::right;
    }
    return Bend::none;
}

// The same for a tile that the water leaves over the edge `exit`: seen upstream, it turns the
// other way.
Bend bend_before(const Placed& placed, int exit) {
    const Bend upstream = bend(placed, exit);
    if (upstream == Bend::left) return Bend::right;
    if (upstream == Bend::right) return Bend::left;
    return Bend::none;
}

// R2: joined by the river. R3: no two bends in a row that turn the same way.
bool river_fits(const Board& board, const Placed& placed, Cell cell) {
    bool joined = false;
    for (const int edge : turned_edges(*river_of(*placed.tile), placed.rot)) {
        const auto before = board.find(neighbour(cell, edge));
        if (before == board.end()) continue;
        joined = true;
        const Bend here = bend(placed, edge);
        if (here != Bend::none && here == bend_before(before->second, opposite(edge))) return false;
    }
    return joined;
}

} // namespace

Cell neighbour(Cell cell, int edge) {
    switch (edge) {
    case 0:
        return {cell.first, cell.second - 1};
    case 1:
        return {cell.first + 1, cell.second};
    case 2:
        return {cell.first, cell.second + 1};
    default:
        return {cell.first - 1, cell.second};
    }
}

const Feature& feature_at(const Board& board, Spot spot) {
    return board.at({spot[0], spot[1]}).tile->feature(spot[2]);
}

int filled_neighbours(const Board& board, Cell cell) {
    int filled = 0;
    for (int dx = -1; dx <= 1; ++dx) {
        for (int dy = -1; dy <= 1; ++dy) {
            if (dx == 0 && dy == 0) continue;
            if (board.contains({cell.first + dx, cell.second + dy})) ++filled;
        }
    }
    return filled;
}

std::set<Cell> frontier(const Board& board) {
    std::set<Cell> cells;
    for (const Cell& cell : std::views::keys(board)) {
        for (int edge = 0; edge < 4; ++edge) {
            if (!board.contains(neighbour(cell, edge))) cells.insert(neighbour(cell, edge));
        }
    }
    return cells;
}

bool fits(const Board& board, const Tile& tile, Cell cell, int rot, Water water) {
    if (board.contains(cell)) return false;
    int touching = 0;
    for (int edge = 0; edge < 4; ++edge) {
        const auto found = board.find(neighbour(cell, edge));
        if (found == board.end()) continue;
        const Placed& other = found->second;
        ++touching;
        if (edge_kind(tile, edge, rot) != edge_kind(*other.tile, opposite(edge), other.rot)) {
            return false;
        }
    }
    if (touching == 0) return false;
    if (water == Water::hunters || river_of(tile) == nullptr) return true;
    return river_fits(board, {&tile, rot}, cell);
}

bool fits_somewhere(const Board& board, const Tile& tile, Water water) {
    for (const Cell& cell : frontier(board)) {
        for (int rot = 0; rot < 4; ++rot) {
            if (fits(board, tile, cell, rot, water)) return true;
        }
    }
    return false;
}

} // namespace bastide::reference
