#include "server/accounts/sessions.h"
#include "server/http/connection.h"
#include "server/websocket/conversation.h"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/rate_policy.hpp>
#include <boost/beast/websocket.hpp>

namespace bastide::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;

constexpr std::chrono::seconds ping_every{25};
constexpr std::chrono::seconds dead_after{80};
constexpr std::chrono::seconds goodbye_time{5}; // for the handshake of a close
/// Empty fragments are no messages and are not counted: what a socket may send is bounded in bytes.
constexpr std::size_t bytes_per_second = 256 * 1024;

/// One socket. It closes when the client, the server or the network ends it, and gives its slot
/// back at that moment; rooms know its conversation only.
class WsSession final : public Wire,
                        public Closable,
                        public std::enable_shared_from_this<WsSession> {
  public:
    WsSession(Site& site, beast::tcp_stream stream, AdmissionPtr admission)
        : site_(site)
        , connections_(site.connections)
        , admission_(std::move(admission))
        , stream_(stream.release_socket())
        , timer_(stream_.get_executor()) {
        beast::get_lowest_layer(stream_).rate_policy().read_limit(bytes_per_second);
    }

    ~WsSession() override { connections_->remove(this); }

    void begin(const Upgrade& request, WsSpeaker who, std::string address) {
        Conversation::Speaker speaker{std::nullopt, address, std::move(who.muted)};
        address_ = std::move(address);
        if (who.session) {
            speaker.user = std::move(who.session->user);
            token_hash_ = std::move(who.session->token_hash);
        }
        conversation_ =
            std::make_shared<Conversation>(site_.talk, weak_from_this(), std::move(speaker));
        stream_.set_option(
            websocket::stream_base::timeout{std::chrono::seconds(10), dead_after, false});
        stream_.set_option(websocket::stream_base::decorator(
            [](websocket::response_type& response) { response.set("Server", "bastide"); }));
        stream_.read_message_max(max_frame_bytes);
        stream_.auto_fragment(false);
        stream_.text(true);
        connections_->add(shared_from_this());
        stream_.async_accept(request, [self = shared_from_this()](const beast::error_code& error) {
            if (error) return self->end();
            self->greet();
        });
    }

    // Wire
    void post(Task task) override { asio::post(stream_.get_executor(), std::move(task)); }

    void read() override {
        if (ended_) return;
        stream_.async_read(
            buffer_, [self = shared_from_this()](const beast::error_code& error, std::size_t) {
                if (error) return self->end();
                self->have_read();
            });
    }

    void write(const Text& text) override {
        if (ended_) return;
        writing_ = text;
        stream_.async_write(
            asio::buffer(*writing_),
            [self = shared_from_this()](const beast::error_code& error, std::size_t) {
                if (error) return self->end();
                self->conversation_->sent();
            });
    }

    void close(Goodbye why) override {
        if (ended_) return;
        const auto code = why == Goodbye::restart ? websocket::close_code::service_restart
                                                  : websocket::close_code::policy_error;
        closing_ = true;
        stream_.async_close(code,
                            [self = shared_from_this()](const beast::error_code&) { self->end(); });
        // The handshake waits for what is being written, for ever if nobody reads it.
        timer_.expires_after(goodbye_time);
        timer_.async_wait([self = shared_from_this()](const beast::error_code& error) {
            if (!error) self->cut();
        });
    }

    /// With a reset: else the kernel keeps megabytes for minutes, for one who does not read them.
    void cut() override {
        beast::error_code ignored;
        socket().set_option(asio::socket_base::linger(true, 0), ignored);
        end();
    }

    // Closable
    void say_goodbye() override {
        post([self = shared_from_this()] { self->conversation_->say_goodbye(); });
    }
    void check_session_of(const std::string& user) override {
        post([self = shared_from_this(), user] {
            const auto& own = self->conversation_->user();
            if (own && own->id == user) self->check_session();
        });
    }

    void check_address() override {
        if (!site_.bans.contains(address_)) return;
        post([self = shared_from_this()] { self->conversation_->dismiss(); });
    }

  private:
    asio::ip::tcp::socket& socket() { return beast::get_lowest_layer(stream_).socket(); }

    void greet() {
        stream_.control_callback([this](websocket::frame_type kind, boost::core::string_view) {
            if (kind == websocket::frame_type::pong) ponged();
            conversation_->hear_control();
        });
        conversation_->begin();
        ping();
    }

    void have_read() {
        const auto data = buffer_.cdata();
        const std::string_view text(static_cast<const char*>(data.data()), data.size());
        const auto frame =
            stream_.got_text() ? Conversation::Frame::text : Conversation::Frame::binary;
        heard_.assign(text);
        buffer_.consume(buffer_.size());
        conversation_->hear(heard_, frame);
    }

    // --- lag: half of a ping's round trip
    void ping() {
        if (ended_ || closing_) return;
        if (pinging_) { // the last one still waits to be sent: nobody reads
            site_.talk.events.on_slow_consumer();
            return cut();
        }
        pinging_ = true;
        pinged_at_ = std::chrono::steady_clock::now();
        stream_.async_ping(
            {}, [self = shared_from_this()](const beast::error_code&) { self->pinging_ = false; });
        check_session();
        timer_.expires_after(ping_every);
        timer_.async_wait([self = shared_from_this()](const beast::error_code& error) {
            if (!error) self->ping();
        });
    }

    void ponged() {
        const auto trip = std::chrono::steady_clock::now() - pinged_at_;
        conversation_->set_lag(std::chrono::duration_cast<std::chrono::milliseconds>(trip) / 2);
    }

    /// Who signed out or deleted their data, perhaps on another node, is not kept.
    void check_session() {
        if (!conversation_->user()) return;
        site_.sessions.check(token_hash_, [self = shared_from_this()](bool valid) {
            if (!valid) self->post([self] { self->conversation_->dismiss(); });
        });
    }

    /// The kernel's socket goes, and with it the slot; rooms hear of it when they can.
    void end() {
        if (ended_) return;
        ended_ = true;
        conversation_->end();
        timer_.cancel();
        beast::error_code ignored;
        socket().close(ignored);
        connections_->remove(this);
        admission_.reset();
    }

    Site& site_;
    std::shared_ptr<Connections> connections_;
    AdmissionPtr admission_; // before the stream: goes after it
    using Stream =
        beast::basic_stream<asio::ip::tcp, asio::any_io_executor, beast::simple_rate_policy>;
    websocket::stream<Stream, false> stream_; // without compression
    asio::steady_timer timer_; // until the next ping; after the close, until patience ends
    std::shared_ptr<Conversation> conversation_;
    std::string address_; // as limits count it; never changes once it is among the connections
    std::string token_hash_;
    beast::flat_buffer buffer_{2 * max_frame_bytes};
    std::string heard_;
    Text writing_;
    bool closing_ = false; // a handshake is on its way
    bool ended_ = false;
    bool pinging_ = false; // a ping waits to be sent
    SteadyTime pinged_at_;
};

} // namespace

void begin_websocket(Site& site, beast::tcp_stream stream, const Upgrade& request, WsSpeaker who,
                     WsOrigin origin) {
    stream.expires_never(); // the WebSocket has its own time limits
    std::make_shared<WsSession>(site, std::move(stream), std::move(origin.admission))
        ->begin(request, std::move(who), std::move(origin.address));
}

} // namespace bastide::server
