#include "server/http/listener.h"

#include "server/http/connection.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>

namespace bastide::server {

namespace asio = boost::asio;
using asio::ip::tcp;

struct Listener::Inside : std::enable_shared_from_this<Listener::Inside> {
    Inside(asio::io_context& context_, Site& site_)
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
            if (site.connections->admit(address)) {
                auto admission = std::make_shared<Admission>(site.connections, address);
                begin_http(site, std::move(socket), address, std::move(admission));
            }
        }
        accept();
    }

    asio::io_context& context;
    Site& site;
    tcp::acceptor acceptor;
    asio::steady_timer pause;
};

Listener::Listener(Loop& loop, Site& site)
    : inside_(std::make_shared<Inside>(loop.context(), site)) {}

Listener::~Listener() = default;

std::expected<unsigned short, std::string> Listener::listen(const std::string& address,
                                                            unsigned short port) {
    boost::system::error_code error;
    const auto ip = asio::ip::make_address(address, error);
    if (error) return std::unexpected(address + ": not an address");
    const tcp::endpoint endpoint(ip, port);
    tcp::acceptor& acceptor = inside_->acceptor;
    if (!error) acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error && ip.is_v6()) acceptor.set_option(asio::ip::v6_only(false), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(4096, error);
    if (error)
        return std::unexpected(address + ":" + std::to_string(port) + ": " + error.message());
    const unsigned short bound = acceptor.local_endpoint(error).port();
    asio::post(acceptor.get_executor(), [inside = inside_] { inside->accept(); });
    return bound;
}

void Listener::stop() {
    asio::post(inside_->acceptor.get_executor(), [inside = inside_] {
        boost::system::error_code ignored;
        inside->acceptor.close(ignored);
        inside->pause.cancel();
    });
}

} // namespace bastide::server
