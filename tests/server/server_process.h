#pragma once
// The real program in its own process, to be killed.

#include "server/client/client.h"
#include "server/temporary.h"

#include <csignal>
#include <string>
#include <vector>

namespace bastide::server::test {

/// Nobody listens there and the kernel gives it to no client, so that a server can come back to it.
unsigned short free_port();

class ServerProcess {
  public:
    /// Limits that no test meets by accident; `more` are further arguments.
    ServerProcess(std::string database, unsigned short port, std::string log,
                  std::vector<std::string> more = {});
    /// What the next start's command begins with, such as a disk of power_loss.h.
    void set_prefix(std::vector<std::string> prefix) { prefix_ = std::move(prefix); }
    ~ServerProcess() { kill(); }
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    void start();
    bool wait_ready() const;
    void kill() { stop(SIGKILL); }
    /// The exit status, as waitpid() tells it; 0 if it did not run.
    int stop(int signal);
    pid_t process() const { return process_; }
    ServerAddress address() const { return {"127.0.0.1", std::to_string(port_), ""}; }

  private:
    std::string database_;
    unsigned short port_;
    std::string log_;
    std::vector<std::string> more_;
    std::vector<std::string> prefix_;
    pid_t process_ = 0;
};

} // namespace bastide::server::test
