#include "art/board.h"

#include "art/atlas.h"
#include "art/overlay.h"
#include "art/tokens.h"
#include "notation/xml.h"
#include "rules/inspect.h"

#include <fmt/compile.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace bastide::art {
namespace {

struct Bounds {
    int west = 127, north = 127, east = -127, south = -127;
};

class BoardPainter {
  public:
    BoardPainter(const Setup& setup, const Game& game, const BoardPicture& picture)
        : setup_(setup)
        , game_(game)
        , picture_(picture)
        , atlas_(picture.theme.value_or(theme_from(setup.theme).value_or(Theme::summer)),
                 detail_at(picture.pixels)) {
        for (unsigned i = 0; i < game.now.placed; ++i) order_.push_back(i);
        // Rows from north to south: towers may rise over the tile behind.
        std::sort(order_.begin(), order_.end(), [&](unsigned a, unsigned b) {
            const Cell ca = tile(a).cell, cb = tile(b).cell;
            return ca.y != cb.y ? ca.y < cb.y : ca.x < cb.x;
        });
        for (const unsigned i : order_) {
            const Cell cell = tile(i).cell;
            bounds_.west = std::min<int>(bounds_.west, cell.x);
            bounds_.east = std::max<int>(bounds_.east, cell.x);
            bounds_.north = std::min<int>(bounds_.north, cell.y);
            bounds_.south = std::max<int>(bounds_.south, cell.y);
        }
    }

    std::string render() {
        std::string body = tiles();
        const OverlayArt shown = overlay(game_, picture_.overlay);
        body += shown.body;
        body += last_tile();
        body += tokens();
        const int columns = bounds_.east - bounds_.west + 1,
                  rows = bounds_.south - bounds_.north + 1;
        const int margin = 24, legend = picture_.names.empty() ? 0 : 34;
        const int width = std::max(columns * 100 + 2 * margin, legend == 0 ? 0 : 150 * players());
        const int height = rows * 100 + 2 * margin + legend;
        const int left = bounds_.west * 100 - (width - columns * 100) / 2;
        const int top = bounds_.north * 100 - margin;
        const int scale = static_cast<int>(picture_.pixels);
        return fmt::format(
            FMT_COMPILE("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" "
                        "width=\"{}\" height=\"{}\"><title>{}</title><defs>"
                        "<radialGradient id=\"table\"><stop stop-color=\"#6a5a48\"/>"
                        "<stop offset=\"1\" stop-color=\"#3a3128\"/></radialGradient>{}{}{}"
                        "</defs><path d=\"M{} {}h{}v{}h-{}z\" fill=\"url(#table)\"/>"
                        "{}{}</svg>\n"),
            left, top, width, height, width * scale / 100, height * scale / 100,
            xml_escaped(setup_.edition), atlas_.definitions(), shown.definitions,
            token_definitions(), left, top, width, height, width, body,
            score_line(left + width / 2, top + height - legend));
    }

  private:
    const PlacedTile& tile(unsigned i) const { return game_.now.tile[i]; }
    int players() const { return game_.now.players; }
    static Point place(Cell cell) { return {cell.x * 100.0, cell.y * 100.0}; }

    std::string tiles() {
        std::string squares, grounds, standing;
        for (const unsigned i : order_) {
            const PlacedTile& placed = tile(i);
            const TileIndex index = placed.tile();
            if (!numbers_.contains(index)) {
                numbers_[index] = atlas_.add(game_.tile(index), setup_.tile_id(index));
            }
            const Point at = place(placed.cell);
            squares += 'M';
            write(squares, at);
            squares += "h100v100h-100z";
            grounds += atlas_.ground(numbers_[index], placed.rotation(), at);
            standing += atlas_.standing(numbers_[index], placed.rotation(), at);
        }
        return fmt::format(
            FMT_COMPILE(
                "<path id=\"squares\" d=\"{}\" transform=\"translate(3 4)\" opacity=\".4\"/>"
                "{}<path d=\"{}\" fill=\"none\" stroke=\"#000\" stroke-opacity=\".16\" "
                "stroke-width=\".7\"/>{}"),
            squares, grounds, squares, standing);
    }

