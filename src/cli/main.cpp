#include "cli/commands/commands.h"
#include "cli/console.h"

#include <fmt/core.h>

#include <exception>

namespace {

int run(int argc, char** argv) {
    using namespace bastide::cli;
    CLI::App app{"Carcassonne: rules, computer players, records, server", "bastide"};
    app.set_version_flag("--version", BASTIDE_VERSION);
    app.require_subcommand(1);
    app.option_defaults()->always_capture_default();
    add_replay(app);
    add_moves(app);
    add_simulate(app);
    add_perft(app);
    add_editions(app);
    add_check_data(app);
    add_bench(app);
    add_render(app);
    add_arena(app);
    add_tune(app);
    add_learn(app);
    add_analyze(app);
    add_db(app);
    add_load(app);
    add_serve(app);
    add_verify(app);
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
