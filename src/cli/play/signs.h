#pragma once
// The signs that tiles and figures are drawn with: those of a terminal with Unicode, and ASCII.

#include "rules/move.h"
#include "rules/tile.h"

namespace bastide::cli {

inline constexpr char32_t inn_letter = U'I', cathedral_letter = U'C';
/// Not the first of "grain": the Gingerbread Man has that.
constexpr char32_t letter_of(Goods goods) {
    return U" wyc"[static_cast<unsigned>(goods)];
}

struct Signs {
    char32_t field, city, forest, water, shield, monastery, garden, crossing;
    /// Lines by the sides they reach, bits as in EdgeSet: north 1, east 2, south 4, west 8.
    char32_t road[16];
    /// By token.
    char32_t token[token_count];
    char32_t corner[4]; // of the cursor: left and right above, left and right below
    char32_t last;      // the tile laid last
    char32_t arrow;     // who is to move, what is chosen
    char32_t open;      // where the tile in hand fits
    char32_t more[2];   // of a list: above, below
};

inline constexpr Signs unicode_signs = {
    .field = U'·',
    .city = U'▒',
    .forest = U'♠',
    .water = U'≈',
    .shield = U'♦',
    .monastery = U'⌂',
    .garden = U'♣',
    .crossing = U'×',
    .road = {U'•', U'┃', U'━', U'┗', U'┃', U'┃', U'┏', U'┣', U'━', U'┛', U'━', U'┻', U'┓', U'┫',
             U'┳', U'╋'},
    .token = {U' ', U'▲', U'†', U'⌂', U'Δ', U'■', U'ω'},
    .corner = {U'┌', U'┐', U'└', U'┘'},
    .last = U'◆',
    .arrow = U'►',
    .open = U'+',
    .more = {U'↑', U'↓'},
};

inline constexpr Signs ascii_signs = {
    .field = U'.',
    .city = U'#',
    .forest = U'%',
    .water = U'~',
    .shield = U'S',
    .monastery = U'M',
    .garden = U'"',
    .crossing = U'x',
    .road = {U'o', U'|', U'-', U'\\', U'|', U'|', U'/', U'+', U'-', U'/', U'-', U'+', U'\\', U'+',
             U'+', U'+'},
    .token = {U' ', U'f', U'a', U'h', U'F', U'b', U'p'},
    .corner = {U'[', U']', U'[', U']'},
    .last = U'*',
    .arrow = U'>',
    .open = U'+',
    .more = {U'^', U'v'},
};

} // namespace bastide::cli
