#include "cli/engine/worker.h"

#include <vector>

namespace bastide::cli {
namespace {

/// Work may wait for it.
void raise(Worker::Cancel& flag) {
    flag = true;
    flag.notify_all();
}

} // namespace

bool Worker::add(std::string name, std::size_t most, Work work) {
    const std::lock_guard lock(mutex_);
    if (stopping_ || jobs_.size() >= most) return false;
    jobs_.push_back({std::move(name), std::move(work), std::make_shared<Cancel>(false)});
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    changed_.notify_all();
    return true;
}

void Worker::cancel(const std::string* name) {
    std::vector<Job> dropped;
    {
        const std::lock_guard lock(mutex_);
        for (auto job = jobs_.begin(); job != jobs_.end();) {
            if (name != nullptr && job->name != *name) {
                ++job;
                continue;
            }
            raise(*job->cancelled);
            if (job == jobs_.begin()) { // is being done, and ends by itself
                ++job;
                continue;
            }
            dropped.push_back(std::move(*job));
            job = jobs_.erase(job);
        }
        changed_.notify_all();
    }
    for (const Job& job : dropped) job.work(*job.cancelled);
}

void Worker::finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return jobs_.empty(); });
}

void Worker::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        for (const Job& job : jobs_) raise(*job.cancelled);
        changed_.notify_all();
    }
    if (thread_.joinable()) thread_.join();
}

void Worker::run() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
        if (stopping_) {
            jobs_.clear();
            changed_.notify_all();
            return;
        }
        const Work work = jobs_.front().work;
        const std::shared_ptr<Cancel> cancelled = jobs_.front().cancelled;
        lock.unlock();
        work(*cancelled);
        lock.lock();
        if (!jobs_.empty()) jobs_.pop_front();
        changed_.notify_all();
    }
}

} // namespace bastide::cli
