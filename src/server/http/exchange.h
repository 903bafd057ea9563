#pragma once
// One HTTP request and its answer, without the library that carries them.

#include "server/protocol/code.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bastide::server {

inline constexpr std::uint32_t max_header_bytes = 8 * 1024;
inline constexpr std::size_t max_body_bytes = 16 * 1024;
inline constexpr std::size_t spare_bytes = 4 * 1024; // of the next request, read with this one
/// What one connection keeps of what was sent before anything is checked: the buffer it is read
/// into, and header and body as they were understood.
inline constexpr std::size_t most_request_bytes =
    2 * (max_header_bytes + max_body_bytes) + spare_bytes;

struct HttpRequest {
    std::string method;
    std::string path;  // without the query
    std::string query; // after the '?'
    std::string host, origin, cookie, authorization, content_type, if_none_match, fetch_site,
        accept_encoding;
    std::string guard; // X-Bastide: only our own pages can send it
    std::string body;
    std::string address;
    bool secure = false; // came over TLS, as a proxy in front says

    /// Credentials: a bearer token, or the cookie.
    std::string token() const;
    bool has_bearer() const;
    /// Whether Origin, if it is there, names this very host.
    bool same_origin() const;
};

struct HttpResponse {
    unsigned status = 200;
    std::string type = "application/json";
    std::string body;
    std::string_view fixed_body; // instead of `body`: lives as long as the program
    std::vector<std::pair<std::string, std::string>> headers;
};
using Respond = std::function<void(HttpResponse)>;

HttpResponse error_response(Code code, std::string_view detail = {});
/// A value from a query such as "before=12&x=1"; empty if there is none.
std::string_view query_value(std::string_view query, std::string_view key);
/// A part of a path as it is meant; nothing where a % is not followed by two digits.
std::optional<std::string> percent_decoded(std::string_view text);
/// Where a page of a list ended: TIME-ID, so that those which share a time are told apart.
struct Cursor {
    std::int64_t time = 0;
    std::string id;
};
std::optional<Cursor> parse_cursor(std::string_view text);
std::string cursor_text(const Cursor& cursor);
/// Whether X-Forwarded-Proto says that the browser came over TLS: of several proxies, the first.
bool is_secure(std::string_view forwarded_proto);
std::string session_cookie(const std::string& token, bool secure);

} // namespace bastide::server
