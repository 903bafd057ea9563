#include "cli/columns.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <utility>

namespace bastide::cli {
namespace {

struct SignRange {
    char32_t first, last;
    friend bool operator<(const SignRange& a, const SignRange& b) { return a.last < b.first; }
};

// As terminals have them: wcwidth() needs a locale, which reports do not set.
constexpr std::array<SignRange, 20> wide_signs = {{
    {0x1100, 0x115F},   // Hangul Jamo
    {0x231A, 0x231B},   // watch, hourglass
    {0x2329, 0x232A},   // angle brackets
    {0x23E9, 0x23EC},   // arrows of players
    {0x2E80, 0x303E},   // radicals, punctuation
    {0x3041, 0x3098},   // Hiragana
    {0x309B, 0x33FF},   // Katakana, Bopomofo, squares
    {0x3400, 0x4DBF},   // ideographs
    {0x4E00, 0xA4CF},   // more of them, Yi
    {0xA960, 0xA97F},   // Hangul
    {0xAC00, 0xD7A3},   // Hangul syllables
    {0xF900, 0xFAFF},   // ideographs
    {0xFE30, 0xFE6F},   // forms for columns
    {0xFF00, 0xFF60},   // wide forms of ASCII
    {0xFFE0, 0xFFE6},   // wide currencies
    {0x1F300, 0x1F64F}, // pictures
    {0x1F680, 0x1F6FF}, // vehicles, signs of maps
    {0x1F900, 0x1F9FF}, // more pictures
    {0x1FA70, 0x1FAFF}, // and more
    {0x20000, 0x3FFFD}, // ideographs
}};

constexpr std::array<SignRange, 6> marks = {{
    {0x0300, 0x036F},
    {0x200B, 0x200F},
    {0x20D0, 0x20FF},
    {0x302A, 0x302D},
    {0x3099, 0x309A},
    {0xFE00, 0xFE0F},
}};

bool is_one_of(const auto& ranges, char32_t sign) {
    return std::ranges::binary_search(ranges, SignRange{sign, sign}, std::less<>());
}

} // namespace

char32_t take_sign(std::string_view& utf8) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(utf8[i]); };
    const unsigned lead = byte(0);
    const std::size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (size == 1 || size > utf8.size() || lead < 0xC2) {
        utf8.remove_prefix(1);
        return lead >= 0x20 && lead < 0x7F ? lead : U'?';
    }
    char32_t sign = lead & (0xFFu >> (size + 1));
    for (std::size_t i = 1; i < size; ++i) sign = sign << 6 | (byte(i) & 0x3Fu);
    utf8.remove_prefix(size);
    return sign;
}

int width_of(char32_t sign) {
    if (sign < marks.front().first) return 1;
    if (is_one_of(marks, sign)) return 0;
    return is_one_of(wide_signs, sign) ? 2 : 1;
}

std::string take_line(std::string& text, Fold fold) {
    assert(fold.width >= fold.indent + 2); // so that a wide sign stands in every line
    std::size_t end = 0, blank = std::string::npos;
    int used = 0;
    bool has_word = false; // blanks before it are how far the line is moved in
    for (std::string_view rest = text; !rest.empty(); end = text.size() - rest.size()) {
        if (rest.front() == ' ') {
            if (has_word) blank = end;
        } else {
            has_word = true;
        }
        used += width_of(take_sign(rest));
        if (used > fold.width) break;
    }
    if (end == text.size()) return std::exchange(text, "");
    if (blank != std::string::npos) end = blank;
    const std::size_t next = text.find_first_not_of(' ', end);
    std::string line = text.substr(0, end);
    line.erase(line.find_last_not_of(' ') + 1);
    text = next == std::string::npos
               ? ""
               : std::string(static_cast<std::size_t>(fold.indent), ' ') + text.substr(next);
    return line;
}

std::string folded(std::string text, Fold fold) {
    std::string lines = take_line(text, fold);
    while (!text.empty()) lines += '\n' + take_line(text, fold);
    return lines;
}

} // namespace bastide::cli
