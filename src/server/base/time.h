#pragma once

#include <chrono>
#include <cstdint>

namespace bastide::server {

/// Unix time in milliseconds.
inline std::int64_t now_ms() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

} // namespace bastide::server
