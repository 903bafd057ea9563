#include "server/schema.h"

#include "notation/json.h"

#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace bastide::server::test {
namespace {

bool is_of_type(const Json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "integer") return value.is_number_integer();
    if (type == "boolean") return value.is_boolean();
    if (type == "null") return value.is_null();
    return false;
}

std::size_t characters(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

} // namespace

Schema::Schema() {
    std::ifstream in(std::string(BASTIDE_SOURCE_DIR) + "/data/protocol/schema.json");
    std::ostringstream text;
    text << in.rdbuf();
    root_ = Json::parse(text.str(), nullptr, false);
}

std::string Schema::mismatch(const Json& value, const std::string& definition) const {
    if (!root_["$defs"].contains(definition)) return "no definition " + definition;
    return check(value, root_["$defs"][definition], definition);
}

std::string Schema::server_message_mismatch(const Json& message) const {
    for (const Json& option : root_["$defs"]["ServerMessage"]["oneOf"]) {
        const std::string name = option["$ref"].get<std::string>().substr(8);
        if (root_["$defs"][name]["properties"]["type"]["const"] == message["type"]) {
            return mismatch(message, name);
        }
    }
    return "no such message: " + text_of(message);
}

std::string Schema::check(const Json& value, const Json& schema, const std::string& where) const {
    if (schema.contains("$ref")) {
        const std::string name = schema["$ref"].get<std::string>().substr(8); // "#/$defs/"
        if (auto wrong = check(value, root_["$defs"][name], where); !wrong.empty()) return wrong;
    }
    const auto no = [&](const std::string& why) {
        return where + ": " + why + ": " + text_of(value).substr(0, 200);
    };
    if (schema.contains("type") && !is_of_type(value, schema["type"])) return no("wrong type");
    if (schema.contains("const") && value != schema["const"]) return no("not the one value");
    if (schema.contains("enum")) {
        bool found = false;
        for (const Json& allowed : schema["enum"]) found = found || allowed == value;
        if (!found) return no("not one of the values");
    }
    if (value.is_string()) {
        const std::string text = value.get<std::string>();
        if (schema.contains("pattern") &&
            !std::regex_search(text, std::regex(schema["pattern"].get<std::string>()))) {
            return no("not the pattern");
        }
        if (schema.contains("minLength") && characters(text) < schema["minLength"]) {
            return no("too short");
        }
        if (schema.contains("maxLength") && characters(text) > schema["maxLength"]) {
            return no("too long");
        }
    }
    if (value.is_number()) {
        if (schema.contains("minimum") && value < schema["minimum"]) return no("too small");
        if (schema.contains("maximum") && value > schema["maximum"]) return no("too large");
    }
    if (value.is_array()) {
        if (schema.contains("minItems") && value.size() < schema["minItems"]) return no("too few");
        if (schema.contains("maxItems") && value.size() > schema["maxItems"]) return no("too many");
        for (std::size_t i = 0; schema.contains("items") && i < value.size(); ++i) {
            auto wrong = check(value[i], schema["items"], where + "/" + std::to_string(i));
            if (!wrong.empty()) return wrong;
        }
    }
    if (schema.contains("oneOf")) {
        unsigned fits = 0;
        for (const Json& option : schema["oneOf"]) fits += check(value, option, where).empty();
        if (fits != 1) return no("fits " + std::to_string(fits) + " of oneOf");
    }
    return value.is_object() ? check_object(value, schema, where) : std::string();
}

std::string Schema::check_object(const Json& value, const Json& schema,
                                 const std::string& where) const {
    if (schema.contains("required")) {
        for (const Json& key : schema["required"]) {
            if (!value.contains(key.get<std::string>())) return where + ": no " + text_of(key);
        }
    }
    if (!schema.contains("properties")) return {};
    for (const auto& [key, member] : value.items()) {
        if (!schema["properties"].contains(key)) return where + ": unknown " + key;
        auto wrong = check(member, schema["properties"][key], where + "/" + key);
        if (!wrong.empty()) return wrong;
    }
    return {};
}

} // namespace bastide::server::test
