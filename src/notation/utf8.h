#pragma once
// Text from outside, one character after another.

#include <cstddef>
#include <string_view>

namespace bastide {

/// Bytes of the UTF-8 character at the front of a text that is not empty; 0 if there is none.
std::size_t utf8_length(std::string_view text);

} // namespace bastide
