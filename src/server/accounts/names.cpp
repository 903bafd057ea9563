#include "server/accounts/names.h"

#include "ai/levels.h"
#include "server/protocol/message.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

namespace bastide::server {
namespace {

struct Range {
    char32_t from, to;
};

bool in(std::span<const Range> ranges, char32_t c) {
    return std::ranges::any_of(ranges, [c](Range r) { return c >= r.from && c <= r.to; });
}

// Characters without a picture of their own: format marks, fillers, blanks that are no space,
// private use, tags, and what is no character at all.
constexpr Range unseen[] = {
    {0x0000, 0x001F},   {0x007F, 0x009F},   {0x00AD, 0x00AD},   {0x034F, 0x034F},
    {0x061C, 0x061C},   {0x070F, 0x070F},   {0x115F, 0x1160},   {0x17B4, 0x17B5},
    {0x180B, 0x180F},   {0x200B, 0x200B},   {0x200E, 0x200F},   {0x2028, 0x202E},
    {0x2060, 0x206F},   {0x2800, 0x2800},   {0x3164, 0x3164},   {0xD800, 0xF8FF},
    {0xFE00, 0xFE0D},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFF},
    {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0x1FFFE, 0x1FFFF}, {0xE0000, 0x10FFFF},
};
constexpr Range spaces[] = {
    {0x0020, 0x0020}, {0x00A0, 0x00A0}, {0x1680, 0x1680}, {0x2000, 0x200A},
    {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000},
};
// Marks that lie on or under the letter before them.
constexpr Range marks[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05C7}, {0x0610, 0x061A}, {0x064B, 0x065F},
    {0x0670, 0x0670}, {0x06D6, 0x06ED}, {0x0711, 0x0711}, {0x0730, 0x074A}, {0x07A6, 0x07B0},
    {0x0816, 0x082D}, {0x08D3, 0x0903}, {0x093A, 0x094F}, {0x0E31, 0x0E31}, {0x0E34, 0x0E3A},
    {0x0E47, 0x0E4E}, {0x0EB1, 0x0EBC}, {0x0EC8, 0x0ECD}, {0x0F71, 0x0F87}, {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0x302A, 0x302F}, {0x3099, 0x309A}, {0xFE20, 0xFE2F},
};
constexpr unsigned most_marks = 3; // on one letter; Vietnamese has two, Hebrew and Thai three

// Joiners change how letters of some scripts and emoji hang together; between Latin letters
// nothing shows.
constexpr bool is_joiner(char32_t c) {
    return c == 0x200C || c == 0x200D;
}
constexpr char32_t first_joined = 0x0600;
// Says that the sign before it is an emoji or is not: dropped.
constexpr bool is_style(char32_t c) {
    return c == 0xFE0E || c == 0xFE0F;
}

enum class Script : std::uint8_t { latin, greek, cyrillic };

std::optional<Script> script_of(char32_t c) {
    constexpr Range latin[] = {{'A', 'Z'}, {'a', 'z'}, {0x00C0, 0x024F}, {0x1E00, 0x1EFF}};
    constexpr Range greek[] = {{0x0370, 0x03FF}, {0x1F00, 0x1FFF}};
    constexpr Range cyrillic[] = {{0x0400, 0x052F}, {0x1C80, 0x1C8F}, {0x2DE0, 0x2DFF}};
    if (in(latin, c)) return Script::latin;
    if (in(greek, c)) return Script::greek;
    if (in(cyrillic, c)) return Script::cyrillic;
    return std::nullopt;
}

/// Of text that is UTF-8.
std::u32string code_points(std::string_view text) {
    std::u32string points;
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const std::size_t length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
        char32_t point = length == 1 ? byte : byte & (0xFFu >> (length + 1));
        for (std::size_t k = 1; k < length && i + k < text.size(); ++k) {
            point = point << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3F);
        }
        points += point;
        i += length;
    }
    return points;
}

void append(std::string& text, char32_t c) {
    const auto byte = [&](char32_t bits) { text += static_cast<char>(bits); };
    if (c < 0x80) return byte(c);
    if (c < 0x800) {
        byte(0xC0 | c >> 6);
    } else if (c < 0x10000) {
        byte(0xE0 | c >> 12);
        byte(0x80 | (c >> 6 & 0x3F));
    } else {
        byte(0xF0 | c >> 18);
        byte(0x80 | (c >> 12 & 0x3F));
        byte(0x80 | (c >> 6 & 0x3F));
    }
    byte(0x80 | (c & 0x3F));
}

