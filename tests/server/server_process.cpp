#include "server/server_process.h"

#include "server/base/secret.h"
#include "server/temporary.h"

#include <algorithm>
#include <arpa/inet.h>
#include <fcntl.h>
#include <fstream>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace bastide::server::test {

namespace {

bool is_free(unsigned short port) {
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    const bool bound = bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    close(fd);
    return bound;
}

} // namespace

unsigned short free_port() {
    unsigned lowest = 32'768; // of those that the kernel gives to clients
    std::ifstream("/proc/sys/net/ipv4/ip_local_port_range") >> lowest;
    const unsigned first = std::min(10'000u, lowest / 2);
    while (true) {
        const auto port = static_cast<unsigned short>(first + random_number() % (lowest - first));
        if (is_free(port)) return port;
    }
}

ServerProcess::ServerProcess(std::string database, unsigned short port, std::string log,
                             std::vector<std::string> more)
    : database_(std::move(database))
    , port_(port)
    , log_(std::move(log))
    , more_(std::move(more)) {}

void ServerProcess::start() {
    std::vector<std::string> texts = prefix_;
    texts.insert(texts.end(), {BASTIDE_BINARY, "serve", "--port", std::to_string(port_),
                               "--database", database_, "--key-file", key_file_for(database_)});
    for (const char* setting :
         {"--connections-per-address", "--requests-per-second", "--request-burst",
          "--messages-per-second", "--message-burst", "--tables-per-hour", "--table-burst",
          "--guests-per-hour", "--guest-burst"}) {
        texts.insert(texts.end(), {setting, "100000"});
    }
    texts.insert(texts.end(), more_.begin(), more_.end());
    std::vector<char*> arguments;
    for (std::string& text : texts) arguments.push_back(text.data());
    arguments.push_back(nullptr);
    process_ = fork();
    if (process_ != 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int out = open(log_.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    execv(arguments[0], arguments.data());
    _exit(127);
}

bool ServerProcess::wait_ready() const {
    HttpClient http(address());
    for (int i = 0; i < 1000; ++i) {
        if (http.call("GET", "/readyz", "", "").status == 200) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
}

int ServerProcess::stop(int signal) {
    if (process_ <= 0) return 0;
    ::kill(process_, signal);
    int status = 0;
    waitpid(process_, &status, 0);
    process_ = 0;
    return status;
}

} // namespace bastide::server::test
