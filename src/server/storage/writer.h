#pragma once
// One thread that writes. What arrives while a commit is on its way to the disk goes into the next
// one together, so that many moves share one wait for the disk.

#include "server/storage/store.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace bastide::server {

/// Called on the writer's thread: hand the outcome on and return.
using OnWritten = std::function<void(WriteOutcome)>;

/// Where writes go. Tests put their own delays and failures here.
class Writer {
  public:
    virtual void write(Write write, OnWritten on_written) = 0;

  protected:
    ~Writer() = default;
};

/// Where questions go; answered on any thread.
class Reader {
  public:
    using Query = std::function<void(GameStore&)>;
    virtual void read(Query query) = 0;

  protected:
    ~Reader() = default;
};

class StoreWriter final : public Writer {
  public:
    struct Settings {
        std::chrono::microseconds collect{1000}; // how long a busy writer waits for company
        std::size_t most = 512;                  // writes in one commit
        /// Called after each commit: how many writes, how long it took, why it failed if it did.
        std::function<void(std::size_t, double, const std::string&)> on_commit;
    };

    StoreWriter(std::unique_ptr<GameStore> store, Settings settings);
    ~StoreWriter();
    StoreWriter(const StoreWriter&) = delete;
    StoreWriter& operator=(const StoreWriter&) = delete;

    void write(Write write, OnWritten on_written) override;
    std::size_t waiting() const;
    /// Writes what was given so far, then ends the thread.
    void stop();

  private:
    struct Job {
        Write write;
        OnWritten on_written;
    };
    void run();
    std::vector<Job> collect(bool busy);

    std::unique_ptr<GameStore> store_;
    Settings settings_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Job> jobs_;
    bool stopping_ = false;
    std::thread thread_;
};

/// Threads that read, each with its own store, so that no strand waits for the disk.
class StoreReader final : public Reader {
  public:
    explicit StoreReader(std::vector<std::unique_ptr<GameStore>> stores);
    ~StoreReader();
    StoreReader(const StoreReader&) = delete;
    StoreReader& operator=(const StoreReader&) = delete;

    void read(Query query) override;
    std::size_t waiting() const;
    void stop();

  private:
    void run(GameStore& store);

    std::vector<std::unique_ptr<GameStore>> stores_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Query> queries_;
    bool stopping_ = false;
    std::vector<std::thread> threads_;
};

} // namespace bastide::server
