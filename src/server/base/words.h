#pragma once
// Words in settings and headers.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace bastide::server {

inline std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

/// Of a list such as "one, two": without the spaces around them. Between two commas is an empty
/// one.
inline std::vector<std::string> listed(std::string_view list) {
    std::vector<std::string> words;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        words.emplace_back(trimmed(list.substr(0, end)));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return words;
}

} // namespace bastide::server
