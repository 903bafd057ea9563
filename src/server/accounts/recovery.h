#pragma once
// Recovery codes: 120 random bits that set a new password once. They are long enough that a plain
// hash of them tells nothing.

#include <string>
#include <string_view>

namespace bastide::server {

/// As it is shown: 24 letters and digits in groups of four.
std::string fresh_recovery_code();
/// Of a code as somebody typed it: case, spaces and hyphens do not matter, nor 0 for o and 1 for l.
/// Empty if it cannot be a code.
std::string recovery_hash(std::string_view typed);

} // namespace bastide::server
