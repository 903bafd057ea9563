#include "server/base/loop.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>

#include <thread>
#include <vector>

namespace bastide::server {

namespace asio = boost::asio;

struct Loop::Threads {
    explicit Threads(unsigned number)
        : count(number)
        , context(static_cast<int>(number))
        , work(asio::make_work_guard(context)) {}

    unsigned count;
    Scheduler* scheduler = nullptr;
    asio::io_context context;
    asio::executor_work_guard<asio::io_context::executor_type> work;
    std::vector<std::thread> threads;
};

Loop::Loop(unsigned threads)
    : threads_(std::make_unique<Threads>(threads)) {}

Loop::Loop(Scheduler& scheduler)
    : threads_(std::make_unique<Threads>(1u)) {
    threads_->scheduler = &scheduler;
}

Loop::~Loop() {
    stop();
}

void Loop::start() {
    for (unsigned i = 0; i < threads_->count; ++i) {
        threads_->threads.emplace_back([this] { threads_->context.run(); });
    }
}

void Loop::stop() {
    threads_->work.reset();
    threads_->context.stop();
    for (std::thread& thread : threads_->threads) thread.join();
    threads_->threads.clear();
}

void Loop::post(Task task) {
    if (threads_->scheduler != nullptr) return threads_->scheduler->post(0, std::move(task));
    asio::post(threads_->context, std::move(task));
}

asio::io_context& Loop::context() {
    return threads_->context;
}

struct Strand::Inside {
    asio::strand<asio::io_context::executor_type> strand;
    Scheduler* scheduler = nullptr;
    std::uint64_t number = 0;
};

Strand::Strand(Loop& loop)
    : inside_(std::make_unique<Inside>(
          Inside{asio::make_strand(loop.context()), loop.threads_->scheduler})) {
    if (inside_->scheduler != nullptr) inside_->number = inside_->scheduler->add_strand();
}

Strand::~Strand() = default;

void Strand::post(Task task) {
    if (inside_->scheduler != nullptr) {
        return inside_->scheduler->post(inside_->number, std::move(task));
    }
    asio::post(inside_->strand, std::move(task));
}

struct Timer::Inside {
    asio::steady_timer timer;
    Scheduler* scheduler = nullptr;
    std::uint64_t strand = 0;
    std::uint64_t number = 0; // a timer that was set again may fire once more: its number is old
};

Timer::Timer(Strand& strand)
    : inside_(std::make_shared<Inside>(Inside{asio::steady_timer(strand.inside_->strand),
                                              strand.inside_->scheduler, strand.inside_->number})) {
}

Timer::~Timer() {
    cancel();
}

void Timer::after(std::chrono::milliseconds delay, Task task) {
    const std::uint64_t number = ++inside_->number;
    if (inside_->scheduler != nullptr) {
        return inside_->scheduler->after(inside_->strand, delay,
                                         [inside = inside_, number, task = std::move(task)] {
                                             if (inside->number == number) task();
                                         });
    }
    inside_->timer.expires_after(delay);
    inside_->timer.async_wait(
        [inside = inside_, number, task = std::move(task)](const boost::system::error_code& error) {
            if (!error && inside->number == number) task();
        });
}

void Timer::cancel() {
    ++inside_->number;
    inside_->timer.cancel();
}

} // namespace bastide::server
