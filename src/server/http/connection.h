#pragma once
// The two lives of a connection, as functions that hide the library: HTTP first, then perhaps a
// WebSocket. For listener.cpp, http_session.cpp and ws_session.cpp only.

#include "server/accounts/mutes.h"
#include "server/accounts/sessions.h"
#include "server/http/site.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

namespace bastide::server {

using Upgrade = boost::beast::http::request<boost::beast::http::string_body>;

/// A connection's slot. It belongs to the socket and goes with it.
class Admission {
  public:
    /// Null: there are too many. An empty address counts among all only.
    static std::unique_ptr<Admission> ask(const std::shared_ptr<Connections>& connections,
                                          const std::string& address) {
        if (!connections->admit(address)) return nullptr;
        return std::unique_ptr<Admission>(new Admission(connections, address));
    }
    ~Admission() { connections_->dismiss(address_); }
    /// Counts it for this address too, as a proxy told it. False: that one has too many.
    bool charge(const std::string& address) {
        if (!connections_->charge(address_, address)) return false;
        address_ = address;
        return true;
    }
    Admission(const Admission&) = delete;
    Admission& operator=(const Admission&) = delete;

  private:
    Admission(std::shared_ptr<Connections> connections, std::string address)
        : connections_(std::move(connections))
        , address_(std::move(address)) {}

    std::shared_ptr<Connections> connections_;
    std::string address_;
};
using AdmissionPtr = std::unique_ptr<Admission>;

void begin_http(Site& site, boost::asio::ip::tcp::socket socket, std::string address,
                AdmissionPtr admission);
/// Where a WebSocket comes from.
struct WsOrigin {
    AdmissionPtr admission;
    std::string address; // as limits count it
};
/// And who speaks there: nobody, or a session with whom they do not want to hear.
struct WsSpeaker {
    std::optional<Authenticated> session = {};
    MuteListPtr muted = {};
};
void begin_websocket(Site& site, boost::beast::tcp_stream stream, const Upgrade& request,
                     WsSpeaker who, WsOrigin origin);

} // namespace bastide::server
