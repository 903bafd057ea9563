#include "catalog/catalog.h"

#include "catalog/embedded.h"
#include "catalog/ruleset_fields.h"

#include <algorithm>
#include <cassert>

namespace bastide {
namespace {

/// "tiles/base.json": base.
std::string stem(std::string_view file) {
    const std::size_t slash = file.rfind('/') + 1; // 0 if there is none
    return std::string(file.substr(slash, file.rfind('.') - slash));
}

Ruleset ruleset(const Edition& edition, const Options& options,
                const std::vector<const Expansion*>& expansions) {
    Ruleset rules = edition.rules;
    const auto rows = options.rows();
    for (unsigned row = 0; row < rows.size(); ++row) {
        if (rows[row].sets.empty()) continue;
        const FieldValue& set = rows[row].sets[options.index(row)];
        set_field(rules, set.field, set.value);
    }
    for (const Expansion* expansion : expansions) {
        for (const FieldValue& set : expansion->rules) set_field(rules, set.field, set.value);
    }
    return rules;
}

} // namespace

std::string CatalogError::text() const {
    std::string text = file;
    if (!tile.empty()) text += ": tile " + tile;
    return text + ": " + reason;
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
    const auto is_json = [](std::string_view name, std::string_view folder) {
        return name.starts_with(folder) && name.ends_with(".json");
    };
    for (const auto& [name, content] : files) {
        if (is_json(name, "tiles/")) {
            auto tiles = parse_tiles(name, content);
            if (!tiles) return std::unexpected(tiles.error());
            tiles->name = stem(name);
            catalog.sets_.push_back(std::move(*tiles));
        } else if (name == "options.json") {
            auto options = parse_options(name, content);
            if (!options) return std::unexpected(options.error());
            catalog.options_ = std::move(*options);
        }
    }
    for (const auto& [name, content] : files) {
        if (!is_json(name, "editions/")) continue;
        auto edition = parse_edition(name, content, catalog.options_);
        if (!edition) return std::unexpected(edition.error());
        if (edition->id != stem(name)) {
            return std::unexpected(CatalogError{name, "", "\"id\" is not the file's name"});
        }
        catalog.editions_.push_back(std::move(*edition));
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

namespace {

/// What an expansion makes of the number of players, if anything (I1).
unsigned players_of(const Expansion& expansion) {
    for (const FieldValue& set : expansion.rules) {
        if (set.field == "players") return set.value;
    }
    return 0;
}

} // namespace

unsigned most_players(const Edition& edition, const Options& options) {
    unsigned most = edition.players;
    for (const Expansion& expansion : edition.expansions) {
        if (option_value(options, expansion.option) != expansion.value) continue;
        most = std::max(most, players_of(expansion));
    }
    return most;
}

unsigned Catalog::most_players() const {
    unsigned most = 0;
    for (const Edition& edition : editions_) {
        most = std::max(most, edition.players);
        for (const Expansion& expansion : edition.expansions) {
            most = std::max(most, players_of(expansion));
        }
    }
    return most;
}

const std::vector<NamedTile>* Catalog::tile_set(std::string_view name) const {
    for (const TileSet& set : sets_) {
        if (set.name == name) return &set.tiles;
    }
    return nullptr;
}

std::vector<std::string> Catalog::tile_set_names() const {
    std::vector<std::string> names;
    for (const TileSet& set : sets_) names.push_back(set.name);
    return names;
}

std::expected<Setup, CatalogError> Catalog::setup(const Edition& edition,
                                                  const Options& options) const {
    Setup setup;
    setup.edition = edition.id;
    setup.theme = edition.theme;
    setup.options = options;
    std::vector<const Expansion*> expansions;
    std::vector<std::string> sets = edition.tiles;
    bool other_start = false;
    for (const Expansion& expansion : edition.expansions) {
        if (option_value(options, expansion.option) != expansion.value) continue;
        expansions.push_back(&expansion);
        sets.insert(sets.end(), expansion.tiles.begin(), expansion.tiles.end());
        other_start |= expansion.replaces_start;
    }
    std::vector<Tile> tiles;
    for (const std::string& name : sets) {
        const std::vector<NamedTile>* set = tile_set(name);
        if (set == nullptr) {
            return std::unexpected(
                CatalogError{"editions/" + edition.id + ".json", "", "no tile file " + name});
        }
        for (const NamedTile& tile : *set) {
            tiles.push_back(tile.tile);
            setup.tile_ids.push_back(tile.id);
            const bool leaves = other_start && tile.tile.start && tile.tile.stack == Stack::land;
            if (!leaves) continue;
            tiles.back().start = false;
            --tiles.back().count;
        }
    }
    const Ruleset rules = ruleset(edition, options, expansions);
    setup.players = rules.players;
    auto box = build_box(rules, tiles);
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
