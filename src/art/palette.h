#pragma once
// The looks. A palette gives each letter of the drawings a colour, so that one drawing serves all.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bastide::art {

enum class Theme : std::uint8_t { summer, winter, prehistoric, contrast };
inline constexpr unsigned theme_count = 4;

std::string_view name(Theme theme);
/// By its name, as editions and tile files give it; nothing if there is no such look.
std::optional<Theme> theme_from(std::string_view name);

/// Writes a drawing: "$g" becomes the palette's colour for g, "@" the prefix of the theme's ids.
std::string coloured(std::string_view drawing, Theme theme);
std::string_view colour(Theme theme, char letter);
char id_prefix(Theme theme);

/// Players in the order of S1: yellow, red, green, blue, black; and white for who chooses it.
struct PlayerColour {
    std::string_view name;
    std::string_view fill;
    std::string_view dark;
};
inline constexpr unsigned player_colour_count = 6;
const PlayerColour& player_colour(unsigned player);

} // namespace bastide::art
