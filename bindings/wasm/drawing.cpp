// What a page shows before and beside a game: editions, tiles and tokens as pictures. Left out of
// the module that thinks.

#include "bindings/shared/catalog_view.h"
#include "bindings/wasm/desk.h"
#include "bindings/wasm/tile_art.h"
#include "bindings/wasm/tile_view.h"
#include "catalog/ruleset_fields.h"
#include "notation/words.h"

namespace bastide::wasm {

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
/// {"ground", "standing"}: SVG documents of a tile in one rotation.
BASTIDE_EXPORT(game_picture)
const char* game_picture(unsigned handle, const char* id, std::size_t size, unsigned rotation) {
    return with(handle, [&](Session& session) {
        const auto tile = session.setup().find_tile({id, size});
        if (!tile || rotation > 3) return refuse("tile_not_in_stack");
        const TilePicture picture =
            tile_picture(session.game().tile(*tile), {id, size}, session.setup().theme,
                         static_cast<Rotation>(rotation));
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
