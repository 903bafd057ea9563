#include "server/notices/push_sender.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>

#include <atomic>
#include <deque>
#include <map>
#include <thread>

namespace bastide::server {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace ssl = asio::ssl;
using asio::ip::tcp;
using Error = boost::system::error_code;

constexpr unsigned http_1_1 = 11;
constexpr const char* keep_seconds = "86400"; // for a device that is off; then the turn is old
constexpr std::uint64_t most_answer_bytes = 16 * 1024;

} // namespace

/// One post, from the name of its host to the status of its answer.
class PushSender::Post : public std::enable_shared_from_this<Post> {
  public:
    using Resolved = tcp::resolver::results_type;

    Post(asio::io_context& context, ssl::context& tls, PushRequest request)
        : timer_(context)
        , stream_(context, tls)
        , request_(std::move(request)) {}

    /// `on_done` comes once.
    void begin(std::chrono::milliseconds deadline, PushSender::OnDone on_done) {
        on_done_ = std::move(on_done);
        timer_.expires_after(deadline);
        timer_.async_wait([self = shared_from_this()](const Error& error) {
            if (!error) self->fail("no answer in time");
        });
    }

    void connect(const Error& error, const Resolved& found) {
        if (failed(error, "name")) return;
        socket().async_connect(found, [self = shared_from_this()](const Error& e, const auto&) {
            if (!self->failed(e, "connection")) self->shake_hands();
        });
    }

    const PushEndpoint& to() const { return request_.to; }

  private:
    beast::tcp_stream& socket() { return beast::get_lowest_layer(stream_); }

    void shake_hands() {
        // What the macro SSL_set_tlsext_host_name() does, without its cast.
        std::string host = to().host;
        if (SSL_ctrl(stream_.native_handle(), SSL_CTRL_SET_TLSEXT_HOSTNAME,
                     TLSEXT_NAMETYPE_host_name, host.data()) != 1) {
            return fail("TLS");
        }
        stream_.set_verify_callback(ssl::host_name_verification(to().host));
        stream_.async_handshake(ssl::stream_base::client,
                                [self = shared_from_this()](const Error& error) {
                                    if (!self->failed(error, "TLS")) self->write();
                                });
    }

    void write() {
        namespace http = beast::http;
        message_.method(http::verb::post);
        message_.version(http_1_1);
        message_.target(to().target);
        message_.set(http::field::host, to().origin().substr(std::string_view("https://").size()));
        message_.set(http::field::authorization, request_.authorization);
        message_.set("TTL", keep_seconds);
        message_.set("Topic", "turn"); // a newer one takes the place of one not delivered
        message_.set(http::field::content_length, "0");
        message_.set(http::field::connection, "close");
        http::async_write(stream_, message_, [self = shared_from_this()](const Error& error, auto) {
            if (!self->failed(error, "request")) self->read();
        });
    }

    void read() {
        parser_.body_limit(most_answer_bytes);
        parser_.header_limit(most_answer_bytes);
        // What the answer says beyond its status is of no use.
        beast::http::async_read_header(stream_, buffer_, parser_,
                                       [self = shared_from_this()](const Error& error, auto) {
                                           if (!self->failed(error, "answer")) self->answered();
                                       });
    }

    void answered() {
        const unsigned status = parser_.get().result_int();
        if (status >= 200 && status < 300) return done(PushOutcome::sent, "");
        const bool gone = status == 404 || status == 410;
        done(gone ? PushOutcome::gone : PushOutcome::refused, std::to_string(status));
    }

    bool failed(const Error& error, const char* step) {
        if (error) fail(std::string(step) + ": " + error.message());
        return !on_done_; // nobody waits, also if the time was over before this step was
    }

    void fail(const std::string& why) { done(PushOutcome::failed, why); }

    void done(PushOutcome outcome, const std::string& why) {
        if (!on_done_) return;
        const PushSender::OnDone on_done = std::exchange(on_done_, nullptr);
        timer_.cancel();
        socket().close(); // without a farewell: nobody waits for one
        on_done(outcome, why);
    }

