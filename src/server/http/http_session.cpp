#include "server/accounts/sessions.h"
#include "server/http/connection.h"
#include "server/http/security_policy.h"
#include "server/service/metrics.h"
#include "server/websocket/conversation.h"

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

namespace bastide::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;

constexpr std::chrono::seconds header_timeout{20}; // slow senders and idle connections end here
constexpr std::chrono::seconds write_timeout{20};

const std::pair<const char*, const char*> security_headers[] = {
    {"Content-Security-Policy", security_policy},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    // There is nothing to ask the device for.
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
};

std::string text(boost::core::string_view view) {
    return {view.data(), view.size()};
}

class HttpSession : public std::enable_shared_from_this<HttpSession> {
  public:
    HttpSession(Site& site, asio::ip::tcp::socket socket, std::string address,
                AdmissionPtr admission)
        : site_(site)
        , admission_(std::move(admission))
        , stream_(std::move(socket))
        , address_(std::move(address))
        , is_proxy_(site.is_proxy(address_)) {}

    void begin() {
        asio::dispatch(stream_.get_executor(), [self = shared_from_this()] { self->read(); });
    }

  private:
    void read() {
        parser_.emplace();
        parser_->header_limit(max_header_bytes);
        parser_->body_limit(max_body_bytes);
        stream_.expires_after(header_timeout);
        http::async_read_header(
            stream_, buffer_, *parser_,
            [self = shared_from_this()](const beast::error_code& error, std::size_t) {
                self->have_header(error);
            });
    }

    /// Parts of unknown length can carry any number of bytes beside the body. No client needs them.
    void have_header(const beast::error_code& error) {
        if (!error && site_.bans.contains(client_address())) {
            site_.metrics.rate_limited("banned");
            return write(error_response(Code::not_allowed), false);
        }
        if (error || parser_->is_done()) return have_read(error);
        if (parser_->chunked()) {
            HttpResponse refused = error_response(Code::bad_message, "send Content-Length");
            refused.status = 411;
            return write(std::move(refused), false);
        }
        http::async_read(stream_, buffer_, *parser_,
                         [self = shared_from_this()](const beast::error_code& failed, std::size_t) {
                             self->have_read(failed);
                         });
    }

    void have_read(const beast::error_code& error) {
        if (error == http::error::body_limit || error == http::error::header_limit ||
            error == http::error::buffer_overflow) {
            return write(error_response(Code::too_large), false);
        }
        const bool is_http_error =
            error &&
            error.category() == http::make_error_code(http::error::bad_method).category() &&
            error != http::error::end_of_stream && error != http::error::partial_message;
        if (is_http_error) return write(error_response(Code::bad_message), false);
        if (error) return close();
        const auto& message = parser_->get();
        if (beast::websocket::is_upgrade(message)) return upgrade();
        const bool keep = message.keep_alive() && !site_.draining;
        head_ = message.method() == http::verb::head;
        stream_.expires_never(); // the answer may wait for the disk
        site_.handle(request(), [self = shared_from_this(), keep](HttpResponse response) {
            asio::post(self->stream_.get_executor(),
                       [self, keep, response = std::move(response)]() mutable {
                           self->write(std::move(response), keep);
                       });
        });
    }

    HttpRequest request() const {
        const auto& message = parser_->get();
        HttpRequest request;
        request.method = text(message.method_string());
        const std::string target = text(message.target());
        const std::size_t question = target.find('?');
        request.path = target.substr(0, question);
        if (question != std::string::npos) request.query = target.substr(question + 1);
        request.host = text(message[http::field::host]);
        request.origin = text(message[http::field::origin]);
        request.cookie = text(message[http::field::cookie]);
        request.authorization = text(message[http::field::authorization]);
        request.content_type = text(message[http::field::content_type]);
        request.if_none_match = text(message[http::field::if_none_match]);
        request.accept_encoding = text(message[http::field::accept_encoding]);
        request.guard = text(message["X-Bastide"]);
        request.body = message.body();
        request.address = limit_key(client_address());
        request.secure = secure();
        return request;
    }

