#include "server/schema.h"

#include "notation/json.h"

#include <fstream>
#include <sstream>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace bastide::server::test {
namespace {

using valijson::adapters::NlohmannJsonAdapter;

/// valijson knows nlohmann::json, whose keys are sorted.
nlohmann::json sorted(const Json& json) {
    return nlohmann::json::parse(text_of(json));
}

Json of_protocol() {
    std::ifstream in(std::string(BASTIDE_SOURCE_DIR) + "/data/protocol/schema.json");
    std::ostringstream text;
    text << in.rdbuf();
    return Json::parse(text.str(), nullptr, false);
}

} // namespace

Schema::Schema()
    : Schema(of_protocol()) {}

Schema::Schema(Json root)
    : root_(std::move(root)) {}

Schema::~Schema() = default;

const valijson::Schema* Schema::compiled(const std::string& definition) const {
    if (!root_["$defs"].contains(definition)) return nullptr;
    const std::lock_guard lock(mutex_);
    auto& compiled = compiled_[definition];
    if (!compiled) {
        compiled = std::make_unique<valijson::Schema>();
        const nlohmann::json document = {{"$ref", "#/$defs/" + definition},
                                         {"$defs", sorted(root_["$defs"])}};
        valijson::SchemaParser(valijson::SchemaParser::kDraft7)
            .populateSchema(NlohmannJsonAdapter(document), *compiled);
    }
    return compiled.get();
}

std::string Schema::mismatch(const Json& value, const std::string& definition) const {
    const valijson::Schema* schema = compiled(definition);
    if (schema == nullptr) return "no definition " + definition;
    const nlohmann::json target = sorted(value);
    valijson::ValidationResults faults;
    valijson::Validator validator;
    if (validator.validate(*schema, NlohmannJsonAdapter(target), &faults)) return {};
    std::string text = definition + ": ";
    for (valijson::ValidationResults::Error fault; faults.popError(fault);) {
        for (const std::string& part : fault.context) text += part;
        text += " " + fault.description + " ";
    }
    return text + text_of(value).substr(0, 200);
}

std::string Schema::server_message_mismatch(const Json& message) const {
    for (const Json& option : root_["$defs"]["ServerMessage"]["oneOf"]) {
        const std::string name = option["$ref"].get<std::string>().substr(8); // "#/$defs/"
        if (root_["$defs"][name]["properties"]["type"]["const"] == message["type"]) {
            return mismatch(message, name);
        }
    }
    return "no such message: " + text_of(message);
}

} // namespace bastide::server::test
