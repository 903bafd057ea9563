#include "bindings/wasm/tile_view.h"

#include "bindings/wasm/tile_art.h"
#include "catalog/ruleset_fields.h"
#include "notation/options.h"
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

Json option_row_json(const GameOption& option) {
    Json json;
    json["key"] = option.key;
    json["values"] = Json::array();
    for (const std::string& value : option.values) json["values"].push_back(option_json(value));
    if (!option.needs.empty()) json["needs"] = option.needs;
    for (const auto& [language, text] : option.label) json["label"][language] = text;
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
    json["editions"] = Json::array();
    for (const Edition& edition : catalog.editions()) {
        Json item;
        item["id"] = edition.id;
        item["shelf"] = edition.shelf;
        item["cover"] = edition.cover;
        item["family"] = std::string(word(edition.family()));
        item["players"] = edition.players;
        item["tiles"] = tiles_in(catalog, edition);
        item["followers"] = edition.rules.followers;
        item["huts"] = edition.rules.huts;
        item["offers"] = edition.offers;
        item["defaults"] = options_json(edition.defaults);
        item["options"] = Json::array();
        for (const GameOption& option : edition.defaults.rows()) {
            item["options"].push_back(option_row_json(option));
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
