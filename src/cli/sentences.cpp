#include "cli/sentences.h"

namespace bastide {

std::string_view sentence(RuleViolation violation) {
    switch (violation) {
    case RuleViolation::game_is_over:
        return "the game is over";
    case RuleViolation::wrong_player:
        return "it is another player's turn";
    case RuleViolation::no_bonus_turn:
        return "no bonus turn was earned";
    case RuleViolation::bonus_turn_is_due:
        return "a bonus turn must be played first";
    case RuleViolation::no_tile_drawn:
        return "no tile is drawn";
    case RuleViolation::tile_already_drawn:
        return "a tile is drawn already";
    case RuleViolation::tile_not_in_stack:
        return "that tile cannot come now";
    case RuleViolation::tile_would_fit:
        return "a tile was set aside although it fits";
    case RuleViolation::cell_not_free:
        return "the cell holds a tile already";
    case RuleViolation::cell_not_adjacent:
        return "the cell touches no placed tile";
    case RuleViolation::edges_do_not_match:
        return "the edges do not match the neighbours";
    case RuleViolation::rotation_not_lowest:
        return "a lower rotation shows the same picture";
    case RuleViolation::river_must_continue:
        return "the tile must continue the river";
    case RuleViolation::river_turns_back:
        return "the river may not turn back on itself";
    case RuleViolation::no_such_segment:
        return "the tile has no such segment";
    case RuleViolation::token_not_in_supply:
        return "no such token is in the supply";
    case RuleViolation::token_not_allowed_here:
        return "that token may not go on that segment";
    case RuleViolation::area_is_occupied:
        return "the area is occupied";
    case RuleViolation::farmers_are_off:
        return "farmers are not used in this game";
    case RuleViolation::no_abbot_to_recall:
        return "there is no abbot to take back";
    case RuleViolation::man_must_move:
        return "the Gingerbread Man must be moved";
    case RuleViolation::man_may_not_move:
        return "the Gingerbread Man may not be moved";
    case RuleViolation::man_target_not_a_city:
        return "the Gingerbread Man goes to cities only";
    case RuleViolation::man_target_is_finished:
        return "that city is finished";
    case RuleViolation::man_target_is_his_own:
        return "the Gingerbread Man is in that city";
    case RuleViolation::token_not_in_game:
        return "such a token is not played in this game";
    case RuleViolation::token_is_out:
        return "the only token of its kind is on the board";
    case RuleViolation::builder_needs_follower:
        return "a builder goes only where a follower of the same player stands";
    case RuleViolation::builder_in_completed_area:
        return "a builder may not go where the tile completes the area";
    case RuleViolation::pig_needs_field:
        return "a pig goes on fields only";
    case RuleViolation::pig_needs_farmer:
        return "a pig goes only where a farmer of the same player stands";
    }
    return code(violation);
}

std::string sentence(const RecordError& error) {
    if (!error.violation) return error.text();
    return RecordError{error.turn, std::string(sentence(*error.violation))}.text();
}

} // namespace bastide
