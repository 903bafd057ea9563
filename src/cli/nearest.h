#pragma once
// Which of the known words somebody may have meant.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bastide::cli {

/// The known word that takes the fewest letters changed, added, left out or swapped with their
/// neighbour; nothing if even that one is far off.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& known);

} // namespace bastide::cli
