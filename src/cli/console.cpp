#include "cli/console.h"

#include "cli/output_file.h"
#include "cli/sentences.h"
#include "notation/utf8.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <thread>
#include <unistd.h>

namespace bastide::cli {
namespace {

/// Cuts a stream into top-level objects by braces outside strings.
class ObjectSplitter {
  public:
    ObjectSplitter(std::istream& in, std::string file)
        : in_(in)
        , file_(std::move(file)) {}

    /// False at the end of the input.
    bool next(std::string& object) {
        object.clear();
        int depth = 0;
        bool in_string = false, escaped = false;
        skip_byte_order_mark();
        for (int c = get(); c != EOF; c = get()) {
            if (c == '\n') ++line_;
            const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
            if (depth == 0 && blank) continue;
            if (depth == 0) begun_ = line_;
            if (depth == 0 && c != '{') {
                fail(fmt::format("what begins in line {} is not a record", begun_));
            }
            object += static_cast<char>(c);
            if (object.size() > max_record_bytes) fail("longer than any record");
            if (in_string) {
                if (!escaped && c == '"') in_string = false;
                escaped = !escaped && c == '\\';
            } else if (c == '"') {
                in_string = true;
            } else if (c == '{' || c == '[') {
                ++depth;
            } else if (c == '}' || c == ']') {
                if (--depth == 0) {
                    ++number_;
                    return true;
                }
            }
        }
        if (depth != 0) {
            fail(
                fmt::format("it begins in line {}, and the file ends in the middle of it", begun_));
        }
        return false;
    }

    unsigned number() const { return number_; }

  private:
    int get() {
        if (at_ == filled_) {
            in_.read(buffer_, sizeof buffer_);
            filled_ = static_cast<std::size_t>(in_.gcount());
            at_ = 0;
            // A folder; standard input does not tell by itself.
            if (in_.bad() || (file_ == "-" && std::ferror(stdin) != 0)) cannot_be_read(file_);
            if (filled_ == 0) return EOF;
        }
        return static_cast<unsigned char>(buffer_[at_++]);
    }

    /// Some programs begin a text file with one.
    void skip_byte_order_mark() {
        if (begun_ != 0) return;
        constexpr std::string_view mark = "\xEF\xBB\xBF";
        const int first = get();
        if (first == EOF) return;
        --at_;
        if (std::string_view(buffer_ + at_, filled_ - at_).starts_with(mark)) at_ += mark.size();
    }

    [[noreturn]] void fail(const std::string& reason) {
        bad_record(file_, number_ + 1, {0, reason});
    }

    std::istream& in_;
    std::string file_;
    unsigned number_ = 0;
    std::uint64_t line_ = 1, begun_ = 0; // begun_: the line in which the record begins
    std::size_t at_ = 0, filled_ = 0;
    char buffer_[1 << 16];
};

bool is_control(std::string_view character) {
    const auto first = static_cast<unsigned char>(character[0]);
    const bool c1 = first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
    return first < 0x20 || first == 0x7F || c1;
}

/// A folder opens as a file and fails later. Looking for it changes errno, so that comes as a
/// value.
const char* reason_of(const std::string& file, int reason) {
    std::error_code ignored;
    return std::strerror(std::filesystem::is_directory(file, ignored) ? EISDIR : reason);
}

/// Why an edition does not take this option, with what it would take.
std::string wrong_option(const Edition& edition, const std::string& key, const std::string& value) {
    std::string keys;
    for (const GameOption& row : edition.defaults.rows()) {
        if (row.key == key) {
            return fmt::format("option {} {} (it may be {})", key,
                               value.empty() ? "needs a value"
                                             : fmt::format("has no value \"{}\"", value),
                               fmt::join(row.values, ", "));
        }
        keys += (keys.empty() ? "" : ", ") + row.key;
    }
    return fmt::format("edition {} has no option \"{}\" ({})", edition.id, key,
                       keys.empty() ? "it has none" : "it has " + keys);
}

} // namespace

std::string one_line(std::string_view text) {
    constexpr std::size_t longest = 600;
    std::string line;
    while (!text.empty()) {
        if (line.size() > longest) return line + "...";
        const std::size_t size = utf8_length(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(size, 1));
        if (size == 0 || is_control(character)) {
            line += '?';
        } else {
            line += character;
        }
        text.remove_prefix(character.size());
    }
    return line;
}

void write_out(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) writing_failed("-", errno);
}

void flush_out() {
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) writing_failed("-", errno);
}

void print_wrapped(const std::string& heading, const std::vector<std::string>& words) {
    constexpr std::size_t width = 78;
    std::string line = heading;
    for (const std::string& word : words) {
        if (line.size() + 1 + word.size() > width) {
            print("{}\n", line);
            line = std::string(heading.size(), ' ');
        }
        line += ' ' + word;
    }
    print("{}\n", line);
}

void complain(std::string_view line) {
    const std::string text = "bastide: " + one_line(line) + "\n";
    std::fwrite(text.data(), 1, text.size(), stderr);
}

void bad_input(const std::string& line) {
    throw Failure(2, line);
}

std::string input_name(const std::string& file) {
    return file == "-" ? "standard input" : file;
}

void cannot_be_read(const std::string& file) {
    const int reason = errno;
    bad_input(fmt::format("{}{} cannot be read: {}", input_name(file), file == "-" ? "" : ":",
                          reason_of(file, reason)));
}

void cannot_be_written(const std::string& file) {
    bad_input(fmt::format("{}: cannot be written: {}", file, reason_of(file, errno)));
}

void writing_failed(const std::string& file, int reason) {
    throw Failure(1, fmt::format("{}: {}",
                                 file == "-" ? "standard output cannot be written"
                                             : file + ": could not be written",
                                 std::strerror(reason)));
}

