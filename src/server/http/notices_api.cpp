#include "server/http/notices_api.h"

#include "server/base/time.h"
#include "server/http/account_body.h"

namespace bastide::server {
namespace {

/// Where whoever runs a push service finds the host; only what looks like a host is passed on.
std::string site_of(const HttpRequest& request) {
    const std::string host = request.host.substr(0, request.host.find(':'));
    const bool found = request.origin.starts_with("https://") && is_host_name(host);
    return found ? "https://" + host : "";
}

} // namespace

void NoticesApi::handle(const CallPtr& call) {
    if (!notices_.on()) return call->fail(Code::not_found);
    const std::string& method = call->request.method;
    if (method != "POST" && method != "DELETE") return call->fail(Code::method_not_allowed);
    if (!call->who) return call->fail(Code::no_session);
    std::string endpoint;
    if (!read_strings(call, {{"endpoint", &endpoint}})) return;
    method == "POST" ? subscribe(call, endpoint) : unsubscribe(call, endpoint);
}

void NoticesApi::subscribe(const CallPtr& call, const std::string& endpoint) {
    if (!notices_.takes(endpoint)) return call->fail(Code::not_allowed);
    writer_.write(Subscribe{{endpoint, site_of(call->request)}, call->who->token_hash, now_ms()},
                  [call](WriteOutcome outcome) {
                      if (outcome == WriteOutcome::failed) return call->fail(Code::store_failed);
                      if (outcome == WriteOutcome::conflict) return call->fail(Code::no_session);
                      call->respond(empty_response());
                  });
}

/// Twice does no harm.
void NoticesApi::unsubscribe(const CallPtr& call, const std::string& endpoint) {
    writer_.write(Unsubscribe{endpoint, call->who->user.id}, [call](WriteOutcome outcome) {
        if (outcome == WriteOutcome::failed) return call->fail(Code::store_failed);
        call->respond(empty_response());
    });
}

} // namespace bastide::server
