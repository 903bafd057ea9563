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

std::vector<const OptionInfo*> places_of(const CommandInfo& command) {
    std::vector<const OptionInfo*> places;
    for (const OptionInfo& option : command.options) {
        if (option.by_place) places.push_back(&option);
    }
    return places;
}

/// What zsh calls to offer a value.
std::string zsh_action(const OptionInfo& option) {
    if (option.suggestions.empty()) {
        return option.takes_path() || option.by_place ? "_files" : "";
    }
    const std::string words = fmt::format("{}", fmt::join(option.suggestions, " "));
    if (option.takes_list()) return "_sequence compadd - " + words; // with commas between
    return "(" + words + ")";
}

void add_zsh_function(std::string& script, const CommandInfo& command) {
    std::string function = command.page();
    std::ranges::replace(function, '-', '_');
    script += fmt::format("_{}() {{\n", function);
    script += "    local state\n    local -a line\n    _arguments -C \\\n";
    for (const OptionInfo& option : command.options) {
        if (option.by_place) continue;
        const std::string value =
            option.takes_value()
                ? fmt::format(":{}:{}", zsh_quoted(option.value), zsh_action(option))
                : "";
        for (const std::string& name : option.names) {
            const bool joined = option.takes_value() && name.starts_with("--"); // --name=VALUE
            script += fmt::format("        '{}{}{}[{}]{}' \\\n", option.may_repeat ? "*" : "", name,
                                  joined ? "=" : "", zsh_quoted(option.help), value);
        }
        if (option.takes_more) script += fmt::format("        '*{}' \\\n", value);
    }
    if (command.commands.empty()) {
        unsigned place = 0;
        for (const OptionInfo* option : places_of(command)) {
            script += fmt::format("        '{}:{}:{}' \\\n",
                                  option->may_repeat ? "*" : std::to_string(++place),
                                  zsh_quoted(option->longest()), zsh_action(*option));
        }
        script += "        && return\n}\n";
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

std::string fish_value(const OptionInfo& option) {
    if (!option.takes_value()) return "";
    const char* const only = option.takes_path() ? " -r" : " -x";
    if (option.suggestions.empty()) return only;
    const std::string words = fmt::format("{}", fmt::join(option.suggestions, " "));
    return only +
           (option.takes_list() ? " -a '(__fish_append , " + words + ")'" : " -a '" + words + "'");
}

/// Words that stand by their place: the first until one of them is there, then the next; the last
/// again and again, if it may be repeated.
void add_fish_places(std::string& script, const CommandInfo& command,
                     std::vector<std::string> seen) {
    for (const OptionInfo* option : places_of(command)) {
        if (option->suggestions.empty()) continue;
        const std::string words = fmt::format("{}", fmt::join(option->suggestions, " "));
        const std::string any = "__fish_seen_subcommand_from " + words;
        if (!option->may_repeat) seen.push_back("not " + any);
        script += fmt::format("complete -c bastide -n '{}' -f -a '{}'\n", fmt::join(seen, "; and "),
                              words);
        if (!option->may_repeat) seen.back() = any;
    }
}

/// What may stand there, for the bash script: words, files or both, perhaps separated by commas.
std::string bash_offer(const OptionInfo& option) {
    const bool file = option.takes_path() || (option.by_place && option.suggestions.empty());
    return fmt::format("words='{}'{}{}", fmt::join(option.suggestions, " "),
                       file ? " files=yes" : "", option.takes_list() ? " list=yes" : "");
}

/// The function that sets what a command's option takes, if it takes something.
std::string bash_values(const CommandInfo& root) {
    std::string script = "_bastide_value() {\n    case $1 in\n";
    for (const CommandInfo* command : all_commands(root)) {
        for (const OptionInfo& option : command->options) {
            if (option.by_place || !option.takes_value()) continue;
            for (const std::string& name : option.names) {
                script += fmt::format("        '{} {}') {}{} ;;\n", words_of(*command), name,
                                      bash_offer(option), option.takes_more ? " more=yes" : "");
            }
        }
    }
    return script + "        *) return 1 ;;\n    esac\n}\n";
}

/// The function that sets what a command takes by its place, from 0, and which flags it has.
std::string bash_places(const CommandInfo& root) {
    std::string script = "_bastide_place() {\n    case \"$1:$2\" in\n";
    for (const CommandInfo* command : all_commands(root)) {
        const std::vector<std::string> below = names_of(*command);
        const std::string path = words_of(*command);
        if (!below.empty()) {
            script += fmt::format("        '{}:'*) words='{}' ;;\n", path, fmt::join(below, " "));
        }
        unsigned place = 0;
        for (const OptionInfo* option : places_of(*command)) {
            script +=
                fmt::format("        '{}:'{}) {} ;;\n", path,
                            option->may_repeat ? "*" : std::to_string(place), bash_offer(*option));
            ++place;
        }
    }
    script += "    esac\n    case $1 in\n";
    for (const CommandInfo* command : all_commands(root)) {
        script += fmt::format("        '{}') flags='{}' ;;\n", words_of(*command),
                              fmt::join(flags_of(*command), " "));
    }
    return script + "    esac\n}\n";
}

/// "_bastide_below db check" names the command "db check".
std::string bash_commands(const CommandInfo& root) {
    std::string script = "_bastide_below() {\n    case \"$1 $2\" in\n";
    for (const CommandInfo* command : all_commands(root)) {
        const std::string path = words_of(*command);
        if (path.empty()) continue;
        const std::size_t space = path.rfind(' ');
        const std::string before = space == std::string::npos ? "" : path.substr(0, space);
        script += fmt::format("        '{} {}') command='{}' ;;\n", before, command->name, path);
    }
    return script + "        *) return 1 ;;\n    esac\n}\n";
}

constexpr const char* bash_function = R"(_bastide() {
    local command='' words='' flags='' files=no list=no more=no
    local option='' place=0 glue='' word i
    # bash cuts words at = and : too; here they are whole again.
    local -a line=()
    for ((i = 1; i <= COMP_CWORD; ++i)); do
        word=${COMP_WORDS[i]}
        if ((${#line[@]})) && [[ $glue || $word == [=:]* ]]; then
            line[${#line[@]}-1]+=$word
        else
            line+=("$word")
        fi
        if [[ $word == *[=:] ]]; then glue=yes; else glue=''; fi
    done
    local last=$((${#line[@]} - 1))
    local current=${line[last]} value
    for ((i = 0; i < last; ++i)); do
        word=${line[i]}
        if [[ $word == -?* ]]; then
            option='' more=no
            _bastide_value "$command $word" || continue
            # Its value may begin with anything; behind it only some take more.
            if ((++i == last)); then
                option=$word more=no
            elif [[ $more == yes ]]; then
                option=$word
            fi
        elif [[ ! $option ]] && ! _bastide_below "$command" "$word"; then
            ((++place))
        fi
    done
    if [[ $more == yes && $current == -* ]]; then option=''; fi
    words='' files=no list=no
    value=$current
    if [[ $current == --*=* ]] && _bastide_value "$command ${current%%=*}"; then
        value=${current#*=}
    elif [[ ! $option ]] || ! _bastide_value "$command $option"; then
        _bastide_place "$command" "$place"
    fi
    local before=''
    [[ $list == no ]] || before=${value%"${value##*,}"}
    COMPREPLY=()
    if [[ ! $flags || $current != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "${value#"$before"}")
    fi
    if [[ $before ]]; then COMPREPLY=("${COMPREPLY[@]/#/$before}"); fi
    # Only what stands behind the last = or : is put in.
    if [[ $current != "${COMP_WORDS[COMP_CWORD]}" ]]; then
        local cut=${value%"${value##*[=:]}"}
        COMPREPLY=("${COMPREPLY[@]#"$cut"}")
        value=${value##*[=:]}
    fi
    if [[ ${#COMPREPLY[@]} == 0 && $files == yes && ! ($flags && $current == -?*) ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$value")
        compopt -o filenames 2>/dev/null
    fi
    if [[ ${#COMPREPLY[@]} == 0 && $flags ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$current")
    fi
}
complete -F _bastide bastide
)";

} // namespace

std::string bash_completion(const CommandInfo& root) {
    return "# bash completion of bastide, made by `bastide manual bash`\n" + bash_values(root) +
           bash_places(root) + bash_commands(root) + bash_function;
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
        add_fish_places(script, *command, seen);
        for (const OptionInfo& option : command->options) {
            if (option.by_place) continue;
            std::string names;
            for (const std::string& name : option.names) {
                names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            }
            script += fmt::format("complete -c bastide {}{}{} -d '{}'\n", when, names,
                                  fish_value(option), fish_quoted(option.help));
        }
    }
    return script;
}

} // namespace bastide::cli
