#pragma once
// Threads that run tasks, strands that keep tasks apart, and timers: all that rooms need of Asio,
// without its headers.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

namespace boost::asio {
class io_context; // NOLINT(readability-identifier-naming): the library's
}

namespace bastide::server {

using Task = std::function<void()>;

/// Decides what runs next, in place of threads: tests try many orders with it.
class Scheduler {
  public:
    virtual ~Scheduler() = default;
    /// A number for a new strand; 0 is no strand.
    virtual std::uint64_t add_strand() = 0;
    /// Tasks of one strand run in their order.
    virtual void post(std::uint64_t strand, Task task) = 0;
    virtual void after(std::uint64_t strand, std::chrono::milliseconds delay, Task task) = 0;
};

/// A number of threads that run what is posted. Tasks must not throw.
class Loop {
  public:
    explicit Loop(unsigned threads);
    /// Nothing runs but what this one runs.
    explicit Loop(Scheduler& scheduler);
    ~Loop();
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    void start();
    /// Runs what is queued no further than its current task, then ends the threads.
    void stop();
    void post(Task task);
    boost::asio::io_context& context();

  private:
    friend class Strand;
    struct Threads;
    std::unique_ptr<Threads> threads_;
};

/// Tasks posted here run one after the other, on any thread of the loop.
class Strand {
  public:
    explicit Strand(Loop& loop);
    ~Strand();
    Strand(const Strand&) = delete;
    Strand& operator=(const Strand&) = delete;

    void post(Task task);

  private:
    friend class Timer;
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

/// Fires on its strand. Setting it again, or cancel(), forgets what was set before; use it from
/// the strand only. The task may still come after the timer's owner is gone: capture weakly.
class Timer {
  public:
    explicit Timer(Strand& strand);
    ~Timer();
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

    void after(std::chrono::milliseconds delay, Task task);
    void cancel();

  private:
    struct Inside;
    std::shared_ptr<Inside> inside_;
};

} // namespace bastide::server
