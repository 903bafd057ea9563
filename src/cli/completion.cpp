#include "cli/completion.h"

#include "cli/console.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace bastide::cli {
namespace {

/// The words after the program's name: "db check".
std::string words_of(const CommandInfo& command) {
    const std::size_t space = command.full.find(' ');
    return space == std::string::npos ? "" : command.full.substr(space + 1);
}

std::vector<std::string> names_of(const CommandInfo& command) {
    std::vector<std::string> names;
    for (const CommandInfo& below : command.commands) names.push_back(below.name);
    return names;
}

std::vector<std::string> flags_of(const CommandInfo& command) {
    std::vector<std::string> flags;
    for (const OptionInfo& option : command.options) {
        if (option.by_place) continue;
        flags.insert(flags.end(), option.names.begin(), option.names.end());
    }
    return flags;
}

/// Fit for single quotes, and for zsh's brackets and colons.
std::string zsh_quoted(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\'') {
            out += "'\\''";
        } else if (c == '[' || c == ']' || c == ':') {
            out += std::string("\\") + c;
        } else {
            out += c;
        }
    }
    return out;
}
std::string fish_quoted(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\'' || c == '\\') out += '\\';
        out += c;
    }
    return out;
}

void add_zsh_function(std::string& script, const CommandInfo& command) {
    std::string function = command.page();
    std::ranges::replace(function, '-', '_');
    script += fmt::format("_{}() {{\n", function);
    script += "    local state\n    local -a line\n    _arguments -C \\\n";
    for (const OptionInfo& option : command.options) {
        if (option.by_place) continue;
        const std::string value = !option.takes_value() ? ""
                                  : !option.suggestions.empty()
                                      ? fmt::format(":{}:({})", zsh_quoted(option.value),
                                                    fmt::join(option.suggestions, " "))
                                      : fmt::format(":{}:{}", zsh_quoted(option.value),
                                                    option.takes_path() ? "_files" : "");
        for (const std::string& name : option.names) {
            script += fmt::format("        '{}{}[{}]{}' \\\n", option.may_repeat ? "*" : "", name,
                                  zsh_quoted(option.help), value);
        }
    }
    if (command.commands.empty()) {
        script += "        '*:file:_files'\n}\n";
        return;
    }
    script += "        '1:command:->command' '*::argument:->rest'\n    case $state in\n";
    script += "        command)\n            local -a commands=(\n";
    for (const CommandInfo& below : command.commands) {
        script += fmt::format("                '{}:{}'\n", below.name, zsh_quoted(below.help));
    }
    script += "            )\n            _describe command commands\n            ;;\n";
    script += fmt::format("        rest) _{}_${{words[1]//-/_}} 2>/dev/null ;;\n    esac\n}}\n",
                          function);
}

} // namespace

std::string bash_completion(const CommandInfo& root) {
    std::string script = "# bash completion of bastide, made by `bastide manual bash`\n"
                         "_bastide() {\n"
                         "    local current=${COMP_WORDS[COMP_CWORD]}\n"
                         "    local previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
                         "    local command='' words='' files=yes i\n"
                         "    for ((i = 1; i < COMP_CWORD; ++i)); do\n"
                         "        case \"$command ${COMP_WORDS[i]}\" in\n";
    for (const CommandInfo* command : all_commands(root)) {
        const std::string path = words_of(*command);
        if (path.empty()) continue;
        const std::size_t space = path.rfind(' ');
        const std::string before = space == std::string::npos ? "" : path.substr(0, space);
        script +=
            fmt::format("            '{} {}') command='{}' ;;\n", before, command->name, path);
    }
    script += "        esac\n    done\n    case \"$command $previous\" in\n";
    for (const CommandInfo* command : all_commands(root)) {
        for (const OptionInfo& option : command->options) {
            if (option.by_place || !option.takes_value()) continue;
            for (const std::string& name : option.names) {
                script += fmt::format("        '{} {}') words='{}'{} ;;\n", words_of(*command),
                                      name, fmt::join(option.suggestions, " "),
                                      option.takes_path() ? "" : " files=no");
            }
        }
    }
    script += "        *)\n            case $command in\n";
    for (const CommandInfo* command : all_commands(root)) {
        std::vector<std::string> words = names_of(*command);
        const std::vector<std::string> flags = flags_of(*command);
        words.insert(words.end(), flags.begin(), flags.end());
        script += fmt::format("                '{}') words='{}' ;;\n", words_of(*command),
                              fmt::join(words, " "));
    }
    script += "            esac\n            ;;\n    esac\n"
              "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
              "    # Where no word fits, a file may.\n"
              "    ((${#COMPREPLY[@]})) || [[ $files == no ]] || mapfile -t COMPREPLY < <(compgen "
              "-f -- \"$current\")\n"
              "}\n"
              "complete -o filenames -F _bastide bastide\n";
    return script;
}

std::string zsh_completion(const CommandInfo& root) {
    std::string script = "#compdef bastide\n# zsh completion, made by `bastide manual zsh`\n";
    for (const CommandInfo* command : all_commands(root)) add_zsh_function(script, *command);
    return script + "_bastide \"$@\"\n";
}

std::string fish_completion(const CommandInfo& root) {
    std::string script = "# fish completion of bastide, made by `bastide manual fish`\n";
    for (const CommandInfo* command : all_commands(root)) {
        const std::vector<std::string> below = names_of(*command);
        std::vector<std::string> seen;
        for (const std::string& word : split(words_of(*command), ' ')) {
            if (!word.empty()) seen.push_back("__fish_seen_subcommand_from " + word);
        }
        if (!below.empty()) {
            seen.push_back(
                fmt::format("not __fish_seen_subcommand_from {}", fmt::join(below, " ")));
        }
        const std::string when = fmt::format("-n '{}'", fmt::join(seen, "; and "));
        for (const CommandInfo& child : command->commands) {
            script += fmt::format("complete -c bastide {} -f -a {} -d '{}'\n", when, child.name,
                                  fish_quoted(child.help));
        }
        for (const OptionInfo& option : command->options) {
            if (option.by_place) continue;
            std::string names;
            for (const std::string& name : option.names) {
                names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            }
            const std::string value =
                !option.takes_value() ? ""
                : !option.suggestions.empty()
                    ? fmt::format(" -x -a '{}'", fmt::join(option.suggestions, " "))
                : option.takes_path() ? " -r"
                                      : " -x";
            script += fmt::format("complete -c bastide {}{}{} -d '{}'\n", when, names, value,
                                  fish_quoted(option.help));
        }
    }
    return script;
}

} // namespace bastide::cli
