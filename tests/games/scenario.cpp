#include "scenario.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

namespace bastide::games {
namespace {

std::vector<std::string> split(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

int integer(const std::string& text, int line) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
        throw Wrong(line, "not a number: " + text);
    }
    return value;
}

Variant variant_from(const std::vector<std::string>& words, int line) {
    Variant variant;
    if (words.empty()) throw Wrong(line, "no edition");
    variant.edition = variant.label = words.front();
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i] == "as" && i + 2 == words.size()) {
            variant.label = words[i + 1];
            break;
        }
        const std::size_t equals = words[i].find('=');
        if (equals == std::string::npos) throw Wrong(line, "not an option: " + words[i]);
        variant.options.emplace_back(words[i].substr(0, equals), words[i].substr(equals + 1));
    }
    return variant;
}

// [only] TILE COPIES...
Copies copies_from(const std::vector<std::string>& words, int line) {
    Copies copies;
    copies.only = words.front() == "only";
    const std::size_t first = copies.only ? 1 : 0;
    if ((words.size() - first) % 2 != 0) throw Wrong(line, "a tile without a number of copies");
    for (std::size_t i = first; i < words.size(); i += 2) {
        copies.of[words[i]] = integer(words[i + 1], line);
    }
    return copies;
}

class Reader {
  public:
    explicit Reader(const std::filesystem::path& file) { scenario_.file = file; }

    Scenario read(std::istream& stream) {
        for (std::string text; std::getline(stream, text);) {
            ++number_;
            text = text.substr(0, text.find('#'));
            const std::vector<std::string> words = split(text);
            if (words.empty()) continue;
            if (words.front().ends_with(':')) {
                head(words.front(), {words.begin() + 1, words.end()});
            } else {
                body(words);
            }
        }
        check();
        return scenario_;
    }

  private:
    void head(const std::string& key, const std::vector<std::string>& words) {
        if (!scenario_.lines.empty()) throw Wrong(number_, key + " after the first turn");
        if (words.empty()) throw Wrong(number_, key + " says nothing");
        if (key == "name:" && scenario_.name.empty()) {
            for (const std::string& word : words) {
                scenario_.name += (scenario_.name.empty() ? "" : " ") + word;
            }
        } else if (key == "rules:" && scenario_.rules.empty()) {
            scenario_.rules = words;
        } else if (key == "players:" && scenario_.players.empty()) {
            scenario_.players = words;
        } else if (key == "copies:" && scenario_.copies.as_printed()) {
            scenario_.copies = copies_from(words, number_);
        } else if (key == "edition:") {
            scenario_.variants.push_back(variant_from(words, number_));
        } else {
            throw Wrong(number_, "unknown or repeated: " + key);
        }
    }

    // [label label] words...
    void body(std::vector<std::string> words) {
        Line line;
        line.number = number_;
        while (words.front().starts_with('[') || open_) {
            std::string label = words.front();
            if (label.starts_with('[')) label.erase(0, 1);
            open_ = !label.ends_with(']');
            if (!open_) label.pop_back();
            line.labels.insert(label);
            words.erase(words.begin());
            if (words.empty()) throw Wrong(number_, "a line without words");
            if (!open_) break;
        }
        line.words = std::move(words);
        scenario_.lines.push_back(std::move(line));
    }

    void check() const {
        if (scenario_.name.empty()) throw Wrong(0, "no name:");
        if (scenario_.rules.empty()) throw Wrong(0, "no rules:");
        if (scenario_.variants.empty()) throw Wrong(0, "no edition:");
        if (scenario_.players.empty()) throw Wrong(0, "no players:");
        std::set<std::string> labels;
        for (const Variant& variant : scenario_.variants) {
            if (!labels.insert(variant.label).second) {
                throw Wrong(0, "two variants named " + variant.label);
            }
        }
        for (const Line& line : scenario_.lines) {
            for (const std::string& label : line.labels) {
                if (!labels.contains(label)) throw Wrong(line.number, "no variant " + label);
            }
        }
    }

    Scenario scenario_;
    int number_ = 0;
    bool open_ = false;
};

} // namespace

Scenario read_scenario(const std::filesystem::path& file) {
    std::ifstream stream(file);
    if (!stream) throw Wrong(0, "cannot be read");
    return parse_scenario(file, stream);
}

Scenario parse_scenario(const std::filesystem::path& file, std::istream& stream) {
    return Reader(file).read(stream);
}

bool Words::skip(const std::string& word) {
    if (!next_is(word)) return false;
    ++next_;
    return true;
}

const std::string& Words::word(const std::string& what) {
    if (done()) fail("no " + what);
    return line_.words[next_++];
}

int Words::number(const std::string& what) {
    return integer(word(what), line_.number);
}

std::vector<int> Words::coordinates(std::size_t count) {
    const std::string& text = word("place");
    std::vector<int> numbers;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, ',');) {
        numbers.push_back(integer(part, line_.number));
    }
    const auto commas = static_cast<std::size_t>(std::ranges::count(text, ','));
    if (numbers.size() != count || commas + 1 != count) fail("not a place: " + text);
    return numbers;
}

std::vector<std::string> Words::rest() {
    const auto from = line_.words.begin() + static_cast<std::ptrdiff_t>(next_);
    next_ = line_.words.size();
    return {from, line_.words.end()};
}

void Words::finish() const {
    if (!done()) fail("too much: " + line_.words[next_]);
}

} // namespace bastide::games
