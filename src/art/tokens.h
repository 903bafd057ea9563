#pragma once
// The players' figures. A player is told by colour, by the shape of the badge and by its letter.

#include "art/palette.h"
#include "rules/move.h"
#include "rules/tile.h"

#include <string>

namespace bastide::art {

enum class Figure : std::uint8_t {
    robber,
    knight,
    monk,
    farmer, // lies down
    abbot,
    gatherer,
    fisher,
    hunter, // lies down
    hut,
    builder,
    pig,
    big_robber, // the big follower's roles: larger, with a golden rim and a star
    big_knight,
    big_monk,
    big_farmer,
};
inline constexpr unsigned figure_count = 15;

std::string_view name(Figure figure);
/// What a token is called on a segment of that kind.
Figure figure_on(Token token, SegmentKind kind);

/// Drawn about its middle, no wider than token_width.
std::string draw_token(Figure figure, unsigned player);
std::string draw_gingerbread_man();
/// A counter, as the same goods look on a tile.
std::string draw_goods(Goods goods);

/// How much larger a figure is drawn on a board than its place: more where tiles are small.
double figure_scale(unsigned pixels);

/// A whole SVG document.
std::string render_token(Figure figure, unsigned player, unsigned pixels);
/// All figures of all players.
std::string render_token_sheet(unsigned pixels);

/// A pattern of the player's own, by its id, for overlays: told apart without colour.
std::string overlay_pattern(unsigned player);

} // namespace bastide::art
