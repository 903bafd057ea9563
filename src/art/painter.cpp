#include "art/painter.h"

#include "art/outline.h"
#include "art/sprites.h"

#include <algorithm>

namespace bastide::art {

TileArt paint(const Tile& tile, std::string_view id, Theme theme, Detail detail) {
    Scene scene = {tile, id, theme, detail, lay_out(tile), {}, {}};
    scene.geometry = spots_of(tile, scene.layout);
    for (unsigned i = 0; i < tile.segment_count; ++i) {
        if (tile.segments[i].kind != SegmentKind::forest) continue;
        scene.geometry.segments[i].outline = trace(scene.layout.grid, static_cast<std::uint8_t>(i));
    }
    scene.parcels = find_parcels(scene);
    TileArt art;
    art.ground = paint_ground(scene);
    for (const Mass& mass : scene.layout.masses) {
        if (tile.segments[mass.segment].kind != SegmentKind::city) continue;
        for (const Polyline& wall : mass.walls) write(art.walls, wall, Ending::open);
    }
    art.stamps = place_stamps(scene);
    for (unsigned i = 0; i < tile.segment_count; ++i) {
        art.spots[i] = scene.geometry.segments[i].spot;
    }
    return art;
}

namespace {

/// The same path a little higher each time makes a wall that stands up, whatever way it turns.
struct WallLayer {
    double lift;
    std::string_view stroke;
    std::string_view width;
    std::string_view more;
};
constexpr WallLayer wall_layers[] = {
    {-0.8, "$o", "5", " opacity=\".3\""},
    {0, "$S", "3.8", ""},
    {1.3, "$S", "3.8", ""},
    {2.4, "$s", "3.6", ""},
    {3.2, "$L", "3.4", ""},
    {3.2, "$S", "3.4", " stroke-dasharray=\".8 1.7\""},
    {3.2, "$s", "1.5", ""},
};

} // namespace

std::string standing(const TileArt& art, Theme theme, Rotation rotation, std::string_view walls) {
    std::string out;
    if (!art.walls.empty()) {
        for (const WallLayer& layer : wall_layers) {
            out += "<use href=\"#";
            out += walls;
            out += "\" transform=\"";
            if (layer.lift != 0) {
                out += "translate(0 ";
                write(out, -layer.lift);
                out += ")";
            }
            if (rotation != 0) {
                out += "rotate(";
                write(out, 90.0 * rotation);
                out += " 50 50)";
            }
            out += "\" stroke=\"";
            out += coloured(layer.stroke, theme);
            out += "\" stroke-width=\"";
            out += layer.width;
            out += "\"";
            out += layer.more;
            out += "/>";
        }
    }
    std::vector<Stamp> stamps = art.stamps;
    for (Stamp& stamp : stamps) stamp.at = turned(stamp.at, rotation);
    // What stands nearer to the viewer covers what is behind.
    std::sort(stamps.begin(), stamps.end(), [](const Stamp& a, const Stamp& b) {
        if (is_symbol(a.sprite) != is_symbol(b.sprite)) return is_symbol(b.sprite);
        if (a.at.y != b.at.y) return a.at.y < b.at.y;
        return a.at.x != b.at.x ? a.at.x < b.at.x : a.sprite < b.sprite;
    });
    for (const Stamp& stamp : stamps) {
        out += "<use href=\"#";
        out += id_prefix(theme);
        out += stamp.sprite;
        out += "\" x=\"";
        write(out, stamp.at.x);
        out += "\" y=\"";
        write(out, stamp.at.y - sprite(stamp.sprite).lift);
        out += "\"/>";
    }
    return out;
}

} // namespace bastide::art