void expect_new_file(const std::string& file) {
    if (file == "-") return;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(file, ignored)) {
        bad_input(fmt::format("{}: exists already; nothing is written over", file));
    }
    if (std::filesystem::is_directory(file, ignored)) cannot_be_written(file);
    // What is no plain file, such as /dev/null or a pipe, has nothing to lose.
    if (access(file.c_str(), F_OK) == 0) return;
    std::filesystem::path folder = std::filesystem::path(file).parent_path();
    if (folder.empty()) folder = ".";
    folder /= ""; // a file in its place is told as that
    if (access(folder.c_str(), W_OK | X_OK) != 0) cannot_be_written(file);
}

void make_folder(const std::string& folder) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (!failed) return;
    errno = failed.value();
    cannot_be_written(folder);
}

void make_folder_for(const std::string& file) {
    const std::filesystem::path folder = std::filesystem::path(file).parent_path();
    if (!folder.empty()) make_folder(folder);
}

void write_new_file(const std::string& file, std::string_view content) {
    if (file == "-") return write_out(content);
    expect_new_file(file);
    OutputFile out(file);
    out.write(content);
    out.close();
}

std::ifstream open_to_read(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in || std::filesystem::is_directory(file)) cannot_be_read(file);
    return in;
}

void bad_record(const std::string& file, unsigned number, const RecordError& error) {
    bad_input(fmt::format("{}: record {}: {}", input_name(file), number, sentence(error)));
}

void for_each_record(const std::string& file, const UseRecord& use) {
    std::ifstream opened;
    if (file != "-") {
        opened = open_to_read(file);
    }
    ObjectSplitter objects(file == "-" ? std::cin : opened, file);
    std::string text;
    while (objects.next(text)) {
        auto record = parse_record(text);
        if (!record) bad_record(file, objects.number(), record.error());
        use(*record, objects.number());
    }
    if (objects.number() == 0) bad_input(fmt::format("{}: holds no record", input_name(file)));
}

Progress::Progress(std::string what, std::uint64_t total)
    : what_(std::move(what))
    , total_(total)
    , terminal_(isatty(STDERR_FILENO) != 0)
    , start_(std::chrono::steady_clock::now())
    , shown_(start_) {}

Progress::~Progress() {
    if (terminal_) std::fputs("\r\033[K", stderr);
}

void Progress::show(std::uint64_t done) {
    if (!terminal_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - shown_ < std::chrono::milliseconds(200)) return;
    shown_ = now;
    const double spent = std::chrono::duration<double>(now - start_).count();
    const double share = total_ == 0 ? 0 : static_cast<double>(done) / static_cast<double>(total_);
    const double left = share > 0 ? spent / share - spent : 0;
    const int filled = static_cast<int>(share * 24);
    const std::string line = fmt::format("\r\033[K{} [{:#<{}}{:.<{}}] {}/{}, {:.0f} s left", what_,
                                         "", filled, "", 24 - filled, done, total_, left);
    std::fputs(line.c_str(), stderr);
    std::fflush(stderr);
}

unsigned threads_from(unsigned given) {
    return given > 0 ? given : std::max(1u, std::thread::hardware_concurrency());
}

const std::string& default_edition() {
    return std::ranges::min_element(Catalog::embedded().editions(), {}, &Edition::shelf)->id;
}

std::shared_ptr<const Setup> setup_from(const std::string& id,
                                        const std::vector<std::string>& settings) {
    const Catalog& catalog = Catalog::embedded();
    const Edition* edition = catalog.find(id);
    if (edition == nullptr) {
        std::string known;
        for (const Edition& e : catalog.editions()) known += (known.empty() ? "" : ", ") + e.id;
        bad_input(fmt::format("there is no edition \"{}\" (there are {})", id, known));
    }
    Options options = edition->defaults;
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        const std::string key = setting.substr(0, equals);
        const std::string value = equals == std::string::npos ? "" : setting.substr(equals + 1);
        if (!set_option(options, key, value)) bad_input(wrong_option(*edition, key, value));
    }
    auto setup = catalog.setup(*edition, options);
    if (!setup) bad_input(setup.error().text());
    return std::make_shared<const Setup>(std::move(*setup));
}

void expect_room_for(std::size_t players, const Setup& setup) {
    if (players <= setup.players) return;
    bad_input(fmt::format("{} players are too many: edition {} takes up to {}", players,
                          setup.edition, setup.players));
}

std::string plural_of(std::string_view noun) {
    if (noun.ends_with("ry")) return fmt::format("{}ies", noun.substr(0, noun.size() - 1));
    if (noun.ends_with("is")) return fmt::format("{}es", noun.substr(0, noun.size() - 2));
    return fmt::format("{}s", noun);
}

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (;;) {
        const std::size_t end = text.find(separator, begin);
        parts.push_back(text.substr(begin, end - begin));
        if (end == std::string::npos) return parts;
        begin = end + 1;
    }
}

bool is_same_file(const std::string& a, const std::string& b) {
    namespace fs = std::filesystem;
    const auto place_of = [](const std::string& file) {
        std::error_code failed;
        const fs::path place = fs::absolute(file, failed);
        const fs::path found = failed ? place : fs::weakly_canonical(place, failed);
        return failed ? fs::path(file) : found; // opening it gives the reason
    };
    std::error_code missing; // one of them: then they are told by their names
    return place_of(a) == place_of(b) || fs::equivalent(a, b, missing);
}

std::vector<std::string> each_of(const std::vector<std::string>& lists) {
    std::vector<std::string> words;
    for (const std::string& list : lists) {
        for (std::string& word : split(list, ',')) words.push_back(std::move(word));
    }
    return words;
}

} // namespace bastide::cli
