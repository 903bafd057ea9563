#pragma once
// What the kernel says about this process, to compare with what is counted here.

#include <cstddef>

namespace bastide::server {

/// Connections that were accepted on the ports this process listens on and are open, by their
/// descriptors.
std::size_t accepted_descriptors();

} // namespace bastide::server
