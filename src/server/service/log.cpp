#include "server/service/log.h"

#include "notation/json.h"
#include "server/base/time.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <array>

namespace bastide::server {

struct Log::Inside {
    spdlog::logger logger{"bastide", std::make_shared<spdlog::sinks::stderr_sink_mt>()};
};

Log::Log(LogLevel least)
    : least_(least)
    , inside_(std::make_unique<Inside>()) {
    inside_->logger.set_pattern("%v");
    inside_->logger.flush_on(spdlog::level::trace);
}

Log::~Log() = default;

void Log::write(LogLevel level, std::string_view event, Json fields) const {
    if (level < least_) return;
    constexpr std::array names = {"debug", "info", "warning", "error"};
    Json json;
    json["at"] = now_ms();
    json["level"] = names[static_cast<unsigned>(level)];
    json["event"] = std::string(event);
    for (auto& [key, value] : fields.items()) json[key] = std::move(value);
    inside_->logger.info("{}", text_of(json));
}

} // namespace bastide::server
