#include "notation/options.h"

namespace bastide {

namespace {

std::string values_of(const Options& options, std::string_view key) {
    std::string list;
    for (const GameOption& row : options.rows()) {
        if (row.key != key) continue;
        for (const std::string& one : row.values) list += (list.empty() ? "" : ", ") + one;
    }
    return list;
}

} // namespace

Json option_json(std::string_view value) {
    if (value == "true" || value == "false") return value == "true";
    return std::string(value);
}

void read_options(JsonReader& reader, const Json& json, Options& options) {
    if (!json.is_object()) return reader.fail("\"options\" is not an object");
    for (const auto& [key, value] : json.items()) {
        const std::string shown = "\"" + key.substr(0, 60) + "\"";
        if (option_value(options, key).empty()) {
            return reader.fail("the edition has no option " + shown);
        }
        std::string text;
        if (value.is_boolean()) text = value.get<bool>() ? "true" : "false";
        if (value.is_string()) text = value.get<std::string>();
        // "true" as text is not the boolean true.
        const bool boolean_as_text = value.is_string() && (text == "true" || text == "false");
        if (boolean_as_text || !set_option(options, key, text)) {
            return reader.fail("the option " + shown + " has no such value (it may be " +
                               values_of(options, key) + ")");
        }
    }
}

Json options_json(const Edition& edition, const Options& options) {
    Json json = Json::object();
    for (const GameOption& option : options.rows()) {
        const std::string_view value = option_value(options, option.key);
        if (value != option_value(edition.defaults, option.key)) {
            json[option.key] = option_json(value);
        }
    }
    return json;
}

Json options_json(const Options& options) {
    Json json = Json::object();
    for (const GameOption& option : options.rows()) {
        json[option.key] = option_json(option_value(options, option.key));
    }
    return json;
}

} // namespace bastide
