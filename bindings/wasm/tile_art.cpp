#include "bindings/wasm/tile_art.h"

#if !__has_include("art/atlas.h")

#include <array>
#include <bit>

namespace bastide::wasm {
namespace {

struct Point {
    int x, y;
};
constexpr Point centre = {50, 50};
// Clockwise from the north-west corner: corner, middle of the edge, corner and so on.
constexpr std::array<Point, 8> rim = {
    {{0, 0}, {50, 0}, {100, 0}, {100, 50}, {100, 100}, {50, 100}, {0, 100}, {0, 50}}};

Point turned(Point p, unsigned quarter_turns) {
    for (; quarter_turns > 0; --quarter_turns) p = {100 - p.y, p.x};
    return p;
}

std::string path(std::initializer_list<Point> points) {
    std::string text;
    for (const Point& p : points) {
        text += text.empty() ? 'M' : 'L';
        text += std::to_string(p.x) + ' ' + std::to_string(p.y);
    }
    return text + 'Z';
}

std::string disc(int radius) {
    const std::string r = std::to_string(radius), arc = "a" + r + ' ' + r + " 0 1 0 ";
    return "M" + std::to_string(50 - radius) + " 50" + arc + std::to_string(2 * radius) + " 0" +
           arc + std::to_string(-2 * radius) + " 0Z";
}

unsigned first_edge(EdgeSet edges) {
    return static_cast<unsigned>(std::countr_zero(static_cast<unsigned>(edges | 16)));
}

SegmentArt mass(const Segment& segment) {
    SegmentArt art;
    const bool one = std::popcount(segment.edges) == 1;
    int x = 0, y = 0, count = 0;
    for (unsigned e = 0; e < edge_count; ++e) {
        if (!(segment.edges >> e & 1)) continue;
        art.outline += one ? path({turned({0, 0}, e), turned({100, 0}, e), turned({76, 26}, e),
                                   turned({24, 26}, e)})
                           : path({turned({0, 0}, e), turned({100, 0}, e), centre});
        const Point spot = turned({50, one ? 14 : 26}, e);
        x += spot.x, y += spot.y, ++count;
    }
    if (count > 0) art.x = x / count, art.y = y / count;
    return art;
}

SegmentArt line(const Segment& segment) {
    SegmentArt art;
    for (unsigned e = 0; e < edge_count; ++e) {
        if (!(segment.edges >> e & 1)) continue;
        art.outline += path(
            {turned({45, 0}, e), turned({55, 0}, e), turned({55, 55}, e), turned({45, 55}, e)});
    }
    const Point spot = turned({50, 28}, first_edge(segment.edges));
    art.x = spot.x, art.y = spot.y;
    return art;
}

SegmentArt land(const Segment& segment) {
    SegmentArt art;
    bool first = true;
    for (unsigned h = 0; h < 8; ++h) {
        if (!(segment.halves >> h & 1)) continue;
        const Point a = rim[h], b = rim[(h + 1) % 8];
        art.outline += path({a, b, centre});
        if (first) art.x = (a.x + b.x + 34) / 3, art.y = (a.y + b.y + 34) / 3;
        first = false;
    }
    return art;
}

const char* colour(SegmentKind kind) {
    switch (kind) {
    case SegmentKind::city:
        return "#c9a36a";
    case SegmentKind::road:
        return "#f1ead8";
    case SegmentKind::monastery:
        return "#a8563c";
    case SegmentKind::garden:
        return "#d36b8c";
    case SegmentKind::river:
    case SegmentKind::stream:
    case SegmentKind::lake:
        return "#5b93b8";
    case SegmentKind::forest:
        return "#3d6b45";
    case SegmentKind::field:
    case SegmentKind::meadow:
        return "#8fb069";
    }
    return "#8fb069";
}

SegmentArt art_of(const Segment& segment) {
    switch (segment.kind) {
    case SegmentKind::city:
    case SegmentKind::forest:
        return mass(segment);
    case SegmentKind::field:
    case SegmentKind::meadow:
        return land(segment);
    case SegmentKind::road:
    case SegmentKind::river:
    case SegmentKind::stream:
        return line(segment);
    case SegmentKind::monastery:
    case SegmentKind::garden:
    case SegmentKind::lake:
        return {disc(13), 50, 50};
    }
    return {};
}

} // namespace

std::vector<SegmentArt> segment_art(const Tile& tile) {
    std::vector<SegmentArt> list;
    for (unsigned s = 0; s < tile.segment_count; ++s) list.push_back(art_of(tile.segments[s]));
    return list;
}

TilePicture tile_picture(const Tile& tile, std::string_view, std::string_view, Rotation rotation) {
    TilePicture picture;
    picture.ground = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\"><g "
                     "transform=\"rotate(" +
                     std::to_string(90 * rotation) + " 50 50)\">";
    const std::vector<SegmentArt> segments = segment_art(tile);
    for (const bool fields : {true, false}) {
        for (unsigned s = 0; s < tile.segment_count; ++s) {
            const SegmentKind kind = tile.segments[s].kind;
            const bool is_field = kind == SegmentKind::field || kind == SegmentKind::meadow;
            if (is_field != fields) continue;
            picture.ground +=
                "<path d=\"" + segments[s].outline + "\" fill=\"" + colour(kind) + "\"/>";
        }
    }
    picture.ground += "</g></svg>";
    return picture;
}

std::string token_picture(Token, SegmentKind, unsigned player) {
    constexpr const char* colours[] = {"#e8b317", "#c23b2b", "#2f7d4f", "#2f63b5", "#2b2b2b"};
    return std::string("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-10 -10 20 20\">"
                       "<circle r=\"6\" stroke=\"#fff\" fill=\"") +
           colours[player % 5] + "\"/></svg>";
}

std::string man_picture() {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-10 -10 20 20\">"
           "<circle r=\"6\" fill=\"#9a5b2c\"/></svg>";
}

} // namespace bastide::wasm

#else

#include "art/atlas.h"
#include "art/tokens.h"

namespace bastide::wasm {
namespace {

constexpr std::string_view xmlns = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"";

std::string document(std::string_view view_box, std::string_view definitions,
                     std::string_view body) {
    std::string out(xmlns);
    out += view_box;
    out += "\"><defs>";
    out += definitions;
    out += "</defs>";
    out += body;
    return out + "</svg>";
}

} // namespace

std::vector<SegmentArt> segment_art(const Tile& tile) {
    const art::TileGeometry geometry = art::geometry(tile);
    std::vector<SegmentArt> list;
    for (unsigned s = 0; s < geometry.segment_count; ++s) {
        const art::SegmentGeometry& segment = geometry.segments[s];
        list.push_back({art::path_data(segment.outline), segment.spot.x, segment.spot.y});
    }
    return list;
}

TilePicture tile_picture(const Tile& tile, std::string_view id, std::string_view edition,
                         Rotation rotation) {
    art::Atlas atlas(art::theme_of(edition));
    const unsigned number = atlas.add(tile, id);
    const std::string ground = atlas.ground(number, rotation, {0, 0});
    TilePicture picture;
    picture.ground = document("0 0 100 100", atlas.definitions(), ground);
    const std::string standing = atlas.standing(number, rotation, {0, 0});
    picture.standing = document("-20 -30 140 150", atlas.definitions(), standing);
    return picture;
}

std::string token_picture(Token token, SegmentKind kind, unsigned player) {
    return document("-10 -10 20 20", "", art::draw_token(art::figure_on(token, kind), player));
}

std::string man_picture() {
    return document("-10 -10 20 20", "", art::draw_gingerbread_man());
}

} // namespace bastide::wasm

#endif
