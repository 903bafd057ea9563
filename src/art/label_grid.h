#pragma once
// A tile as a map of 100 x 100 squares, each of which belongs to one segment. Shapes are painted
// one over the other, so that segments never overlap; fields get what is left.

#include "art/shape.h"
#include "rules/tile.h"

#include <array>
#include <cstdint>
#include <span>

namespace bastide::art {

class LabelGrid {
  public:
    static constexpr int size = 100;
    static constexpr std::uint8_t none = 0xFF;

    LabelGrid() { labels_.fill(none); }

    /// Outside the tile: none.
    std::uint8_t at(int x, int y) const {
        return x < 0 || y < 0 || x >= size || y >= size ? none : labels_[index(x, y)];
    }
    std::uint8_t at(Point p) const;
    void set(int x, int y, std::uint8_t label) { labels_[index(x, y)] = label; }
    unsigned count(std::uint8_t label) const;

    void paint(const Polyline& ring, std::uint8_t label);
    void paint_ribbon(const Polyline& centre, double half_width, std::uint8_t label);
    void paint_disc(Point centre, double radius, std::uint8_t label);

    static Point centre_of(int x, int y) { return {x + 0.5, y + 0.5}; }
    static std::size_t index(int x, int y) {
        return static_cast<std::size_t>(y) * size + static_cast<std::size_t>(x);
    }

  private:
    std::array<std::uint8_t, size * size> labels_;
};

/// For each square how far it is to one of another label, and to the tile's border.
class Clearance {
  public:
    Clearance() { away_.fill(0); }
    explicit Clearance(const LabelGrid& grid);
    double at(int x, int y) const { return static_cast<double>(away_[LabelGrid::index(x, y)]); }

  private:
    std::array<float, LabelGrid::size * LabelGrid::size> away_;
};

inline double to_border(Point p) {
    const double x = p.x < 50 ? p.x : tile_size - p.x;
    const double y = p.y < 50 ? p.y : tile_size - p.y;
    return x < y ? x : y;
}

/// Gives every free square to a field (or a neighbour, where the tile has none to give it to).
/// Where one open space touches half-edges of several fields it is divided between them.
void fill_fields(LabelGrid& grid, const Tile& tile);

} // namespace bastide::art
