#pragma once
// What a player decides in one turn.

#include "rules/geometry.h"

#include <array>
#include <cstdint>

namespace bastide {

/// tokens.h says of each what it is.
enum class Token : std::uint8_t { none, follower, abbot, hut, big, builder, pig };
inline constexpr unsigned token_count = 7; // none included

struct Placement {
    Cell cell;
    Rotation rotation = 0;
    friend constexpr auto operator<=>(const Placement&, const Placement&) = default;
};

/// What the player does on the placed tile (T3, A1): nothing, put a token on one of its segments,
/// or take the own abbot back.
struct Deployment {
    enum class Action : std::uint8_t { none, deploy, recall };
    Action action = Action::none;
    Token token = Token::none;
    std::uint8_t segment = 0;
    friend constexpr auto operator<=>(const Deployment&, const Deployment&) = default;

    static constexpr Deployment nothing() { return {}; }
    static constexpr Deployment recall_abbot() { return {Action::recall, Token::none, 0}; }
    static constexpr Deployment put(Token token, unsigned segment) {
        return {Action::deploy, token, static_cast<std::uint8_t>(segment)};
    }
};

/// A segment on the board.
struct SegmentRef {
    Cell cell;
    std::uint8_t segment = 0;
    friend constexpr auto operator<=>(const SegmentRef&, const SegmentRef&) = default;
};

/// The Gingerbread Man moves at most twice in a turn (G6).
inline constexpr unsigned max_man_moves = 2;

struct Move {
    Placement placement;
    Deployment deployment;
    std::uint8_t man_move_count = 0;
    std::array<SegmentRef, max_man_moves> man_moves = {};
    friend constexpr bool operator==(const Move&, const Move&) = default;
};

} // namespace bastide
