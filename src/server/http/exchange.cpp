#include "server/http/exchange.h"

#include "notation/json.h"
#include "server/base/secret.h"
#include "server/base/words.h"

#include <charconv>

namespace bastide::server {
namespace {

constexpr std::string_view cookie_name = "bastide=";
// Over TLS: a browser takes it from this very host only, not from a neighbour under the same
// domain.
constexpr std::string_view host_cookie_name = "__Host-bastide=";

std::string cookie_value(std::string_view cookies, std::string_view name) {
    while (!cookies.empty()) {
        const std::size_t end = cookies.find(';');
        const std::string_view pair = trimmed(cookies.substr(0, end));
        if (pair.starts_with(name)) return std::string(pair.substr(name.size()));
        if (end == std::string_view::npos) break;
        cookies.remove_prefix(end + 1);
    }
    return {};
}

} // namespace

std::string HttpRequest::token() const {
    constexpr std::string_view bearer = "Bearer ";
    if (authorization.starts_with(bearer)) {
        return std::string(trimmed(std::string_view(authorization).substr(bearer.size())));
    }
    if (!secure) return cookie_value(cookie, cookie_name);
    // Sessions from before there was TLS, or this name, go on under the plain one.
    std::string token = cookie_value(cookie, host_cookie_name);
    return token.empty() ? cookie_value(cookie, cookie_name) : token;
}

bool HttpRequest::has_bearer() const {
    return authorization.starts_with("Bearer ");
}

bool is_secure(std::string_view forwarded_proto) {
    return trimmed(forwarded_proto.substr(0, forwarded_proto.find(','))) == "https";
}

bool HttpRequest::same_origin() const {
    if (origin.empty()) return true; // no browser
    const std::size_t scheme = origin.find("://");
    return scheme != std::string::npos && std::string_view(origin).substr(scheme + 3) == host;
}

HttpResponse error_response(Code code, std::string_view detail) {
    Json json;
    json["error"] = std::string(name(code));
    if (!detail.empty()) json["detail"] = std::string(detail);
    HttpResponse response;
    response.status = http_status(code);
    response.body = text_of(json);
    return response;
}

std::string_view query_value(std::string_view query, std::string_view key) {
    while (!query.empty()) {
        const std::size_t end = query.find('&');
        const std::string_view pair = query.substr(0, end);
        if (pair.starts_with(key) && pair.size() > key.size() && pair[key.size()] == '=') {
            return pair.substr(key.size() + 1);
        }
        if (end == std::string_view::npos) break;
        query.remove_prefix(end + 1);
    }
    return {};
}

std::optional<std::string> percent_decoded(std::string_view text) {
    std::string decoded;
    while (!text.empty()) {
        if (text[0] != '%') {
            decoded += text[0];
            text.remove_prefix(1);
            continue;
        }
        if (text.size() < 3) return std::nullopt;
        unsigned char byte = 0;
        const char* end = text.data() + 3;
        if (std::from_chars(text.data() + 1, end, byte, 16).ptr != end) return std::nullopt;
        decoded += static_cast<char>(byte);
        text.remove_prefix(3);
    }
    return decoded;
}

std::optional<Cursor> parse_cursor(std::string_view text) {
    Cursor cursor;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, cursor.time);
    if (error != std::errc() || cursor.time <= 0) return std::nullopt;
    if (stop == end) return cursor; // a time alone, as clients sent it before
    cursor.id = std::string(stop + 1, end);
    if (*stop != '-' || !is_id(cursor.id)) return std::nullopt;
    return cursor;
}

std::string cursor_text(const Cursor& cursor) {
    return std::to_string(cursor.time) + "-" + cursor.id;
}

std::string session_cookie(const std::string& token, bool secure) {
    const std::string age = token.empty() ? "0" : "31536000";
    return std::string(secure ? host_cookie_name : cookie_name) + token +
           "; Path=/; Max-Age=" + age + "; HttpOnly; SameSite=Lax" + (secure ? "; Secure" : "");
}

} // namespace bastide::server
