#include "cli/commands/commands.h"
#include "cli/console.h"
#include "cli/engine/session.h"

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
            if (got <= 0) return line.empty() ? Got::end : too_long ? Got::too_long : Got::line;
            at_ = 0;
            filled_ = static_cast<std::size_t>(got);
        }
    }

  private:
    char buffer_[1 << 16];
    std::size_t at_ = 0, filled_ = 0;
};

void speak(const std::string& agent) {
    const auto spec = parse_agent(agent);
    if (!spec) bad_input(spec.error());
    if (const auto made = make_agent(*spec); !made) bad_input(made.error());
    // Nobody reads any more: there is nothing left to do but to listen for the end.
    EngineSession session(agent, [](const std::string& line) {
        std::fwrite(line.data(), 1, line.size(), stdout);
        std::fputc('\n', stdout);
        std::fflush(stdout);
    });
    Lines lines;
    std::string line;
    for (Lines::Got got = lines.next(line); got != Lines::Got::end; got = lines.next(line)) {
        if (got == Lines::Got::too_long) {
            session.refuse_long_line();
        } else if (session.take(line) == EngineSession::Next::quit) {
            return;
        }
        if (std::ferror(stdout) != 0) return;
    }
    session.finish();
}

} // namespace

void add_engine(Command app) {
    auto agent = std::make_shared<std::string>("bastide");
    Command command =
        app.add_subcommand("engine", "Speak the engine protocol on standard input and output");
    command.in_group("Computer players")
        .with_examples("  bastide engine\n"
                       "  bastide engine --agent master");
    command.add_option("--agent", *agent, "who thinks; `bastide agents` lists them");
    command.when_called([agent] { speak(*agent); });
}

} // namespace bastide::cli
