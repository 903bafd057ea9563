#pragma once
// Does one thing after the other on a thread of its own, so that whoever asked can go on listening.

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace bastide::cli {

class Worker {
  public:
    using Cancel = std::atomic<bool>;
    /// Is to end soon after the flag is set, and is called with it set if it was before its turn.
    using Work = std::function<void(const Cancel& cancel)>;

    Worker() = default;
    ~Worker() { stop(); }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// False if `most` are waiting already.
    bool add(std::string name, std::size_t most, Work work);
    /// Those of that name; without one, all. What waits is called here and now.
    void cancel(const std::string* name);
    /// Until everything is done.
    void finish();
    /// Drops what waits, cancels what runs, and ends the thread.
    void stop();

  private:
    struct Job {
        std::string name;
        Work work;
        std::shared_ptr<Cancel> cancelled;
    };
    void run();

    std::mutex mutex_; // guards what follows
    std::condition_variable changed_;
    std::deque<Job> jobs_; // the first one is being done
    bool stopping_ = false;
    std::thread thread_;
};

} // namespace bastide::cli
