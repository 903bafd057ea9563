#pragma once
// Posts to push services over TLS, on a thread of its own: nothing that plays waits for it. What
// waits and how long is bounded, so that a service that does not answer costs little.

#include "server/notices/push_services.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

namespace bastide::server {

enum class PushOutcome : std::uint8_t {
    sent,
    gone,    // nobody is there any more: the subscription is worth nothing
    refused, // another answer
    failed,  // no answer
    dropped, // too many wait
};
std::string_view name(PushOutcome outcome);

struct PushRequest {
    PushEndpoint to;
    std::string authorization;
};

class PushSender {
  public:
    struct Settings {
        std::string ca_file; // empty: the system's certificates
        std::chrono::milliseconds deadline{10'000};
        std::size_t most_waiting = 1000;
        unsigned at_once = 8;
    };
    /// Why not, in words for the log; on the sender's thread, or at once if it was dropped.
    using OnDone = std::function<void(PushOutcome outcome, const std::string& why)>;

    explicit PushSender(Settings settings);
    ~PushSender();
    PushSender(const PushSender&) = delete;
    PushSender& operator=(const PushSender&) = delete;

    /// Empty, or why the file with certificates cannot be used.
    const std::string& trouble() const;

    void send(PushRequest request, OnDone on_done);
    /// What is on its way is given up.
    void stop();

  private:
    class Post;
    struct Inside;
    std::shared_ptr<Inside> inside_;
};

} // namespace bastide::server
