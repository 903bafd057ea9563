#pragma once
// Where things lie: cells, edges, rotations. x grows east, y grows south.

#include <bit>
#include <compare>
#include <cstdint>

namespace bastide {

enum class Edge : std::uint8_t { north, east, south, west };
inline constexpr unsigned edge_count = 4;

constexpr Edge opposite(Edge edge) {
    return static_cast<Edge>((static_cast<unsigned>(edge) + 2) % edge_count);
}

/// A square of the table. Ordered by x, then y, as records order them.
struct Cell {
    std::int8_t x = 0;
    std::int8_t y = 0;
    friend constexpr auto operator<=>(const Cell&, const Cell&) = default;
};

/// The table ends so far from the start tile. Only a row of nearly all tiles of a wide box gets
/// there: nothing may lie beyond.
inline constexpr int table_edge = 120;
constexpr bool on_table(Cell cell) {
    return cell.x >= -table_edge && cell.x <= table_edge && cell.y >= -table_edge &&
           cell.y <= table_edge;
}

constexpr Cell neighbour(Cell cell, Edge edge) {
    constexpr int dx[] = {0, 1, 0, -1};
    constexpr int dy[] = {-1, 0, 1, 0};
    const auto i = static_cast<unsigned>(edge);
    return {static_cast<std::int8_t>(cell.x + dx[i]), static_cast<std::int8_t>(cell.y + dy[i])};
}

/// Clockwise quarter turns, 0 to 3.
using Rotation = std::uint8_t;

/// A set of edges: bit 0 north, 1 east, 2 south, 3 west.
using EdgeSet = std::uint8_t;

/// A set of half-edges, clockwise: bit 0 the west half of the north edge, 1 its east half,
/// 2 the north half of the east edge, and so on to 7.
using HalfSet = std::uint8_t;

constexpr EdgeSet turned_edges(EdgeSet edges, Rotation rotation) {
    return static_cast<EdgeSet>(((edges << rotation) | (edges >> (4 - rotation))) & 0xF);
}

constexpr HalfSet turned_halves(HalfSet halves, Rotation rotation) {
    return std::rotl(halves, 2 * rotation);
}

} // namespace bastide
