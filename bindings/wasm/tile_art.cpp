#include "bindings/wasm/tile_art.h"

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

TilePicture tile_picture(const Tile& tile, std::string_view id, const TileLook& look) {
    art::Atlas atlas(art::theme_from(look.theme).value_or(art::Theme::summer), look.detail);
    const unsigned number = atlas.add(tile, id);
    const std::string ground = atlas.ground(number, look.rotation, {0, 0});
    TilePicture picture;
    picture.ground = document("0 0 100 100", atlas.definitions(), ground);
    const std::string standing = atlas.standing(number, look.rotation, {0, 0});
    picture.standing = document("-20 -30 140 150", atlas.definitions(), standing);
    return picture;
}

std::string token_picture(Token token, SegmentKind kind, unsigned player) {
    return document("-10 -10 20 20", "", art::draw_token(art::figure_on(token, kind), player));
}

std::string man_picture() {
    return document("-10 -10 20 20", "", art::draw_gingerbread_man());
}

std::string goods_picture(Goods goods) {
    return document("-10 -10 20 20", "", art::draw_goods(goods));
}

} // namespace bastide::wasm
