#include "catalog/catalog.h"
#include "catalog/ruleset_fields.h"

#include <algorithm>

namespace bastide {
namespace {

/// Values as JSON writes them: booleans, or text.
std::string value_text(JsonReader& reader, const Json& value, const std::string& key) {
    if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
    if (value.is_string()) return value.get<std::string>();
    reader.fail("the option \"" + key + "\" has a value that is neither true, false nor text");
    return {};
}

std::vector<std::string> strings(JsonReader& reader, const Json& json, std::string_view key,
                                 std::string_view what) {
    std::vector<std::string> list;
    const Json* values = reader.array(json, key, what);
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

FieldValue field_value(JsonReader& reader, const std::string& field, const Json& value) {
    const auto number = field_number(field, value);
    if (!number) {
        reader.fail("the ruleset's field \"" + field + "\" is unknown or has no such value");
    }
    return {field, number.value_or(0)};
}

/// An object of fields of the ruleset; may be left out.
std::vector<FieldValue> rules_of(JsonReader& reader, const Json& json) {
    std::vector<FieldValue> list;
    const auto rules = json.find("rules");
    if (reader.failed() || rules == json.end()) return list;
    if (!rules->is_object()) {
        reader.fail("\"rules\" is not an object");
        return list;
    }
    for (const auto& [field, value] : rules->items()) {
        list.push_back(field_value(reader, field, value));
    }
    return list;
}

/// What an option's values set, one entry per value.
void read_sets(JsonReader& reader, const Json& json, GameOption& option) {
    if (reader.failed() || !json.contains("field")) return;
    const std::string field = reader.string(json, "field", "an option");
    const Json* values = reader.array(json, json.contains("as") ? "as" : "values", "an option");
    if (values == nullptr) return;
    for (const Json& value : *values) option.sets.push_back(field_value(reader, field, value));
    if (!reader.failed() && option.sets.size() != option.values.size()) {
        reader.fail("the option \"" + option.key + "\" has not one \"as\" per value");
    }
}

void read_label(JsonReader& reader, const Json& json, GameOption& option) {
    if (!json.is_object() || !json.contains("en")) {
        return reader.fail("the label of \"" + option.key + "\" has no \"en\"");
    }
    for (const auto& [language, text] : json.items()) {
        option.label.emplace_back(language, reader.string(json, language, "a label"));
    }
}

GameOption read_option(JsonReader& reader, const Json& json, std::vector<Family>& families) {
    GameOption option;
    if (!reader.object(json, "an option",
                       {"key", "families", "values", "field", "as", "needs", "box", "label"})) {
        return option;
    }
    option.key = reader.string(json, "key", "an option");
    if (const Json* values = reader.array(json, "values", "an option")) {
        for (const Json& value : *values) {
            option.values.push_back(value_text(reader, value, option.key));
        }
        if (values->size() < 2 || values->size() > max_option_values) {
            reader.fail("the option \"" + option.key + "\" has too few or too many values");
        }
    }
    for (const std::string& text : strings(reader, json, "families", "an option")) {
        const auto family = family_from(text);
        if (!family) reader.fail("the family \"" + text + "\" is unknown");
        families.push_back(family.value_or(Family::classic));
    }
    if (json.contains("needs")) option.needs = reader.string(json, "needs", "an option");
    option.box = reader.boolean(json, "box", "an option", false);
    if (json.contains("label")) read_label(reader, json["label"], option);
    read_sets(reader, json, option);
    return option;
}

void read_defaults(JsonReader& reader, const Json& json, Options& options) {
    if (!json.is_object()) return reader.fail("\"defaults\" is not an object");
    for (const auto& [key, value] : json.items()) {
        if (!set_option(options, key, value_text(reader, value, key))) {
            reader.fail("the option \"" + key + "\" is unknown or has no such value");
        }
    }
}

Expansion read_expansion(JsonReader& reader, const Json& json, const Options& options) {
    Expansion expansion;
    if (!reader.object(json, "an expansion",
                       {"option", "value", "tiles", "rules", "replaces_start"})) {
        return expansion;
    }
    expansion.option = reader.string(json, "option", "an expansion");
    if (const Json* value = reader.get(json, "value", "an expansion")) {
        expansion.value = value_text(reader, *value, expansion.option);
    }
    Options known = options;
    if (!reader.failed() && !set_option(known, expansion.option, expansion.value)) {
        reader.fail("an expansion's option \"" + expansion.option +
                    "\" is unknown or has no such value");
    }
    expansion.tiles = strings(reader, json, "tiles", "an expansion");
    expansion.rules = rules_of(reader, json);
    expansion.replaces_start = reader.boolean(json, "replaces_start", "an expansion", false);
    return expansion;
}

/// For a shelf of boxes, which reads the file itself: six hexadecimal digits, or none.
void check_colour(JsonReader& reader, const Json& json) {
    if (!json.contains("colour")) return;
    const std::string colour = reader.string(json, "colour", "the edition");
    if (colour.size() != 7 || colour[0] != '#' ||
        colour.find_first_not_of("0123456789abcdef", 1) != std::string::npos) {
        reader.fail("\"colour\" is not like \"#2f6f8f\"");
    }
}

void read_box(JsonReader& reader, const Json& json, const OptionTable& table, Edition& edition) {
    const auto family = family_from(reader.string(json, "family", "the edition"));
    if (!family) return reader.fail("\"family\" is neither \"classic\" nor \"hunters\"");
    edition.rules.family = *family;
    edition.players =
        static_cast<unsigned>(reader.integer(json, "players", "the edition", 1, max_players));
    edition.rules.players = static_cast<std::uint8_t>(edition.players);
    if (json.contains("age")) {
        edition.age = static_cast<unsigned>(reader.integer(json, "age", "the edition", 1, 99));
    }
    if (json.contains("illustrators")) {
        edition.illustrators = strings(reader, json, "illustrators", "the edition");
    }
    edition.tiles = strings(reader, json, "tiles", "the edition");
    for (const FieldValue& set : rules_of(reader, json)) {
        set_field(edition.rules, set.field, set.value);
    }
    edition.defaults = Options(table.of_family[static_cast<unsigned>(*family)]);
    if (const Json* defaults = reader.get(json, "defaults", "the edition")) {
        read_defaults(reader, *defaults, edition.defaults);
    }
    const Json* expansions = reader.array(json, "expansions", "the edition");
    if (expansions == nullptr) return;
    for (const Json& expansion : *expansions) {
        edition.expansions.push_back(read_expansion(reader, expansion, edition.defaults));
    }
}

} // namespace

std::expected<OptionTable, CatalogError> parse_options(std::string_view file,
                                                       std::string_view text) {
    CatalogError error = {std::string(file), "", ""};
    JsonReader reader(error.reason);
    Json json;
    if (!parse_json(text, json, error.reason)) return std::unexpected(error);
    reader.object(json, "the file", {"format", "options"});
    if (!reader.failed() && reader.string(json, "format", "the file") != "bastide-options/1") {
        reader.fail("\"format\" is not \"bastide-options/1\"");
    }
    std::array<OptionRows, family_count> rows;
    if (const Json* list = reader.failed() ? nullptr : reader.array(json, "options", "the file")) {
        for (const Json& entry : *list) {
            std::vector<Family> families;
            const GameOption option = read_option(reader, entry, families);
            for (const Family family : families) {
                OptionRows& of_family = rows[static_cast<unsigned>(family)];
                const bool twice = std::ranges::any_of(
                    of_family, [&](const GameOption& other) { return other.key == option.key; });
                if (twice) reader.fail("the option \"" + option.key + "\" stands twice");
                of_family.push_back(option);
            }
        }
    }
    OptionTable table;
    for (unsigned i = 0; i < family_count; ++i) {
        if (rows[i].size() > max_options) reader.fail("there are too many options");
        table.of_family[i] = std::make_shared<const OptionRows>(std::move(rows[i]));
    }
    if (reader.failed()) return std::unexpected(error);
    return table;
}

std::expected<Edition, CatalogError> parse_edition(std::string_view file, std::string_view text,
                                                   const OptionTable& options) {
    CatalogError error = {std::string(file), "", ""};
    JsonReader reader(error.reason);
    Json json;
    if (!parse_json(text, json, error.reason)) return std::unexpected(error);
    Edition edition;
    reader.object(json, "the edition",
                  {"format", "id", "shelf", "theme", "cover", "colour", "family", "players", "age",
                   "illustrators", "tiles", "rules", "expansions", "defaults", "offers"});
    if (!reader.failed() && reader.string(json, "format", "the edition") != "bastide-edition/2") {
        reader.fail("\"format\" is not \"bastide-edition/2\"");
    }
    if (reader.failed()) return std::unexpected(error);
    edition.id = reader.string(json, "id", "the edition");
    edition.shelf = static_cast<unsigned>(reader.integer(json, "shelf", "the edition", 0, 9999));
    edition.theme = reader.string(json, "theme", "the edition");
    edition.cover = reader.string(json, "cover", "the edition");
    if (!reader.failed()) check_colour(reader, json);
    edition.offers = strings(reader, json, "offers", "the edition");
    if (!reader.failed()) read_box(reader, json, options, edition);
    for (const std::string& key : edition.offers) {
        if (!reader.failed() && option_value(edition.defaults, key).empty()) {
            reader.fail("the edition offers the unknown option \"" + key + "\"");
        }
    }
    if (reader.failed()) return std::unexpected(error);
    return edition;
}

} // namespace bastide
