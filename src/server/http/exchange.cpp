#include "server/http/exchange.h"

#include "notation/json.h"

#include <charconv>

namespace bastide::server {
namespace {

constexpr std::string_view cookie_name = "bastide=";

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

} // namespace

std::string HttpRequest::token() const {
    constexpr std::string_view bearer = "Bearer ";
    if (authorization.starts_with(bearer)) {
        return std::string(trimmed(std::string_view(authorization).substr(bearer.size())));
    }
    std::string_view rest = cookie;
    while (!rest.empty()) {
        const std::size_t end = rest.find(';');
        const std::string_view pair = trimmed(rest.substr(0, end));
        if (pair.starts_with(cookie_name)) return std::string(pair.substr(cookie_name.size()));
        if (end == std::string_view::npos) break;
        rest.remove_prefix(end + 1);
    }
    return {};
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

std::int64_t query_number(std::string_view query, std::string_view key) {
    while (!query.empty()) {
        const std::size_t end = query.find('&');
        const std::string_view pair = query.substr(0, end);
        if (pair.starts_with(key) && pair.size() > key.size() && pair[key.size()] == '=') {
            const std::string_view text = pair.substr(key.size() + 1);
            std::int64_t number = 0;
            const auto [stop, error] =
                std::from_chars(text.data(), text.data() + text.size(), number);
            return error == std::errc() && stop == text.data() + text.size() ? number : 0;
        }
        if (end == std::string_view::npos) break;
        query.remove_prefix(end + 1);
    }
    return 0;
}

std::string session_cookie(const std::string& token, bool secure) {
    const std::string age = token.empty() ? "0" : "31536000";
    return std::string(cookie_name) + token + "; Path=/; Max-Age=" + age +
           "; HttpOnly; SameSite=Lax" + (secure ? "; Secure" : "");
}

} // namespace bastide::server
