#include "art/atlas.h"

#include "art/sprites.h"

#include <fmt/compile.h>

#include <iterator>

namespace bastide::art {

unsigned Atlas::add(const Tile& tile, std::string_view id) {
    tiles_.push_back(paint(tile, id, theme_, detail_));
    return static_cast<unsigned>(tiles_.size() - 1);
}

std::string Atlas::ground(unsigned number, Rotation rotation, Point at) const {
    std::string out = fmt::format(FMT_COMPILE("<use href=\"#{}g{}\" transform=\"translate("),
                                  id_prefix(theme_), number);
    write(out, at);
    out += ')';
    if (rotation != 0) {
        fmt::format_to(std::back_inserter(out), FMT_COMPILE("rotate({} 50 50)"), 90 * rotation);
    }
    return out + "\"/>";
}

std::string Atlas::standing(unsigned number, Rotation rotation, Point at) {
    standing_.insert({number, rotation});
    std::string out = fmt::format(FMT_COMPILE("<use href=\"#{}t{}{}\" x=\""), id_prefix(theme_),
                                  number, "abcd"[rotation]);
    write(out, at.x);
    out += "\" y=\"";
    write(out, at.y);
    return out + "\"/>";
}

std::string Atlas::definitions() const {
    const char prefix = id_prefix(theme_);
    std::vector<std::string_view> names;
    std::string tiles;
    for (unsigned i = 0; i < tiles_.size(); ++i) {
        const TileArt& art = tiles_[i];
        fmt::format_to(std::back_inserter(tiles), FMT_COMPILE("<g id=\"{}g{}\">{}</g>"), prefix, i,
                       art.ground);
        if (!art.walls.empty()) {
            fmt::format_to(std::back_inserter(tiles),
                           FMT_COMPILE("<path id=\"{}w{}\" d=\"{}\" fill=\"none\"/>"), prefix, i,
                           art.walls);
        }
        for (const Stamp& stamp : art.stamps) names.push_back(stamp.sprite);
    }
    for (const auto& [number, rotation] : standing_) {
        fmt::format_to(std::back_inserter(tiles), FMT_COMPILE("<g id=\"{}t{}{}\">{}</g>"), prefix,
                       number, "abcd"[rotation],
                       art::standing(tiles_[number], theme_, rotation,
                                     fmt::format(FMT_COMPILE("{}w{}"), prefix, number)));
    }
    return ground_defs(theme_) + sprite_defs(std::move(names), theme_, detail_) + tiles;
}

} // namespace bastide::art
