#pragma once
// The definitions of a picture: every tile once, every sprite once, to be used many times.

#include "art/painter.h"

#include <set>

namespace bastide::art {

class Atlas {
  public:
    explicit Atlas(Theme theme, Detail detail = Detail::full)
        : theme_(theme)
        , detail_(detail) {}

    /// Paints a tile; its number names it from now on.
    unsigned add(const Tile& tile, std::string_view id);

    /// <use> of a tile's ground, turned, at a place.
    std::string ground(unsigned number, Rotation rotation, Point at) const;
    /// <use> of what stands on it. Asks for definitions, so call definitions() last.
    std::string standing(unsigned number, Rotation rotation, Point at);

    /// Where a token stands on a turned tile.
    Point spot(unsigned number, unsigned segment, Rotation rotation) const {
        return turned(tiles_[number].spots[segment], rotation);
    }

    /// Everything asked for, for <defs>.
    std::string definitions() const;

  private:
    Theme theme_;
    Detail detail_;
    std::vector<TileArt> tiles_;
    std::set<std::pair<unsigned, Rotation>> standing_;
};

} // namespace bastide::art
