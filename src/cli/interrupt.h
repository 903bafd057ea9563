#pragma once
// Ctrl-C, for what takes long and can be gone on with.

#include <atomic>
#include <csignal>

namespace bastide::cli {

/// As a shell has it.
constexpr int interrupted_status = 128 + SIGINT;

/// Set by the first Ctrl-C while one catches it.
const std::atomic<bool>& interrupted();

/// The first Ctrl-C ends the work with what is done, the second one the program.
class CatchInterrupt {
  public:
    CatchInterrupt();
    ~CatchInterrupt();
    CatchInterrupt(const CatchInterrupt&) = delete;
    CatchInterrupt& operator=(const CatchInterrupt&) = delete;
};

} // namespace bastide::cli
