#include "cli/engine/program.h"

#include "cli/console.h"
#include "cli/engine/position.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ; // NOLINT: POSIX has it so

namespace bastide::cli {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t last_words_bytes = 2000;
/// How often an end, or somebody who does not want it any more, is looked for.
constexpr auto step = 20ms;

using Ends = std::array<int, 2>;

/// Both ends are closed in whatever else is started meanwhile.
bool make_pipe(Ends& ends) {
    return pipe2(ends.data(), O_CLOEXEC) == 0;
}

/// What posix_spawn is told: the three streams, a process group of its own, signals as usual.
class Orders {
  public:
    Orders() {
        posix_spawn_file_actions_init(&actions);
        posix_spawnattr_init(&attributes);
        sigset_t usual, none;
        sigemptyset(&none);
        sigemptyset(&usual);
        for (const int signal : {SIGPIPE, SIGINT, SIGTERM}) sigaddset(&usual, signal);
        posix_spawnattr_setsigdefault(&attributes, &usual);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                                  POSIX_SPAWN_SETSIGMASK);
    }
    ~Orders() {
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
    Orders(const Orders&) = delete;
    Orders& operator=(const Orders&) = delete;

    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
};

int milliseconds_until(Program::Time until) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    return static_cast<int>(
        std::clamp<std::chrono::milliseconds::rep>(left.count(), 0, step.count()));
}

bool passed(const Program::Wait& wait) {
    return std::chrono::steady_clock::now() >= wait.until;
}
bool unwanted(const Program::Wait& wait) {
    return wait.cancel != nullptr && *wait.cancel;
}

} // namespace

ErrorFile::ErrorFile(const std::string& file)
    : out_(file, std::ios::binary | std::ios::app) {
    if (!out_) cannot_be_written(file);
}

void ErrorFile::add(std::string_view text) {
    const std::lock_guard lock(mutex_);
    text = text.substr(0, left_);
    left_ -= text.size();
    out_ << text << std::flush;
}

void Program::Descriptor::close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
}

void Program::Descriptor::take(int fd) {
    close();
    fd_ = fd;
    fcntl(fd_, F_SETFL, fcntl(fd_, F_GETFL) | O_NONBLOCK); // of our end alone
}

std::expected<std::unique_ptr<Program>, std::string> Program::start(const std::string& command,
                                                                    ErrorFile* errors) {
    std::unique_ptr<Program> program(new Program(errors));
    if (auto ok = program->spawn(command); !ok) return std::unexpected(ok.error());
    return program;
}

std::expected<void, std::string> Program::spawn(const std::string& command) {
    // A program that is gone is an error of write(), not a signal to us.
    [[maybe_unused]] static const auto ignored = std::signal(SIGPIPE, SIG_IGN);
    std::array<Ends, 3> pipes = {{{-1, -1}, {-1, -1}, {-1, -1}}};
    int error = 0;
    for (Ends& ends : pipes) {
        if (error == 0 && !make_pipe(ends)) error = errno;
    }
    if (error == 0) {
        Orders orders;
        posix_spawn_file_actions_adddup2(&orders.actions, pipes[0][0], STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&orders.actions, pipes[1][1], STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&orders.actions, pipes[2][1], STDERR_FILENO);
        std::string shell = "sh", flag = "-c", line = command;
        std::array<char*, 4> arguments = {shell.data(), flag.data(), line.data(), nullptr};
        error = posix_spawn(&pid_, "/bin/sh", &orders.actions, &orders.attributes, arguments.data(),
                            environ);
        if (error != 0) pid_ = -1;
    }
    for (const int theirs : {pipes[0][0], pipes[1][1], pipes[2][1]}) {
        if (theirs >= 0) ::close(theirs);
    }
    if (pipes[0][1] >= 0) in_.take(pipes[0][1]);
    if (pipes[1][0] >= 0) out_.take(pipes[1][0]);
    if (pipes[2][0] >= 0) err_.take(pipes[2][0]);
    if (error != 0) return std::unexpected(std::string(std::strerror(error)));
    return {};
}

