#include "server/rooms/bots.h"

#include "server/base/secret.h"

#include <chrono>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace bastide::server {
namespace {

constexpr double default_seconds = 0.5; // for an agent that names no limit

/// A thread's own priority, which Linux keeps under its thread id.
void lower_priority() {
    setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), 10);
}

Move choose(const BotTask& task, const std::atomic<bool>& cancel) {
    auto spec = parse_agent(task.agent);
    auto agent = spec ? make_agent(*spec) : std::unexpected(std::string());
    if (!agent) { // it was known when the table was opened; the program may have changed since
        spec = parse_agent("random");
        agent = make_agent(*spec);
    }
    Budget budget = spec->budget;
    if (budget.seconds <= 0 && budget.nodes == 0) budget.seconds = default_seconds;
    budget.threads = 1;
    budget.cancel = &cancel;
    Random random(random_number());
    return (*agent)->choose(*task.game, budget, random);
}

} // namespace

Bots::Bots(unsigned threads, std::function<void(double)> on_thought)
    : on_thought_(std::move(on_thought)) {
    for (unsigned i = 0; i < threads; ++i) {
        threads_.emplace_back([this] { run(); });
    }
}

Bots::~Bots() {
    stop();
}

void Bots::think(BotTask task) {
    {
        const std::lock_guard lock(mutex_);
        tasks_.push_back(std::move(task));
    }
    wake_.notify_one();
}

std::size_t Bots::waiting() const {
    const std::lock_guard lock(mutex_);
    return tasks_.size();
}

void Bots::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        tasks_.clear();
    }
    cancel_ = true;
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
}

void Bots::run() {
    lower_priority();
    for (;;) {
        BotTask task;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
            if (stopping_) return;
            task = std::move(tasks_.front());
            tasks_.pop_front();
        }
        const auto begin = std::chrono::steady_clock::now();
        const Move move = choose(task, cancel_);
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
        if (on_thought_) on_thought_(spent.count());
        task.on_move(move);
    }
}

} // namespace bastide::server
