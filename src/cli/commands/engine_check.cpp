#include "cli/commands/commands.h"
#include "cli/console.h"
#include "cli/engine/compliance.h"

#include <fmt/core.h>

namespace bastide::cli {
namespace {

struct EngineCheckArguments {
    std::string command;
    double time = 0.05;
    double grace = 2;
    double start = 10;
};

void check_and_report(const EngineCheckArguments& arguments) {
    if (arguments.command.find_first_not_of(" \t") == std::string::npos) {
        bad_input("COMMAND: it is empty");
    }
    ProgramSpec spec;
    spec.command = arguments.command;
    spec.text = arguments.command;
    spec.budget.seconds = arguments.time;
    spec.grace = arguments.grace;
    spec.start = arguments.start;
    unsigned right = 0, all = 0;
    check_engine(spec, [&](const CheckResult& result) {
        ++all;
        if (result.wrong.empty()) ++right;
        const std::string& more = result.wrong.empty() ? result.note : result.wrong;
        print("{}  {}{}\n", result.wrong.empty() ? "ok    " : "WRONG ", result.what,
              more.empty() ? "" : fmt::format(" ({})", one_line(more)));
        flush_out();
    });
    print("{} of {} right\n", right, counted(all, "check"));
    flush_out();
    if (right < all) {
        throw Failure(
            1, fmt::format("{} does not keep to the engine protocol", one_line(arguments.command)));
    }
}

} // namespace

void add_engine_check(Command app) {
    auto arguments = std::make_shared<EngineCheckArguments>();
    Command command =
        app.add_subcommand("engine-check", "Whether a program keeps to the engine protocol");
    command.in_group("Computer players")
        .with_examples("  bastide engine-check 'python3 bot.py'\n"
                       "  bastide engine-check 'bastide engine'");
    command.add_option("COMMAND", arguments->command, "as a shell takes it, in one word")
        .required();
    command.add_option("--time", arguments->time, "seconds for each move of the games it plays")
        .between(0.001, 60.0);
    command.add_option("--grace", arguments->grace, "seconds beyond it before a move is late")
        .between(0.001, 60.0);
    command.add_option("--start", arguments->start, "seconds to start and to get ready")
        .between(0.001, 600.0);
    command.when_called([arguments] { check_and_report(*arguments); });
}

} // namespace bastide::cli
