#pragma once
// Where things lie on a tile, worked out from its facts alone: towns with their walls, roads and
// rivers as curves, lakes, monasteries, villages, bridges, gates. Works for every tile that
// check_tile() accepts; where facts cannot be drawn in the plane (a city from north to south and
// another from west to east), the later one passes over the earlier.

#include "art/label_grid.h"
#include "art/shape.h"
#include "rules/tile.h"

#include <vector>

namespace bastide::art {

// What crosses a border has the same profile on every tile: a line comes in at the middle of the
// edge, a city or forest fills the edge from corner to corner.
inline constexpr double road_half_width = 4;
inline constexpr double river_half_width = 6;

/// A city or forest. A wall runs from one corner of the tile to another.
struct Mass {
    unsigned segment = 0;
    Polyline ring;
    std::vector<Polyline> walls;
};

struct Line {
    unsigned segment = 0;
    Curve curve; // begins at an edge
};

/// Something round.
struct Disc {
    enum class Kind : std::uint8_t { lake, pond, spring, monastery, garden };
    Kind kind = Kind::lake;
    unsigned segment = 0;
    Point centre;
    double radius = 0;
};

/// A piece of a narrow strip of forest between two meadows.
struct Tongue {
    Point at;
    double half_width = 0;
};

/// A place on a road or river and the way it goes there.
struct Crossing {
    Point at;
    Point along;
};

struct Layout {
    std::vector<Mass> masses; // in painting order
    std::vector<Line> waters; // rivers and streams
    std::vector<Line> roads;
    std::vector<Disc> discs;
    std::vector<Point> villages;   // where three roads meet
    std::vector<Point> farmsteads; // where a road ends in a field
    std::vector<Crossing> gates;   // a road comes through a wall
    std::vector<Crossing> bridges; // a road over a river
    std::vector<Tongue> tongues;   // all along each
    LabelGrid grid;                // the map of all this, with the fields
    Clearance clearance;           // of that map
};

bool is_mass(SegmentKind kind);
bool is_land(SegmentKind kind);
bool is_water(SegmentKind kind);

Layout lay_out(const Tile& tile);

} // namespace bastide::art
