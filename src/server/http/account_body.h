#pragma once
// What the calls about accounts read from their bodies. What does not fit is answered here.

#include "server/http/call.h"

#include <initializer_list>

namespace bastide::server {

constexpr std::size_t least_password = 8, most_password = 256;

/// Logins are compared without regard to case: 3 to 32 letters, digits and . _ -; empty if it is
/// none.
std::string clean_login(std::string login);
bool is_password(const std::string& text);
/// Strings of the body by key; false, and answered, if one is missing or more is there.
bool read_strings(const CallPtr& call,
                  std::initializer_list<std::pair<std::string_view, std::string*>> strings);
/// Whether programs want the token in the body; nothing, and answered, if that is no yes or no.
std::optional<bool> read_wants_token(const CallPtr& call);

} // namespace bastide::server
