#include "catalog/catalog.h"

#include "catalog/embedded.h"
#include "catalog/json_reader.h"

#include <cassert>

namespace bastide {
namespace {

/// Options as JSON writes them: booleans, or text.
void read_options(JsonReader& reader, const Json& json, Options& options) {
    if (!reader.object(json, "\"defaults\"",
                       {"river", "abbot", "gingerbread", "gingerbread_double", "farms",
                        "small_city", "unplaceable"})) {
        return;
    }
    for (const auto& [key, value] : json.items()) {
        std::string text;
        if (value.is_boolean()) text = value.get<bool>() ? "true" : "false";
        if (value.is_string()) text = value.get<std::string>();
        if (!set_option(options, key, text)) {
            reader.fail("the option \"" + key + "\" has no such value");
        }
    }
}

std::vector<std::string> strings(JsonReader& reader, const Json& json, std::string_view key) {
    std::vector<std::string> list;
    const Json* values = reader.array(json, key, "the edition");
    if (values == nullptr) return list;
    for (const Json& value : *values) {
        if (!value.is_string()) {
            reader.fail("\"" + std::string(key) + "\" holds something that is not text");
            return list;
        }
        list.push_back(value.get<std::string>());
    }
    return list;
}

Ruleset ruleset(const Edition& edition, const Options& options) {
    Ruleset rules;
    rules.family = edition.family;
    rules.followers = static_cast<std::uint8_t>(edition.followers);
    rules.huts = static_cast<std::uint8_t>(edition.huts);
    if (edition.family == Family::hunters) return rules;
    rules.abbots = options.abbot ? 1 : 0;
    rules.points_each_in_two_tile_city = options.small_city == SmallCity::half ? 1 : 2;
    rules.farms = options.farms;
    rules.unplaceable = options.unplaceable;
    rules.gingerbread = options.gingerbread;
    rules.gingerbread_double = options.gingerbread_double;
    return rules;
}

} // namespace

std::string CatalogError::text() const {
    std::string text = file;
    if (!tile.empty()) text += ": tile " + tile;
    return text + ": " + reason;
}

std::expected<Edition, CatalogError> parse_edition(std::string_view file, std::string_view text) {
    CatalogError error = {std::string(file), "", ""};
    JsonReader reader(error.reason);
    Json json;
    if (!parse_json(text, json, error.reason)) return std::unexpected(error);
    Edition edition;
    reader.object(json, "the edition",
                  {"format", "id", "family", "tiles", "followers", "huts", "river", "river_2021",
                   "gingerbread", "defaults", "offers"});
    if (!reader.failed() && reader.string(json, "format", "the edition") != "bastide-edition/1") {
        reader.fail("\"format\" is not \"bastide-edition/1\"");
    }
    edition.id = reader.failed() ? "" : reader.string(json, "id", "the edition");
    const std::string family = reader.string(json, "family", "the edition");
    if (family == "hunters") {
        edition.family = Family::hunters;
    } else if (family != "classic") {
        reader.fail("\"family\" is neither \"classic\" nor \"hunters\"");
    }
    edition.followers =
        static_cast<unsigned>(reader.integer(json, "followers", "the edition", 1, 7));
    edition.huts = static_cast<unsigned>(reader.integer(json, "huts", "the edition", 0, 3));
    edition.tiles = strings(reader, json, "tiles");
    edition.offers = strings(reader, json, "offers");
    if (edition.family == Family::classic) {
        edition.river = reader.string(json, "river", "the edition");
        edition.river_2021 = reader.string(json, "river_2021", "the edition");
        edition.gingerbread = reader.string(json, "gingerbread", "the edition");
    }
    if (const Json* defaults = reader.get(json, "defaults", "the edition")) {
        read_options(reader, *defaults, edition.defaults);
    }
    if (reader.failed()) return std::unexpected(error);
    return edition;
}

std::optional<TileIndex> Setup::find_tile(std::string_view id) const {
    for (unsigned i = 0; i < tile_ids.size(); ++i) {
        if (tile_ids[i] == id) return static_cast<TileIndex>(i);
    }
    return std::nullopt;
}

const Catalog& Catalog::embedded() {
    static const Catalog catalog = [] {
        Files files;
        for (const EmbeddedFile& file : embedded_files()) {
            files.emplace_back(file.name, file.content);
        }
        auto loaded = load(files);
        assert(loaded && "the embedded data is checked by tests");
        return std::move(*loaded);
    }();
    return catalog;
}

std::expected<Catalog, CatalogError> Catalog::load(const Files& files) {
    Catalog catalog;
    for (const auto& [name, content] : files) {
        const bool json = name.ends_with(".json");
        if (json && name.starts_with("tiles/")) {
            auto tiles = parse_tiles(name, content);
            if (!tiles) return std::unexpected(tiles.error());
            catalog.sets_.emplace_back(name.substr(6, name.size() - 11), std::move(*tiles));
        } else if (json && name.starts_with("editions/")) {
            auto edition = parse_edition(name, content);
            if (!edition) return std::unexpected(edition.error());
            catalog.editions_.push_back(std::move(*edition));
        }
    }
    if (catalog.editions_.empty())
        return std::unexpected(CatalogError{"editions", "", "none found"});
    for (const Edition& edition : catalog.editions_) {
        if (auto setup = catalog.setup(edition, edition.defaults); !setup) {
            return std::unexpected(setup.error());
        }
    }
    return catalog;
}

const Edition* Catalog::find(std::string_view id) const {
    for (const Edition& edition : editions_) {
        if (edition.id == id) return &edition;
    }
    return nullptr;
}

const std::vector<NamedTile>* Catalog::tile_set(std::string_view name) const {
    for (const auto& [set, tiles] : sets_) {
        if (set == name) return &tiles;
    }
    return nullptr;
}

std::vector<std::string> Catalog::tile_set_names() const {
    std::vector<std::string> names;
    for (const auto& [set, tiles] : sets_) names.push_back(set);
    return names;
}

std::expected<Setup, CatalogError> Catalog::setup(const Edition& edition,
                                                  const Options& options) const {
    Setup setup;
    setup.edition = edition.id;
    setup.options = edition.family == Family::classic ? options : edition.defaults;
    std::vector<std::string> sets = edition.tiles;
    const bool river = setup.options.river != River::off;
    if (setup.options.gingerbread) sets.push_back(edition.gingerbread);
    if (river) {
        sets.push_back(setup.options.river == River::on ? edition.river : edition.river_2021);
    }
    std::vector<Tile> tiles;
    for (const std::string& set : sets) {
        const std::vector<NamedTile>* named = tile_set(set);
        if (named == nullptr) {
            return std::unexpected(
                CatalogError{"editions/" + edition.id + ".json", "", "no tile file " + set});
        }
        for (const NamedTile& tile : *named) {
            tiles.push_back(tile.tile);
            setup.tile_ids.push_back(tile.id);
            const bool leaves = river && tile.tile.start && tile.tile.stack == Stack::land; // R1
            if (!leaves) continue;
            tiles.back().start = false;
            --tiles.back().count;
        }
    }
    auto box = build_box(ruleset(edition, setup.options), tiles);
    if (!box) {
        const BadTile& bad = box.error();
        return std::unexpected(CatalogError{"editions/" + edition.id + ".json",
                                            bad.tile == no_tile ? "" : setup.tile_ids[bad.tile],
                                            name(bad.error)});
    }
    setup.box = std::move(*box);
    return setup;
}

} // namespace bastide
