#include "bindings/shared/catalog_view.h"

#include "catalog/ruleset_fields.h"
#include "notation/options.h"
#include "rules/tokens.h"

#include <algorithm>

namespace bastide::binding {
namespace {

/// Where one of its values seats more players, how many.
void add_players(Json& json, const Edition& edition, const std::string& key) {
    for (const Expansion& expansion : edition.expansions) {
        if (expansion.option != key) continue;
        for (const FieldValue& rule : expansion.rules) {
            if (rule.field == "players") json["players"] = rule.value;
        }
    }
}

Json option_row_json(const Edition& edition, const GameOption& option) {
    Json json;
    json["key"] = option.key;
    json["values"] = Json::array();
    for (const std::string& value : option.values) json["values"].push_back(option_json(value));
    if (!option.needs.empty()) json["needs"] = option.needs;
    if (option.box) json["box"] = true;
    add_players(json, edition, option.key);
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

/// Whether some edition has it in its own box; the others then say that they have none.
bool comes_without_options(const Catalog& catalog, const TokenKind& kind) {
    return std::ranges::any_of(
        catalog.editions(), [&](const Edition& edition) { return edition.rules.*kind.supply > 0; });
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
        if (edition.age > 0) item["age"] = edition.age;
        if (!edition.illustrators.empty()) item["illustrators"] = edition.illustrators;
        item["tiles"] = tiles_in(catalog, edition);
        for (const TokenKind& kind : token_kinds) {
            if (!comes_without_options(catalog, kind)) continue;
            item[std::string(kind.plural)] = edition.rules.*kind.supply;
        }
        item["offers"] = edition.offers;
        item["defaults"] = options_json(edition.defaults);
        item["options"] = Json::array();
        for (const GameOption& option : edition.defaults.rows()) {
            item["options"].push_back(option_row_json(edition, option));
        }
        json["editions"].push_back(std::move(item));
    }
    return json;
}

} // namespace bastide::binding
