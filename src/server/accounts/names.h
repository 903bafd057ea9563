#pragma once
// Names that people give themselves: they can be seen, and nobody is called as somebody else.

#include <string>
#include <string_view>

namespace bastide::server {

inline constexpr std::size_t most_name_characters = 40;

/// The name as it is kept; empty if it cannot be one: it has characters that are not seen, more
/// marks on one letter than any language has, or letters of Latin, Greek and Cyrillic in one word.
std::string clean_name(std::string_view text);

/// What is left of a name for an eye in a hurry: case, accents, spaces and stops are gone, and so
/// is the difference between letters that look alike. Equal keys: one may be taken for the other.
/// Empty for the common name, which is nobody's.
std::string name_key(std::string_view name);

/// Who gives no name has this one; it is everybody's.
inline constexpr std::string_view common_name = "Guest";

/// Whether it could be taken for a bot's name or for that of somebody who deleted their data.
bool is_reserved_name(std::string_view name);

} // namespace bastide::server
