#pragma once
// A request under /api/ with who asked and how to answer.

#include "catalog/json_reader.h"
#include "server/accounts/sessions.h"
#include "server/http/exchange.h"
#include "server/protocol/server_message.h"

#include <memory>

namespace bastide::server {

struct Call {
    HttpRequest request;
    std::optional<Authenticated> who;
    Respond respond;
    Json body;
    std::string renewed; // the token that took the place of the one it came with

    void fail(Code code, std::string_view detail = {}) const {
        respond(error_response(code, detail));
    }
};
using CallPtr = std::shared_ptr<Call>;

HttpResponse json_response(const Json& json, unsigned status = 200);
/// Done, and there is nothing to tell.
HttpResponse empty_response();
/// The answer to a new or known session: the user, the cookie, and the token if it was asked for.
struct ShownToken {
    std::string token;
    bool in_body = false;
};
/// The cookie's value from now on; empty: none.
void set_cookie(const Call& call, HttpResponse& response, const std::string& token);
void answer_session(const Call& call, const UserRow& user, const ShownToken& shown);

} // namespace bastide::server
