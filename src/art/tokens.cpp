#include "art/tokens.h"

#include "art/shape.h"
#include "art/sprites.h"

#include <fmt/compile.h>

#include <algorithm>
#include <iterator>

namespace bastide::art {
namespace {

// p: the player's colour, q: its dark, i: skin or wood. A silhouette with a pale halo stands out
// on every ground.
struct Drawing {
    std::string_view name;
    std::string_view silhouette; // path data
    std::string_view details;
    Point badge;
};

constexpr Drawing drawings[] = {
    {"robber",
     "M-5.4 6.6Q-5-.6-2.4-2.4L-4.8-3.6Q-3-4.4-2.2-7.4H2.2Q3-4.4 4.8-3.6L2.4-2.4Q5-.6 5.4 6.6z",
     R"svg(<path d="M-2-2.9Q0-1.6 2-2.9L1.6-1.2Q0-.4-1.6-1.2z" fill="#f4d3ab"/><path d="M-4.8-3.6Q0-2.2 4.8-3.6" stroke="$q" stroke-width=".8" fill="none"/>)svg",
     {0, 3}},
    {"knight",
     "M-5.2 6.6Q-5 0-2.8-1.6V-5Q-2.4-7 0-7.4 2.4-7 2.8-5V-1.6Q5 0 5.2 6.6z",
     R"svg(<path d="M-2-3.4H2V-4.4H-2z" fill="#1c1c22"/><path d="M0-7.4Q2.6-9 4-6.4 2.4-7.2.8-6z" fill="$q"/><path d="M5.4 3V-5M4.4-2.2H6.4" stroke="#e8e8ee" stroke-width="1" stroke-linecap="round"/>)svg",
     {0, 3}},
    {"monk",
     "M-5 6.6Q-4.6.6-2.6-1.4-3.6-3.4-2.8-5.4-1.6-7.6 0-7.6 1.6-7.6 2.8-5.4 3.6-3.4 2.6-1.4 4.6.6 5 "
     "6.6z",
     R"svg(<ellipse cy="-3.9" rx="1.7" ry="2" fill="#f4d3ab"/><path d="M-1.7-3.9A1.7 2 0 0 1 1.7-3.9 2.4 2.4 0 0 0-1.7-3.9z" fill="#6b4423"/>)svg",
     {0, 2.9}},
    {"farmer",
     "M-6.2 4.6Q-6.6 1.4-5-.8L2-1.6A3.1 3.1 0 1 1 3.6 3.8L2.6 4.8Q-2 6-6.2 4.6z",
     R"svg(<path d="M2-2.4Q5-6.4 7-.4 4.6-1.8 2-.4z" fill="#eed27a" stroke="$q" stroke-width=".5" stroke-linejoin="round"/><path d="M3.4-.8Q4.6-1.6 5.8-.8L5.4 1.4Q4.4 2 3.6 1.2z" fill="#f4d3ab"/><path d="M-5.6 2.4L-2.4 2.6" stroke="$q" stroke-width=".5"/>)svg",
     {-1.4, 2}},
    {"abbot",
     "M-5.4 6.6Q-5-.4-2.4-1.8V-5L0-8 2.4-5V-1.8Q5-.4 5.4 6.6z",
     R"svg(<path d="M-1.8-2.2V-4H1.8V-2.2Q0-.8-1.8-2.2z" fill="#f4d3ab"/><path d="M0-7V-4.4M-1-5.6H1" stroke="#fff" stroke-width=".7"/><path d="M5.2 6.4V-4.6A1.2 1.2 0 1 0 3.6-4.4" stroke="#f2c230" stroke-width=".9" fill="none"/>)svg",
     {0, 3}},
    {"gatherer",
     "M-5 6.6Q-4.6 0-2.4-1.6A3 3 0 1 1 2.4-1.6Q4.6 0 5 6.6z",
     R"svg(<circle cy="-3.9" r="1.9" fill="#d9a877"/><path d="M-2-4.6A2.2 2.2 0 0 1 2-4.6L3-2.6 1.6-3.9H-1.6L-3-2.6z" fill="#3a2517"/><path d="M3 2.4H6V5.4H3.4z" fill="#a87b3c" stroke="#5c3f18" stroke-width=".4"/>)svg",
     {-0.8, 2.9}},
    {"fisher",
     "M-5 6.6Q-4.6 0-2.4-1.6A3 3 0 1 1 2.4-1.6Q4.6 0 5 6.6z",
     R"svg(<circle cy="-3.9" r="1.9" fill="#d9a877"/><path d="M-2.4-4.4A2.4 2.2 0 0 1 2.4-4.4z" fill="#3a2517"/><path d="M3 4L6-7M6-7V-1.6" stroke="#5c3f18" stroke-width=".6" fill="none"/><circle cx="6" cy="-1.2" r=".7" fill="#fff"/>)svg",
     {-0.6, 2.9}},
    {"hunter",
     "M-6.2 4.6Q-6.6 1.4-5-.8L2-1.6A3.1 3.1 0 1 1 3.6 3.8L2.6 4.8Q-2 6-6.2 4.6z",
     R"svg(<path d="M3.2-.8Q4.6-1.8 6-.8L5.6 1.6Q4.4 2.4 3.4 1.4z" fill="#d9a877"/><path d="M2-1.4Q4.6-4.6 6.8-.8 4.4-1.8 2-1.4z" fill="#3a2517"/><path d="M-6.4-1.4L6.4-4.8" stroke="#5c3f18" stroke-width=".9"/><path d="M8.2-5.4L5.6-5.8 6.2-3.6z" fill="#e6e6e6" stroke="#444" stroke-width=".3"/>)svg",
     {-1.4, 2.2}},
    {"hut",
     "M-6 5.4L-.8-5.6-1.4-7.4H-.2L0-6.6.2-7.4H1.4L.8-5.6 6 5.4Q0 7-6 5.4z",
     R"svg(<path d="M-1.4 6L0 1.6 1.4 6z" fill="#2a1c10"/><path d="M-3.8 1L3.8 1M-2.4-2H2.4" stroke="$q" stroke-width=".5"/>)svg",
     {0, -0.6}},
    {"builder",
     "M-5.2 6.6Q-4.8 0-2.6-1.6A3 3 0 0 1-3-4.4H-4.2V-5.4H-2.6Q-2-7.8 0-7.8 2-7.8 "
     "2.6-5.4H4.2V-4.4H3A3 "
     "3 0 0 1 2.6-1.6Q4.8 0 5.2 6.6z",
     R"svg(<path d="M-2.2-4.4H2.2Q2.2-1.8 0-1.6-2.2-1.8-2.2-4.4z" fill="#f4d3ab"/><path d="M-4.2-4.9H4.2" stroke="$q" stroke-width=".8"/><path d="M4.6 5.4L6.6-3" stroke="#7a5636" stroke-width="1.1" stroke-linecap="round"/><path d="M4.6-4.4L8.4-3.4 8-1.6 4.2-2.6z" fill="#dfe3e8" stroke="#333" stroke-width=".4"/>)svg",
     {-0.6, 3}},
    {"pig",
     "M-6.8-.6Q-6.4-4.4-1-4.4H1.6Q2.6-5.8 4.2-5.6L4-3.8Q5.2-3 5.6-1.6L7.2-1.2V1.4L5.4 1.6Q4.8 2.8 "
     "3.6 "
     "3.2V6H1.6V3.8H-3V6H-5V3Q-6.8 1.8-6.8-.6z",
     R"svg(<circle cx="4.4" cy="-2" r=".55" fill="#111"/><path d="M6.4-.6v.1M6.4.6v.1" stroke="#111" stroke-width=".7" stroke-linecap="round"/><path d="M-6.6-1.4Q-8.2-1.6-7.8-3" stroke="$q" stroke-width=".8" fill="none"/>)svg",
     {-1.4, -0.4}},
};

/// The big follower's roles are those of a follower.
struct BigRole {
    std::string_view name;
    Figure role;
};
constexpr BigRole big_roles[] = {{"big_robber", Figure::robber},
                                 {"big_knight", Figure::knight},
                                 {"big_monk", Figure::monk},
                                 {"big_farmer", Figure::farmer}};
static_assert(std::size(drawings) + std::size(big_roles) == figure_count);

bool is_big(Figure figure) {
    return figure >= Figure::big_robber;
}
const BigRole& big_role(Figure figure) {
    return big_roles[static_cast<unsigned>(figure) - std::size(drawings)];
}
Figure big_in(Figure role) {
    for (unsigned i = 0; i < std::size(big_roles); ++i) {
        if (big_roles[i].role == role) return static_cast<Figure>(std::size(drawings) + i);
    }
    return role;
}
const Drawing& drawing_of(Figure figure) {
    return drawings[static_cast<unsigned>(is_big(figure) ? big_role(figure).role : figure)];
}

/// A player's shape: it needs no language.
constexpr std::string_view badges[] = {
    "M0-2.7A2.7 2.7 0 0 1 0 2.7 2.7 2.7 0 0 1 0-2.7z",
    "M-2.4-2.4H2.4V2.4H-2.4z",
    "M0-3.2L3.2 2.3H-3.2z",
    "M0-3.3L3.1 0 0 3.3-3.1 0z",
    "M-1.5-2.7H1.5L3 0 1.5 2.7H-1.5L-3 0z",
    "M-3.1-2.5H3.1L1.8 2.5H-1.8z",
};
static_assert(std::size(badges) == player_colour_count);

// On the big follower.
constexpr std::string_view star =
    R"svg(<path d="M5-7.6L5.9-5.5 8.2-5.3 6.5-3.8 7-1.6 5-2.8 3-1.6 3.5-3.8 1.8-5.3 4.1-5.5z" fill="#ffb300" stroke="#4a3300" stroke-width=".6" stroke-linejoin="round"/>)svg";

std::string with_player(std::string_view drawing, const PlayerColour& player) {
    std::string out;
    for (std::size_t i = 0; i < drawing.size(); ++i) {
        if (drawing[i] != '$') {
            out += drawing[i];
        } else {
            out += drawing[++i] == 'q' ? player.dark : player.fill;
        }
    }
    return out;
}

} // namespace

std::string_view name(Figure figure) {
    return is_big(figure) ? big_role(figure).name : drawing_of(figure).name;
}

Figure figure_on(Token token, SegmentKind kind) {
    if (token == Token::hut) return Figure::hut;
    if (token == Token::abbot) return Figure::abbot;
    if (token == Token::builder) return Figure::builder;
    if (token == Token::pig) return Figure::pig;
    if (token == Token::big) return big_in(figure_on(Token::follower, kind));
    switch (kind) {
    case SegmentKind::city:
        return Figure::knight;
    case SegmentKind::monastery:
    case SegmentKind::garden:
        return Figure::monk;
    case SegmentKind::field:
        return Figure::farmer;
    case SegmentKind::meadow:
        return Figure::hunter;
    case SegmentKind::forest:
        return Figure::gatherer;
    case SegmentKind::stream:
    case SegmentKind::lake:
        return Figure::fisher;
    case SegmentKind::road:
    case SegmentKind::river:
        return Figure::robber;
    }
    return Figure::robber;
}

std::string draw_token(Figure figure, unsigned player) {
    const Drawing& drawing = drawing_of(figure);
    const bool big = is_big(figure);
    const PlayerColour& colours = player_colour(player);
    std::string badge;
    write(badge, drawing.badge);
    return fmt::format(
        FMT_COMPILE("<g transform=\"scale({6})\"><ellipse cx=\"1\" cy=\"6\" rx=\"6\" ry=\"2\" "
                    "opacity=\".3\"/>"
                    "<path d=\"{0}\" fill=\"{7}\" stroke=\"{7}\" stroke-width=\"{8}\" "
                    "stroke-linejoin=\"round\"/><path d=\"{0}\" fill=\"{1}\" stroke=\"{2}\" "
                    "stroke-width=\".8\" stroke-linejoin=\"round\"/>{3}"
                    "<g transform=\"translate({4})\"><path d=\"{5}\" fill=\"#fff\" stroke=\"#111\" "
                    "stroke-width=\".8\"/></g>{9}</g>"),
        drawing.silhouette, colours.fill, colours.dark, with_player(drawing.details, colours),
        badge, badges[player % std::size(badges)], big ? "1.2" : "1.08", big ? "#ffb300" : "#fff",
        big ? "2.8" : "2.2", big ? star : "");
}

std::string draw_goods(Goods goods) {
    constexpr std::string_view names[] = {"", "wine", "grain", "cloth"};
    return coloured(sprite(names[static_cast<unsigned>(goods)]).drawing, Theme::summer);
}

std::string draw_gingerbread_man() {
    return R"svg(<ellipse cx="1" cy="7" rx="5" ry="1.6" opacity=".3"/><path d="M0-8.4a3.2 3.2 0 0 1 2.2 5.6L6-3.4Q8-2 6-.4L2.4.6 2.6 2.4 5.2 6.4Q4.2 8.6 2 7.6L0 4.2-2 7.6Q-4.2 8.6-5.2 6.4L-2.6 2.4-2.4.6-6-.4Q-8-2-6-3.4L-2.2-2.8A3.2 3.2 0 0 1 0-8.4z" fill="#b0672d" stroke="#fff" stroke-width="2.4" paint-order="stroke"/><path d="M-1.2-6v.1M1.2-6v.1M0-1.2v.1M0 1.2v.1" stroke="#fff" stroke-width="1.1" stroke-linecap="round"/><path d="M-1.3-4.4Q0-3.4 1.3-4.4M-5.4-2.2l1.3.7M5.4-2.2l-1.3.7M-4 6.2l.9-1.3M4 6.2l-.9-1.3" stroke="#fff" stroke-width=".8" fill="none" stroke-linecap="round"/>)svg";
}

double figure_scale(unsigned pixels) {
    // At least 24 pixels for its 20 units, until it is as wide as half a tile.
    return std::clamp(120.0 / pixels, 1.9, 2.6);
}

std::string render_token(Figure figure, unsigned player, unsigned pixels) {
    return fmt::format(FMT_COMPILE("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-9 -10 18 "
                                   "19\" width=\"{0}\" height=\"{0}\">{1}</svg>\n"),
                       pixels, draw_token(figure, player));
}

std::string render_token_sheet(unsigned pixels) {
    std::string body;
    const auto put = [&](unsigned column, unsigned row, const std::string& drawing) {
        fmt::format_to(std::back_inserter(body),
                       FMT_COMPILE("<g transform=\"translate({} {})\">{}</g>"), 11 + 20 * column,
                       12 + 21 * row, drawing);
    };
    for (unsigned player = 0; player < player_colour_count; ++player) {
        for (unsigned f = 0; f < figure_count; ++f) {
            put(f, player, draw_token(static_cast<Figure>(f), player));
        }
    }
    put(figure_count, 0, draw_gingerbread_man());
    for (unsigned g = 1; g <= goods_count; ++g) {
        put(figure_count, g, draw_goods(static_cast<Goods>(g)));
    }
    constexpr unsigned width = 2 + 20 * (figure_count + 1), height = 3 + 21 * player_colour_count;
    return fmt::format(
        FMT_COMPILE("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" "
                    "width=\"{2}\" height=\"{3}\"><path d=\"M0 0H{0}V{1}H0z\" "
                    "fill=\"#a8c66c\"/>{4}</svg>\n"),
        width, height, pixels * width / 18, pixels * height / 18, body);
}

std::string overlay_pattern(unsigned player) {
    constexpr std::string_view marks[] = {
        "<circle cx=\"2\" cy=\"2\" r=\"1\"/><circle cx=\"6\" cy=\"6\" r=\"1\"/>",
        "<path d=\"M-2 2L2-2M-2 10L10-2M6 10L10 6\" stroke-width=\"1.2\"/>",
        "<path d=\"M0 2H8M0 6H8\" stroke-width=\"1.2\"/>",
        "<path d=\"M-2 6L2 10M-2-2L10 10M6-2L10 2\" stroke-width=\"1.2\"/>",
        "<path d=\"M0 4H8M4 0V8\" stroke-width=\"1.2\"/>",
        "<path d=\"M0 6L4 2 8 6\" stroke-width=\"1.2\" fill=\"none\"/>",
    };
    static_assert(std::size(marks) == player_colour_count);
    const PlayerColour& colours = player_colour(player);
    return fmt::format(
        FMT_COMPILE("<pattern id=\"own{}\" width=\"8\" height=\"8\" "
                    "patternUnits=\"userSpaceOnUse\"><path d=\"M0 0H8V8H0z\" fill=\"#fff\" "
                    "opacity=\".45\"/><path d=\"M0 0H8V8H0z\" fill=\"{}\" opacity=\".5\"/>"
                    "<g fill=\"{}\" stroke=\"{}\" opacity=\".5\">{}</g></pattern>"),
        player, colours.fill, colours.dark, colours.dark, marks[player % std::size(marks)]);
}

} // namespace bastide::art
