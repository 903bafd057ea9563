#include "notation/hex.h"

#include <string_view>

namespace bastide {

std::string hex_of(std::uint64_t number) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text(16, '0');
    for (unsigned i = 16; i-- > 0; number >>= 4) text[i] = digits[number & 15];
    return text;
}

} // namespace bastide
