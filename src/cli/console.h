#pragma once
// What the commands share: errors with an exit status, records from files, progress on a terminal.

#include "notation/record.h"

#include <fmt/core.h>

#include <chrono>
#include <concepts>
#include <cstdint>
#include <fstream>
#include <functional>
#include <istream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace bastide::cli {

/// One clear line for stderr and the exit status: 2 for bad input, 1 for anything else.
class Failure : public std::runtime_error {
  public:
    Failure(int status, const std::string& line)
        : std::runtime_error(line)
        , status_(status) {}
    int status() const { return status_; }

  private:
    int status_;
};
[[noreturn]] void bad_input(const std::string& line);

/// A file to read, as messages call it: "-" is standard input.
std::string input_name(const std::string& file);

/// Bad input with the system's reason, right after opening the file failed.
[[noreturn]] void cannot_be_read(const std::string& file);
[[noreturn]] void cannot_be_written(const std::string& file);
/// It could be opened ("-": standard output), and then not be written for the reason that errno
/// had.
[[noreturn]] void writing_failed(const std::string& file, int reason);
std::ifstream open_to_read(const std::string& file);

/// Before the work for it: refuses to write over what is there already, and a folder that is
/// missing or takes nothing new. - is standard output.
void expect_new_file(const std::string& file);
/// However they are spelled or linked; neither needs to be there.
bool is_same_file(const std::string& a, const std::string& b);
/// And those above it, where they are not there yet.
void make_folder(const std::string& folder);
void make_folder_for(const std::string& file);
/// The whole of a file that must not exist; - is standard output.
void write_new_file(const std::string& file, std::string_view content);

/// The text fit for a terminal: one line of bounded length, without control characters or broken
/// UTF-8. Names, keys and file names come from outside.
std::string one_line(std::string_view text);

/// Standard output. A full disk or a closed file is a Failure, not a crash.
void write_out(std::string_view text);
void flush_out();
template <class... Values>
void print(fmt::format_string<Values...> format, Values&&... values) {
    write_out(fmt::format(format, std::forward<Values>(values)...));
}
/// The words behind a heading, over as many lines of a terminal as they need.
void print_wrapped(const std::string& heading, const std::vector<std::string>& words);
/// One line on standard error.
void complain(std::string_view line);

/// Calls `use` with each record of a file ("-": standard input) and its number from 1. Text is cut
/// into top-level JSON objects as it is read, so that .json and .jsonl of any length need little
/// memory. What is wrong ends in bad_input() naming file, record and reason.
using UseRecord = std::function<void(const Record& record, unsigned number)>;
void for_each_record(const std::string& file, const UseRecord& use);

/// The message for a record that cannot be used.
[[noreturn]] void bad_record(const std::string& file, unsigned number, const RecordError& error);

/// A line on stderr that tells how far a long task is; silent when stderr is no terminal.
class Progress {
  public:
    Progress(std::string what, std::uint64_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    void show(std::uint64_t done);

  private:
    std::string what_;
    std::uint64_t total_;
    bool terminal_;
    std::chrono::steady_clock::time_point start_;
    std::chrono::steady_clock::time_point shown_;
};

/// 0 stands for all cores, on whatever machine.
unsigned threads_from(unsigned given);

/// What is played unless somebody says otherwise: the first on the shelf.
const std::string& default_edition();
/// The edition with `key=value` options, ready to play; bad_input() if there is none such.
std::shared_ptr<const Setup> setup_from(const std::string& edition,
                                        const std::vector<std::string>& options);
/// bad_input() if that many cannot play it.
void expect_room_for(std::size_t players, const Setup& setup);

/// Of nouns that our messages count: "points", "log entries", "analyses".
std::string plural_of(std::string_view noun);
/// "1 point", "2 points".
template <std::integral Number>
std::string counted(Number number, std::string_view noun) {
    return fmt::format("{} {}", number, number == 1 ? std::string(noun) : plural_of(noun));
}

std::vector<std::string> split(const std::string& text, char separator);
/// The words of lists such as a,b, also empty ones.
std::vector<std::string> each_of(const std::vector<std::string>& lists);

} // namespace bastide::cli
