#include "server/protocol/code.h"

namespace bastide::server {

std::string_view name(Code code) {
    switch (code) {
    case Code::bad_message:
        return "bad_message";
    case Code::unknown_type:
        return "unknown_type";
    case Code::too_large:
        return "too_large";
    case Code::rate_limited:
        return "rate_limited";
    case Code::no_session:
        return "no_session";
    case Code::forbidden_origin:
        return "forbidden_origin";
    case Code::csrf:
        return "csrf";
    case Code::no_such_game:
        return "no_such_game";
    case Code::not_seated:
        return "not_seated";
    case Code::not_your_turn:
        return "not_your_turn";
    case Code::illegal_move:
        return "illegal_move";
    case Code::not_started:
        return "not_started";
    case Code::game_over:
        return "game_over";
    case Code::seat_taken:
        return "seat_taken";
    case Code::table_full:
        return "table_full";
    case Code::already_seated:
        return "already_seated";
    case Code::not_allowed:
        return "not_allowed";
    case Code::busy:
        return "busy";
    case Code::store_failed:
        return "store_failed";
    case Code::draining:
        return "draining";
    case Code::bad_name:
        return "bad_name";
    case Code::bad_rules:
        return "bad_rules";
    case Code::unknown_agent:
        return "unknown_agent";
    case Code::nothing_to_take_back:
        return "nothing_to_take_back";
    case Code::too_many_games:
        return "too_many_games";
    case Code::not_found:
        return "not_found";
    case Code::method_not_allowed:
        return "method_not_allowed";
    case Code::unsupported_version:
        return "unsupported_version";
    case Code::needs_account:
        return "needs_account";
    case Code::bad_login:
        return "bad_login";
    case Code::bad_password:
        return "bad_password";
    case Code::common_password:
        return "common_password";
    case Code::login_taken:
        return "login_taken";
    case Code::wrong_password:
        return "wrong_password";
    case Code::wrong_recovery:
        return "wrong_recovery";
    case Code::wrong_link:
        return "wrong_link";
    case Code::name_taken:
        return "name_taken";
    case Code::table_removed:
        return "table_removed";
    }
    return "bad_message";
}

unsigned http_status(Code code) {
    switch (code) {
    case Code::too_large:
        return 413;
    case Code::rate_limited:
        return 429;
    case Code::no_session:
    case Code::wrong_password:
    case Code::wrong_recovery:
        return 401;
    case Code::forbidden_origin:
    case Code::csrf:
    case Code::not_seated:
    case Code::not_allowed:
    case Code::needs_account:
        return 403;
    case Code::no_such_game:
    case Code::not_found:
        return 404;
    case Code::method_not_allowed:
        return 405;
    case Code::seat_taken:
    case Code::table_full:
    case Code::already_seated:
    case Code::login_taken:
    case Code::name_taken:
    case Code::table_removed:
    case Code::game_over:
    case Code::not_started:
    case Code::unsupported_version:
        return 409;
    case Code::busy:
    case Code::store_failed:
    case Code::draining:
        return 503;
    default:
        return 400;
    }
}

} // namespace bastide::server
