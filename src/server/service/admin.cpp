#include "server/service/admin.h"

#include "notation/json.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/write.hpp>

#include <filesystem>
#include <sys/stat.h>

namespace bastide::server {

namespace asio = boost::asio;
using asio::local::stream_protocol;

namespace {

constexpr std::size_t longest_line = 4096;
constexpr std::chrono::seconds patience{20};

class AdminSession : public std::enable_shared_from_this<AdminSession> {
  public:
    AdminSession(stream_protocol::socket socket, AdminSocket::OnAsked on_asked)
        : socket_(std::move(socket))
        , timer_(socket_.get_executor())
        , on_asked_(std::move(on_asked)) {}

    void begin() {
        timer_.expires_after(patience);
        timer_.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
            if (!error) self->close();
        });
        asio::async_read_until(
            socket_, asio::dynamic_buffer(line_, longest_line), '\n',
            [self = shared_from_this()](const boost::system::error_code& error, std::size_t size) {
                if (error) return self->close();
                self->asked(size);
            });
    }

  private:
    void asked(std::size_t size) {
        const Json question = Json::parse(line_.substr(0, size), nullptr, false);
        on_asked_(question, [self = shared_from_this()](const Json& answer) {
            asio::post(self->socket_.get_executor(), [self, answer] { self->write(answer); });
        });
    }

    void write(const Json& answer) {
        line_ = text_of(answer) + "\n";
        asio::async_write(socket_, asio::buffer(line_),
                          [self = shared_from_this()](const boost::system::error_code&,
                                                      std::size_t) { self->close(); });
    }

    void close() {
        boost::system::error_code ignored;
        socket_.close(ignored);
        timer_.cancel();
    }

    stream_protocol::socket socket_;
    asio::steady_timer timer_;
    AdminSocket::OnAsked on_asked_;
    std::string line_;
};

/// What a server that was killed left behind.
void remove_old_socket(const std::string& file) {
    std::error_code ignored;
    if (std::filesystem::is_socket(file, ignored)) std::filesystem::remove(file, ignored);
}

} // namespace

struct AdminSocket::Inside : std::enable_shared_from_this<AdminSocket::Inside> {
    Inside(asio::io_context& context_, OnAsked on_asked_)
        : context(context_)
        , acceptor(asio::make_strand(context_))
        , on_asked(std::move(on_asked_)) {}

    void accept() {
        acceptor.async_accept(
            asio::make_strand(context),
            [self = shared_from_this()](const boost::system::error_code& error,
                                        stream_protocol::socket socket) {
                if (error || !self->acceptor.is_open()) return;
                std::make_shared<AdminSession>(std::move(socket), self->on_asked)->begin();
                self->accept();
            });
    }

    asio::io_context& context;
    stream_protocol::acceptor acceptor;
    OnAsked on_asked;
    std::string file;
};

AdminSocket::AdminSocket(Loop& loop, OnAsked on_asked)
    : inside_(std::make_shared<Inside>(loop.context(), std::move(on_asked))) {}

AdminSocket::~AdminSocket() = default;

std::expected<void, std::string> AdminSocket::listen(const std::string& file) {
    remove_old_socket(file);
    boost::system::error_code error;
    auto& acceptor = inside_->acceptor;
    acceptor.open({}, error);
    const mode_t before = umask(S_IRWXG | S_IRWXO); // nobody else, from the first moment
    if (!error) acceptor.bind(stream_protocol::endpoint(file), error);
    umask(before);
    if (!error) acceptor.listen(16, error);
    if (error) return std::unexpected(file + ": " + error.message());
    inside_->file = file;
    asio::post(acceptor.get_executor(), [inside = inside_] { inside->accept(); });
    return {};
}

void AdminSocket::stop() {
    if (inside_->file.empty()) return;
    remove_old_socket(inside_->file);
    asio::post(inside_->acceptor.get_executor(), [inside = inside_] {
        boost::system::error_code ignored;
        inside->acceptor.close(ignored);
    });
}

std::expected<Json, std::string> ask_admin(const std::string& file, const Json& question) {
    asio::io_context context;
    stream_protocol::socket socket(context);
    boost::system::error_code error;
    socket.connect(stream_protocol::endpoint(file), error);
    if (!error) asio::write(socket, asio::buffer(text_of(question) + "\n"), error);
    std::string line;
    if (!error) asio::read_until(socket, asio::dynamic_buffer(line), '\n', error);
    if (error) return std::unexpected(file + ": " + error.message());
    return Json::parse(line, nullptr, false);
}

} // namespace bastide::server
