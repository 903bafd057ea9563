#include "server/rooms/bots.h"

#include "server/base/secret.h"
#include "server/rooms/agents.h"

#include <algorithm>
#include <chrono>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace bastide::server {
namespace {

constexpr double least_charge = 0.001; // seconds: also quick bots take turns
constexpr std::size_t most_told = 1000;
constexpr std::size_t most_owners = 10'000; // whose time is remembered

/// A thread's own priority, which Linux keeps under its thread id.
void lower_priority() {
    setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), 10);
}

} // namespace

Bots::Bots(unsigned threads, BotEvents events)
    : events_(std::move(events)) {
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
        Queue& queue = queues_[task.owner];
        if (queue.tasks.empty() && queue.thinking == 0) queue.used = std::max(queue.used, served_);
        queue.tasks.push_back(std::move(task));
        ++waiting_;
    }
    wake_.notify_one();
}

std::size_t Bots::waiting() const {
    const std::lock_guard lock(mutex_);
    return waiting_;
}

void Bots::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        queues_.clear();
        waiting_ = 0;
    }
    cancel_ = true;
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
}

/// Of the owner who used least. An owner who is being served on another thread comes after those
/// who are not: what that thought will cost is not known yet.
BotTask Bots::next_task() {
    const auto later = [](const auto& a, const auto& b) {
        if (a.second.tasks.empty() != b.second.tasks.empty()) return a.second.tasks.empty();
        if (a.second.thinking != b.second.thinking) return a.second.thinking > b.second.thinking;
        return a.second.used > b.second.used;
    };
    Queue& queue = std::max_element(queues_.begin(), queues_.end(), later)->second;
    BotTask task = std::move(queue.tasks.front());
    queue.tasks.pop_front();
    --waiting_;
    ++queue.thinking;
    served_ = std::max(served_, queue.used);
    return task;
}

void Bots::charge(const std::string& owner, double seconds) {
    const auto it = queues_.find(owner);
    if (it == queues_.end()) return; // stopped meanwhile
    it->second.used += std::max(seconds, least_charge);
    --it->second.thinking;
    // Who waits for nothing and used no more than the one served last is like somebody new. When
    // all is done, or when there are very many, what everybody used is forgotten.
    const bool forget = waiting_ == 0 || queues_.size() > most_owners;
    std::erase_if(queues_, [&](const auto& queue) {
        return queue.second.tasks.empty() && queue.second.thinking == 0 &&
               (forget || queue.second.used <= served_);
    });
    if (queues_.empty()) served_ = 0;
}

void Bots::tell_replaced(const std::string& agent) {
    {
        const std::lock_guard lock(mutex_);
        if (replaced_.size() >= most_told) replaced_.clear();
        if (!replaced_.insert(agent).second) return;
    }
    if (events_.on_replaced) events_.on_replaced(agent);
}

Move Bots::choose(const BotTask& task) {
    BoundAgent bound = bound_agent(task.agent);
    if (bound.replaced) tell_replaced(task.agent);
    bound.budget.cancel = &cancel_;
    Random random(random_number());
    return bound.agent->choose(*task.game, bound.budget, random);
}

void Bots::run() {
    lower_priority();
    for (;;) {
        BotTask task;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stopping_ || waiting_ > 0; });
            if (stopping_) return;
            task = next_task();
        }
        const auto begin = std::chrono::steady_clock::now();
        const Move move = choose(task);
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
        {
            const std::lock_guard lock(mutex_);
            charge(task.owner, spent.count());
        }
        if (events_.on_thought) events_.on_thought(spent.count());
        task.on_move(move);
    }
}

} // namespace bastide::server
