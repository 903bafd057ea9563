#include "server/http/listener.h"

#include "server/http/connection.h"
#include "server/service/metrics.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>

#include <sys/socket.h>

namespace bastide::server {

namespace asio = boost::asio;
using asio::ip::tcp;

struct Listener::Door : std::enable_shared_from_this<Listener::Door> {
    Door(asio::io_context& context_, Site& site_)
        : context(context_)
        , site(site_)
        , acceptor(asio::make_strand(context_))
        , pause(acceptor.get_executor()) {}

    void accept() {
        acceptor.async_accept(asio::make_strand(context),
                              [self = shared_from_this()](const boost::system::error_code& error,
                                                          tcp::socket socket) {
                                  self->accepted(error, std::move(socket));
                              });
    }

    void accepted(const boost::system::error_code& error, tcp::socket socket) {
        if (!acceptor.is_open()) return;
        if (error) {
            // Out of descriptors, most likely: wait for some to come free.
            pause.expires_after(std::chrono::milliseconds(50));
            pause.async_wait([self = shared_from_this()](const boost::system::error_code& e) {
                if (!e && self->acceptor.is_open()) self->accept();
            });
            return;
        }
        boost::system::error_code gone;
        const auto remote = socket.remote_endpoint(gone);
        if (!gone) {
            const std::string address = remote.address().to_string();
            boost::system::error_code ignored;
            socket.set_option(tcp::no_delay(true), ignored);
            // A proxy brings many clients: each is counted when it is known.
            const bool proxy = site.is_proxy(address);
            const std::string counted = proxy ? "" : limit_key(address);
            if (!proxy && site.bans.contains(address)) {
                site.metrics.rate_limited("banned");
            } else if (auto admission = Admission::ask(site.connections, counted)) {
                begin_http(site, std::move(socket), address, std::move(admission));
            }
        }
        accept();
    }

    unsigned short open() {
        boost::system::error_code error;
        const unsigned short port = acceptor.local_endpoint(error).port();
        asio::post(acceptor.get_executor(), [self = shared_from_this()] { self->accept(); });
        return port;
    }

    asio::io_context& context;
    Site& site;
    tcp::acceptor acceptor;
    asio::steady_timer pause;
};

Listener::Listener(Loop& loop, Site& site)
    : loop_(loop)
    , site_(site) {}

Listener::~Listener() = default;

std::expected<unsigned short, std::string> Listener::listen(const std::string& address,
                                                            unsigned short port) {
    boost::system::error_code error;
    const auto ip = asio::ip::make_address(address, error);
    if (error) return std::unexpected(address + ": not an address");
    const tcp::endpoint endpoint(ip, port);
    const auto door = std::make_shared<Door>(loop_.context(), site_);
    tcp::acceptor& acceptor = door->acceptor;
    if (!error) acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error && ip.is_v6()) acceptor.set_option(asio::ip::v6_only(false), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(4096, error);
    if (error)
        return std::unexpected(address + ":" + std::to_string(port) + ": " + error.message());
    doors_.push_back(door);
    return door->open();
}

std::expected<unsigned short, std::string> Listener::adopt(int descriptor) {
    const auto refused = [&](const std::string& why) {
        return std::unexpected("inherited socket " + std::to_string(descriptor) + ": " + why);
    };
    sockaddr_storage own{};
    socklen_t size = sizeof own;
    int listens = 0;
    socklen_t listens_size = sizeof listens;
    if (getsockname(descriptor, reinterpret_cast<sockaddr*>(&own), &size) != 0 ||
        getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &listens_size) != 0) {
        return refused("not a socket");
    }
    if (listens == 0) return refused("does not listen");
    if (own.ss_family != AF_INET && own.ss_family != AF_INET6) return refused("not TCP");
    const auto door = std::make_shared<Door>(loop_.context(), site_);
    boost::system::error_code error;
    door->acceptor.assign(own.ss_family == AF_INET ? tcp::v4() : tcp::v6(), descriptor, error);
    if (error) return refused(error.message());
    doors_.push_back(door);
    return door->open();
}

void Listener::stop() {
    for (const auto& door : doors_) {
        asio::post(door->acceptor.get_executor(), [door] {
            boost::system::error_code ignored;
            door->acceptor.close(ignored);
            door->pause.cancel();
        });
    }
}

} // namespace bastide::server
