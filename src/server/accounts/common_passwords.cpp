#include "server/accounts/common_passwords.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace bastide::server {
namespace {

// In order, to be searched.
constexpr std::string_view common_words[] = {
    "aaaa",       "abc",         "abcd",          "abcdef",     "abcdefg",      "abcdefgh",
    "access",     "admin",       "administrator", "andrea",     "arsenal",      "asdf",
    "asdfgh",     "asdfghjk",    "asdfghjkl",     "ashley",     "autumn",       "azerty",
    "azertyuiop", "barcelona",   "baseball",      "basketball", "bastide",      "batman",
    "butterfly",  "carcassonne", "changeme",      "charlie",    "chelsea",      "chocolate",
    "computer",   "cookie",      "corvette",      "daniel",     "default",      "dragon",
    "facebook",   "ferrari",     "flower",        "football",   "fortnite",     "freedom",
    "fussball",   "geheim",      "ginger",        "google",     "guest",        "hallo",
    "hallohallo", "hello",       "helloworld",    "hockey",     "ichliebedich", "iloveyou",
    "internet",   "jennifer",    "jessica",       "jordan",     "juventus",     "killer",
    "kochamcie",  "letmein",     "letmeinnow",    "liverpool",  "login",        "love",
    "lovely",     "maggie",      "master",        "meeple",     "mercedes",     "michael",
    "minecraft",  "monkey",      "mustang",       "p@ssw0rd",   "p@ssword",     "pass",
    "passw0rd",   "password",    "passwords",     "passwort",   "pepper",       "pokemon",
    "princess",   "prinzessin",  "qazwsx",        "qazwsxedc",  "qweasd",       "qweasdzxc",
    "qwerty",     "qwertyui",    "qwertyuiop",    "qwertz",     "qwertzuiop",   "realmadrid",
    "root",       "samsung",     "schatz",        "secret",     "shadow",       "soccer",
    "sommer",     "spiderman",   "spring",        "starwars",   "summer",       "sunshine",
    "superman",   "szeretlek",   "test",          "testtest",   "thomas",       "trustno",
    "user",       "welcome",     "whatever",      "willkommen", "winter",       "yxcvbnm",
    "zxcvbn",     "zxcvbnm",
};
static_assert(std::ranges::is_sorted(common_words));

bool is_letter(char c) {
    return c >= 'a' && c <= 'z';
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

bool is_common_word(std::string_view word) {
    return std::ranges::binary_search(common_words, word);
}

/// The word between digits and signs.
std::string_view bare(std::string_view text) {
    while (!text.empty() && !is_letter(text.front())) text.remove_prefix(1);
    while (!text.empty() && !is_letter(text.back())) text.remove_suffix(1);
    return text;
}

/// "11111111", "12345678", "98765432": every character follows from the one before alike.
bool is_row(std::string_view text) {
    const int step = text.size() > 1 ? text[1] - text[0] : 0;
    if (step < -1 || step > 1) return false;
    for (std::size_t i = 1; i < text.size(); ++i) {
        const bool around = text[i - 1] == '9' && text[i] == '0'; // 1234567890
        if (text[i] - text[i - 1] != step && !around) return false;
    }
    return true;
}

/// "abcabcabc", "12121212": a short part again and again.
bool is_repeated(std::string_view text) {
    for (std::size_t part = 1; part <= 4 && 2 * part <= text.size(); ++part) {
        bool same = true;
        for (std::size_t i = part; i < text.size() && same; ++i) same = text[i] == text[i - part];
        if (same) return true;
    }
    return false;
}

} // namespace

bool is_common_password(std::string_view password, std::string_view login) {
    const std::string text = lower(password);
    if (text == login || is_row(text) || is_repeated(text)) return true;
    const std::string_view word = bare(text);
    return is_common_word(text) || is_common_word(word);
}

} // namespace bastide::server
