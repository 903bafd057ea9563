#pragma once
// What stands on the screen: a grid of signs. Nothing here knows a terminal, so that tests can
// look.

#include "rules/ruleset.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bastide::cli {

/// What a sign is, for whoever gives it a colour.
enum class Paint : std::uint8_t {
    plain,
    dim,
    title,
    field,
    city,
    road,
    water,
    forest,
    site,
    fits,    // the cursor where the tile may lie
    refused, // and where it may not
    mark,    // what was done last, and what is chosen
    player_0,
    player_1,
    player_2,
    player_3,
    player_4,
    player_5,
};
inline constexpr unsigned paint_count = static_cast<unsigned>(Paint::player_5) + 1;
static_assert(paint_count == static_cast<unsigned>(Paint::player_0) + max_players);
constexpr Paint paint_of(unsigned player) {
    return static_cast<Paint>(static_cast<unsigned>(Paint::player_0) + player);
}

struct Glyph {
    char32_t sign = U' ';
    Paint paint = Paint::plain;
    friend constexpr bool operator==(const Glyph&, const Glyph&) = default;
};

struct Spot {
    int x = 0;
    int y = 0;
    friend constexpr bool operator==(const Spot&, const Spot&) = default;
};

struct Size {
    int width = 0;
    int height = 0;
    friend constexpr bool operator==(const Size&, const Size&) = default;
};

/// The right half of a sign that takes two columns.
inline constexpr char32_t covered = U'\0';

/// Whatever is put beyond its rim is left out, and so is a wide sign with half of it there.
class Canvas {
  public:
    explicit Canvas(Size size);

    Size size() const { return size_; }
    const Glyph& at(Spot spot) const { return glyphs_[index(spot)]; }
    bool holds(Spot spot) const {
        return spot.x >= 0 && spot.y >= 0 && spot.x < size_.width && spot.y < size_.height;
    }

    void put(Spot spot, Glyph glyph);
    /// UTF-8 from `spot` to the right, cut after `most` columns. What is broken becomes
    /// '?', and marks upon a sign are left out.
    void text(Spot spot, std::string_view utf8, Paint paint = Paint::plain, int most = 1000);
    /// A row as text, without the blanks at its end.
    std::string row(int y) const;

  private:
    void clear(Spot spot);
    std::size_t index(Spot spot) const {
        return static_cast<std::size_t>(spot.y) * static_cast<std::size_t>(size_.width) +
               static_cast<std::size_t>(spot.x);
    }

    Size size_;
    std::vector<Glyph> glyphs_;
};

/// One sign as UTF-8.
std::string utf8_of(char32_t sign);

} // namespace bastide::cli
