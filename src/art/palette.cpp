#include "art/palette.h"

#include "rules/ruleset.h"

#include <array>
#include <span>

namespace bastide::art {
namespace {

struct Tint {
    char letter;
    std::string_view colour;
};

// g grass, G its shade, l its light; m ripe corn, M its rows, p ploughed land; r road, R its rim
// w water, W its light, b bank, B its rim; c town ground, C its shade
// s stone, S its shade, L its light; 1 2 3 roofs, 4 5 6 their shades; t T spires
// h house wall, H its shade; d ink; o shadow; x X y leaves, their shade and light; k trunk
// f forest floor, F its rim; e yard; v white of sheep and icing; n snow on things
constexpr Tint summer[] = {
    {'g', "#a8c66c"}, {'G', "#86ab50"}, {'l', "#c3da86"}, {'m', "#e3c765"}, {'M', "#c9a548"},
    {'r', "#f1e2bd"}, {'R', "#b0905c"}, {'w', "#6fb4d6"}, {'W', "#b4dff0"}, {'b', "#e0d3a0"},
    {'B', "#7f9f55"}, {'c', "#dcb98b"}, {'C', "#a87b4f"}, {'s', "#c9bfae"}, {'S', "#8d8273"},
    {'L', "#f2ecdf"}, {'1', "#cf5b3f"}, {'4', "#9c3b2a"}, {'2', "#de8144"}, {'5', "#ab562a"},
    {'3', "#b94a4a"}, {'6', "#87312f"}, {'t', "#4f7196"}, {'T', "#35516f"}, {'h', "#fbf1da"},
    {'H', "#e0cba2"}, {'d', "#4a382b"}, {'o', "#2c3a1e"}, {'x', "#6f9f47"}, {'X', "#4c7a37"},
    {'y', "#9cc463"}, {'k', "#7a5636"}, {'f', "#5f8a45"}, {'F', "#456b34"}, {'e', "#d9cf9f"},
    {'v', "#ffffff"}, {'p', "#c9a06c"}, {'n', "none"},
};
constexpr Tint winter[] = {
    {'g', "#eaf1f6"}, {'G', "#c3d5e2"}, {'l', "#ffffff"}, {'m', "#dbe6ee"}, {'M', "#b9cbd9"},
    {'r', "#cdb597"}, {'R', "#93785a"}, {'w', "#8fc0de"}, {'W', "#dff1fa"}, {'b', "#ffffff"},
    {'B', "#a9c4d6"}, {'c', "#cbb6a0"}, {'C', "#8d7462"}, {'s', "#b9b6b4"}, {'S', "#7b7a80"},
    {'L', "#fdfeff"}, {'1', "#b4503f"}, {'4', "#823427"}, {'2', "#bd6b45"}, {'5', "#8a4729"},
    {'3', "#9c4a56"}, {'6', "#6f303c"}, {'t', "#56789b"}, {'T', "#3a5675"}, {'h', "#f4e6cf"},
    {'H', "#d3bd9d"}, {'d', "#3d3440"}, {'o', "#34506b"}, {'x', "#4f8070"}, {'X', "#355d55"},
    {'y', "#f7fbfe"}, {'k', "#6d523f"}, {'f', "#b6cbd3"}, {'F', "#86a3ad"}, {'e', "#dfe6ea"},
    {'v', "#ffffff"}, {'p', "#d6dde2"}, {'n', "#fbfdff"},
};
constexpr Tint prehistoric[] = {
    {'g', "#cfca82"}, {'G', "#a7a253"}, {'l', "#e3dfa2"}, {'m', "#c8bf6c"}, {'M', "#aca04f"},
    {'r', "#e3cfa0"}, {'R', "#9c7d4c"}, {'w', "#4fa3bd"}, {'W', "#a5dbe3"}, {'b', "#ece0b0"},
    {'B', "#98904e"}, {'c', "#cfae83"}, {'C', "#94714a"}, {'s', "#aaa195"}, {'S', "#736a60"},
    {'L', "#ded6c8"}, {'1', "#b5603c"}, {'4', "#843f26"}, {'2', "#c47f45"}, {'5', "#935628"},
    {'3', "#a1503f"}, {'6', "#73352a"}, {'t', "#6b6f52"}, {'T', "#4a4e38"}, {'h', "#ecdcb8"},
    {'H', "#cdb78a"}, {'d', "#3a2c20"}, {'o', "#2b2a14"}, {'x', "#3f7a4a"}, {'X', "#265437"},
    {'y', "#6ea35c"}, {'k', "#5f432c"}, {'f', "#3f6a40"}, {'F', "#2b4d30"}, {'e', "#cbb98a"},
    {'v', "#fff8e6"}, {'p', "#c8bf6c"}, {'n', "none"},
};
constexpr Tint contrast[] = {
    {'g', "#f3efcb"}, {'G', "#f3efcb"}, {'l', "#f3efcb"}, {'m', "#f3efcb"}, {'M', "#f3efcb"},
    {'r', "#ffffff"}, {'R', "#000000"}, {'w', "#0a57c2"}, {'W', "#0a57c2"}, {'b', "#000000"},
    {'B', "#000000"}, {'c', "#f08a24"}, {'C', "#f08a24"}, {'s', "#000000"}, {'S', "#000000"},
    {'L', "#000000"}, {'1', "#ffffff"}, {'4', "#000000"}, {'2', "#ffffff"}, {'5', "#000000"},
    {'3', "#ffffff"}, {'6', "#000000"}, {'t', "#000000"}, {'T', "#000000"}, {'h', "#ffffff"},
    {'H', "#ffffff"}, {'d', "#000000"}, {'o', "#000000"}, {'x', "#0b5d1e"}, {'X', "#063812"},
    {'y', "#0b5d1e"}, {'k', "#000000"}, {'f', "#12662a"}, {'F', "#000000"}, {'e', "#d5b8ff"},
    {'v', "#ffffff"}, {'p', "#f3efcb"}, {'n', "none"},
};

std::span<const Tint> tints(Theme theme) {
    switch (theme) {
    case Theme::summer:
        return summer;
    case Theme::winter:
        return winter;
    case Theme::prehistoric:
        return prehistoric;
    case Theme::contrast:
        return contrast;
    }
    return summer;
}

constexpr std::array<std::string_view, theme_count> theme_names = {"summer", "winter",
                                                                   "prehistoric", "contrast"};

} // namespace

std::string_view name(Theme theme) {
    return theme_names[static_cast<unsigned>(theme)];
}

std::optional<Theme> theme_from(std::string_view name) {
    for (unsigned i = 0; i < theme_count; ++i) {
        if (theme_names[i] == name) return static_cast<Theme>(i);
    }
    return std::nullopt;
}

std::string_view colour(Theme theme, char letter) {
    for (const Tint& tint : tints(theme)) {
        if (tint.letter == letter) return tint.colour;
    }
    return "#ff00ff";
}

char id_prefix(Theme theme) {
    return "swpc"[static_cast<unsigned>(theme)];
}

std::string coloured(std::string_view drawing, Theme theme) {
    std::string out;
    out.reserve(drawing.size() * 2);
    for (std::size_t i = 0; i < drawing.size(); ++i) {
        if (drawing[i] == '$' && i + 1 < drawing.size()) {
            out += colour(theme, drawing[++i]);
        } else if (drawing[i] == '@') {
            out += id_prefix(theme);
        } else {
            out += drawing[i];
        }
    }
    return out;
}

const PlayerColour& player_colour(unsigned player) {
    // Apart for the colour-blind too: very different in lightness, and each has its own badge.
    static constexpr std::array<PlayerColour, player_colour_count> colours = {{
        {"yellow", "#f7c821", "#8a6400"},
        {"red", "#c8201c", "#6f0f0d"},
        {"green", "#4fb06a", "#0d4a1d"},
        {"blue", "#2a5bd7", "#0c2f6b"},
        {"black", "#33323a", "#000000"},
        {"white", "#f2eee6", "#55504a"},
    }};
    return colours[player % colours.size()];
}

} // namespace bastide::art