    asio::steady_timer timer_;
    beast::ssl_stream<beast::tcp_stream> stream_;
    PushRequest request_;
    beast::http::request<beast::http::empty_body> message_;
    beast::http::response_parser<beast::http::empty_body> parser_;
    beast::flat_buffer buffer_{most_answer_bytes};
    PushSender::OnDone on_done_;
};

std::string_view name(PushOutcome outcome) {
    switch (outcome) {
    case PushOutcome::sent:
        return "sent";
    case PushOutcome::gone:
        return "gone";
    case PushOutcome::refused:
        return "refused";
    case PushOutcome::failed:
        return "failed";
    case PushOutcome::dropped:
        break;
    }
    return "dropped";
}

struct PushSender::Inside : std::enable_shared_from_this<Inside> {
    explicit Inside(Settings given)
        : settings(std::move(given))
        , work(asio::make_work_guard(context)) {
        Error error;
        tls.set_verify_mode(ssl::verify_peer);
        if (settings.ca_file.empty()) {
            tls.set_default_verify_paths(error);
        } else {
            tls.load_verify_file(settings.ca_file, error);
        }
        if (error) trouble = settings.ca_file + ": " + error.message();
    }

    // On the sender's thread.
    void add(PushRequest request, OnDone on_done) {
        waiting.emplace_back(std::move(request), std::move(on_done));
        begin_next();
    }

    void begin_next() {
        while (running < settings.at_once && !waiting.empty()) {
            auto [request, on_done] = std::move(waiting.front());
            waiting.pop_front();
            ++running;
            const auto post = std::make_shared<Post>(context, tls, std::move(request));
            post->begin(settings.deadline,
                        [this, on_done](PushOutcome outcome, const std::string& why) {
                            --running;
                            --queued;
                            on_done(outcome, why);
                            asio::post(context, [this] { begin_next(); });
                        });
            resolve(post);
        }
    }

    /// The system's resolver may take long and cannot be interrupted: it has a thread of its own
    /// that nobody waits for, not even at the end.
    void resolve(const std::shared_ptr<Post>& post) {
        const std::uint64_t number = ++resolves;
        resolving.emplace(number, post);
        std::thread([weak = weak_from_this(), host = post->to().host, port = post->to().port,
                     number] {
            asio::io_context own;
            Error error;
            const auto found = tcp::resolver(own).resolve(host, port, error);
            if (const auto inside = weak.lock()) {
                asio::post(inside->context, [inside = inside.get(), number, error, found] {
                    inside->resolved(number, error, found);
                });
            }
        }).detach();
    }

    void resolved(std::uint64_t number, const Error& error, const Post::Resolved& found) {
        const auto post = resolving.extract(number);
        post.mapped()->connect(error, found);
    }

    const Settings settings;
    std::string trouble;
    asio::io_context context{1};
    asio::executor_work_guard<asio::io_context::executor_type> work;
    ssl::context tls{ssl::context::tls_client};
    std::deque<std::pair<PushRequest, OnDone>> waiting;
    std::map<std::uint64_t, std::shared_ptr<Post>> resolving;
    std::uint64_t resolves = 0;
    unsigned running = 0;
    std::atomic<std::size_t> queued = 0;
    std::thread thread;
};

PushSender::PushSender(Settings settings)
    : inside_(std::make_shared<Inside>(std::move(settings))) {
    inside_->thread = std::thread([inside = inside_.get()] { inside->context.run(); });
}

PushSender::~PushSender() {
    stop();
}

const std::string& PushSender::trouble() const {
    return inside_->trouble;
}

void PushSender::send(PushRequest request, OnDone on_done) {
    if (++inside_->queued > inside_->settings.most_waiting) {
        --inside_->queued;
        return on_done(PushOutcome::dropped, "too many wait");
    }
    asio::post(inside_->context, [inside = inside_.get(), request = std::move(request),
                                  on_done = std::move(on_done)]() mutable {
        inside->add(std::move(request), std::move(on_done));
    });
}

void PushSender::stop() {
    inside_->context.stop();
    if (inside_->thread.joinable()) inside_->thread.join();
}

} // namespace bastide::server
