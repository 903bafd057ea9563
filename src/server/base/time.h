#pragma once

#include <chrono>
#include <cstdint>

namespace bastide::server {

inline constexpr std::int64_t hour_ms = 60 * 60 * 1000, day_ms = 24 * hour_ms;

/// Unix time in milliseconds.
inline std::int64_t now_ms() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

} // namespace bastide::server
