#pragma once
// Counts what this thread allocates, to show that play allocates nothing.

#include <cstdint>

namespace bastide::cli {

std::uint64_t allocations_of_this_thread();

} // namespace bastide::cli
