#pragma once
// The other end: a client for the load tool and for tests.

#include "server/base/loop.h"

#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace bastide::server {

struct ServerAddress {
    std::string host;
    std::string port;
    std::string path;   // before /api, usually empty
    std::string from{}; // the own address to come from; empty: the system chooses
};
/// http://HOST[:PORT][/PATH]
std::expected<ServerAddress, std::string> parse_url(std::string_view url);

struct HttpReply {
    unsigned status = 0; // 0: no answer came
    std::string body;
    std::string set_cookie;
};

/// Blocking, one connection that is kept and opened again when needed.
class HttpClient {
  public:
    explicit HttpClient(ServerAddress server);
    ~HttpClient();
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    HttpReply call(const std::string& method, const std::string& target, const std::string& body,
                   const std::string& token);

  private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

/// A WebSocket. Its callbacks come one at a time, on any thread of the loop; they must be quick and
/// must not destroy the socket.
class ClientSocket {
  public:
    struct Handlers {
        std::function<void(std::string_view)> on_text;
        std::function<void()> on_closed; // once; also when it could not be opened
    };
    ClientSocket(Loop& loop, const ServerAddress& server, const std::string& token,
                 Handlers handlers);
    /// Nothing is called after this.
    ~ClientSocket();
    ClientSocket(const ClientSocket&) = delete;
    ClientSocket& operator=(const ClientSocket&) = delete;

    void send(std::string text);
    /// Without a goodbye, as when a cable is pulled.
    void drop();

  private:
    struct Inside;
    std::shared_ptr<Inside> inside_;
};

} // namespace bastide::server
