#include "server/accounts/recovery.h"

#include "server/base/secret.h"

namespace bastide::server {
namespace {

constexpr std::size_t code_size = 24, group_size = 4;

/// The letter that was meant; nothing for one that no code has.
char meant(char c) {
    if (c >= 'A' && c <= 'Z') return static_cast<char>(c - 'A' + 'a');
    if (c == '0') return 'o';
    if (c == '1') return 'l';
    const bool known = (c >= 'a' && c <= 'z') || (c >= '2' && c <= '7');
    return known ? c : '\0';
}

} // namespace

std::string fresh_recovery_code() {
    const std::string letters = id_from(random_secret()) + id_from(random_secret());
    std::string code;
    for (std::size_t i = 0; i < code_size; ++i) {
        if (i > 0 && i % group_size == 0) code += '-';
        code += letters[i];
    }
    return code;
}

std::string recovery_hash(std::string_view typed) {
    std::string code;
    for (const char c : typed) {
        if (c == ' ' || c == '-') continue;
        const char letter = meant(c);
        if (letter == '\0' || code.size() == code_size) return {};
        code += letter;
    }
    if (code.size() != code_size) return {};
    return to_hex(sha256({reinterpret_cast<const unsigned char*>(code.data()), code.size()}));
}

} // namespace bastide::server
