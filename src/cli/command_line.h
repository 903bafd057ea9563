#pragma once
// The program's commands and options, as each command declares its own. CLI11 does the work, in
// one file: it is a header of templates that would be most of what every command compiles.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace CLI { // NOLINT(readability-identifier-naming): the library's
class App;
class Option;
} // namespace CLI

namespace bastide::cli {

struct CommandInfo; // command_tree.h

/// Checks of a number's sign, as help names them.
inline constexpr const char* positive_name = "POSITIVE";
inline constexpr const char* not_negative_name = "NONNEGATIVE";

/// What stands above the lines at the end of help.
inline constexpr const char* keys_title = "Keys:\n";
inline constexpr const char* examples_title = "Examples:\n";

/// Columns of a line of help; beside the names, which take the first 31.
inline constexpr std::size_t help_width = 80;
inline constexpr std::size_t help_column = 49;
std::string wrapped(const std::string& text, std::size_t width = help_column);
/// For this command and those added to it later.
void show_help_as_manual(CLI::App& app);

/// One option of a command. What breaks a rule given here is bad input; help shows the rule.
class Option {
  public:
    explicit Option(CLI::Option* option)
        : option_(option) {}

    Option required();
    Option between(int least, int most);
    Option between(unsigned least, unsigned most);
    Option between(std::uint64_t least, std::uint64_t most);
    Option between(double least, double most);
    Option positive();
    Option not_negative();
    Option one_of(const std::vector<std::string>& words);
    /// For help and completion: how its value is called, such as FILE, FOLDER, NAME; N for a whole
    /// number that is read as a text.
    Option takes(const std::string& value);
    /// All words up to the next option are values of it; else each value follows its name.
    Option takes_more();
    /// It may be empty, which stands for none; else that is bad input.
    Option or_nothing();
    /// For completion: what it may be among others, or with more behind it.
    Option suggests(const std::vector<std::string>& words);
    /// Read from this variable of the environment when it is not given.
    Option or_from(const std::string& variable);
    /// When the words have been read: whether it is among them, be it empty, or in the environment.
    bool is_given() const;

  private:
    CLI::Option* option_;
};

/// A command of the program, or the program itself.
class Command {
  public:
    explicit Command(CLI::App& app)
        : app_(&app) {}

    Command add_subcommand(const std::string& name, const std::string& help);
    Command& needs_subcommand();
    /// The title above it in the program's help.
    Command& in_group(const std::string& title);
    /// Shown under its help; each line as one would type it.
    Command& with_examples(const std::string& lines);
    /// Shown above the examples, which have to be there; each line a key and what it does.
    Command& with_keys(const std::string& lines);
    Command& without_defaults_in_help();

    /// Names such as "-o,--output"; one without dashes is given by its place. The value must
    /// outlive the parsing, and holds the default. Types: strings, numbers, lists of strings. What
    /// is no number, or does not fit its type, is bad input.
    template <typename T>
    Option add_option(const std::string& names, T& value, const std::string& help);
    Option add_flag(const std::string& names, bool& value, const std::string& help);

    /// When the words have been read: the options among them, by their longest names.
    std::vector<std::string> given() const;
    /// Each of these that is given is bad input: it does nothing with what else is asked for.
    void expect_not_given(const std::vector<std::string>& names, const std::string& with) const;

    void when_called(std::function<void()> act);

    /// All of it as values; complete once the program has all its commands.
    CommandInfo tree() const;

  private:
    CLI::App* app_;
};

} // namespace bastide::cli
