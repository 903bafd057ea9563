#pragma once
// A strict walk over parsed JSON: wrong types, missing and unknown keys become one clear message,
// never an exception. The first error stays.

#include <nlohmann/json.hpp>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace bastide {

using Json = nlohmann::ordered_json;

/// Parses text; an error is a short reason with the byte it was found at. Duplicate keys and
/// nesting deeper than 32 are errors.
bool parse_json(std::string_view text, Json& out, std::string& error);

class JsonReader {
  public:
    explicit JsonReader(std::string& error)
        : error_(error) {}

    bool failed() const { return !error_.empty(); }
    void fail(std::string reason) {
        if (error_.empty()) error_ = std::move(reason);
    }

    /// An object with no keys but these.
    bool object(const Json& value, std::string_view what,
                std::initializer_list<std::string_view> keys);
    const Json* get(const Json& object, std::string_view key, std::string_view what);
    std::string string(const Json& object, std::string_view key, std::string_view what);
    long long integer(const Json& object, std::string_view key, std::string_view what,
                      long long low, long long high);
    long long integer(const Json& value, std::string_view what, long long low, long long high);
    /// True, false, or what `missing` says if the key is absent.
    bool boolean(const Json& object, std::string_view key, std::string_view what, bool missing);
    const Json* array(const Json& object, std::string_view key, std::string_view what);

  private:
    std::string& error_;
};

} // namespace bastide