/// Whether every mark, joiner and letter stands where a language would put it.
bool is_well_formed(const std::u32string& points) {
    unsigned on_letter = 0;
    std::optional<Script> word;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const char32_t c = points[i];
        if (in(unseen, c)) return false;
        const bool at_start = i == 0 || points[i - 1] == ' ';
        if (in(marks, c)) {
            if (at_start || ++on_letter > most_marks) return false;
            continue;
        }
        on_letter = 0;
        if (is_joiner(c)) {
            const bool joins = !at_start && i + 1 < points.size() &&
                               points[i - 1] >= first_joined && points[i + 1] >= first_joined &&
                               !is_joiner(points[i + 1]) && !is_joiner(points[i - 1]);
            if (!joins) return false;
        }
        if (c == ' ') word.reset();
        const auto script = script_of(c);
        if (script && word && *script != *word) return false;
        if (script) word = script;
    }
    return true;
}

// Letters by what they look like: each letter after the first of a row reads as the first.
constexpr const char32_t* alike[] = {
    U"aàáâãäåāăąǎȁȃạảấầẩẫậắằẳẵặаαά",
    U"bвβьъ",
    U"cçćĉċčсς",
    U"dďđԁ",
    U"eèéêëēĕėęěȅȇẹẻẽếềểễệеёєεέ",
    U"fƒ",
    U"gĝğġģǧɡ",
    U"hĥħнη",
    U"jĵјǰ",
    U"kķĸкκ",
    U"lìíîïĩīĭįıĺļľŀłỉịiіїιίϊ1|!ӏ",
    U"mмμ",
    U"nñńņňŉŋпν",
    U"oòóôõöøōŏőǒơọỏốồổỗộớờởỡợоοόσ0о",
    U"pрρþ",
    U"qԛ",
    U"rŕŗřгя",
    U"sśŝşšșѕ5$",
    U"tţťŧțтτ",
    U"uùúûüũūŭůűųưụủứừửữựυύ",
    U"vѵ",
    U"wŵԝωшщ",
    U"xхχ×",
    U"yýÿŷỳỵỷỹуγў",
    U"zźżžζ",
};

/// Lower case of the alphabets above; others have none, or are told apart by it.
char32_t lower(char32_t c) {
    if (c >= 0xFF01 && c <= 0xFF5E) c -= 0xFEE0; // full width
    if (c >= 'A' && c <= 'Z') return c + 32;
    if (c >= 0x00C0 && c <= 0x00DE && c != 0x00D7) return c + 32;
    if (c == 0x0130) return 'i';
    if (c == 0x0178) return 0x00FF;
    const bool odd_upper = (c >= 0x0139 && c <= 0x0148) || (c >= 0x0179 && c <= 0x017E) ||
                           (c >= 0x01CD && c <= 0x01DC);
    if (odd_upper) return c % 2 == 1 ? c + 1 : c;
    const bool even_upper = (c >= 0x0100 && c <= 0x0177) || (c >= 0x01DE && c <= 0x024F) ||
                            (c >= 0x0460 && c <= 0x0481) || (c >= 0x048A && c <= 0x052F) ||
                            (c >= 0x1E00 && c <= 0x1EFF);
    if (even_upper && c != 0x0138 && c != 0x0149) return c % 2 == 0 ? c + 1 : c;
    if (c >= 0x0391 && c <= 0x03A9) return c + 32;
    if (c >= 0x0410 && c <= 0x042F) return c + 32;
    if (c >= 0x0400 && c <= 0x040F) return c + 80;
    return c;
}

char32_t looks_like(char32_t c) {
    for (const std::u32string_view row : alike) {
        if (row.find(c) != row.npos) return row.front();
    }
    return c;
}

} // namespace

std::string clean_name(std::string_view text) {
    if (clean_text(text, text.size()).empty()) return {}; // not UTF-8, for one
    std::string plain;
    for (const char32_t c : code_points(text)) {
        if (is_style(c)) continue;
        append(plain, in(spaces, c) ? U' ' : c);
    }
    std::string name = clean_text(plain, most_name_characters);
    return is_well_formed(code_points(name)) ? name : std::string();
}

std::string name_key(std::string_view name) {
    std::string key;
    for (const char32_t c : code_points(name)) {
        if (in(spaces, c) || in(marks, c) || is_joiner(c)) continue;
        if (c == '.' || c == '_' || c == '-' || c == '\'') continue;
        append(key, looks_like(lower(c)));
    }
    return key == "guest" ? std::string() : key;
}

bool is_reserved_name(std::string_view name) {
    const std::string key = name_key(name);
    const auto same = [&](std::string_view reserved) { return name_key(reserved) == key; };
    return same("random") || same("Deleted") ||
           std::ranges::any_of(levels(), [&](const Level& level) { return same(level.name); });
}

} // namespace bastide::server