Program::~Program() {
    if (pid_ < 0) return;
    // It is waited for only now: until then its number belongs to nobody else.
    kill(-pid_, SIGKILL);
    kill(pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
}

std::optional<std::string> Program::how_it_ended() const {
    siginfo_t info = {};
    if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        info.si_pid == 0) {
        return std::nullopt;
    }
    if (info.si_code == CLD_EXITED) return fmt::format("exit status {}", info.si_status);
    return fmt::format("signal {} ({})", info.si_status, strsignal(info.si_status));
}

void Program::read_output() {
    char piece[1 << 14];
    const ssize_t got = ::read(out_.get(), piece, sizeof piece);
    if (got > 0) {
        buffer_.append(piece, static_cast<std::size_t>(got));
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        out_.close();
    }
}

void Program::read_errors() {
    char piece[1 << 14];
    const ssize_t got = ::read(err_.get(), piece, sizeof piece);
    if (got > 0) {
        const std::string_view text(piece, static_cast<std::size_t>(got));
        if (errors_ != nullptr) errors_->add(text);
        last_words_ += text;
        if (last_words_.size() > last_words_bytes) {
            last_words_.erase(0, last_words_.size() - last_words_bytes);
        }
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        err_.close();
    }
}

void Program::turn(std::string_view* unsent, Time until) {
    // What it says is left in the pipe once we hold a line's worth: nobody makes us keep more.
    const bool full = buffer_.size() > longest_engine_line;
    std::array<pollfd, 3> polled = {{{full ? -1 : out_.get(), POLLIN, 0},
                                     {err_.get(), POLLIN, 0},
                                     {unsent == nullptr ? -1 : in_.get(), POLLOUT, 0}}};
    if (poll(polled.data(), polled.size(), milliseconds_until(until)) <= 0) return;
    if (polled[0].revents != 0) read_output();
    if (polled[1].revents != 0) read_errors();
    if (polled[2].revents == 0) return;
    const ssize_t put = ::write(in_.get(), unsent->data(), unsent->size());
    if (put > 0) {
        unsent->remove_prefix(static_cast<std::size_t>(put));
    } else if (put < 0 && errno != EAGAIN && errno != EINTR) {
        in_.close();
    }
}

std::expected<void, Program::Trouble> Program::send(std::string_view line, const Wait& wait) {
    const std::string text = std::string(line) + '\n';
    std::string_view unsent = text;
    while (!unsent.empty()) {
        if (in_.get() < 0) return std::unexpected(Trouble::ended);
        if (unwanted(wait)) return std::unexpected(Trouble::cancelled);
        if (passed(wait)) return std::unexpected(Trouble::late);
        turn(&unsent, wait.until);
        // It may have left somebody behind who holds its pipe.
        if (!unsent.empty() && how_it_ended()) return std::unexpected(Trouble::ended);
    }
    return {};
}

std::expected<std::string, Program::Trouble> Program::read_line(const Wait& wait) {
    for (bool ended = false;;) {
        if (unwanted(wait)) return std::unexpected(Trouble::cancelled);
        if (passed(wait)) return std::unexpected(Trouble::late);
        const std::size_t end = buffer_.find('\n', searched_);
        if (end != std::string::npos) {
            std::string line = buffer_.substr(0, end);
            buffer_.erase(0, end + 1);
            searched_ = 0;
            return line;
        }
        searched_ = buffer_.size();
        if (buffer_.size() > longest_engine_line) return std::unexpected(Trouble::too_long);
        if (ended || out_.get() < 0) return std::unexpected(Trouble::ended);
        const std::size_t before = buffer_.size();
        const bool gone = how_it_ended().has_value();
        turn(nullptr, gone ? Time() : wait.until);
        ended = gone && buffer_.size() == before; // all that it had said is read
    }
}

void Program::close_input() {
    in_.close();
}

bool Program::ends_by(Time until) {
    while (!how_it_ended()) {
        if (std::chrono::steady_clock::now() >= until) return false;
        buffer_.clear();
        searched_ = 0;
        if (out_.get() < 0 && err_.get() < 0) {
            poll(nullptr, 0, milliseconds_until(until));
        } else {
            turn(nullptr, until);
        }
    }
    return true;
}

} // namespace bastide::cli
