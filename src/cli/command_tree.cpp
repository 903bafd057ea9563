#include "cli/command_tree.h"

#include "ai/agent.h"
#include "ai/levels.h"
#include "catalog/catalog.h"
#include "cli/command_line.h"
#include "cli/console.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>

namespace bastide::cli {
namespace {

/// Help is wrapped for terminals; here it is one line again.
std::string unwrapped(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
}

/// What the data that is built in knows for an option of this name.
std::vector<std::string> known_words(const std::string& option) {
    std::vector<std::string> words;
    if (option == "--edition") {
        for (const Edition& edition : Catalog::embedded().editions()) words.push_back(edition.id);
    } else if (option == "--agent" || option == "--agents" || option == "--against") {
        for (const Level& level : levels()) words.emplace_back(level.name);
        for (const std::string_view name : agent_names()) words.emplace_back(name);
    } else if (option == "--option") {
        for (const auto& rows : Catalog::embedded().options().of_family) {
            for (const GameOption& row : *rows) {
                for (const std::string& value : row.values) words.push_back(row.key + "=" + value);
            }
        }
    } else if (option == "--tiles") {
        words = Catalog::embedded().tile_set_names();
    }
    return words;
}

/// CLI11's names of types in our words; those of checks, which stand behind them, are left out.
std::string value_name(std::string_view type) {
    type = type.substr(0, type.find(':'));
    if (type == "FLOAT") return "NUMBER";
    return type == "INT" || type == "UINT" ? "N" : std::string(type);
}

OptionInfo info_of(const CLI::Option& option) {
    OptionInfo info;
    for (const std::string& name : option.get_snames()) info.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) info.names.push_back("--" + name);
    info.by_place = option.get_positional() && info.names.empty();
    if (info.by_place) info.names.push_back(option.get_name());
    info.required = option.get_required();
    info.may_repeat = option.get_items_expected_max() > 1;
    info.takes_more = info.may_repeat && !info.by_place && option.get_allow_extra_args();
    info.help = unwrapped(option.get_description());
    info.variable = option.get_envname();
    const std::string type = option.get_type_name();
    if (option.get_items_expected_max() > 0) info.value = value_name(type);
    if (info.takes_value() && option.get_default_str() != "[]") {
        info.standard = option.get_default_str();
    }
    std::smatch found;
    if (std::regex_search(type, found, std::regex(R"(in \[(\S+) - (\S+)\])"))) {
        info.range = found[1].str() + " to " + found[2].str();
    } else if (type.ends_with(positive_name)) {
        info.range = "above 0";
    } else if (type.ends_with(not_negative_name)) {
        info.range = "0 or more";
    }
    if (std::regex_search(type, found, std::regex(R"(\{([^}]*)\})"))) {
        info.words = info.suggestions = split(found[1].str(), ',');
    } else if (std::regex_search(type, found, std::regex("<([^>]*)>"))) {
        info.suggestions = split(found[1].str(), ',');
    } else if (info.takes_value()) {
        info.suggestions = known_words(info.longest());
    }
    return info;
}

/// The lines under a title at the end of help.
std::string section_of(const std::string& footer, const std::string& title) {
    const std::size_t at = footer.find(title);
    if (at == std::string::npos) return "";
    const std::size_t begin = at + title.size();
    return footer.substr(begin, footer.find("\n\n", begin) - begin);
}

CommandInfo info_of(const CLI::App& app, const std::string& before) {
    CommandInfo info;
    info.name = app.get_name();
    info.full = before.empty() ? info.name : before + " " + info.name;
    info.help = unwrapped(app.get_description());
    info.group = app.get_group();
    const std::string footer = app.get_footer();
    // A command without its own footer has its parent's.
    const bool inherited = app.get_parent() != nullptr && app.get_parent()->get_footer() == footer;
    if (!inherited) {
        info.keys = section_of(footer, keys_title);
        info.examples = section_of(footer, examples_title);
    }
    for (const CLI::Option* option : app.get_options()) info.options.push_back(info_of(*option));
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        info.commands.push_back(info_of(*command, info.full));
    }
    return info;
}

/// Help in the words of the manual: CLI11's own would show its types and checks.
class HelpFormatter : public CLI::Formatter {
  public:
    HelpFormatter() { label("SUBCOMMAND", "COMMAND"); }

    std::string make_description(const CLI::App* app) const override {
        return wrapped(unwrapped(app->get_description()), help_width) + "\n";
    }

    std::string make_option_opts(const CLI::Option* option) const override {
        return info_of(*option).value_shown();
    }
    std::string make_option_desc(const CLI::Option* option) const override {
        const OptionInfo info = info_of(*option);
        const std::string notes = info.notes();
        return wrapped(notes.empty() ? info.help : info.help + " (" + notes + ")");
    }
};

void add_all(const CommandInfo& command, std::vector<const CommandInfo*>& all) {
    all.push_back(&command);
    for (const CommandInfo& below : command.commands) add_all(below, all);
}

} // namespace

void show_help_as_manual(CLI::App& app) {
    app.formatter(std::make_shared<HelpFormatter>());
}

std::string OptionInfo::notes() const {
    std::vector<std::string> notes;
    if (required && !by_place) notes.emplace_back("required");
    if (!words.empty()) notes.push_back(fmt::format("{}", fmt::join(words, ", ")));
    if (!range.empty()) notes.push_back(range);
    if (!standard.empty() && !required) notes.push_back("default " + standard);
    if (!variable.empty()) notes.push_back("or " + variable + " of the environment");
    return fmt::format("{}", fmt::join(notes, "; "));
}

CommandInfo Command::tree() const {
    CommandInfo root = info_of(*app_, "");
    for (CommandInfo& command : root.commands) {
        for (OptionInfo& option : command.options) {
            if (!option.by_place || !option.may_repeat || option.value != "COMMAND") continue;
            for (const CommandInfo& any : root.commands) option.suggestions.push_back(any.name);
        }
    }
    return root;
}

std::string CommandInfo::page() const {
    std::string dashed = full;
    std::ranges::replace(dashed, ' ', '-');
    return dashed;
}

std::vector<const CommandInfo*> all_commands(const CommandInfo& root) {
    std::vector<const CommandInfo*> all;
    add_all(root, all);
    return all;
}

} // namespace bastide::cli
