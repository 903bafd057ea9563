#include "cli/manual.h"

#include "cli/commands/commands.h"
#include "cli/completion.h"
#include "cli/console.h"
#include "cli/output_file.h"
#include "notation/nearest.h"

#include <fmt/core.h>

#include <filesystem>

namespace bastide::cli {
namespace {

struct ManualArguments {
    std::string what;
    std::vector<std::string> command;
    std::string folder;
};

const CommandInfo& find(const CommandInfo& root, const std::vector<std::string>& words) {
    std::string full = root.full;
    for (const std::string& word : words) full += " " + word;
    for (const CommandInfo* command : all_commands(root)) {
        if (command->full == full) return *command;
    }
    std::vector<std::string> known;
    for (const CommandInfo* command : all_commands(root)) {
        if (command != &root) known.push_back(command->full.substr(root.full.size() + 1));
    }
    const std::string given = full.substr(root.full.size() + 1);
    bad_input(fmt::format("there is no command \"{}\"{}", given, did_you_mean(given, known, "\"")));
}

void write(const std::filesystem::path& file, const std::string& text) {
    make_folder(file.parent_path());
    OutputFile out(file);
    out.write(text);
    out.close();
}

/// Everything where Debian's man, bash, zsh and fish look for it, below a folder such as /usr.
void install(const CommandInfo& root, const std::filesystem::path& folder) {
    const std::filesystem::path share = folder / "share";
    for (const CommandInfo* command : all_commands(root)) {
        write(share / "man" / "man1" / (command->page() + ".1"),
              man_page(*command, root, BASTIDE_VERSION));
    }
    write(share / "bash-completion" / "completions" / "bastide", bash_completion(root));
    write(share / "zsh" / "vendor-completions" / "_bastide", zsh_completion(root));
    write(share / "fish" / "vendor_completions.d" / "bastide.fish", fish_completion(root));
}

void show(const CommandInfo& root, const ManualArguments& arguments) {
    if (!arguments.command.empty() && arguments.what != "man") {
        bad_input(fmt::format("{} is of all commands together", arguments.what));
    }
    if (!arguments.folder.empty() && arguments.what != "install") {
        bad_input("--into is for manual install");
    }
    if (arguments.what == "man") {
        write_out(man_page(find(root, arguments.command), root, BASTIDE_VERSION));
    } else if (arguments.what == "markdown") {
        write_out(markdown_page(root));
    } else if (arguments.what == "bash") {
        write_out(bash_completion(root));
    } else if (arguments.what == "zsh") {
        write_out(zsh_completion(root));
    } else if (arguments.what == "fish") {
        write_out(fish_completion(root));
    } else if (arguments.folder.empty()) {
        bad_input("manual install needs --into FOLDER");
    } else {
        install(root, arguments.folder);
    }
}

} // namespace

void add_manual(Command app) {
    auto arguments = std::make_shared<ManualArguments>();
    Command command = app.add_subcommand("manual", "Man pages and completions for your shell");
    command.in_group("Help").without_defaults_in_help().with_examples(
        "  bastide manual man play | man -l -\n"
        "  source <(bastide manual bash)\n"
        "  bastide manual install --into ~/.local");
    command
        .add_option("WHAT", arguments->what,
                    "a page for man, the page of all commands, a shell's completion, or all of "
                    "them as files")
        .required()
        .one_of({"man", "markdown", "bash", "zsh", "fish", "install"});
    command.add_option("COMMAND", arguments->command, "whose page: play, or db check");
    command.add_option("--into", arguments->folder, "where to install, such as /usr")
        .takes("FOLDER");
    command.when_called([arguments, app] { show(app.tree(), *arguments); });
}

// What it does is done by asking the command for its --help, in main.cpp.
void add_help(Command app) {
    auto words = std::make_shared<std::vector<std::string>>();
    Command command = app.add_subcommand("help", "What a command does and takes");
    command.in_group("Help").without_defaults_in_help().with_examples("  bastide help db check");
    command.add_option("COMMAND", *words, "play, or db check");
    command.when_called([words] {});
}

} // namespace bastide::cli
