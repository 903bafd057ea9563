// What every answer says to browsers, over TLS and without.

#include "server/raw_socket.h"

#include <gtest/gtest.h>

namespace bastide::server::test {
namespace {

std::string answer_to(const TestHost& server, const std::string& request) {
    const RawSocket socket(server);
    socket.write(request);
    const std::string answer = socket.read(1 << 20);
    return answer.substr(0, answer.find("\r\n\r\n"));
}

std::string answer_of(const TestHost& server, const std::string& path, const std::string& header) {
    return answer_to(server, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + header +
                                 "Connection: close\r\n\r\n");
}

bool says(const std::string& answer, const std::string& text) {
    return answer.find(text) != std::string::npos;
}

constexpr const char* strict = "\r\nStrict-Transport-Security: max-age=31536000";

TEST(Headers, behind_tls_browsers_are_told_to_stay_there) {
    Config config = TestServer::patient();
    config.trusted_proxies = "127.0.0.1";
    TestServer server(config);
    for (const char* path : {"/", "/api/info", "/healthz", "/no/such.file", "/api/nothing"}) {
        EXPECT_TRUE(says(answer_of(server, path, "X-Forwarded-Proto: https\r\n"), strict)) << path;
        EXPECT_TRUE(says(answer_of(server, path, "X-Forwarded-Proto: https, http\r\n"), strict))
            << path << ": the proxy in front speaks TLS";
        EXPECT_FALSE(says(answer_of(server, path, "X-Forwarded-Proto: http\r\n"), strict)) << path;
        EXPECT_FALSE(says(answer_of(server, path, ""), strict)) << path;
        EXPECT_TRUE(says(answer_of(server, path, ""), "\r\nPermissions-Policy: ")) << path;
    }
}

/// What is refused before anybody asks what it is for.
TEST(Headers, refusals_are_no_exception) {
    Config config = TestServer::patient();
    config.trusted_proxies = "127.0.0.1";
    TestServer server(config);
    const std::string tls = "Host: localhost\r\nX-Forwarded-Proto: https\r\n";
    const std::pair<const char*, std::string> refused[] = {
        {"411", "POST /api/session HTTP/1.1\r\n" + tls + "Transfer-Encoding: chunked\r\n\r\n"},
        {"413", "POST /api/session HTTP/1.1\r\n" + tls + "Content-Length: 99999999\r\n\r\n"},
        {"413", "GET / HTTP/1.1\r\n" + tls + "X: " + std::string(9000, 'x') + "\r\n\r\n"},
        {"400", "GET / HTTP/1.1\r\n" + tls + "no colon\r\n\r\n"},
        {"404", "GET /nowhere HTTP/1.1\r\n" + tls +
                    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"},
    };
    for (const auto& [status, request] : refused) {
        const std::string answer = answer_to(server, request);
        EXPECT_TRUE(says(answer, std::string("HTTP/1.1 ") + status)) << answer;
        EXPECT_TRUE(says(answer, strict)) << answer;
        EXPECT_TRUE(says(answer, "\r\nPermissions-Policy: ")) << answer;
    }
}

TEST(Headers, whoever_is_no_proxy_cannot_say_that_there_is_tls) {
    TestServer server;
    EXPECT_FALSE(says(answer_of(server, "/api/info", "X-Forwarded-Proto: https\r\n"), strict));
}

} // namespace
} // namespace bastide::server::test
