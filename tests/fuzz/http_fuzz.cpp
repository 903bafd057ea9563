// Bytes of an HTTP request through the same parser and limits as a connection's, then what is made
// of its fields.

#include "server/http/exchange.h"

#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/http.hpp>

#include <cstdlib>

using namespace bastide::server;
namespace http = boost::beast::http;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    http::request_parser<http::string_body> parser;
    parser.header_limit(8 * 1024);
    parser.body_limit(max_body_bytes);
    parser.eager(true);
    boost::beast::error_code error;
    parser.put(boost::asio::const_buffer(data, size), error);
    const auto& message = parser.get();
    const auto text = [](boost::core::string_view view) {
        return std::string(view.data(), view.size());
    };
    HttpRequest request;
    request.cookie = text(message[http::field::cookie]);
    request.authorization = text(message[http::field::authorization]);
    request.origin = text(message[http::field::origin]);
    request.host = text(message[http::field::host]);
    const std::string token = request.token();
    if (token.find(';') != std::string::npos && request.authorization.empty()) std::abort();
    (void)request.same_origin();
    (void)parse_cursor(query_value(text(message.target()), "before"));
    if (message.body().size() > max_body_bytes) std::abort();
    return 0;
}
