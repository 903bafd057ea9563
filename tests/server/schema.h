#pragma once
// Checks JSON against data/protocol/schema.json: the keywords that file uses, no more.

#include "catalog/json_reader.h"

#include <string>

namespace bastide::server::test {

class Schema {
  public:
    Schema();

    /// Empty, or where and why the value is not a `definition`.
    std::string mismatch(const Json& value, const std::string& definition) const;
    /// A message of the server by its own type.
    std::string server_message_mismatch(const Json& message) const;
    const Json& root() const { return root_; }

  private:
    std::string check(const Json& value, const Json& schema, const std::string& where) const;
    std::string check_object(const Json& value, const Json& schema, const std::string& where) const;

    Json root_;
};

} // namespace bastide::server::test
