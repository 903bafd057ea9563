#pragma once
// Passwords that strangers try first.

#include <string_view>

namespace bastide::server {

/// Whether it is one of the commonest, or the login itself. Case does not matter, nor do digits and
/// signs before or after a word.
bool is_common_password(std::string_view password, std::string_view login);

} // namespace bastide::server
