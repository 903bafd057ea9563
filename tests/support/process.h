#pragma once
// Runs a program as a user would: arguments, standard input, exit status, what it printed.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace bastide::testing_support {

struct Finished {
    int status = -1; // exit status; 128 + signal when a signal ended it
    std::string out;
    std::string err;
    double worked_seconds = 0; // of the processor: others on the machine do not count
    long peak_kib = 0;         // of memory
};

/// Writes the input piece by piece; false: there is no more.
using Input = std::function<bool(std::string& piece)>;

Finished run(const std::vector<std::string>& command, const Input& input);
Finished run(const std::vector<std::string>& command, const std::string& input = "");

/// The program under test with these arguments.
Finished run_bastide(const std::vector<std::string>& arguments, const std::string& input = "");
Finished run_bastide(const std::vector<std::string>& arguments, const Input& input);

/// What the program prints where all goes well; anything else fails the test.
std::string printed(const std::vector<std::string>& arguments, const std::string& input = "");

/// `total` bytes of a repeated text.
Input repeated(std::string text, std::size_t total);

/// A text by lines, without their ends.
std::vector<std::string> lines(const std::string& text);

/// What the file holds; nothing where there is none.
std::string content(const std::filesystem::path& file);

/// A folder for one test, removed at its end.
class Folder {
  public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    const std::string& path() const { return path_; }
    std::string file(const std::string& name, const std::string& content) const;

  private:
    std::string path_;
};

} // namespace bastide::testing_support
