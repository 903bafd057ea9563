#pragma once
// The real program as what players play on: stopped, killed and started again between their turns.

#include "server/players.h"
#include "server/server_process.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <thread>

namespace bastide::server::test {

class ProcessHost final : public TestHost {
  public:
    ProcessHost()
        : process_(folder_.sqlite(), free_port(), folder_.file("log")) {
        loop_.start();
        start();
    }
    void start() {
        process_.start();
        EXPECT_TRUE(process_.wait_ready());
    }
    void stop() { process_.stop(SIGTERM); }
    void kill() { process_.kill(); }
    /// As a hypervisor would stop its machine.
    void stand_still(std::chrono::seconds time) {
        ::kill(process_.process(), SIGSTOP);
        std::this_thread::sleep_for(time);
        ::kill(process_.process(), SIGCONT);
    }
    ServerAddress address() const override { return process_.address(); }
    Loop& loop() override { return loop_; }

  private:
    TemporaryFolder folder_;
    ServerProcess process_;
    Loop loop_{1};
};

} // namespace bastide::server::test
