#include "bindings/c/workers.h"

#include <utility>

namespace bastide::c {

Workers::Workers(unsigned threads) {
    others_.reserve(threads);
    try {
        for (unsigned part = 1; part < threads; ++part) {
            others_.emplace_back([this, part] { wait_for_work(part); });
        }
    } catch (...) {
        stop();
        throw;
    }
}

Workers::~Workers() {
    stop();
}

void Workers::stop() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    begin_.notify_all();
    for (std::thread& other : others_) other.join();
}

void Workers::do_part(const std::function<void(unsigned)>& work, unsigned part) {
    try {
        work(part);
    } catch (...) {
        const std::lock_guard lock(mutex_);
        thrown_ = std::current_exception();
    }
}

void Workers::run(const std::function<void(unsigned)>& work) {
    {
        const std::lock_guard lock(mutex_);
        work_ = &work;
        busy_ = static_cast<unsigned>(others_.size());
        ++round_;
    }
    begin_.notify_all();
    do_part(work, 0);
    std::unique_lock lock(mutex_);
    end_.wait(lock, [this] { return busy_ == 0; });
    work_ = nullptr;
    if (const std::exception_ptr thrown = std::exchange(thrown_, nullptr)) {
        std::rethrow_exception(thrown);
    }
}

void Workers::wait_for_work(unsigned part) {
    unsigned done = 0;
    std::unique_lock lock(mutex_);
    for (;;) {
        begin_.wait(lock, [&] { return ending_ || round_ != done; });
        if (ending_) return;
        done = round_;
        const auto* work = work_;
        lock.unlock();
        do_part(*work, part);
        lock.lock();
        if (--busy_ == 0) end_.notify_one();
    }
}

} // namespace bastide::c
