#pragma once
// A scenario: a game played move by move with what must be true in between. README.md describes
// the text form.

#include <filesystem>
#include <iosfwd>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace bastide::games {

/// A scenario that cannot be read or played on, with the line that is to blame.
struct Wrong : std::runtime_error {
    Wrong(int at, const std::string& text)
        : std::runtime_error(text)
        , line(at) {}
    int line;
};

/// The same play is proved once for each way to play it.
struct Variant {
    std::string label; // the edition's id unless the scenario names it
    std::string edition;
    std::vector<std::pair<std::string, std::string>> options;
};

/// A box that no edition has: other numbers of copies in the stacks.
struct Copies {
    bool only = false; // of all others there are none
    std::map<std::string, int> of;
    bool as_printed() const { return !only && of.empty(); }
};

struct Line {
    int number = 0;
    std::set<std::string> labels; // of the variants it is meant for; none: all
    std::vector<std::string> words;
};

struct Scenario {
    std::filesystem::path file;
    std::string name;
    std::vector<std::string> rules; // ids
    std::vector<Variant> variants;
    Copies copies;
    std::vector<std::string> players;
    std::vector<Line> lines;
};

/// Both throw Wrong. `file` is the scenario's name in the second.
Scenario read_scenario(const std::filesystem::path& file);
Scenario parse_scenario(const std::filesystem::path& file, std::istream& stream);

/// The words of one line, read from left to right; whatever is not as expected throws Wrong.
class Words {
  public:
    explicit Words(const Line& line)
        : line_(line) {}

    bool done() const { return next_ == line_.words.size(); }
    bool next_is(const std::string& word) const { return !done() && line_.words[next_] == word; }
    bool skip(const std::string& word);
    const std::string& word(const std::string& what);
    int number(const std::string& what);
    /// "3,-1" has two coordinates, "3,-1,0" three.
    std::vector<int> coordinates(std::size_t count);
    std::vector<std::string> rest();
    void finish() const;
    [[noreturn]] void fail(const std::string& text) const { throw Wrong(line_.number, text); }
    int line() const { return line_.number; }

  private:
    const Line& line_;
    std::size_t next_ = 0;
};

} // namespace bastide::games
