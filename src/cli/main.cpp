#include "cli/commands/commands.h"
#include "cli/console.h"
#include "cli/nearest.h"
#include "cli/version.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <exception>
#include <sstream>

namespace {

using namespace bastide::cli;

std::vector<std::string> names_of_commands(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(command->get_name());
    }
    return names;
}

/// "bastide db", as far as the words are commands.
std::string spelled(const CLI::App& command) {
    const CLI::App* parent = command.get_parent();
    return parent == nullptr ? command.get_name() : spelled(*parent) + " " + command.get_name();
}

/// The command that the words lead to. A word where a command has to stand and that is none is
/// named, with the one that was probably meant: CLI11 would only say that one is missing.
const CLI::App& command_of(const CLI::App& app, int argc, char** argv) {
    const CLI::App* at = &app;
    for (int i = 1; i < argc && at->get_require_subcommand_min() > 0; ++i) {
        const std::string word = argv[i];
        if (word.starts_with("-")) break;
        const std::vector<std::string> known = names_of_commands(*at);
        if (std::ranges::find(known, word) == known.end()) {
            const auto meant = nearest(word, known);
            bad_input(fmt::format("there is no command \"{}\"{} (see {} --help)", word,
                                  meant ? fmt::format("; did you mean \"{}\"?", *meant) : "",
                                  spelled(*at)));
        }
        at = at->get_subcommand(word);
    }
    return *at;
}

int run(int argc, char** argv) {
    CLI::App app{"Carcassonne: rules, computer players, records, server", "bastide"};
    app.set_version_flag("--version", version_text());
    app.require_subcommand(1);
    app.option_defaults()->always_capture_default();
    const Command program(app);
    add_play(program);
    add_replay(program);
    add_moves(program);
    add_simulate(program);
    add_perft(program);
    add_editions(program);
    add_check_data(program);
    add_bench(program);
    add_render(program);
    add_agents(program);
    add_arena(program);
    add_engine(program);
    add_engine_check(program);
    add_tune(program);
    add_learn(program);
    add_network(program);
    add_analyze(program);
    add_admin(program);
    add_db(program);
    add_load(program);
    add_serve(program);
    add_verify(program);
    add_manual(program);
    // `bastide help db check` is `bastide db check --help`.
    std::vector<char*> words(argv, argv + argc);
    char flag[] = "--help";
    if (argc > 1 && std::string_view(argv[1]) == "help") {
        words.erase(words.begin() + 1);
        words.push_back(flag);
        argv = words.data();
    }
    const CLI::App& command = command_of(app, argc, argv);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {
        std::ostringstream text; // the help or the version
        app.exit(success, text, text);
        write_out(text.str());
    } catch (const CLI::ParseError& error) {
        const bool unknown = argc > 1 && &command == &app && argv[1][0] == '-';
        complain(fmt::format("{} (see {} --help)",
                             unknown
                                 ? fmt::format("there is no option {} without a command", argv[1])
                                 : one_line(error.what()),
                             spelled(command)));
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
