#include "server/websocket/conversation.h"

#include "server/base/secret.h"

namespace bastide::server {
namespace {

constexpr std::size_t most_games = 64; // followed by one socket

} // namespace

Conversation::Conversation(Talk& talk, std::weak_ptr<Wire> wire, Speaker speaker)
    : talk_(talk)
    , wire_(std::move(wire))
    , user_(std::move(speaker.user))
    , muted_(std::move(speaker.muted))
    , limited_as_(user_ ? user_->id : speaker.address)
    , bucket_(talk.settings.messages, std::chrono::steady_clock::now()) {}

// --- from rooms --------------------------------------------------------------------------------

void Conversation::send(Text text) {
    if (const auto wire = wire_.lock()) {
        wire->post([self = shared_from_this(), text = std::move(text)] { self->queue(text); });
    }
}

void Conversation::hello_answered() {
    const auto wire = wire_.lock();
    if (!wire) return;
    wire->post([self = shared_from_this()] {
        self->hello_open_ = false;
        self->read_after_ = self->queued_;
        self->read_on();
    });
}

// --- hearing -----------------------------------------------------------------------------------

void Conversation::begin() {
    if (user_ && !closed_) stay_ = Attendance::Stay(talk_.attendance, user_->id);
    WelcomeView welcome{talk_.settings.version, talk_.rooms.time().now_ms(), user_};
    if (muted_) welcome.muted = muted_->users();
    queue(make_text(welcome_message(welcome)));
    read_on();
}

void Conversation::read_on() {
    if (closed_ || reading_ || hello_open_ || sent_ < read_after_) return;
    reading_ = true;
    if (const auto wire = wire_.lock()) wire->read();
}

/// A read that was complete when the socket was closed is of no more use.
void Conversation::hear(std::string_view text, Frame frame) {
    reading_ = false;
    if (closed_) return;
    const auto arrived = std::chrono::steady_clock::now();
    if (!may_talk(arrived)) {
        too_fast(frame == Frame::text ? text : std::string_view());
    } else if (frame != Frame::text) {
        answer({});
    } else {
        handle(text, arrived);
    }
    read_on();
}

/// Takes what one message costs from everybody who pays for it.
bool Conversation::may_talk(SteadyTime now) {
    if (!bucket_.take(talk_.settings.messages, now)) {
        talk_.events.on_rate_limited("connection");
        return false;
    }
    Limits& shared = user_ ? talk_.account_limits : talk_.nobody_limits;
    if (shared.take(limited_as_)) return true;
    talk_.events.on_rate_limited(user_ ? "account" : "nobody");
    return false;
}

void Conversation::hear_control() {
    if (closed_ || bucket_.take(talk_.settings.messages, std::chrono::steady_clock::now())) return;
    talk_.events.on_rate_limited("connection");
    const auto wire = wire_.lock();
    if (!wire || bucket_.tokens() >= -talk_.settings.messages.burst) return;
    wire->post([self = shared_from_this()] { self->dismiss(); }); // not in the middle of a read
}

/// A move still gets its one answer.
void Conversation::too_fast(std::string_view text) {
    if (bucket_.tokens() < -talk_.settings.messages.burst) return close(Wire::Goodbye::policy);
    const auto message = parse_client_message(text);
    BadMessage bad = message ? about(*message) : message.error();
    bad.code = Code::rate_limited;
    answer(bad);
}

void Conversation::handle(std::string_view text, SteadyTime arrived) {
    const auto message = parse_client_message(text);
    if (!message) return answer(message.error());
    const bool is_hello = std::holds_alternative<request::Hello>(message->request);
    if (std::holds_alternative<request::Ping>(message->request)) {
        return queue(make_text(pong_message(talk_.rooms.time().now_ms())));
    }
    if (const auto* muting = std::get_if<request::Mute>(&message->request)) {
        return mute(message->game, *muting);
    }
    if (is_hello && games_.size() >= most_games && !games_.contains(message->game)) {
        return answer({Code::too_many_games, "hello", message->game, ""});
    }
    if (is_hello) games_.insert(message->game);
    if (std::holds_alternative<request::Bye>(message->request)) games_.erase(message->game);
    hello_open_ = is_hello;
    talk_.rooms.visit(
        message->game,
        [peer = PeerPtr(shared_from_this()), message = *message, arrived](Room& room) {
            room.receive(peer, message, arrived);
        },
        [&] {
            BadMessage busy = about(*message);
            busy.code = Code::busy;
            answer(busy);
            hello_open_ = false;
        });
}

/// Holds wherever they meet, so no game is asked.
void Conversation::mute(const std::string& game, const request::Mute& mute) {
    if (!user_) return answer({Code::no_session, "mute", game, ""});
    talk_.mutes.set(user_->id, mute,
                    [self = shared_from_this(), game](const std::optional<Code>& refused) {
                        const auto wire = self->wire_.lock();
                        if (!wire) return;
                        wire->post([self, game, refused] {
                            if (refused) return self->answer({*refused, "mute", game, ""});
                            if (!self->muted_) return;
                            self->queue(make_text(muted_message(self->muted_->users())));
                        });
                    });
}

void Conversation::answer(const BadMessage& bad) {
    const bool is_move = !bad.move_id.empty() && !bad.game.empty();
    talk_.events.on_answer(is_move ? "refused" : "error");
    queue(make_text(is_move ? refused_message({bad.game, bad.move_id, -1}, bad.code)
                            : error_message(bad)));
}

// --- saying: one text at a time ----------------------------------------------------------------

void Conversation::queue(const Text& text) {
    if (closed_ || closing_) return;
    pending_bytes_ += text->size();
    if (pending_bytes_ > talk_.settings.most_pending_bytes) {
        talk_.events.on_slow_consumer();
        end();
        if (const auto wire = wire_.lock()) wire->cut();
        return;
    }
    outbox_.push_back(text);
    ++queued_;
    if (outbox_.size() == 1) write_next();
}

void Conversation::write_next() {
    if (const auto wire = wire_.lock()) wire->write(outbox_.front());
}

void Conversation::sent() {
    if (closed_) return;
    ++sent_;
    pending_bytes_ -= outbox_.front()->size();
    outbox_.pop_front();
    if (!outbox_.empty()) {
        write_next();
    } else if (closing_) {
        return close(Wire::Goodbye::restart);
    }
    read_on();
}

// --- the end -----------------------------------------------------------------------------------

void Conversation::say_goodbye() {
    if (closed_ || closing_) return;
    queue(make_text(bye_message(300 + random_number() % 2000))); // not all at once
    closing_ = true;
    if (outbox_.empty()) close(Wire::Goodbye::restart);
}

void Conversation::close(Wire::Goodbye why) {
    if (closed_) return;
    end();
    if (const auto wire = wire_.lock()) wire->close(why);
}

void Conversation::end() {
    if (closed_.exchange(true)) return;
    stay_.end();
    outbox_.clear();
    pending_bytes_ = 0;
    for (const std::string& game : games_) {
        talk_.rooms.visit_known(
            game, [peer = PeerPtr(shared_from_this())](Room& room) { room.leave(peer); });
    }
    games_.clear();
}

} // namespace bastide::server
