#pragma once
// Small drawings that stand upright on a board whatever way the tile under them is turned. Each
// is drawn about its middle, so that a disc of its radius covers it.

#include "art/painter.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bastide::art {

struct Sprite {
    std::string_view name;
    double radius;
    std::string_view drawing; // SVG with palette letters
    double lift = 0;          // how far above its place it is drawn: what stands on a wall
};

/// Symbols that count in the game are never hidden by decoration: they are drawn last.
bool is_symbol(std::string_view name);

std::span<const Sprite> town_sprites();
std::span<const Sprite> nature_sprites();
std::span<const Sprite> animal_sprites();

/// The sprite of that name; asserts that there is one.
const Sprite& sprite(std::string_view name);

/// How much larger it is drawn where tiles are small.
double scale_of(std::string_view name, Detail detail);

/// These sprites in the theme's colours, each as <g id="..."> for <defs>. Names may repeat.
std::string sprite_defs(std::vector<std::string_view> names, Theme theme, Detail detail);

} // namespace bastide::art
