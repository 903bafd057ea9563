#pragma once
// Opponents for people, by name: each understands more of the game than the one before.

#include <span>
#include <string_view>

namespace bastide {

struct Level {
    std::string_view name;  // an agent's description may begin with it: `casual`, `master:time=2`
    std::string_view agent; // what it stands for
};

/// From the weakest to the strongest. bench/players.md has their ratings.
std::span<const Level> levels();

} // namespace bastide
