#include "cli/play/canvas.h"

#include "cli/columns.h"

#include <algorithm>

namespace bastide::cli {

Canvas::Canvas(Size size)
    : size_{std::max(size.width, 0), std::max(size.height, 0)}
    , glyphs_(static_cast<std::size_t>(size_.width) * static_cast<std::size_t>(size_.height)) {}

void Canvas::put(Spot spot, Glyph glyph) {
    if (!holds(spot)) return;
    const Spot right{spot.x + 1, spot.y};
    bool wide = width_of(glyph.sign) == 2;
    if (wide && !holds(right)) {
        glyph.sign = U' ';
        wide = false;
    }
    clear(spot);
    if (wide) {
        clear(right);
        glyphs_[index(right)] = {covered, glyph.paint};
    }
    glyphs_[index(spot)] = glyph;
}

/// Of a wide sign no half stays.
void Canvas::clear(Spot spot) {
    if (at(spot).sign == covered) glyphs_[index({spot.x - 1, spot.y})].sign = U' ';
    if (width_of(at(spot).sign) == 2) glyphs_[index({spot.x + 1, spot.y})].sign = U' ';
}

void Canvas::text(Spot spot, std::string_view utf8, Paint paint, int most) {
    while (!utf8.empty()) {
        const char32_t sign = take_sign(utf8);
        const int width = width_of(sign);
        if (width > most) return;
        if (width > 0) put(spot, {sign, paint});
        spot.x += width;
        most -= width;
    }
}

std::string Canvas::row(int y) const {
    std::string text;
    for (int x = 0; x < size_.width; ++x) {
        if (at({x, y}).sign != covered) text += utf8_of(at({x, y}).sign);
    }
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
