// What a page shows before and beside a game: editions, tiles and tokens as pictures. Left out of
// the module that thinks.

#include "art/tokens.h"
#include "bindings/shared/catalog_view.h"
#include "bindings/wasm/desk.h"
#include "bindings/wasm/tile_art.h"
#include "bindings/wasm/tile_view.h"
#include "catalog/ruleset_fields.h"
#include "notation/words.h"

namespace bastide::wasm {
namespace {

std::optional<art::Detail> detail_from(std::string_view text) {
    if (text == "full") return art::Detail::full;
    if (text == "small") return art::Detail::small;
    return std::nullopt;
}

/// In steps, so that a page that zooms does not draw every figure anew in every frame.
Json figure_sizes() {
    constexpr unsigned least = 40, step = 2, units = 20; // a token's document has 20 units
    Json list = Json::array();
    for (unsigned pixels = least; pixels <= art::small_pixels; pixels += step) {
        list.push_back({{"pixels", pixels}, {"size", units * art::figure_scale(pixels)}});
    }
    return list;
}

} // namespace

BASTIDE_EXPORT(catalog) const char* catalog() {
    return answer(binding::catalog_json(Catalog::embedded()));
}

BASTIDE_EXPORT(game_tile)
const char* game_tile(unsigned handle, const char* id, std::size_t size) {
    return with(handle, [&](Session& session) {
        const auto tile = session.setup().find_tile({id, size});
        if (!tile) return refuse("tile_not_in_stack");
        return answer(tile_json(session.setup(), *tile));
    });
}
BASTIDE_EXPORT(game_tiles) const char* game_tiles(unsigned handle) {
    return with(handle, [](Session& session) { return answer(tiles_json(session.setup())); });
}
/// How large things are drawn: {"small_pixels"}, up to which a tile's detail is small, and
/// {"figures"}, each up to so many pixels per tile of the size that a figure has in its units.
BASTIDE_EXPORT(drawing_sizes) const char* drawing_sizes() {
    return answer({{"small_pixels", art::small_pixels}, {"figures", figure_sizes()}});
}
/// {"ground", "standing"}: SVG documents of a tile in one rotation; `detail`: full or small.
BASTIDE_EXPORT(game_picture)
const char* game_picture(unsigned handle, const char* id, std::size_t size, unsigned rotation,
                         const char* detail, std::size_t detail_size) {
    return with(handle, [&](Session& session) {
        const auto tile = session.setup().find_tile({id, size});
        const auto wanted = detail_from({detail, detail_size});
        if (!tile || rotation > 3 || !wanted) return refuse("tile_not_in_stack");
        const TilePicture picture = tile_picture(session.game().tile(*tile), {id, size},
                                                 {.theme = session.setup().theme,
                                                  .detail = *wanted,
                                                  .rotation = static_cast<Rotation>(rotation)});
        return answer({{"ground", picture.ground}, {"standing", picture.standing}});
    });
}
/// {"svg"}: a player's token as it looks on a kind of segment; wine, grain or cloth: the counter of
/// these goods, whoever has it; no token: the Gingerbread Man.
BASTIDE_EXPORT(token_picture)
const char* token_svg(const char* token, std::size_t token_size, const char* kind,
                      std::size_t kind_size, unsigned player) {
    for (unsigned g = 1; g <= goods_count; ++g) {
        const auto goods = static_cast<Goods>(g);
        if (word(goods) == std::string_view(token, token_size)) {
            return answer({{"svg", goods_picture(goods)}});
        }
    }
    const auto figure = token_from({token, token_size});
    if (!figure) return answer({{"svg", man_picture()}});
    for (unsigned k = 0; k < segment_kind_count; ++k) {
        // "river" names the classic River too, where nobody stands.
        const auto candidate = static_cast<SegmentKind>(k);
        if (candidate == SegmentKind::river || word(candidate) != std::string_view(kind, kind_size))
            continue;
        return answer({{"svg", token_picture(*figure, candidate, player)}});
    }
    return refuse("no_such_segment");
}

} // namespace bastide::wasm
