#pragma once
// Threads that wait for work between the steps of a batch.

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace bastide::c {

class Workers {
  public:
    /// The caller is one of them.
    explicit Workers(unsigned threads);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    unsigned threads() const { return static_cast<unsigned>(others_.size()) + 1; }
    /// Calls work(0) to work(threads() - 1), each in its thread, and returns when all are done. If
    /// something was thrown, one of them throws it here.
    void run(const std::function<void(unsigned)>& work);

  private:
    void stop();
    void do_part(const std::function<void(unsigned)>& work, unsigned part);
    void wait_for_work(unsigned part);

    std::mutex mutex_; // guards what follows
    std::condition_variable begin_, end_;
    const std::function<void(unsigned)>* work_ = nullptr;
    unsigned round_ = 0;
    unsigned busy_ = 0;
    bool ending_ = false;
    std::exception_ptr thrown_;
    std::vector<std::thread> others_;
};

} // namespace bastide::c
