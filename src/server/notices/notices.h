#pragma once
// Tells people that it is their turn when no page of theirs is open. A turn waits a while first:
// who looks meanwhile, moves, or has their seat taken over is not told. Who was told is told again
// after five times as long at the earliest; until then their turns wait.

#include "server/base/loop.h"
#include "server/notices/attendance.h"
#include "server/notices/push_sender.h"
#include "server/notices/vapid.h"
#include "server/rooms/room_frame.h"

#include <unordered_map>

namespace bastide::server {

class Notices {
  public:
    struct Settings {
        PushServices services; // none: nobody is told anything
        std::string ca_file;   // empty: the system's certificates
        std::chrono::milliseconds after{60'000};
    };
    struct Services {
        Loop& loop;
        Writer& writer;
        Reader& reader;
        const Attendance& attendance;
        const Seal& seal;
        /// What became of a notice; the service's host, and in words why it was not sent.
        std::function<void(PushOutcome outcome, const std::string& host, const std::string& why)>
            on_outcome;
    };
    Notices(Services services, Settings settings);

    bool on() const { return sender_ != nullptr; }
    /// Empty, or why notices cannot be sent as it is set.
    std::string trouble() const { return on() ? sender_->trouble() : ""; }
    /// What a browser needs to subscribe; empty while nobody can.
    std::string key() const { return on() ? vapid_->public_key() : ""; }
    /// Whether this may be subscribed with.
    bool takes(std::string_view endpoint) const {
        return settings_.services.find(endpoint).has_value();
    }

    /// From any thread; nothing waits for it.
    void turn(const Turn& turn);
    void stop();

  private:
    struct Waiting {
        std::string user;
        int ply = 0;
        std::chrono::steady_clock::time_point due;
    };
    void add(const Turn& turn);
    void look();
    void tell(const std::string& game, const Waiting& waiting);
    void send(const SubscriptionRow& row);
    std::chrono::milliseconds quiet() const { return 5 * settings_.after; }

    Services services_;
    Settings settings_;
    std::unique_ptr<Vapid> vapid_;
    std::unique_ptr<PushSender> sender_;
    Strand strand_;
    Timer timer_;
    bool looking_ = false;
    std::unordered_map<std::string, Waiting> waiting_; // by game: the last turn counts
    std::unordered_map<std::string, std::chrono::steady_clock::time_point> told_; // by user
};

} // namespace bastide::server
