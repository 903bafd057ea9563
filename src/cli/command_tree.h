#pragma once
// The program's commands as plain values, for everything that is written from them: man pages,
// completions, the page of the command line. The same tree prints --help.

#include <string>
#include <string_view>
#include <vector>

namespace bastide::cli {

/// Whether a value that is called so is the name of a file or folder.
constexpr bool names_path(std::string_view value) {
    return value == "FILE" || value == "FOLDER";
}

struct OptionInfo {
    std::vector<std::string> names; // "-o", "--output"; an argument by its place has one without -
    std::string value;              // how its value is called: N, FILE; none for a flag
    bool by_place = false;
    bool required = false;
    bool may_repeat = false;
    bool takes_more = false; // words behind its value too
    std::string help;
    std::string standard;                 // its default, if there is one to tell
    std::string range;                    // "1 to 5", "above 0"
    std::string variable;                 // of the environment
    std::vector<std::string> words;       // it takes one of these
    std::vector<std::string> suggestions; // or, if it takes any text, these among others

    const std::string& longest() const { return names.back(); }
    bool takes_value() const { return !value.empty(); }
    bool takes_path() const { return names_path(value); }
    bool takes_list() const { return value == "A,B,..."; }
    /// " N" behind its name, if it has one and takes one.
    std::string value_shown() const {
        return value.empty() || by_place ? "" : " " + value + (takes_more ? "..." : "");
    }
    /// What there is to say beside the help itself: "1 to 5; default 2".
    std::string notes() const;
};

struct CommandInfo {
    std::string name; // "check"
    std::string full; // "bastide db check"
    std::string help;
    std::string group;
    std::string keys;     // lines, where it is worked by keys
    std::string examples; // lines
    std::vector<OptionInfo> options;
    std::vector<CommandInfo> commands;

    /// "bastide-db-check", as its man page is called.
    std::string page() const;
};

/// The command and all below it, itself first.
std::vector<const CommandInfo*> all_commands(const CommandInfo& root);

} // namespace bastide::cli
