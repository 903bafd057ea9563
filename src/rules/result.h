#pragma once
// Errors are values: why the rules refuse something.

#include <cstdint>
#include <expected>

namespace bastide {

enum class RuleViolation : std::uint8_t {
    game_is_over,
    wrong_player,
    no_bonus_turn,
    bonus_turn_is_due,
    no_tile_drawn,
    tile_already_drawn,
    tile_not_in_stack,
    tile_would_fit, // set aside although it fits somewhere
    cell_not_free,
    cell_not_adjacent,
    edges_do_not_match,
    rotation_not_lowest, // the same picture has a lower rotation
    river_must_continue, // R2
    river_turns_back,    // R3
    no_such_segment,
    token_not_in_supply,
    token_not_allowed_here,
    area_is_occupied,
    farmers_are_off,
    no_abbot_to_recall,
    man_must_move,
    man_may_not_move,
    man_target_not_a_city,
    man_target_is_finished,
    man_target_is_his_own,
};

/// A stable, short English name for a log or a test; clients translate the code.
const char* name(RuleViolation violation);

template <class T>
using Result = std::expected<T, RuleViolation>;

} // namespace bastide
