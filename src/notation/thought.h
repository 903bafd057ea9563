#pragma once
// What a player thought of the move it chose, as far as it tells.

#include <cstdint>
#include <optional>

namespace bastide {

/// For the player who moves; the words of `info` in docs/engine-protocol.md.
struct Thought {
    std::optional<std::uint64_t> nodes; // positions looked at
    std::optional<double> margin;       // points ahead of the best opponent at the end
    std::optional<double> win;          // chance to win, 0 to 1

    bool tells_nothing() const { return !nodes && !margin && !win; }
    friend bool operator==(const Thought&, const Thought&) = default;
};

inline constexpr std::uint64_t most_thought_nodes = std::uint64_t{1} << 53;
inline constexpr double most_thought_margin = 10000;

} // namespace bastide
