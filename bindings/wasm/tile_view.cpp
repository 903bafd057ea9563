#include "bindings/wasm/tile_view.h"

#include "bindings/wasm/tile_art.h"
#include "notation/words.h"

namespace bastide::wasm {
namespace {

Json value_json(std::string_view value) {
    if (value == "true" || value == "false") return value == "true";
    return std::string(value);
}

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

unsigned tiles_in(const Catalog& catalog, const Edition& edition) {
    unsigned count = 0;
    const auto setup = catalog.setup(edition, edition.defaults);
    if (!setup) return 0;
    for (unsigned i = 0; i < setup->box->tile_count; ++i) {
        if (setup->box->tiles[i].stack == Stack::land) count += setup->box->tiles[i].count;
    }
    return count;
}

} // namespace

Json catalog_json(const Catalog& catalog) {
    Json json;
    json["options"] = Json::array();
    for (const OptionKey& key : option_keys()) {
        Json values = Json::array();
        for (const std::string_view value : key.values) values.push_back(value_json(value));
        json["options"].push_back({{"key", std::string(key.key)}, {"values", std::move(values)}});
    }
    json["editions"] = Json::array();
    for (const Edition& edition : catalog.editions()) {
        Json item;
        item["id"] = edition.id;
        item["family"] = edition.family == Family::hunters ? "hunters" : "classic";
        item["tiles"] = tiles_in(catalog, edition);
        item["followers"] = edition.followers;
        item["huts"] = edition.huts;
        item["offers"] = edition.offers;
        item["defaults"] = Json::object();
        if (edition.family != Family::hunters) {
            for (const OptionKey& key : option_keys()) {
                item["defaults"][std::string(key.key)] =
                    value_json(option_value(edition.defaults, key.key));
            }
        }
        json["editions"].push_back(std::move(item));
    }
    return json;
}

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
