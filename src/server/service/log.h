#pragma once
// One JSON object a line on stderr. Never a token, a secret or a tile to come.

#include "catalog/json_reader.h"

#include <memory>
#include <string_view>

namespace bastide::server {

enum class LogLevel : std::uint8_t { debug, info, warning, error };

class Log {
  public:
    explicit Log(LogLevel least);
    ~Log();
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;

    void write(LogLevel level, std::string_view event, Json fields = Json::object()) const;

  private:
    struct Inside;
    LogLevel least_;
    std::unique_ptr<Inside> inside_;
};

} // namespace bastide::server
