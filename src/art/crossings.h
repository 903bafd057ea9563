#pragma once
// Where a road crosses what lies in its way: gates in walls, bridges over rivers and other roads.

#include "art/layout.h"

#include <array>
#include <optional>

namespace bastide::art {

/// The fields on both sides of what comes in at the middle of an edge.
std::array<std::optional<unsigned>, 2> fields_beside(const Tile& tile, unsigned edge);

/// Whether the road of this edge parts two fields of one city. Two such roads do not meet: each
/// has its gate.
bool parts_fields_of_a_city(const Tile& tile, unsigned edge);
/// Where the road of this edge comes through a wall, if it does.
std::optional<Crossing> gate_for(const Tile& tile, const std::vector<Mass>& masses, unsigned edge);

/// Of roads over waters and over earlier roads.
std::vector<Crossing> bridges_of(const Tile& tile, const Layout& layout);

} // namespace bastide::art
