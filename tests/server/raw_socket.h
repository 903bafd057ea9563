#pragma once
// A bare TCP connection that says what it likes.

#include "server/players.h"

#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace bastide::server::test {

class RawSocket {
  public:
    explicit RawSocket(const TestHost& server)
        : fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(server.address().port)));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        timeval patience{10, 0};
        setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        EXPECT_EQ(::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    }
    ~RawSocket() { close(fd_); }
    RawSocket(const RawSocket&) = delete;
    RawSocket& operator=(const RawSocket&) = delete;

    bool write(const std::string& text) const {
        return send(fd_, text.data(), text.size(), MSG_NOSIGNAL) ==
               static_cast<ssize_t>(text.size());
    }
    /// Until the other side closes, or `enough` bytes came.
    std::string read(std::size_t enough = 1) const {
        std::string all;
        char buffer[4096];
        while (all.size() < enough) {
            const ssize_t got = recv(fd_, buffer, sizeof buffer, 0);
            if (got <= 0) break;
            all.append(buffer, static_cast<std::size_t>(got));
        }
        return all;
    }
    /// From now on the end of this socket is a reset.
    void reset_at_end() const {
        const linger at_once{1, 0};
        setsockopt(fd_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    }
    int fd() const { return fd_; }

  private:
    int fd_;
};

inline std::string upgrade(const std::string& extra, const std::string& path = "/ws") {
    return "GET " + path +
           " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: "
           "Upgrade\r\n"
           "Sec-WebSocket-Key: "
           "dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n" +
           extra + "\r\n";
}

/// A short frame with a mask that changes nothing; `first` is its first byte.
inline std::string frame(unsigned char first, const std::string& text) {
    std::string bytes(1, static_cast<char>(first));
    bytes += static_cast<char>(0x80 | text.size());
    return bytes + std::string(4, '\0') + text;
}
inline std::string text_frame(const std::string& text) {
    return frame(0x81, text);
}
inline std::string game_frame(const std::string& type, const std::string& game) {
    return text_frame("{\"type\":\"" + type + "\",\"game\":\"" + game + "\"}");
}

/// The value of a number in /metrics; -1 if it is not there.
inline double metric(TestPlayer& player, const std::string& name) {
    const std::string text = player.raw("GET", "/metrics", "").body;
    const std::size_t at = text.find("\n" + name + " ");
    return at == std::string::npos ? -1 : std::stod(text.substr(at + name.size() + 2));
}

} // namespace bastide::server::test
