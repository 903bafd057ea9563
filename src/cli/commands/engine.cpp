#include "cli/commands/commands.h"
#include "cli/console.h"
#include "cli/engine/session.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <unistd.h>

namespace bastide::cli {
namespace {

/// Lines of bounded length from standard input.
class Lines {
  public:
    enum class Got : std::uint8_t { line, too_long, end };

    Got next(std::string& line) {
        line.clear();
        bool too_long = false;
        for (;;) {
            while (at_ < filled_) {
                const char c = buffer_[at_++];
                if (c == '\n') return too_long ? Got::too_long : Got::line;
                if (line.size() < longest_engine_line) {
                    line += c;
                } else {
                    too_long = true;
                }
            }
            const ssize_t got = ::read(STDIN_FILENO, buffer_, sizeof buffer_);
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) failure_ = errno;
            if (got <= 0) return line.empty() ? Got::end : too_long ? Got::too_long : Got::line;
            at_ = 0;
            filled_ = static_cast<std::size_t>(got);
        }
    }

    /// An errno, if reading ended by it and not by the end of the input.
    int failure() const { return failure_; }

  private:
    char buffer_[1 << 16];
    std::size_t at_ = 0, filled_ = 0;
    int failure_ = 0;
};

/// Until the end of what it is told, or until nobody reads what it says. Gives why reading failed,
/// if it did.
int converse(EngineSession& session, const std::atomic<int>& reason) {
    Lines lines;
    std::string line;
    for (Lines::Got got = lines.next(line); got != Lines::Got::end; got = lines.next(line)) {
        if (got == Lines::Got::too_long) {
            session.refuse_long_line();
        } else if (session.take(line) == EngineSession::Next::quit) {
            return 0;
        }
        if (reason != 0) return 0;
    }
    session.finish();
    return lines.failure();
}

void speak(const std::string& agent) {
    const auto spec = parse_agent(agent);
    if (!spec) bad_input(spec.error());
    if (const auto made = make_agent(*spec); !made) bad_input(made.error());
    std::atomic<int> reason =
        0; // why standard output cannot be written; lines come from any thread
    int unread = 0;
    {
        EngineSession session(agent, [&](const std::string& line) {
            const std::string text = line + '\n';
            const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() &&
                                 std::fflush(stdout) == 0;
            if (!written && reason == 0) reason = errno;
        });
        unread = converse(session, reason);
    }
    if (reason != 0) writing_failed("-", reason);
    if (unread != 0) {
        errno = unread;
        cannot_be_read("-");
    }
}

} // namespace

void add_engine(Command app) {
    auto agent = std::make_shared<std::string>("bastide");
    Command command =
        app.add_subcommand("engine", "Speak the engine protocol on standard input and output");
    command.in_group("Computer players")
        .with_examples("  bastide engine\n"
                       "  bastide engine --agent master");
    command.add_option("--agent", *agent, "who thinks; `bastide agents` lists them").takes("AGENT");
    command.when_called([agent] { speak(*agent); });
}

} // namespace bastide::cli
