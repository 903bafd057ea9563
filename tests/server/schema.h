#pragma once
// Checks JSON against data/protocol/schema.json with valijson. schema_test.cpp proves that it knows
// every keyword of that file.

#include "catalog/json_reader.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace valijson {
class Schema;
}

namespace bastide::server::test {

class Schema {
  public:
    /// That of the protocol.
    Schema();
    /// Another document, with its definitions in "$defs".
    explicit Schema(Json root);
    ~Schema();

    /// Empty, or where and why the value is not a `definition`.
    std::string mismatch(const Json& value, const std::string& definition) const;
    /// A message of the server by its own type.
    std::string server_message_mismatch(const Json& message) const;
    const Json& root() const { return root_; }

  private:
    /// Compiled when it is first asked for: most tests see few of them.
    const valijson::Schema* compiled(const std::string& definition) const;

    Json root_;
    mutable std::mutex mutex_;
    mutable std::map<std::string, std::unique_ptr<valijson::Schema>> compiled_; // by definition
};

} // namespace bastide::server::test
