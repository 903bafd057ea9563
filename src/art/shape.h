#pragma once
// Points, curves and how they are written in SVG. A tile is 100 x 100, y grows south.
// No sine or cosine: only operations that every machine rounds alike, so that pictures are the
// same everywhere.

#include "rules/geometry.h"
#include "rules/random.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bastide::art {

inline constexpr double tile_size = 100;

struct Point {
    double x = 0;
    double y = 0;
    friend constexpr Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
    friend constexpr Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
    friend constexpr Point operator*(Point a, double k) { return {a.x * k, a.y * k}; }
    friend constexpr bool operator==(Point, Point) = default;
};

inline double length(Point p) {
    return std::sqrt(p.x * p.x + p.y * p.y);
}
inline double distance(Point a, Point b) {
    return length(a - b);
}
inline Point unit(Point p) {
    const double l = length(p);
    return l > 0 ? p * (1 / l) : Point{1, 0};
}

using Polyline = std::vector<Point>;

/// A chain of cubic curves.
struct Curve {
    struct Piece {
        Point out, in, end; // control points and end
    };
    Point start;
    std::vector<Piece> pieces;

    Point end() const { return pieces.empty() ? start : pieces.back().end; }
};

Curve curve_between(Point a, Point a_control, Point b_control, Point b);
Polyline flattened(const Curve& curve);

/// Even-odd, over all rings together.
bool inside(const std::vector<Polyline>& rings, Point p);
double distance_to(const Polyline& line, Point p);

/// Clockwise quarter turns about the tile's centre.
Point turned(Point p, Rotation rotation);

/// The middle of an edge, the corner where it starts (clockwise), and the way inwards.
Point middle(unsigned edge);
Point corner(unsigned edge);
Point inwards(unsigned edge);
/// `along` from the edge's first corner, `depth` into the tile.
Point from_edge(unsigned edge, double along, double depth);

/// Rounded to a tenth, in as few characters as possible.
void write(std::string& out, double number);
void write(std::string& out, Point p);
/// Path data. A closed line ends in Z.
enum class Ending : std::uint8_t { open, closed };
void write(std::string& out, const Polyline& line, Ending ending);
void write(std::string& out, const Curve& curve);
/// A smooth closed line through the points.
void write_smooth(std::string& out, const Polyline& ring);

/// A seeded stream of small decisions.
class Dice {
  public:
    explicit Dice(std::string_view seed);
    explicit Dice(std::uint64_t seed);
    std::uint64_t next();
    /// 0 to n - 1.
    unsigned below(unsigned n);
    /// Between a and b.
    double between(double a, double b);

  private:
    Random random_;
};

} // namespace bastide::art
