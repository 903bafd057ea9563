#include "cli/output_file.h"

#include "cli/console.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

namespace bastide::cli {
namespace {

/// The system's, or that there is one: what failed must not pass for written.
int reason_now() {
    return errno != 0 ? errno : EIO;
}

/// What is no plain file, such as /dev/null, has nothing to lose.
bool keeps_lines(const std::string& file) {
    if (file.empty() || file == "-") return false;
    std::error_code ignored;
    return !std::filesystem::exists(file, ignored) ||
           std::filesystem::is_regular_file(file, ignored);
}

} // namespace

void OutputFile::open(const std::string& file, std::uint64_t keep) {
    file_ = file;
    if (file == "-") return;
    std::error_code error;
    if (keep > 0) std::filesystem::resize_file(file, keep, error);
    if (!error) out_.open(file, std::ios::binary | (keep > 0 ? std::ios::app : std::ios::trunc));
    if (error) errno = error.value();
    if (error || !out_) cannot_be_written(file);
}

void OutputFile::write(std::string_view text) {
    if (failed()) return;
    if (file_ == "-") {
        if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) reason_ = reason_now();
    } else if (out_.is_open() && !out_.write(text.data(), std::ssize(text))) {
        reason_ = reason_now();
    }
}

void OutputFile::flush() {
    if (failed()) return;
    if (file_ == "-") {
        if (std::fflush(stdout) != 0) reason_ = reason_now();
    } else if (out_.is_open() && !out_.flush()) {
        reason_ = reason_now();
    }
}

void OutputFile::add_line(const std::string& line) {
    write(line + '\n');
    flush();
}

void OutputFile::close() {
    flush();
    if (out_.is_open() && !failed()) {
        out_.close();
        if (!out_) reason_ = reason_now();
    }
    if (failed()) writing_failed(file_, reason_);
}

void expect_different_files(std::initializer_list<NamedOutput> outputs) {
    for (const NamedOutput& one : outputs) {
        for (const NamedOutput& before : outputs) {
            if (&one == &before) break;
            if (keeps_lines(one.file) && keeps_lines(before.file) &&
                is_same_file(one.file, before.file)) {
                bad_input(fmt::format("{}: {} and {} need a file each", one.file, before.option,
                                      one.option));
            }
        }
    }
}

} // namespace bastide::cli
