#pragma once
// Errors are values: why the rules refuse something. A code is all they say: the command line and
// the locales have the sentences.

#include <array>
#include <cstdint>
#include <expected>
#include <string_view>

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
    token_not_in_game,
    token_is_out,              // of a kind of which everybody has one (I6, B3, B9)
    builder_needs_follower,    // B3
    builder_in_completed_area, // B3
    pig_needs_field,           // B9
    pig_needs_farmer,          // B9
};

/// The code of a violation: stable, and the same word in the protocol, the WebAssembly binding, the
/// scenarios and (as "violation_CODE") the locales.
struct ViolationCode {
    RuleViolation violation;
    std::string_view code;
};
inline constexpr std::array violation_codes = {
    ViolationCode{RuleViolation::game_is_over, "game_is_over"},
    ViolationCode{RuleViolation::wrong_player, "wrong_player"},
    ViolationCode{RuleViolation::no_bonus_turn, "no_bonus_turn"},
    ViolationCode{RuleViolation::bonus_turn_is_due, "bonus_turn_is_due"},
    ViolationCode{RuleViolation::no_tile_drawn, "no_tile_drawn"},
    ViolationCode{RuleViolation::tile_already_drawn, "tile_already_drawn"},
    ViolationCode{RuleViolation::tile_not_in_stack, "tile_not_in_stack"},
    ViolationCode{RuleViolation::tile_would_fit, "tile_would_fit"},
    ViolationCode{RuleViolation::cell_not_free, "cell_not_free"},
    ViolationCode{RuleViolation::cell_not_adjacent, "cell_not_adjacent"},
    ViolationCode{RuleViolation::edges_do_not_match, "edges_do_not_match"},
    ViolationCode{RuleViolation::rotation_not_lowest, "rotation_not_lowest"},
    ViolationCode{RuleViolation::river_must_continue, "river_must_continue"},
    ViolationCode{RuleViolation::river_turns_back, "river_turns_back"},
    ViolationCode{RuleViolation::no_such_segment, "no_such_segment"},
    ViolationCode{RuleViolation::token_not_in_supply, "token_not_in_supply"},
    ViolationCode{RuleViolation::token_not_allowed_here, "token_not_allowed_here"},
    ViolationCode{RuleViolation::area_is_occupied, "area_is_occupied"},
    ViolationCode{RuleViolation::farmers_are_off, "farmers_are_off"},
    ViolationCode{RuleViolation::no_abbot_to_recall, "no_abbot_to_recall"},
    ViolationCode{RuleViolation::man_must_move, "man_must_move"},
    ViolationCode{RuleViolation::man_may_not_move, "man_may_not_move"},
    ViolationCode{RuleViolation::man_target_not_a_city, "man_target_not_a_city"},
    ViolationCode{RuleViolation::man_target_is_finished, "man_target_is_finished"},
    ViolationCode{RuleViolation::man_target_is_his_own, "man_target_is_his_own"},
    ViolationCode{RuleViolation::token_not_in_game, "token_not_in_game"},
    ViolationCode{RuleViolation::token_is_out, "token_is_out"},
    ViolationCode{RuleViolation::builder_needs_follower, "builder_needs_follower"},
    ViolationCode{RuleViolation::builder_in_completed_area, "builder_in_completed_area"},
    ViolationCode{RuleViolation::pig_needs_field, "pig_needs_field"},
    ViolationCode{RuleViolation::pig_needs_farmer, "pig_needs_farmer"},
};
static_assert([] {
    for (unsigned i = 0; i < violation_codes.size(); ++i) {
        if (violation_codes[i].violation != static_cast<RuleViolation>(i)) return false;
    }
    return violation_codes.back().violation == RuleViolation::pig_needs_farmer;
}());

constexpr std::string_view code(RuleViolation violation) {
    return violation_codes[static_cast<unsigned>(violation)].code;
}

template <class T>
using Result = std::expected<T, RuleViolation>;

} // namespace bastide
