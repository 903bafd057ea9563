#include "server/storage/writer.h"

namespace bastide::server {

StoreWriter::StoreWriter(std::unique_ptr<GameStore> store, Settings settings)
    : store_(std::move(store))
    , settings_(std::move(settings))
    , thread_([this] { run(); }) {}

StoreWriter::~StoreWriter() {
    stop();
}

void StoreWriter::write(Write write, OnWritten on_written) {
    {
        const std::lock_guard lock(mutex_);
        jobs_.push_back({std::move(write), std::move(on_written)});
    }
    wake_.notify_one();
}

std::size_t StoreWriter::waiting() const {
    const std::lock_guard lock(mutex_);
    return jobs_.size();
}

void StoreWriter::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
}

/// Empty when it is time to stop. A lone write goes at once; after a commit of several, more are
/// likely on their way.
std::vector<StoreWriter::Job> StoreWriter::collect(bool busy) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
    if (busy && !stopping_) {
        wake_.wait_for(lock, settings_.collect,
                       [this] { return stopping_ || jobs_.size() >= settings_.most; });
    }
    std::vector<Job> jobs;
    while (!jobs_.empty() && jobs.size() < settings_.most) {
        jobs.push_back(std::move(jobs_.front()));
        jobs_.pop_front();
    }
    return jobs;
}

void StoreWriter::run() {
    bool busy = false;
    for (;;) {
        std::vector<Job> jobs = collect(busy);
        if (jobs.empty()) return;
        busy = jobs.size() > 1;
        std::vector<Write> batch;
        batch.reserve(jobs.size());
        for (Job& job : jobs) batch.push_back(std::move(job.write));
        const auto begin = std::chrono::steady_clock::now();
        const std::vector<WriteOutcome> outcomes = store_->write(batch);
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            if (jobs[i].on_written) jobs[i].on_written(outcomes[i]);
        }
        const bool failed = outcomes.front() == WriteOutcome::failed;
        if (settings_.on_commit) {
            settings_.on_commit(jobs.size(), spent.count(), failed ? store_->last_failure() : "");
        }
        // A database that is gone is not asked a thousand times a second.
        if (failed) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
}

StoreReader::StoreReader(std::vector<std::unique_ptr<GameStore>> stores)
    : stores_(std::move(stores)) {
    for (const auto& store : stores_) {
        threads_.emplace_back([this, &store] { run(*store); });
    }
}

StoreReader::~StoreReader() {
    stop();
}

void StoreReader::read(Query query) {
    {
        const std::lock_guard lock(mutex_);
        queries_.push_back(std::move(query));
    }
    wake_.notify_one();
}

std::size_t StoreReader::waiting() const {
    const std::lock_guard lock(mutex_);
    return queries_.size();
}

void StoreReader::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
}

void StoreReader::run(GameStore& store) {
    for (;;) {
        Query query;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stopping_ || !queries_.empty(); });
            if (queries_.empty()) return;
            query = std::move(queries_.front());
            queries_.pop_front();
        }
        query(store);
    }
}

} // namespace bastide::server