    /// A ring round the tile placed last, while the game goes on.
    std::string last_tile() const {
        if (game_.over() || game_.now.placed < 2) return {};
        const Cell cell = tile(game_.now.placed - 1u).cell;
        return fmt::format(
            FMT_COMPILE("<path d=\"M{} {}h96v96h-96z\" fill=\"none\" stroke=\"#ffe9a8\" "
                        "stroke-width=\"3\" stroke-linejoin=\"round\"/>"),
            cell.x * 100 + 2, cell.y * 100 + 2);
    }

    std::string tokens() {
        std::string out;
        for (const unsigned i : order_) {
            const TokenView view = token_on(game_, tile(i));
            if (view.token == Token::none) continue;
            const Tile& printed = game_.tile(tile(i).tile());
            const Figure figure = figure_on(view.token, printed.segments[view.where.segment].kind);
            tokens_used_.insert({figure, view.player});
            out += use(token_id(figure, view.player), spot(view.where, 0));
        }
        if (game_.now.man == ManPlace::city) {
            const SegmentRef where = smallest_feature_segment(game_, man_city(game_));
            man_used_ = true;
            out += use("man", spot(where, 20));
        }
        return out;
    }

    /// Where a token stands; `aside` keeps the Gingerbread Man off a knight's place.
    Point spot(SegmentRef where, double aside) {
        const PlacedTile* placed = tile_at(game_, where.cell);
        const Point p = atlas_.spot(numbers_.at(placed->tile()), where.segment, placed->rotation());
        return place(where.cell) + p + Point{p.x < 50 ? aside : -aside, 0};
    }

    static std::string token_id(Figure figure, unsigned player) {
        return fmt::format(FMT_COMPILE("{}{}"), name(figure), player);
    }

    static std::string use(const std::string& id, Point at) {
        std::string out = "<use href=\"#" + id + "\" x=\"";
        write(out, at.x);
        out += "\" y=\"";
        write(out, at.y);
        return out + "\"/>";
    }

    std::string token_definitions() const {
        std::string out;
        for (const auto& [figure, player] : tokens_used_) {
            define(out, token_id(figure, player), draw_token(figure, player));
        }
        if (man_used_) define(out, "man", draw_gingerbread_man());
        return out;
    }

    void define(std::string& out, std::string_view id, std::string_view drawing) const {
        fmt::format_to(
            std::back_inserter(out),
            FMT_COMPILE("<g id=\"{}\"><g transform=\"translate(0 -2)scale({})\">{}</g></g>"), id,
            figure_scale(picture_.pixels), drawing);
    }

    std::string score_line(int middle, int top) {
        if (picture_.names.empty()) return {};
        std::string out;
        for (int p = 0; p < players(); ++p) {
            const auto player = static_cast<unsigned>(p);
            const int x = middle - 75 * players() + 150 * p + 8;
            const std::string name =
                player < picture_.names.size() ? xml_escaped(picture_.names[player]) : "";
            const PlayerColour& colours = player_colour(player);
            fmt::format_to(
                std::back_inserter(out),
                FMT_COMPILE("<g transform=\"translate({} {})\" font-family=\"sans-serif\" "
                            "font-size=\"14\"><rect width=\"134\" height=\"26\" rx=\"7\" "
                            "fill=\"#f6ecd6\" stroke=\"{}\" stroke-width=\"3\"/>"
                            "<g transform=\"translate(15 13)\">{}</g><text x=\"28\" y=\"18\" "
                            "fill=\"#2d241a\">{}</text><text x=\"126\" y=\"18\" fill=\"#2d241a\" "
                            "font-weight=\"bold\" text-anchor=\"end\">{}</text></g>"),
                x, top, colours.fill, draw_token(Figure::robber, player), name,
                game_.now.score[player]);
        }
        return out;
    }

    const Setup& setup_;
    const Game& game_;
    const BoardPicture& picture_;
    Atlas atlas_;
    std::vector<unsigned> order_;
    Bounds bounds_;
    std::map<TileIndex, unsigned> numbers_; // of the tiles in the atlas
    std::set<std::pair<Figure, unsigned>> tokens_used_;
    bool man_used_ = false;
};

} // namespace

std::string render_board(const Setup& setup, const Game& game, const BoardPicture& picture) {
    return BoardPainter(setup, game, picture).render();
}

} // namespace bastide::art
