#pragma once
// Which of the known words somebody may have meant.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bastide {

/// The known word that takes the fewest letters changed, added, left out or swapped with their
/// neighbour; nothing if even that one is far off.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& known);

/// The end of a complaint, `; did you mean "play"?` with that quote; empty where nothing is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known,
                         std::string_view quote);

} // namespace bastide
