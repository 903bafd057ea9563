#pragma once
// A tile as a few signs, turned, with a place for a figure on each of its segments.

#include "cli/play/canvas.h"
#include "cli/play/signs.h"
#include "rules/tile.h"

#include <array>

namespace bastide::cli {

class TilePicture {
  public:
    /// Width and height are odd, so that lines have a middle.
    TilePicture(const Tile& tile, Rotation rotation, Size size, const Signs& signs);

    Size size() const { return size_; }
    const Glyph& at(Spot spot) const { return glyphs_[index(spot)]; }
    /// Where a figure on this segment stands, so that it and the sign to its right lie on it if
    /// there is room.
    Spot spot(unsigned segment) const { return spots_[segment]; }
    bool owns(Spot spot, unsigned segment) const {
        return spot.x < size_.width && owner_[index(spot)] == segment;
    }
    void draw(Canvas& canvas, Spot at) const;

  private:
    void fill_fields();
    void fill_mass(unsigned segment);
    void draw_line(unsigned segment);
    void draw_lake(unsigned segment);
    void draw_site(unsigned segment);
    void make_room(unsigned segment);
    void find_spot(unsigned segment);
    Spot spot_beside(unsigned segment, int count) const;
    void draw_extras(unsigned segment);

    EdgeSet edges(unsigned segment) const;
    void give(Spot spot, unsigned segment, Glyph glyph);
    Spot centre() const { return {size_.width / 2, size_.height / 2}; }
    Spot halfway_to(Edge edge) const;
    std::size_t index(Spot spot) const {
        return static_cast<std::size_t>(spot.y * size_.width + spot.x);
    }

    const Tile& tile_;
    Rotation rotation_;
    Size size_;
    const Signs& signs_;
    std::vector<Glyph> glyphs_;
    std::vector<unsigned> owner_; // segment of each sign
    Spot site_;                   // of the monastery or garden
    std::array<Spot, max_segments> spots_ = {};
};

} // namespace bastide::cli
