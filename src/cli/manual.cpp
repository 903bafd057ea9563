#include "cli/manual.h"

#include "cli/console.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace bastide::cli {
namespace {

std::string upper(std::string text) {
    for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return text;
}

std::string usage_of(const CommandInfo& command) {
    std::string usage = command.full;
    if (!command.options.empty()) usage += " [OPTIONS]";
    if (!command.commands.empty()) return usage + " COMMAND";
    for (const OptionInfo& option : command.options) {
        if (!option.by_place) continue;
        const std::string name = option.longest() + (option.may_repeat ? "..." : "");
        usage += option.required ? " " + name : " [" + name + "]";
    }
    return usage;
}

std::string roff(std::string text) {
    // The one sign of our help that groff would have to be told the encoding for.
    constexpr std::string_view ellipsis = "\u2026";
    for (std::size_t at = text.find(ellipsis); at != std::string::npos; at = text.find(ellipsis)) {
        text.replace(at, ellipsis.size(), "...");
    }
    std::string out;
    for (const char c : text) {
        if (c == '\\') {
            out += "\\e";
        } else if (c == '-') {
            out += "\\-";
        } else {
            out += c;
        }
    }
    // A line must not begin with a command's dot or quote.
    if (out.starts_with('.') || out.starts_with('\'')) out.insert(0, "\\&");
    return out;
}

void add_roff_options(std::string& page, const CommandInfo& command) {
    for (const OptionInfo& option : command.options) {
        page += fmt::format(".TP\n\\fB{}\\fR{}\n{}",
                            roff(fmt::format("{}", fmt::join(option.names, ", "))),
                            roff(option.value_shown()), roff(option.help));
        const std::string notes = option.notes();
        page += notes.empty() ? "\n" : fmt::format("\n({})\n", roff(notes));
    }
}

/// A section of lines that stay as they are, if there are any.
void add_roff_lines(std::string& page, std::string_view title, const std::string& lines) {
    if (lines.empty()) return;
    page += fmt::format(".SH {}\n.nf\n", title);
    for (const std::string& line : split(lines, '\n')) page += roff(line) + "\n";
    page += ".fi\n";
}

/// Each title once, in the order of the first command under it.
std::vector<std::string> groups_of(const CommandInfo& command) {
    std::vector<std::string> groups;
    for (const CommandInfo& below : command.commands) {
        if (std::ranges::find(groups, below.group) == groups.end()) groups.push_back(below.group);
    }
    return groups;
}

/// A cell of a table must not end it.
std::string markdown(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '|' || c == '<') out += '\\';
        out += c;
    }
    return out;
}

void add_markdown_command(std::string& page, const CommandInfo& command) {
    page += fmt::format("\n## {}\n\n{}.\n\n```\n{}\n```\n", command.full, command.help,
                        usage_of(command));
    if (!command.commands.empty()) page += "\n| command | what it does |\n| --- | --- |\n";
    for (const CommandInfo& below : command.commands) {
        std::string anchor = below.page();
        page += fmt::format("| [`{}`](#{}) | {} |\n", below.full, anchor, markdown(below.help));
    }
    page += "\n| option | what it does | |\n| --- | --- | --- |\n";
    for (const OptionInfo& option : command.options) {
        page += fmt::format("| `{}{}` | {} | {} |\n", fmt::join(option.names, "`, `"),
                            option.value_shown(), markdown(option.help), markdown(option.notes()));
    }
    if (!command.keys.empty()) page += "\n```\n" + command.keys + "\n```\n";
    if (command.examples.empty()) return;
    page += "\n```sh\n";
    for (const std::string& line : split(command.examples, '\n')) {
        page += line.substr(std::min(line.find_first_not_of(' '), line.size())) + "\n";
    }
    page += "```\n";
}

} // namespace

std::string man_page(const CommandInfo& command, const CommandInfo& root,
                     std::string_view version) {
    // Names must not be cut at the end of a line.
    std::string page = fmt::format(".TH {} 1 \"\" \"bastide {}\" \"Bastide\"\n.nh\n",
                                   upper(roff(command.page())), version);
    page += fmt::format(".SH NAME\n{} \\- {}\n", roff(command.page()), roff(command.help));
    page += fmt::format(".SH SYNOPSIS\n.B {}\n", roff(usage_of(command)));
    if (!command.commands.empty()) page += ".SH COMMANDS\n";
    for (const std::string& group : groups_of(command)) {
        if (&command == &root) page += fmt::format(".SS {}\n", roff(group));
        for (const CommandInfo& below : command.commands) {
            if (below.group != group) continue;
            page += fmt::format(".TP\n\\fB{}\\fR(1)\n{}\n", roff(below.page()), roff(below.help));
        }
    }
    page += ".SH OPTIONS\n";
    add_roff_options(page, command);
    if (&command == &root) {
        page += ".SH EXIT STATUS\n0 if all went well, 2 for bad input, 130 after Ctrl-C, "
                "1 for anything else.\n";
    }
    add_roff_lines(page, "KEYS", command.keys);
    add_roff_lines(page, "EXAMPLES", command.examples);
    if (&command != &root) {
        const std::string parent =
            command.page().substr(0, command.page().rfind('-' + command.name));
        page += fmt::format(".SH SEE ALSO\n\\fB{}\\fR(1)\n", roff(parent));
    }
    return page;
}

std::string markdown_page(const CommandInfo& root) {
    std::string page =
        "# The command line\n\n"
        "Made by `bastide manual markdown` from what `--help` prints; `./dev docs` writes it.\n"
        "Exit status: 0 if all went well, 2 for bad input, 130 after Ctrl-C, 1 for anything else. "
        "`-` stands for a standard stream wherever a file of records is named, but for `play`, "
        "whose "
        "standard output is the board.\n";
    for (const CommandInfo* command : all_commands(root)) add_markdown_command(page, *command);
    return page;
}

} // namespace bastide::cli
