#pragma once
// The two lives of a connection, as functions that hide the library: HTTP first, then perhaps a
// WebSocket. For listener.cpp, http_session.cpp and ws_session.cpp only.

#include "server/accounts/sessions.h"
#include "server/http/site.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

namespace bastide::server {

using Upgrade = boost::beast::http::request<boost::beast::http::string_body>;

/// Counts a connection for as long as it lives.
class Admission {
  public:
    Admission(std::shared_ptr<Connections> connections, std::string address)
        : connections_(std::move(connections))
        , address_(std::move(address)) {}
    ~Admission() { connections_->dismiss(address_); }
    Admission(const Admission&) = delete;
    Admission& operator=(const Admission&) = delete;

  private:
    std::shared_ptr<Connections> connections_;
    std::string address_;
};
using AdmissionPtr = std::shared_ptr<Admission>;

void begin_http(Site& site, boost::asio::ip::tcp::socket socket, std::string address,
                AdmissionPtr admission);
void begin_websocket(Site& site, boost::beast::tcp_stream stream, const Upgrade& request,
                     std::optional<Authenticated> who, AdmissionPtr admission);

} // namespace bastide::server
