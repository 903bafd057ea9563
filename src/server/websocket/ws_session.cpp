#include "server/base/secret.h"
#include "server/base/time.h"
#include "server/http/connection.h"
#include "server/protocol/server_message.h"
#include "server/rooms/rooms.h"
#include "server/service/metrics.h"

#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

namespace bastide::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;

constexpr std::size_t most_games = 64; // followed by one socket
constexpr std::chrono::seconds ping_every{25};
constexpr std::chrono::seconds dead_after{80};
constexpr std::chrono::seconds goodbye_time{5}; // for the handshake of a close

class WsSession final : public Peer,
                        public Closable,
                        public std::enable_shared_from_this<WsSession> {
  public:
    WsSession(Site& site, beast::tcp_stream stream, std::optional<Authenticated> who,
              AdmissionPtr admission)
        : site_(site)
        , connections_(site.connections)
        , stream_(std::move(stream))
        , timer_(stream_.get_executor())
        , admission_(std::move(admission))
        , bucket_(site.settings.messages, std::chrono::steady_clock::now()) {
        if (!who) return;
        user_ = std::move(who->user);
        token_hash_ = std::move(who->token_hash);
    }

    ~WsSession() override { connections_->remove(this); }

    void begin(const Upgrade& request) {
        stream_.set_option(
            websocket::stream_base::timeout{std::chrono::seconds(10), dead_after, false});
        stream_.set_option(websocket::stream_base::decorator(
            [](websocket::response_type& response) { response.set("Server", "bastide"); }));
        stream_.read_message_max(max_frame_bytes);
        stream_.auto_fragment(false);
        stream_.text(true);
        connections_->add(shared_from_this());
        stream_.async_accept(request, [self = shared_from_this()](const beast::error_code& error) {
            if (error) return;
            self->greet();
        });
    }

    // Peer
    void send(Text text) override {
        asio::post(stream_.get_executor(),
                   [self = shared_from_this(), text = std::move(text)] { self->queue(text); });
    }
    const std::optional<UserRow>& user() const override { return user_; }
    std::int64_t lag_ms() const override { return lag_ms_; }

    // Closable
    void say_goodbye() override {
        asio::post(stream_.get_executor(), [self = shared_from_this()] {
            const auto retry_ms = 300 + random_number() % 2000; // not all at once
            self->queue(make_text(bye_message(retry_ms)));
            self->closing_ = true;
            if (!self->writing_) self->close(websocket::close_code::service_restart);
        });
    }

  private:
    void greet() {
        queue(make_text(welcome_message(site_.settings.version, now_ms(), user_)));
        stream_.control_callback([this](websocket::frame_type kind, boost::core::string_view) {
            if (kind == websocket::frame_type::pong) ponged();
        });
        ping();
        read();
    }

    void read() {
        stream_.async_read(
            buffer_, [self = shared_from_this()](const beast::error_code& error, std::size_t) {
                if (error) return self->ended();
                self->have_read();
            });
    }

    void have_read() {
        const auto arrived = std::chrono::steady_clock::now();
        if (!bucket_.take(site_.settings.messages, arrived)) {
            site_.metrics.rate_limited("connection");
            if (bucket_.tokens() < -site_.settings.messages.burst) {
                close(websocket::close_code::policy_error);
            } else {
                answer_error({Code::rate_limited, "", ""});
            }
        } else if (user_ && !site_.account_limits.take(user_->id)) {
            site_.metrics.rate_limited("account");
            answer_error({Code::rate_limited, "", ""});
        } else if (!stream_.got_text()) {
            answer_error({Code::bad_message, "", ""});
        } else {
            const auto data = buffer_.cdata();
            handle({static_cast<const char*>(data.data()), data.size()}, arrived);
        }
        buffer_.consume(buffer_.size());
        if (!closed_) read();
    }

    void handle(std::string_view text, SteadyTime arrived) {
        const auto message = parse_client_message(text);
        if (!message) return answer_error(message.error());
        if (std::holds_alternative<request::Ping>(message->request)) {
            return queue(make_text(pong_message(now_ms())));
        }
        if (std::holds_alternative<request::Hello>(message->request)) {
            if (games_.size() >= most_games && !games_.contains(message->game)) {
                return answer_error({Code::too_many_games, "hello", message->game});
            }
            games_.insert(message->game);
        }
        if (std::holds_alternative<request::Bye>(message->request)) games_.erase(message->game);
        site_.rooms.visit(message->game,
                          [peer = PeerPtr(shared_from_this()), message = *message,
                           arrived](Room& room) { room.receive(peer, message, arrived); });
    }

    void answer_error(const BadMessage& bad) {
        site_.metrics.answer("error");
        queue(make_text(error_message(bad)));
    }

    // --- writing: one frame at a time, on the socket's strand
    void queue(const Text& text) {
        if (closed_ || closing_) return;
        pending_bytes_ += text->size();
        if (pending_bytes_ > site_.settings.most_pending_bytes) {
            site_.metrics.slow_consumer();
            return cut();
        }
        outbox_.push_back(text);
        if (!writing_) write();
    }

    void write() {
        writing_ = true;
        stream_.async_write(asio::buffer(*outbox_.front()),
                            [self = shared_from_this()](const beast::error_code& error,
                                                        std::size_t) { self->written(error); });
    }

    void written(const beast::error_code& error) {
        writing_ = false;
        if (error) return ended();
        pending_bytes_ -= outbox_.front()->size();
        outbox_.pop_front();
        if (!outbox_.empty()) return write();
        if (closing_) close(websocket::close_code::service_restart);
    }

    // --- lag: half of a ping's round trip
    void ping() {
        if (pinging_) { // the last one still waits to be sent: nobody reads
            site_.metrics.slow_consumer();
            return cut();
        }
        pinging_ = true;
        pinged_at_ = std::chrono::steady_clock::now();
        stream_.async_ping(
            {}, [self = shared_from_this()](const beast::error_code&) { self->pinging_ = false; });
        check_session();
        timer_.expires_after(ping_every);
        timer_.async_wait([self = shared_from_this()](const beast::error_code& error) {
            if (!error && !self->closed_) self->ping();
        });
    }

    /// Who signed out or deleted their data, perhaps on another node, is not kept.
    void check_session() {
        if (!user_) return;
        site_.sessions.check(token_hash_, [self = shared_from_this()](bool valid) {
            if (valid) return;
            asio::post(self->stream_.get_executor(),
                       [self] { self->close(websocket::close_code::policy_error); });
        });
    }

    void ponged() {
        const auto trip = std::chrono::steady_clock::now() - pinged_at_;
        lag_ms_ = std::chrono::duration_cast<std::chrono::milliseconds>(trip).count() / 2;
    }

    // --- the end
    void close(websocket::close_code code) {
        if (closed_) return;
        stream_.async_close(
            code, [self = shared_from_this()](const beast::error_code&) { self->timer_.cancel(); });
        ended();
        // The handshake waits for what is being written, for ever if nobody reads it.
        timer_.expires_after(goodbye_time);
        timer_.async_wait([self = shared_from_this()](const beast::error_code& error) {
            if (!error) self->shut();
        });
    }

    /// Without a handshake, for those who do not read.
    void cut() {
        shut();
        ended();
    }

    /// With a reset: else the kernel keeps megabytes for minutes, for one who does not read them.
    void shut() {
        beast::error_code ignored;
        auto& socket = beast::get_lowest_layer(stream_).socket();
        socket.set_option(asio::socket_base::linger(true, 0), ignored);
        socket.close(ignored);
    }

    void ended() {
        if (closed_) return;
        closed_ = true;
        timer_.cancel();
        connections_->remove(this);
        for (const std::string& game : games_) {
            site_.rooms.visit(
                game, [peer = PeerPtr(shared_from_this())](Room& room) { room.leave(peer); });
        }
        games_.clear();
    }

    Site& site_;
    std::shared_ptr<Connections> connections_;
    websocket::stream<beast::tcp_stream, false> stream_; // without compression
    asio::steady_timer timer_; // until the next ping; after the close, until patience ends
    std::optional<UserRow> user_;
    std::string token_hash_;
    AdmissionPtr admission_;
    TokenBucket bucket_;
    beast::flat_buffer buffer_;
    std::set<std::string> games_;
    std::deque<Text> outbox_;
    std::size_t pending_bytes_ = 0;
    bool writing_ = false;
    bool closing_ = false; // says goodbye, then closes
    bool closed_ = false;
    bool pinging_ = false; // a ping waits to be sent
    SteadyTime pinged_at_;
    std::atomic<std::int64_t> lag_ms_ = 0;
};

} // namespace

void begin_websocket(Site& site, beast::tcp_stream stream, const Upgrade& request,
                     std::optional<Authenticated> who, AdmissionPtr admission) {
    stream.expires_never(); // the WebSocket has its own time limits
    std::make_shared<WsSession>(site, std::move(stream), std::move(who), std::move(admission))
        ->begin(request);
}

} // namespace bastide::server
