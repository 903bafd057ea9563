#include "bindings/wasm/tile_view.h"

#include "bindings/wasm/tile_art.h"
#include "notation/words.h"

namespace bastide::wasm {
namespace {

Json segment_json(const Segment& segment, const SegmentArt& art) {
    Json json;
    json["kind"] = std::string(word(segment.kind));
    json["outline"] = art.outline;
    json["spot"] = {art.x, art.y};
    if (segment.shields > 0) json["shields"] = segment.shields;
    if (segment.fish > 0) json["fish"] = segment.fish;
    if (segment.gold > 0) json["gold"] = segment.gold;
    if (segment.mushrooms > 0) json["mushrooms"] = segment.mushrooms;
    if (segment.shrine) json["shrine"] = true;
    return json;
}

} // namespace

Json tile_json(const Setup& setup, TileIndex index) {
    const Tile& tile = setup.box->tiles[index];
    const std::vector<SegmentArt> art = segment_art(tile);
    Json json;
    json["id"] = setup.tile_ids[index];
    json["count"] = tile.count;
    json["gingerbread"] = tile.gingerbread;
    json["segments"] = Json::array();
    for (unsigned s = 0; s < tile.segment_count; ++s) {
        json["segments"].push_back(segment_json(tile.segments[s], art[s]));
    }
    return json;
}

Json tiles_json(const Setup& setup) {
    Json list = Json::array();
    for (unsigned i = 0; i < setup.box->tile_count; ++i) {
        list.push_back(tile_json(setup, static_cast<TileIndex>(i)));
    }
    return list;
}

} // namespace bastide::wasm
