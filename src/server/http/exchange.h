#pragma once
// One HTTP request and its answer, without the library that carries them.

#include "server/protocol/code.h"

#include <cstdint>
#include <functional>
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
/// A number from a query such as "before=12&x=1"; 0 if there is none.
std::int64_t query_number(std::string_view query, std::string_view key);
std::string session_cookie(const std::string& token, bool secure);

} // namespace bastide::server
