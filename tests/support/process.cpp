#include "support/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <poll.h>
#include <sstream>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bastide::testing_support {
namespace {

using Pipe = std::array<int, 2>;

Pipe make_pipe() {
    Pipe ends = {};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    return ends;
}

[[noreturn]] void become(const std::vector<std::string>& command, const Pipe& in, const Pipe& out,
                         const Pipe& err) {
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    dup2(err[1], STDERR_FILENO);
    signal(SIGPIPE, SIG_DFL);
    std::vector<char*> arguments;
    for (const std::string& argument : command) {
        arguments.push_back(const_cast<char*>(argument.c_str()));
    }
    arguments.push_back(nullptr);
    execv(arguments[0], arguments.data());
    _exit(127);
}

/// Feeds standard input and collects both outputs until they are closed.
class Talk {
  public:
    Talk(int in, int out, int err, const Input& input)
        : in_(in)
        , out_(out)
        , err_(err)
        , input_(input) {
        fcntl(in_, F_SETFL, O_NONBLOCK);
    }

    void run(Finished& finished) {
        refill();
        while (out_ >= 0 || err_ >= 0) {
            std::array<pollfd, 3> wait = {
                {{out_, POLLIN, 0}, {err_, POLLIN, 0}, {in_, POLLOUT, 0}}};
            poll(wait.data(), wait.size(), -1);
            if (wait[0].revents != 0) collect(out_, finished.out);
            if (wait[1].revents != 0) collect(err_, finished.err);
            if (wait[2].revents != 0) feed();
        }
        close_in();
    }

  private:
    static void collect(int& from, std::string& to) {
        std::array<char, 1 << 16> buffer;
        const ssize_t got = read(from, buffer.data(), buffer.size());
        if (got > 0) {
            to.append(buffer.data(), static_cast<std::size_t>(got));
        } else {
            close(from);
            from = -1;
        }
    }

    void feed() {
        const ssize_t put = write(in_, piece_.data() + sent_, piece_.size() - sent_);
        if (put < 0 && errno == EAGAIN) return;
        if (put < 0) return close_in(); // it reads no more
        sent_ += static_cast<std::size_t>(put);
        if (sent_ == piece_.size()) refill();
    }

    void refill() {
        sent_ = 0;
        piece_.clear();
        while (piece_.empty()) {
            if (!input_(piece_)) return close_in();
        }
    }

    void close_in() {
        if (in_ >= 0) close(in_);
        in_ = -1;
    }

    int in_, out_, err_;
    const Input& input_;
    std::string piece_;
    std::size_t sent_ = 0;
};

double seconds_of(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

} // namespace

Finished run(const std::vector<std::string>& command, const Input& input) {
    signal(SIGPIPE, SIG_IGN);
    const Pipe in = make_pipe(), out = make_pipe(), err = make_pipe();
    const pid_t child = fork();
    if (child == 0) become(command, in, out, err);
    close(in[0]);
    close(out[1]);
    close(err[1]);
    Finished finished;
    Talk(in[1], out[0], err[0], input).run(finished);
    int status = 0;
    rusage usage = {};
    while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) continue;
    finished.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    finished.peak_kib = usage.ru_maxrss;
    finished.worked_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    return finished;
}

Finished run(const std::vector<std::string>& command, const std::string& input) {
    bool given = false;
    return run(command, Input([&](std::string& piece) {
                   if (given || input.empty()) return false;
                   given = true;
                   piece = input;
                   return true;
               }));
}

Finished run_bastide(const std::vector<std::string>& arguments, const Input& input) {
    std::vector<std::string> command = {BASTIDE_BINARY};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return run(command, input);
}

Finished run_bastide(const std::vector<std::string>& arguments, const std::string& input) {
    std::vector<std::string> command = {BASTIDE_BINARY};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return run(command, input);
}

std::string printed(const std::vector<std::string>& arguments, const std::string& input) {
    const Finished done = run_bastide(arguments, input);
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_EQ(done.err, "");
    return done.out;
}

Input repeated(std::string text, std::size_t total) {
    std::string block;
    while (block.size() < 1 << 16) block += text;
    return [block = std::move(block), left = total](std::string& piece) mutable {
        if (left == 0) return false;
        piece = block.substr(0, std::min(left, block.size()));
        left -= piece.size();
        return true;
    };
}

std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> all;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) all.push_back(line);
    return all;
}

std::string content(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

Folder::Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "bastide-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder");
    path_ = pattern;
}

Folder::~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string Folder::file(const std::string& name, const std::string& content) const {
    const std::string file = path_ + "/" + name;
    std::filesystem::create_directories(std::filesystem::path(file).parent_path());
    std::ofstream(file, std::ios::binary) << content;
    return file;
}

} // namespace bastide::testing_support
