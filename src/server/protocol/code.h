#pragma once
// Why a request or message is not followed. Clients translate the code.

#include <cstdint>
#include <string_view>

namespace bastide::server {

enum class Code : std::uint8_t {
    bad_message,
    unknown_type,
    too_large,
    rate_limited,
    no_session,
    forbidden_origin,
    csrf,
    no_such_game,
    not_seated,
    not_your_turn,
    illegal_move,
    not_started,
    game_over,
    seat_taken,
    table_full,
    already_seated,
    not_allowed,
    busy,
    store_failed,
    draining,
    bad_name,
    bad_rules,
    unknown_agent,
    nothing_to_take_back,
    too_many_games,
    not_found,
    method_not_allowed,
    unsupported_version,
    needs_account,
    bad_login,
    bad_password,
    common_password,
    login_taken,
    wrong_password,
    wrong_recovery,
    wrong_link,
    name_taken,
    table_removed,
};

std::string_view name(Code code);
/// The HTTP status that goes with it.
unsigned http_status(Code code);

} // namespace bastide::server
