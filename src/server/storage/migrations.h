#pragma once
// The tables, version by version. A version that was released is never changed.

#include <span>

namespace bastide::server {

/// Script i brings version i to i + 1. Both databases take them.
std::span<const char* const> migrations();

} // namespace bastide::server
