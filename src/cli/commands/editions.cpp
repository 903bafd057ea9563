#include "catalog/ruleset_fields.h"

#include "catalog/catalog.h"
#include "cli/commands/commands.h"
#include "cli/console.h"
#include "notation/json.h"
#include "notation/options.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace bastide::cli {
namespace {

unsigned tile_total(const Setup& setup) {
    unsigned total = 0;
    for (unsigned i = 0; i < setup.box->tile_count; ++i) total += setup.box->tiles[i].count;
    return total;
}

Json edition_json(const Edition& edition) {
    const auto setup = Catalog::embedded().setup(edition, edition.defaults);
    Json json;
    json["id"] = edition.id;
    json["family"] = std::string(word(edition.family()));
    json["players"] = edition.players;
    json["tiles"] = tile_total(*setup);
    json["followers"] = edition.rules.followers;
    json["huts"] = edition.rules.huts;
    json["offers"] = edition.offers;
    json["options"] = Json::object();
    for (const GameOption& row : edition.defaults.rows()) {
        Json option;
        option["default"] = option_json(option_value(edition.defaults, row.key));
        option["values"] = Json::array();
        for (const std::string& value : row.values) option["values"].push_back(option_json(value));
        json["options"][row.key] = std::move(option);
    }
    return json;
}

void print_editions(bool as_json) {
    const Catalog& catalog = Catalog::embedded();
    if (as_json) {
        Json list = Json::array();
        for (const Edition& edition : catalog.editions()) list.push_back(edition_json(edition));
        print("{}\n", text_of(list));
        return;
    }
    for (const Edition& edition : catalog.editions()) {
        const auto setup = catalog.setup(edition, edition.defaults);
        std::vector<std::string> options;
        for (const GameOption& option : edition.defaults.rows()) {
            options.push_back(
                fmt::format("{}={}", option.key, option_value(edition.defaults, option.key)));
        }
        print_wrapped(fmt::format("{:<10} {} tiles ", edition.id, tile_total(*setup)), options);
    }
}

using MixCount = std::expected<unsigned, CatalogError>;

/// Counts the mixes of those options that change what is in the box, and checks each.
MixCount check_mixes(const Catalog& catalog, const Edition& edition, Options options,
                     unsigned row) {
    if (row == options.rows().size()) {
        const auto setup = catalog.setup(edition, options);
        if (!setup) return std::unexpected(setup.error());
        return 1u;
    }
    const GameOption& option = options.rows()[row];
    const bool in_the_box =
        std::ranges::any_of(edition.expansions, [&](const Expansion& expansion) {
            return expansion.option == option.key;
        });
    if (!in_the_box) return check_mixes(catalog, edition, options, row + 1);
    unsigned mixes = 0;
    for (unsigned value = 0; value < option.values.size(); ++value) {
        options.choose(row, value);
        const MixCount more = check_mixes(catalog, edition, options, row + 1);
        if (!more) return std::unexpected(more.error());
        mixes += *more;
    }
    return mixes;
}

/// Every combination of options must give a box within the engine's bounds.
MixCount check_mixes(const Catalog& catalog) {
    unsigned mixes = 0;
    for (const Edition& edition : catalog.editions()) {
        const MixCount more = check_mixes(catalog, edition, edition.defaults, 0);
        if (!more) return std::unexpected(more.error());
        mixes += *more;
    }
    return mixes;
}

Catalog::Files read_folder(const std::filesystem::path& folder) {
    namespace fs = std::filesystem;
    Catalog::Files files;
    for (const std::string part : {"", "tiles/", "editions/"}) {
        std::error_code error;
        for (const fs::directory_entry& entry : fs::directory_iterator(folder / part, error)) {
            if (entry.path().extension() != ".json") continue;
            std::ifstream in = open_to_read(entry.path().string());
            std::ostringstream content;
            content << in.rdbuf();
            files.emplace_back(part + entry.path().filename().string(), content.str());
        }
        if (error) bad_input(fmt::format("{}: {}", (folder / part).string(), error.message()));
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// A file is told with its whole path.
[[noreturn]] void bad_data(const std::string& folder, const CatalogError& error) {
    bad_input((std::filesystem::path(folder) / error.text()).string());
}

void check_data(const std::string& folder, bool as_json) {
    std::optional<Catalog> loaded;
    if (!folder.empty()) {
        auto read = Catalog::load(read_folder(folder));
        if (!read) bad_data(folder, read.error());
        loaded = std::move(*read);
    }
    const Catalog& catalog = loaded ? *loaded : Catalog::embedded();
    unsigned types = 0;
    for (const std::string& name : catalog.tile_set_names()) {
        types += static_cast<unsigned>(catalog.tile_set(name)->size());
    }
    const MixCount mixes = check_mixes(catalog);
    if (!mixes) bad_data(folder, mixes.error());
    if (as_json) {
        Json json;
        json["ok"] = true;
        json["tile_sets"] = catalog.tile_set_names();
        json["tile_types"] = types;
        json["editions"] = catalog.editions().size();
        json["mixes"] = *mixes;
        print("{}\n", text_of(json));
        return;
    }
    print("{} tile files with {} tile types and {} editions are sound in {} mixes\n",
          catalog.tile_set_names().size(), types, catalog.editions().size(), *mixes);
}

} // namespace

void add_editions(Command app) {
    auto json = std::make_shared<bool>(false);
    Command command = app.add_subcommand("editions", "List the editions and their options");
    command.in_group("Games").with_examples("  bastide editions\n"
                                            "  bastide editions --json");
    command.add_flag("--json", *json, "as one JSON document");
    command.when_called([json] { print_editions(*json); });
}

void add_check_data(Command app) {
    auto folder = std::make_shared<std::string>();
    auto json = std::make_shared<bool>(false);
    Command command = app.add_subcommand("check-data", "Check tile and edition files");
    command.in_group("Engine").with_examples("  bastide check-data data");
    command.add_option("FOLDER", *folder, "a data folder; without it, the data built in");
    command.add_flag("--json", *json, "as one JSON document");
    command.when_called([folder, json] { check_data(*folder, *json); });
}

} // namespace bastide::cli
