#include "cli/commands/commands.h"
#include "cli/console.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <exception>

namespace {

int run(int argc, char** argv) {
    using namespace bastide::cli;
    CLI::App app{"Carcassonne: rules, computer players, records, server", "bastide"};
    app.set_version_flag("--version", BASTIDE_VERSION);
    app.require_subcommand(1);
    app.option_defaults()->always_capture_default();
    const Command program(app);
    add_replay(program);
    add_moves(program);
    add_simulate(program);
    add_perft(program);
    add_editions(program);
    add_check_data(program);
    add_bench(program);
    add_render(program);
    add_arena(program);
    add_tune(program);
    add_learn(program);
    add_analyze(program);
    add_admin(program);
    add_db(program);
    add_load(program);
    add_serve(program);
    add_verify(program);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {
        app.exit(success); // prints the help or the version
    } catch (const CLI::ParseError& error) {
        complain(fmt::format("{} (see bastide --help)", one_line(error.what())));
        return 2;
    }
    flush_out();
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const bastide::cli::Failure& failure) {
        bastide::cli::complain(failure.what());
        return failure.status();
    } catch (const std::exception& error) {
        bastide::cli::complain(error.what());
        return 1;
    }
}
