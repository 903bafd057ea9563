#pragma once
// What is said on one socket: limits, messages, the games that are followed, and what waits to be
// sent. The socket itself is a Wire. Rooms hold the conversation, never the socket: when the kernel
// has closed that, its slot is free, whatever a room is doing.

#include "server/accounts/mutes.h"
#include "server/base/limits.h"
#include "server/notices/attendance.h"
#include "server/protocol/message.h"
#include "server/rooms/peer.h"
#include "server/rooms/rooms.h"

#include <atomic>
#include <deque>
#include <set>

namespace bastide::server {

/// Carries texts. Everything but post() happens on the socket's strand.
class Wire {
  public:
    virtual ~Wire() = default;
    /// From any thread.
    virtual void post(Task task) = 0;
    /// Waits for one message and hands it to Conversation::hear().
    virtual void read() = 0;
    /// Then Conversation::sent(). One at a time.
    virtual void write(const Text& text) = 0;
    enum class Goodbye : std::uint8_t { restart, policy };
    /// With a handshake. Nothing is read or written after it.
    virtual void close(Goodbye why) = 0;
    /// Without one, for those who do not read.
    virtual void cut() = 0;
};

/// What all conversations share.
struct Talk {
    struct Settings {
        std::string version;
        Rate messages{20, 60}; // of one socket
        std::size_t most_pending_bytes = 512 * 1024;
    };
    struct Events {
        std::function<void(std::string_view what)> on_rate_limited; // connection, account, …
        std::function<void(std::string_view kind)> on_answer;
        std::function<void()> on_slow_consumer;
    };

    Rooms& rooms;
    Mutes& mutes;
    Attendance& attendance;
    Limits account_limits; // messages on all sockets of one user
    Limits nobody_limits;  // and on all sockets without a session of one address
    Settings settings;
    Events events;
};

class Conversation final : public Peer, public std::enable_shared_from_this<Conversation> {
  public:
    struct Speaker {
        std::optional<UserRow> user; // nobody: a spectator without a session
        std::string address;         // as limits count it
        MuteListPtr muted;           // of a user
    };
    Conversation(Talk& talk, std::weak_ptr<Wire> wire, Speaker speaker);

    // Peer, from any thread
    void send(Text text) override;
    void hello_answered() override;
    const std::optional<UserRow>& user() const override { return user_; }
    bool hears(const std::string& user) const override { return !muted_ || !muted_->has(user); }
    std::int64_t lag_ms() const override { return lag_ms_; }
    bool closed() const override { return closed_; }

    // From the wire, on its strand
    void begin();
    enum class Frame : std::uint8_t { text, binary };
    void hear(std::string_view text, Frame frame);
    /// A control frame came; they count as messages do.
    void hear_control();
    void sent();
    void set_lag(std::chrono::milliseconds lag) { lag_ms_ = lag.count(); }
    /// Says goodbye when all is sent: the server goes.
    void say_goodbye();
    /// The session is over.
    void dismiss() { close(Wire::Goodbye::policy); }
    /// The socket is gone, or about to go: leaves all games.
    void end();

  private:
    bool may_talk(SteadyTime now);
    void handle(std::string_view text, SteadyTime arrived);
    void mute(const std::string& game, const request::Mute& mute);
    void too_fast(std::string_view text);
    void answer(const BadMessage& bad);
    void queue(const Text& text);
    void write_next();
    void read_on();
    void close(Wire::Goodbye why);

    Talk& talk_;
    const std::weak_ptr<Wire> wire_;
    const std::optional<UserRow> user_;
    const MuteListPtr muted_;
    const std::string limited_as_; // whose messages are counted together
    Attendance::Stay stay_;        // of a user
    TokenBucket bucket_;
    std::set<std::string> games_;
    std::deque<Text> outbox_;
    std::size_t pending_bytes_ = 0;
    std::uint64_t queued_ = 0, sent_ = 0; // texts
    /// A hello is answered before the next message is read, so that a client that reads is never
    /// sent more states than it takes.
    bool hello_open_ = false;
    std::uint64_t read_after_ = 0; // that many texts are sent
    bool reading_ = false;
    bool closing_ = false; // says goodbye, then closes
    std::atomic<bool> closed_ = false;
    std::atomic<std::int64_t> lag_ms_ = 0;
};

} // namespace bastide::server
