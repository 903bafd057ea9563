#pragma once
// Passwords as argon2id hashes. Hashing is slow on purpose and takes 64 MiB: it happens on one
// thread of its own, and only so many may wait.

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace bastide::server {

class Passwords {
  public:
    Passwords();
    ~Passwords();
    Passwords(const Passwords&) = delete;
    Passwords& operator=(const Passwords&) = delete;

    /// False: too many wait. Otherwise `on_hash` comes on the hashing thread, with nothing if there
    /// was no memory.
    [[nodiscard]] bool hash(std::string password,
                            std::function<void(std::optional<std::string>)> on_hash);
    /// An empty hash fits no password and takes as long as any other.
    [[nodiscard]] bool verify(std::string hash, std::string password,
                              std::function<void(bool)> on_checked);
    void stop();

  private:
    [[nodiscard]] bool add(std::function<void()> task);
    void run();

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::function<void()>> tasks_;
    bool stopping_ = false;
    std::string nobody_; // the hash of a password that nobody knows
    std::thread thread_;
};

} // namespace bastide::server
