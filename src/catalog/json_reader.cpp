#include "catalog/json_reader.h"

#include <set>
#include <vector>

namespace bastide {
namespace {

constexpr int deepest = 32;

std::string in_quotes(std::string_view text) {
    return "\"" + std::string(text.substr(0, 60)) + "\"";
}

/// Builds the document and refuses what the plain parser lets pass.
class StrictSax final : public nlohmann::json_sax<Json> {
  public:
    StrictSax(Json& root, std::string& error)
        : builder_(root, false)
        , error_(error) {}

    bool null() override { return builder_.null(); }
    bool boolean(bool value) override { return builder_.boolean(value); }
    bool number_integer(number_integer_t value) override { return builder_.number_integer(value); }
    bool number_unsigned(number_unsigned_t value) override {
        return builder_.number_unsigned(value);
    }
    bool number_float(number_float_t value, const string_t& text) override {
        return builder_.number_float(value, text);
    }
    bool string(string_t& value) override { return builder_.string(value); }
    bool binary(binary_t& value) override { return builder_.binary(value); }
    bool start_object(std::size_t size) override {
        keys_.emplace_back();
        return deeper() && builder_.start_object(size);
    }
    bool key(string_t& value) override {
        if (!keys_.back().insert(value).second) {
            error_ = "the key " + in_quotes(value) + " appears twice";
            return false;
        }
        return builder_.key(value);
    }
    bool end_object() override {
        keys_.pop_back();
        --depth_;
        return builder_.end_object();
    }
    bool start_array(std::size_t size) override { return deeper() && builder_.start_array(size); }
    bool end_array() override {
        --depth_;
        return builder_.end_array();
    }
    bool parse_error(std::size_t position, const std::string&,
                     const nlohmann::detail::exception&) override {
        error_ = "not JSON: error at byte " + std::to_string(position);
        return false;
    }

  private:
    bool deeper() {
        if (++depth_ <= deepest) return true;
        error_ = "the JSON is nested too deep";
        return false;
    }

    nlohmann::detail::json_sax_dom_parser<Json> builder_;
    std::string& error_;
    std::vector<std::set<std::string>> keys_;
    int depth_ = 0;
};

} // namespace

bool parse_json(std::string_view text, Json& out, std::string& error) {
    error.clear();
    StrictSax sax(out, error);
    const bool ok = Json::sax_parse(text.begin(), text.end(), &sax);
    if (!ok && error.empty()) error = "not JSON";
    return ok;
}

bool JsonReader::object(const Json& value, std::string_view what,
                        std::initializer_list<std::string_view> keys) {
    if (failed()) return false;
    if (!value.is_object()) {
        fail(std::string(what) + " is not an object");
        return false;
    }
    for (const auto& [key, unused] : value.items()) {
        bool known = false;
        for (const std::string_view k : keys) known |= key == k;
        if (!known) {
            fail(std::string(what) + " has the unknown key " + in_quotes(key));
            return false;
        }
    }
    return true;
}

const Json* JsonReader::get(const Json& object, std::string_view key, std::string_view what) {
    if (failed()) return nullptr;
    const auto it = object.find(key);
    if (it == object.end()) {
        fail(std::string(what) + " has no " + in_quotes(key));
        return nullptr;
    }
    return &*it;
}

std::string JsonReader::string(const Json& object, std::string_view key, std::string_view what) {
    const Json* value = get(object, key, what);
    if (value == nullptr) return {};
    if (!value->is_string()) {
        fail(in_quotes(key) + " of " + std::string(what) + " is not a string");
        return {};
    }
    return value->get<std::string>();
}

long long JsonReader::integer(const Json& value, std::string_view what, long long low,
                              long long high) {
    if (failed()) return low;
    const bool whole = value.is_number_integer();
    const bool huge = value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX;
    const long long number = whole && !huge ? value.get<long long>() : 0;
    if (!whole || huge || number < low || number > high) {
        fail(std::string(what) + " is not a whole number from " + std::to_string(low) + " to " +
             std::to_string(high));
        return low;
    }
    return number;
}

long long JsonReader::integer(const Json& object, std::string_view key, std::string_view what,
                              long long low, long long high) {
    const Json* value = get(object, key, what);
    if (value == nullptr) return low;
    return integer(*value, in_quotes(key) + " of " + std::string(what), low, high);
}

bool JsonReader::boolean(const Json& object, std::string_view key, std::string_view what,
                         bool missing) {
    if (failed()) return missing;
    const auto it = object.find(key);
    if (it == object.end()) return missing;
    if (!it->is_boolean()) {
        fail(in_quotes(key) + " of " + std::string(what) + " is neither true nor false");
        return missing;
    }
    return it->get<bool>();
}

const Json* JsonReader::array(const Json& object, std::string_view key, std::string_view what) {
    const Json* value = get(object, key, what);
    if (value == nullptr) return nullptr;
    if (!value->is_array()) {
        fail(in_quotes(key) + " of " + std::string(what) + " is not a list");
        return nullptr;
    }
    return value;
}

} // namespace bastide
