#include "bindings/wasm/tile_view.h"

#include "bindings/wasm/tile_art.h"
#include "catalog/ruleset_fields.h"
#include "notation/words.h"

namespace bastide::wasm {
namespace {

/// The sides of the unturned tile that a segment reaches, for those who are told what others see.
Json sides_json(const Segment& segment) {
    Json sides = Json::array();
    for (unsigned side = 0; side < edge_count; ++side) {
        const bool whole = ((segment.edges >> side) & 1U) != 0;
        const bool half = ((segment.halves >> (2 * side)) & 3U) != 0;
        if (whole || half) sides.push_back(side);
    }
    return sides;
}

Json segment_json(const Segment& segment, const SegmentArt& art) {
    Json json;
    json["kind"] = std::string(word(segment.kind));
    json["outline"] = art.outline;
    json["spot"] = {art.x, art.y};
    json["sides"] = sides_json(segment);
    if (segment.shields > 0) json["shields"] = segment.shields;
    if (segment.fish > 0) json["fish"] = segment.fish;
    if (segment.gold > 0) json["gold"] = segment.gold;
    if (segment.mushrooms > 0) json["mushrooms"] = segment.mushrooms;
    const Animals& animals = segment.animals;
    if (animals != Animals{}) {
        json["deer"] = animals.deer;
        json["big"] = animals.mammoth + animals.buffalo;
        json["tigers"] = animals.tiger;
    }
    if (segment.fire) json["fire"] = true;
    if (segment.shrine) json["shrine"] = true;
    if (segment.inn) json["inn"] = true;
    if (segment.cathedral) json["cathedral"] = true;
    if (segment.goods != Goods::none) json["goods"] = std::string(word(segment.goods));
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
