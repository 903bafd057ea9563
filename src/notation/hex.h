#pragma once
// Numbers as hexadecimal text: the hash of a position, and ids.

#include <cstdint>
#include <string>

namespace bastide {

/// Sixteen digits in lower case, with zeros in front.
std::string hex_of(std::uint64_t number);

} // namespace bastide
