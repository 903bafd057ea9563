#include "server/http/call.h"

#include "notation/json.h"

namespace bastide::server {

HttpResponse empty_response() {
    HttpResponse response;
    response.status = 204;
    return response;
}

HttpResponse json_response(const Json& json, unsigned status) {
    HttpResponse response;
    response.status = status;
    response.body = text_of(json);
    return response;
}

void set_cookie(const Call& call, HttpResponse& response, const std::string& token) {
    response.headers.emplace_back("Set-Cookie", session_cookie(token, call.request.secure));
}

void answer_session(const Call& call, const UserRow& user, const ShownToken& shown) {
    Json json;
    json["user"] = user_json(user);
    if (shown.in_body) json["token"] = shown.token;
    HttpResponse response = json_response(json);
    if (!shown.token.empty()) set_cookie(call, response, shown.token);
    call.respond(std::move(response));
}

} // namespace bastide::server
