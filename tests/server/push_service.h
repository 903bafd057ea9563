#pragma once
// A push service with a certificate of its own: keeps what is posted and answers as the path says.

#include "server/temporary.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace bastide::server::test {

class PushService {
  public:
    struct Post {
        std::string target;
        std::map<std::string, std::string> headers; // by names in small letters
        std::string body;
    };

    PushService();
    ~PushService();
    PushService(const PushService&) = delete;
    PushService& operator=(const PushService&) = delete;

    /// Which the setting push-services names.
    std::string host() const { return "localhost:" + std::to_string(port_); }
    /// Where a browser would have subscribed. Who is called "gone" is answered by 410, "hang" by
    /// nothing, everybody else by 201.
    std::string endpoint(const std::string& who) const { return "https://" + host() + "/" + who; }
    std::string certificate() const { return folder_.file("certificate.pem"); }

    /// Waits for so many posts in all; those that came until then or a while later.
    std::vector<Post> wait_for(std::size_t count);

  private:
    void serve(int descriptor);

    TemporaryFolder folder_;
    int listening_ = -1;
    unsigned short port_ = 0;
    std::mutex mutex_;
    std::condition_variable came_;
    std::vector<Post> posts_;
    bool stopping_ = false;
    std::vector<std::thread> threads_;
    std::thread accepting_;
};

/// Whether `authorization` is signed by the key that it names (RFC 8292), and what it claims.
struct Shown {
    bool is_signed = false;
    std::string key;
    std::string claims; // JSON
};
Shown read_vapid(const std::string& authorization);

} // namespace bastide::server::test
