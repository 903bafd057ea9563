#include "server/client/client.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <deque>
#include <mutex>

namespace bastide::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;

std::expected<ServerAddress, std::string> parse_url(std::string_view url) {
    constexpr std::string_view scheme = "http://";
    if (!url.starts_with(scheme)) return std::unexpected("a server's address is http://HOST:PORT");
    url.remove_prefix(scheme.size());
    ServerAddress server;
    const std::size_t slash = url.find('/');
    if (slash != std::string_view::npos) server.path = url.substr(slash);
    while (server.path.ends_with('/')) server.path.pop_back();
    const std::string_view place = url.substr(0, slash);
    const std::size_t colon = place.rfind(':');
    server.host = place.substr(0, colon);
    server.port = colon == std::string_view::npos ? "80" : std::string(place.substr(colon + 1));
    if (server.host.empty()) return std::unexpected("the address names no host");
    return server;
}

namespace {

/// Many addresses of one machine, as 127.0.0.0/8 has them, stand for many clients.
void come_from(beast::tcp_stream& stream, const std::string& address, beast::error_code& error) {
    const auto ip = asio::ip::make_address(address, error);
    const tcp::endpoint own(ip, 0);
    if (!error) stream.socket().open(own.protocol(), error);
    if (!error) stream.socket().bind(own, error);
}

} // namespace

struct HttpClient::Inside {
    explicit Inside(ServerAddress address)
        : server(std::move(address))
        , stream(context) {}

    void connect() {
        tcp::resolver resolver(context);
        stream.socket().close();
        stream.expires_after(std::chrono::seconds(10));
        const auto endpoints = resolver.resolve(server.host, server.port);
        if (server.from.empty()) {
            stream.connect(endpoints);
        } else {
            beast::error_code error;
            come_from(stream, server.from, error);
            if (error) throw beast::system_error(error);
            stream.connect(endpoints.begin()->endpoint()); // a list would open the socket anew
        }
        stream.socket().set_option(tcp::no_delay(true));
        buffer.clear();
        connected = true;
    }

    HttpReply exchange(const http::request<http::string_body>& request) {
        if (!connected) connect();
        http::write(stream, request);
        http::response<http::string_body> response;
        http::read(stream, buffer, response);
        if (!response.keep_alive()) connected = false;
        const auto cookie = response[http::field::set_cookie];
        return {response.result_int(), response.body(), {cookie.data(), cookie.size()}};
    }

    ServerAddress server;
    asio::io_context context;
    beast::tcp_stream stream;
    beast::flat_buffer buffer;
    bool connected = false;
};

HttpClient::HttpClient(ServerAddress server)
    : inside_(std::make_unique<Inside>(std::move(server))) {}

HttpClient::~HttpClient() = default;

HttpReply HttpClient::call(const std::string& method, const std::string& target,
                           const std::string& body, const std::string& token) {
    http::request<http::string_body> request;
    request.version(11);
    request.method_string(method);
    request.target(inside_->server.path + target);
    request.set(http::field::host, inside_->server.host + ":" + inside_->server.port);
    request.set("X-Bastide", "1");
    if (!token.empty()) request.set(http::field::authorization, "Bearer " + token);
    if (!body.empty()) request.set(http::field::content_type, "application/json");
    request.body() = body;
    request.prepare_payload();
    const bool was_connected = inside_->connected; // NOLINT(clang-analyzer-deadcode.DeadStores)
    try {
        return inside_->exchange(request);
    } catch (const std::exception&) {
        inside_->connected = false;
    }
    // The server may have closed the kept connection: once more on a new one.
    if (!was_connected) return {};
    try {
        return inside_->exchange(request);
    } catch (const std::exception&) {
        inside_->connected = false;
        return {};
    }
}

struct ClientSocket::Inside : std::enable_shared_from_this<ClientSocket::Inside> {
    Inside(asio::io_context& loop_context, ServerAddress address, std::string bearer,
           Handlers calls)
        : context(loop_context)
        , server(std::move(address))
        , token(std::move(bearer))
        , handlers(std::move(calls))
        , resolver(asio::make_strand(loop_context))
        , stream(resolver.get_executor()) {}

    void open() {
        resolver.async_resolve(server.host, server.port,
                               [self = shared_from_this()](const beast::error_code& error,
                                                           const tcp::resolver::results_type& r) {
                                   if (error) return self->closed();
                                   self->connect(r);
                               });
    }