    bool secure() const {
        return is_proxy_ && is_secure(text(parser_->get()["X-Forwarded-Proto"]));
    }

    std::string client_address() const { return is_proxy_ ? forwarded_for() : address_; }

    /// The last value of the last line was added by the proxy itself; the others can be anybody's.
    std::string forwarded_for() const {
        std::string list;
        const auto [first, end] = parser_->get().equal_range("X-Forwarded-For");
        for (auto line = first; line != end; ++line) list = text(line->value());
        while (!list.empty() && (list.back() == ' ' || list.back() == ',')) list.pop_back();
        const std::size_t last = list.find_last_of(", ");
        if (list.empty()) return address_;
        return last == std::string::npos ? list : list.substr(last + 1);
    }

    void upgrade() {
        const HttpRequest asked = request();
        if (asked.path != "/ws") return write(error_response(Code::not_found), false);
        if (site_.draining) return write(error_response(Code::draining), false);
        if (!site_.may_connect(asked)) return write(error_response(Code::forbidden_origin), false);
        if (!site_.address_limits.take(asked.address)) {
            return write(error_response(Code::rate_limited), false);
        }
        if (is_proxy_ && !admission_->charge(asked.address)) {
            return write(error_response(Code::rate_limited), false);
        }
        stream_.expires_never();
        const auto begin = [self = shared_from_this(),
                            address = asked.address](const Stored<WsSpeaker>& who) {
            asio::post(self->stream_.get_executor(), [self, address, who] {
                if (!who) return self->write(error_response(Code::store_failed), false);
                begin_websocket(self->site_, std::move(self->stream_), self->parser_->get(), *who,
                                {std::move(self->admission_), address});
            });
        };
        site_.sessions.find(asked.token(), [this, begin](const Sessions::Found& who) {
            if (!who) return begin(std::unexpected(who.error()));
            if (!*who) return begin(WsSpeaker());
            site_.talk.mutes.find((*who)->user.id, [begin, who](const Stored<MuteListPtr>& muted) {
                if (!muted) return begin(std::unexpected(muted.error()));
                begin(WsSpeaker{*who, *muted});
            });
        });
    }

    void write(HttpResponse response, bool keep) {
        answer_ = {};
        answer_.version(11);
        answer_.result(response.status);
        answer_.set(http::field::server, "bastide");
        for (const auto& [name, value] : security_headers) answer_.set(name, value);
        // Browsers come over TLS from now on.
        if (secure()) answer_.set(http::field::strict_transport_security, "max-age=31536000");
        answer_.set(http::field::cache_control, "no-store");
        for (const auto& [name, value] : response.headers) answer_.set(name, value);
        if (response.status != 204 && response.status != 304) {
            answer_.set(http::field::content_type, response.type);
        }
        if (response.status == 429 || response.status == 503) {
            answer_.set(http::field::retry_after, "2");
        }
        answer_.keep_alive(keep);
        answer_.body() = response.fixed_body.empty() ? std::move(response.body)
                                                     : std::string(response.fixed_body);
        answer_.prepare_payload();
        if (head_) answer_.body().clear();
        stream_.expires_after(write_timeout);
        http::async_write(
            stream_, answer_,
            [self = shared_from_this(), keep](const beast::error_code& error, std::size_t) {
                if (error || !keep) return self->close();
                self->read();
            });
    }

    void close() {
        beast::error_code ignored;
        stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
    }

    Site& site_;
    AdmissionPtr admission_; // before the stream: goes after it
    beast::tcp_stream stream_;
    const std::string address_; // of whoever connected
    const bool is_proxy_;
    beast::flat_buffer buffer_{max_header_bytes + max_body_bytes + spare_bytes};
    std::optional<http::request_parser<http::string_body>> parser_;
    http::response<http::string_body> answer_;
    bool head_ = false;
};

} // namespace

void begin_http(Site& site, asio::ip::tcp::socket socket, std::string address,
                AdmissionPtr admission) {
    std::make_shared<HttpSession>(site, std::move(socket), std::move(address), std::move(admission))
        ->begin();
}

} // namespace bastide::server
