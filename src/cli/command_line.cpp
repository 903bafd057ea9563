#include "cli/command_line.h"

#include "cli/command_tree.h"
#include "cli/console.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <type_traits>

namespace bastide::cli {
namespace {

std::string in_quotes(const std::string& text) {
    return '"' + text + '"';
}

/// CLI11's own checks of a sign name the largest of all numbers, with its 309 digits.
CLI::Validator number(bool (*accept)(double), const char* name, const char* what) {
    return CLI::Validator(
        [accept, what](const std::string& text) {
            double value = 0;
            const bool good = CLI::detail::lexical_cast(text, value) && accept(value);
            return good ? std::string() : in_quotes(text) + " is not " + what;
        },
        name);
}

/// The whole of a text. Whole numbers are decimal: 08 is eight, and 0x18 is none.
template <typename T>
bool read_number(const std::string& text, T& value) {
    if constexpr (std::is_floating_point_v<T>) {
        return CLI::detail::lexical_cast(text, value);
    } else {
        const char* end = text.data() + text.size();
        const auto read = std::from_chars(text.data(), end, value);
        return read.ec == std::errc() && read.ptr == end;
    }
}

constexpr const char* empty_check = "is not empty";

/// A variable of a shell that is not set, in quotes, is an empty text: what is meant to be kept
/// would be lost, and what is meant to be chosen would be the default.
CLI::Validator not_empty(const std::string& value) {
    return CLI::Validator(
        [value](const std::string& text) -> std::string {
            if (!text.empty()) return "";
            if (names_path(value)) {
                return fmt::format("\"\" names no {}", value == "FILE" ? "file" : "folder");
            }
            return "it is empty";
        },
        "", empty_check);
}

template <typename T>
CLI::Validator range(T least, T most) {
    return CLI::Validator(
        [least, most](const std::string& text) {
            T value = 0;
            const bool good = read_number(text, value) && value >= least && value <= most;
            return good ? std::string()
                        : fmt::format("{} is not a{} number from {} to {}", in_quotes(text),
                                      std::is_floating_point_v<T> ? "" : " whole", least, most);
        },
        fmt::format("in [{} - {}]", least, most)); // as command_tree.cpp reads it
}

/// Signs, not bytes: help has ellipses.
std::size_t columns_of(const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// CLI11 takes "nan" and "inf" for numbers, and the largest of all for a whole number beyond it:
/// two seeds that differ would play the same games.
template <typename T>
CLI::Validator exact_number() {
    return CLI::Validator(
        [](std::string& text) -> std::string {
            if constexpr (std::is_floating_point_v<T>) {
                double value = 0;
                if (CLI::detail::lexical_cast(text, value) && std::isfinite(value)) return "";
                return in_quotes(text) + " is not a number";
            } else {
                T value = 0;
                const char* end = text.data() + text.size();
                const auto read = std::from_chars(text.data(), end, value);
                if (read.ec == std::errc() && read.ptr == end) {
                    text = std::to_string(value); // 010 is ten, not eight
                    return "";
                }
                const bool large = read.ec == std::errc::result_out_of_range;
                return in_quotes(text) + (large ? " is out of range" : " is not a whole number") +
                       (std::is_unsigned_v<T> && !large ? " of 0 or more" : "");
            }
        },
        "");
}

} // namespace

// What has no blank to break at stays whole.
std::string wrapped(const std::string& text, std::size_t width) {
    std::string out, line;
    for (const std::string& word : CLI::detail::split(text, ' ')) {
        if (!line.empty() && columns_of(line) + 1 + columns_of(word) > width) {
            out += line + "\n";
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
    }
    return out + line;
}

Option Option::required() {
    option_->required();
    return *this;
}

Option Option::between(int least, int most) {
    option_->check(range(least, most));
    return *this;
}

Option Option::between(unsigned least, unsigned most) {
    option_->check(range(least, most));
    return *this;
}

Option Option::between(std::uint64_t least, std::uint64_t most) {
    option_->check(range(least, most));
    return *this;
}

Option Option::between(double least, double most) {
    option_->check(range(least, most));
    return *this;
}

Option Option::positive() {
    option_->check(number([](double x) { return x > 0; }, positive_name, "a number above 0"));
    return *this;
}

Option Option::not_negative() {
    option_->check(
        number([](double x) { return x >= 0; }, not_negative_name, "a number of 0 or more"));
    return *this;
}

Option Option::one_of(const std::vector<std::string>& words) {
    option_->check(CLI::Validator(
        [words](const std::string& text) {
            const bool known = std::ranges::find(words, text) != words.end();
            return known ? std::string()
                         : fmt::format("{} is not one of {}", in_quotes(text),
                                       fmt::join(words, ", "));
        },
        CLI::IsMember(words).get_description()));
    return *this;
}

Option Option::takes(const std::string& value) {
    option_->type_name(value);
    option_->check(not_empty(value));
    if (value == "A,B,...") or_nothing(); // each of its words is looked at
    return *this;
}

Option Option::takes_more() {
    option_->allow_extra_args(true);
    return *this;
}

Option Option::or_nothing() {
    option_->get_validator(empty_check)->active(false);
    return *this;
}

// CLI11 keeps nothing for others, except how a check calls itself.
Option Option::suggests(const std::vector<std::string>& words) {
    option_->check(CLI::Validator([](const std::string&) { return std::string(); },
                                  fmt::format("<{}>", fmt::join(words, ","))));
    return *this;
}

Option Option::or_from(const std::string& variable) {
    option_->envname(variable);
    return *this;
}

bool Option::is_given() const {
    return option_->count() > 0;
}

Command Command::add_subcommand(const std::string& name, const std::string& help) {
    return Command(*app_->add_subcommand(name, wrapped(help)));
}

Command& Command::needs_subcommand() {
    app_->require_subcommand(1);
    return *this;
}

Command& Command::in_group(const std::string& title) {
    app_->group(title);
    return *this;
}

Command& Command::with_examples(const std::string& lines) {
    app_->footer(examples_title + lines);
    return *this;
}

Command& Command::with_keys(const std::string& lines) {
    app_->footer(keys_title + lines + "\n\n" + app_->get_footer());
    return *this;
}

Command& Command::without_defaults_in_help() {
    app_->option_defaults()->always_capture_default(false);
    return *this;
}

template <typename T>
Option Command::add_option(const std::string& names, T& value, const std::string& help) {
    CLI::Option* option = app_->add_option(names, value, wrapped(help));
    if constexpr (std::is_arithmetic_v<T>) option->transform(exact_number<T>());
    // A list is given word by word: brackets are no list, and the next word is not part of it,
    // unless it takes_more().
    if constexpr (std::is_same_v<T, std::vector<std::string>>) {
        if (names.starts_with('-')) option->allow_extra_args(false);
    }
    if (!names.starts_with('-')) Option(option).takes(names);
    return Option(option);
}
template Option Command::add_option(const std::string&, std::string&, const std::string&);
template Option Command::add_option(const std::string&, int&, const std::string&);
template Option Command::add_option(const std::string&, unsigned&, const std::string&);
template Option Command::add_option(const std::string&, std::uint64_t&, const std::string&);
template Option Command::add_option(const std::string&, float&, const std::string&);
template Option Command::add_option(const std::string&, double&, const std::string&);
template Option Command::add_option(const std::string&, std::vector<std::string>&,
                                    const std::string&);

Option Command::add_flag(const std::string& names, bool& value, const std::string& help) {
    return Option(app_->add_flag(names, value, wrapped(help)));
}

std::vector<std::string> Command::given() const {
    std::vector<std::string> names;
    for (const CLI::Option* option : app_->get_options()) {
        if (option->count() > 0) names.push_back(option->get_name());
    }
    return names;
}

void Command::expect_not_given(const std::vector<std::string>& names,
                               const std::string& with) const {
    for (const std::string& name : given()) {
        if (std::ranges::find(names, name) == names.end()) continue;
        bad_input(fmt::format("{} does nothing with {}", name, with));
    }
}

void Command::when_called(std::function<void()> act) {
    app_->callback(std::move(act));
}

} // namespace bastide::cli