    void connect(const tcp::resolver::results_type& endpoints) {
        beast::tcp_stream& lowest = beast::get_lowest_layer(stream);
        lowest.expires_after(std::chrono::seconds(30));
        const auto connected = [self = shared_from_this()](const beast::error_code& error) {
            if (error) return self->closed();
            self->handshake();
        };
        if (server.from.empty()) {
            return lowest.async_connect(endpoints,
                                        [connected](const beast::error_code& error,
                                                    const tcp::endpoint&) { connected(error); });
        }
        beast::error_code error;
        come_from(lowest, server.from, error);
        if (error) return closed();
        lowest.async_connect(endpoints.begin()->endpoint(), connected);
    }

    void handshake() {
        beast::error_code ignored;
        beast::get_lowest_layer(stream).socket().set_option(tcp::no_delay(true), ignored);
        beast::get_lowest_layer(stream).expires_never();
        stream.set_option(websocket::stream_base::timeout{std::chrono::seconds(30),
                                                          websocket::stream_base::none(), false});
        stream.set_option(
            websocket::stream_base::decorator([bearer = token](websocket::request_type& request) {
                if (!bearer.empty()) request.set(http::field::authorization, "Bearer " + bearer);
            }));
        stream.read_message_max(std::size_t{1} << 22);
        stream.async_handshake(server.host + ":" + server.port, server.path + "/ws",
                               [self = shared_from_this()](const beast::error_code& error) {
                                   if (error) return self->closed();
                                   self->is_open = true;
                                   self->read();
                                   if (!self->outbox.empty()) self->write();
                               });
    }

    void read() {
        stream.async_read(buffer,
                          [self = shared_from_this()](const beast::error_code& error, std::size_t) {
                              if (error) return self->closed();
                              self->have_read();
                          });
    }

    void have_read() {
        const auto data = buffer.cdata();
        {
            const std::lock_guard lock(mutex);
            if (handlers.on_text) {
                handlers.on_text({static_cast<const char*>(data.data()), data.size()});
            }
        }
        buffer.consume(buffer.size());
        read();
    }

    void write() {
        writing = true;
        stream.async_write(
            asio::buffer(outbox.front()),
            [self = shared_from_this()](const beast::error_code& error, std::size_t) {
                self->writing = false;
                if (error) return self->closed();
                self->outbox.pop_front();
                if (!self->outbox.empty()) self->write();
            });
    }

    void closed() {
        if (is_closed) return;
        is_closed = true;
        beast::error_code ignored;
        beast::get_lowest_layer(stream).socket().close(ignored);
        const std::lock_guard lock(mutex);
        if (handlers.on_closed) handlers.on_closed();
        handlers = {};
    }

    asio::io_context& context;
    ServerAddress server;
    std::string token;
    std::mutex mutex; // of handlers
    Handlers handlers;
    tcp::resolver resolver;
    websocket::stream<beast::tcp_stream, false> stream;
    beast::flat_buffer buffer;
    std::deque<std::string> outbox;
    bool is_open = false;
    bool writing = false;
    bool is_closed = false;
};

ClientSocket::ClientSocket(Loop& loop, const ServerAddress& server, const std::string& token,
                           Handlers handlers)
    : inside_(std::make_shared<Inside>(loop.context(), server, token, std::move(handlers))) {
    asio::post(inside_->stream.get_executor(), [inside = inside_] { inside->open(); });
}

ClientSocket::~ClientSocket() {
    {
        const std::lock_guard lock(inside_->mutex);
        inside_->handlers = {};
    }
    drop();
}

void ClientSocket::send(std::string text) {
    asio::post(inside_->stream.get_executor(),
               [inside = inside_, text = std::move(text)]() mutable {
                   if (inside->is_closed) return;
                   inside->outbox.push_back(std::move(text));
                   if (inside->is_open && !inside->writing) inside->write();
               });
}

void ClientSocket::drop() {
    // A loop that ends destroys its tasks, and with them perhaps this socket's owner: then nothing
    // may be posted any more.
    if (inside_->context.stopped()) return;
    asio::post(inside_->stream.get_executor(), [inside = inside_] {
        beast::error_code ignored;
        beast::get_lowest_layer(inside->stream).socket().close(ignored);
        inside->resolver.cancel();
    });
}

} // namespace bastide::server
