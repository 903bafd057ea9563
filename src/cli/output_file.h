#pragma once
// A file that grows, and what is said when it cannot.

#include <cstdint>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>

namespace bastide::cli {

/// Not opened, it takes everything and keeps nothing; "-" is standard output. What goes wrong while
/// it is written is kept with the system's reason, which belongs to one thread and one moment, and
/// told by close(): any thread may write, one at a time.
class OutputFile {
  public:
    OutputFile() = default;
    explicit OutputFile(const std::string& file) { open(file); }

    /// Goes on behind the first `keep` bytes; what lies there is cut off. bad_input() with the
    /// reason if it cannot be.
    void open(const std::string& file, std::uint64_t keep = 0);
    void write(std::string_view text);
    /// Written through at once, so that a run killed later loses nothing.
    void add_line(const std::string& line);
    /// From then on nothing is written, and whoever works for this file may stop.
    bool failed() const { return reason_ != 0; }
    /// Throws a Failure if something could not be written.
    void close();

  private:
    void flush();

    std::string file_;
    std::ofstream out_;
    int reason_ = 0; // an errno
};

/// A file to write as an option names it; empty where it is not given.
struct NamedOutput {
    std::string option;
    std::string file;
};
/// bad_input() if two of them are one file: each would write over what the other wrote.
void expect_different_files(std::initializer_list<NamedOutput> outputs);

} // namespace bastide::cli
