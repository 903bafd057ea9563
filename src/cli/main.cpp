#include "cli/commands/commands.h"
#include "cli/console.h"
#include "cli/version.h"
#include "notation/nearest.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <exception>
#include <span>
#include <sstream>

namespace {

using namespace bastide::cli;
using bastide::did_you_mean;

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

bool needs_command(const CLI::App& command) {
    return command.get_require_subcommand_min() > 0;
}

/// The command that the words lead to, and the words behind it. A word where a command has to stand
/// and that is none is named, with the one that was probably meant: CLI11 would only say that one
/// is missing.
const CLI::App& command_of(const CLI::App& app, std::span<const std::string>& words) {
    const CLI::App* at = &app;
    for (; needs_command(*at); words = words.subspan(1)) {
        if (words.empty()) {
            bad_input(fmt::format("a command is missing (see {} --help)", spelled(*at)));
        }
        const std::string& word = words.front();
        if (word.starts_with("-")) break;
        const std::vector<std::string> known = names_of_commands(*at);
        if (std::ranges::find(known, word) == known.end()) {
            bad_input(fmt::format("there is no command \"{}\"{} (see {} --help)", word,
                                  did_you_mean(word, known, "\""), spelled(*at)));
        }
        at = at->get_subcommand(word);
    }
    return *at;
}

/// An option as it is known to the command; a number below zero is none.
bool looks_like_option(const std::string& word) {
    return word.size() > 1 && word[0] == '-' &&
           (word[1] == '-' || std::isalpha(static_cast<unsigned char>(word[1])) != 0);
}

[[noreturn]] void unknown_option(const CLI::App& command, const std::string& name) {
    std::vector<std::string> known;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& one : option->get_lnames()) known.push_back("--" + one);
    }
    bad_input(fmt::format("there is no option {}{}{} (see {} --help)", name,
                          needs_command(command) ? " without a command" : "",
                          did_you_mean(name, known, ""), spelled(command)));
}

/// Names the first option that the command does not know, or that lacks its value: CLI11 would
/// speak of what is missing because of it, or of the option's type.
void expect_known_options(const CLI::App& command, std::span<const std::string> words) {
    for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
        if (!looks_like_option(words[i])) continue;
        const bool is_long = words[i][1] == '-';
        const std::string name = is_long ? words[i].substr(0, words[i].find('=')) //
                                         : words[i].substr(0, 2);
        const CLI::Option* option = command.get_option_no_throw(name);
        if (option == nullptr) unknown_option(command, is_long ? name : words[i]); // -json
        if (option->get_items_expected_max() == 0 && is_long && name != words[i]) {
            bad_input(fmt::format("{} takes no value (see {} --help)", name, spelled(command)));
        }
        if (option->get_items_expected_max() == 0) continue;
        const bool joined = name != words[i]; // --name=VALUE
        if (joined ? words[i].size() == name.size() + 1 && is_long : ++i == words.size()) {
            bad_input(fmt::format("{} needs a value (see {} --help)", name, spelled(command)));
        }
    }
}

/// What CLI11 refuses, in our words; the checks of values have them already.
std::string reason_of(const CLI::ParseError& error, const CLI::App& command) {
    std::string text = error.what();
    const std::vector<std::string> left = command.remaining();
    switch (static_cast<CLI::ExitCodes>(error.get_exit_code())) {
    case CLI::ExitCodes::ExtrasError:
        if (left.empty()) break;
        return fmt::format("there is a word too many: \"{}\"", left.front());
    case CLI::ExitCodes::ArgumentMismatch:
        return fmt::format("{} is given more than once", text.substr(0, text.find(':')));
    case CLI::ExitCodes::RequiredError:
        if (needs_command(command)) return "a command is missing"; // behind --
        return text.substr(0, text.find(' ')) + " is missing";
    default:
        break;
    }
    return text;
}

int run(int argc, char** argv) {
    CLI::App app{"Carcassonne: rules, computer players, records, server", "bastide"};
    app.set_version_flag("-V,--version", version_text());
    app.require_subcommand(1);
    show_help_as_manual(app);
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
    add_help(program);
    app.footer("Examples:\n  bastide play\n  bastide help db check");
    // `bastide help db check` is `bastide db check --help`; a -- before them changes nothing.
    std::vector<char*> words(argv, argv + argc);
    char flag[] = "--help";
    const bool asks_for_help = argc > 1 && std::string_view(argv[1]) == "help";
    const bool marked = argc > 2 && std::string_view(argv[2]) == "--";
    if (asks_for_help && (marked || argc == 2 || argv[2][0] != '-')) {
        words.erase(words.begin() + 1, words.begin() + (marked ? 3 : 2));
        words.push_back(flag);
        argv = words.data();
        argc = static_cast<int>(words.size());
    }
    const std::vector<std::string> all(argv + 1, argv + argc);
    std::span<const std::string> behind(all);
    const CLI::App& command = command_of(app, behind);
    expect_known_options(command, behind);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {
        std::ostringstream text; // the help or the version
        app.exit(success, text, text);
        write_out(text.str());
    } catch (const CLI::ParseError& error) {
        complain(fmt::format("{} (see {} --help)", one_line(reason_of(error, command)),
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
