#include "cli/play/canvas.h"

#include <algorithm>

namespace bastide::cli {
namespace {

/// Takes one sign off the front.
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

} // namespace

Canvas::Canvas(Size size)
    : size_{std::max(size.width, 0), std::max(size.height, 0)}
    , glyphs_(static_cast<std::size_t>(size_.width) * static_cast<std::size_t>(size_.height)) {}

void Canvas::put(Spot spot, Glyph glyph) {
    if (holds(spot)) glyphs_[index(spot)] = glyph;
}

void Canvas::text(Spot spot, std::string_view utf8, Paint paint, int most) {
    for (; !utf8.empty() && most > 0; --most, ++spot.x) put(spot, {take_sign(utf8), paint});
}

std::string Canvas::row(int y) const {
    std::string text;
    for (int x = 0; x < size_.width; ++x) text += utf8_of(at({x, y}).sign);
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

std::string utf8_of(char32_t sign) {
    const auto byte = [](char32_t bits) { return static_cast<char>(bits); };
    std::string text;
    if (sign < 0x80) {
        text += byte(sign);
    } else if (sign < 0x800) {
        text += byte(0xC0 | sign >> 6);
        text += byte(0x80 | (sign & 0x3F));
    } else if (sign < 0x10000) {
        text += byte(0xE0 | sign >> 12);
        text += byte(0x80 | (sign >> 6 & 0x3F));
        text += byte(0x80 | (sign & 0x3F));
    } else {
        text += byte(0xF0 | sign >> 18);
        text += byte(0x80 | (sign >> 12 & 0x3F));
        text += byte(0x80 | (sign >> 6 & 0x3F));
        text += byte(0x80 | (sign & 0x3F));
    }
    return text;
}

} // namespace bastide::cli
