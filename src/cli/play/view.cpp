#include "cli/play/view.h"

#include "cli/columns.h"
#include "cli/console.h"
#include "cli/play/board_view.h"
#include "cli/play/legend.h"
#include "cli/play/tile_picture.h"
#include "cli/play/told.h"
#include "notation/words.h"
#include "rules/tokens.h"

#include <fmt/core.h>

#include <algorithm>

namespace bastide::cli {
namespace {

using PointsByKind = std::array<std::array<int, max_players>, area_kind_count>;

class View {
  public:
    View(const Session& session, Size screen, const Signs& signs)
        : session_(session)
        , table_(session.table())
        , game_(table_.game())
        , signs_(signs)
        , canvas_(screen)
        , side_width_(is_wide(*game_.box) ? 34 : 27)
        , log_rows_(screen.height >= 36 ? 6 : 3) {}

    Canvas draw() {
        draw_title();
        if (session_.page() == Page::help) {
            draw_help();
        } else if (session_.page() == Page::log) {
            draw_log({{1, 2}, {width() - 2, height() - 4}}, session_.log_below());
        } else {
            draw_table();
        }
        draw_keys();
        return std::move(canvas_);
    }

  private:
    int width() const { return canvas_.size().width; }
    int height() const { return canvas_.size().height; }
    const std::string& name(unsigned player) const { return table_.settings().seats[player].name; }

    void bar(int y, const std::string& text) {
        canvas_.text({0, y}, std::string(static_cast<std::size_t>(width()), ' '), Paint::title);
        canvas_.text({1, y}, text, Paint::title, width() - 2);
    }

    void draw_title() {
        unsigned left = 0;
        for (const Stack stack : {Stack::river, Stack::river_lake, Stack::land}) {
            left += tiles_left(game_, stack);
        }
        bar(0, fmt::format("Bastide  edition {}  turn {}  {} to draw", table_.setup().edition,
                           table_.record().turns.size() + (game_.over() ? 0u : 1u),
                           counted(left, "tile")));
    }

    void draw_keys() {
        const bool page = session_.page() != Page::board;
        const Stage stage = session_.stage();
        bar(height() - 1,
            session_.page() == Page::log
                ? "arrows, PageUp, PageDown scroll   any other key: back   q leave"
            : page                  ? "any key: back to the board   q leave"
            : stage == Stage::place ? "arrows move  Tab next place  Space turn  Enter lay  "
                                      "u undo  i hint  ? help"
            : stage == Stage::over  ? "arrows look around  g all points  u undo  ? help  q leave"
            : stage == Stage::wait
                ? "the computer thinks   g all points  +, - size  ? help   q leave"
                : "arrows or a number choose  Enter take  Esc back  ? help");
    }

    void draw_table() {
        const int board_height = height() - 3 - log_rows_;
        draw_board(canvas_, {{0, 1}, {width() - side_width_, board_height}}, session_, signs_);
        const int x = width() - side_width_ + 1;
        int y = 1;
        for (unsigned player = 0; player < game_.now.players; ++player)
            draw_player({x, y++}, player);
        ++y;
        if (session_.stage() == Stage::over) {
            y = draw_breakdown({x, y}) + 1;
            draw_look({{x, y}, {side_width_ - 1, 1 + board_height - y}});
        } else {
            draw_hand({x, y});
            y += 6;
            if (session_.stage() == Stage::figure || session_.stage() == Stage::man) {
                draw_list({{x, y}, {side_width_ - 1, 1 + board_height - y}});
            } else {
                draw_look({{x, y}, {side_width_ - 1, 1 + board_height - y}});
            }
        }
        const int top = height() - 2 - log_rows_, row_width = width() - 2;
        std::string told = prompt();
        canvas_.text({1, top}, take_line(told, {row_width, 1}), Paint::mark, row_width);
        // A long one takes the first row of the log.
        const int second = told.empty() ? 0 : 1;
        canvas_.text({1, top + 1}, told, Paint::mark, row_width);
        draw_log({{1, top + 1 + second}, {row_width, log_rows_ - second}}, 0);
    }

    std::string prompt() const {
        if (!session_.message().empty()) return session_.message();
        const std::string& who = name(game_.now.player);
        switch (session_.stage()) {
        case Stage::place: {
            const std::string refusal = session_.refusal();
            return fmt::format("{}: {}", one_line(who),
                               refusal.empty() ? "Enter lays the tile here." : refusal + ".");
        }
        case Stage::figure:
            return fmt::format("{}: which figure?", one_line(who));
        case Stage::man:
            return "Where does the Gingerbread Man go?";
        case Stage::wait:
            return fmt::format("{} thinks ...", one_line(who));
        case Stage::over:
            break;
        }
        return winners();
    }

    std::string winners() const {
        const std::vector<int>& result = *table_.record().result;
        const int best = *std::ranges::max_element(result);
        std::string names;
        for (unsigned i = 0; i < result.size(); ++i) {
            if (result[i] != best) continue;
            names += (names.empty() ? "" : " and ") + one_line(name(i));
        }
        return fmt::format("The game is over. {} won with {}.", names, counted(best, "point"));
    }

    void draw_player(Spot at, unsigned player) {
        const bool moves = !game_.over() && player == game_.now.player;
        canvas_.put(at, {moves ? signs_.arrow : U' ', Paint::mark});
        canvas_.put({at.x + 1, at.y}, {U'1' + player, paint_of(player)});
        const auto has = [&](const TokenKind& kind) { return game_.box->rules.*kind.supply != 0; };
        const auto kinds = static_cast<int>(std::ranges::count_if(token_kinds, has));
        const int step = kinds > 2 ? 2 : 3; // many kinds stand close, and take from the name
        const bool trades = game_.box->has_goods;
        const int goods = side_width_ - 1 - (trades ? 2 * int{goods_count} : 0);
        const int tokens = std::min(19, goods - (trades ? 1 : 0) - step * kinds);
        const int score = tokens - 5;
        canvas_.text({at.x + 3, at.y}, name(player), paint_of(player), score - 3);
        const int points =
            table_.record().result ? (*table_.record().result)[player] : game_.now.score[player];
        canvas_.text({at.x + score, at.y}, fmt::format("{:>4}", points));
        int x = at.x + tokens;
        for (const TokenKind& kind : token_kinds) {
            if (!has(kind)) continue;
            canvas_.put({x, at.y},
                        {signs_.token[static_cast<unsigned>(kind.token)], paint_of(player)});
            canvas_.text({x + 1, at.y}, fmt::format("{}", game_.now.supply(kind.token, player)));
            x += step;
        }
        for (unsigned kind = 0; trades && kind < goods_count; ++kind) {
            const Spot where{at.x + goods + 2 * static_cast<int>(kind), at.y};
            canvas_.put(where, {letter_of(static_cast<Goods>(kind + 1)), Paint::site});
            canvas_.text({where.x + 1, where.y}, fmt::format("{}", goods_of(game_, player)[kind]));
        }
    }

    /// A long name stands alone.
    void draw_tile_name(Spot at, int most) {
        const std::string_view tile = short_tile(table_.setup(), game_.now.hand);
        const std::string named = fmt::format("tile {}", tile);
        canvas_.text(at, std::ssize(named) <= most ? named : tile, Paint::plain, most);
    }

    void draw_hand(Spot at) {
        constexpr Size size = {11, 5};
        const Rotation rotation =
            session_.stage() == Stage::wait ? Rotation{0} : session_.held().rotation;
        TilePicture(game_.tile(game_.now.hand), rotation, size, signs_).draw(canvas_, at);
        const int x = at.x + size.width + 1;
        draw_tile_name({x, at.y}, side_width_ - 2 - size.width);
        if (game_.now.bonus_turn) canvas_.text({x, at.y + 1}, "bonus turn");
        if (session_.stage() == Stage::wait) return;
        canvas_.text({x, at.y + 2},
                     fmt::format("at {},{}", session_.held().cell.x, session_.held().cell.y));
        if (!table_.skipped().empty()) {
            canvas_.text({x, at.y + 3}, fmt::format("{} set", table_.skipped().size()), Paint::dim);
            canvas_.text({x, at.y + 4}, "aside", Paint::dim);
        }
    }

    void draw_list(Frame frame) {
        std::vector<std::string> lines;
        if (session_.stage() != Stage::man) {
            lines = told_in_list(game_.tile(game_.now.hand), session_.held().rotation,
                                 session_.figures());
        } else {
            for (const SegmentRef& city : session_.cities()) {
                lines.push_back(told_area(session_.shown(), city));
            }
        }
        const int shown = std::min(frame.size.height, static_cast<int>(lines.size()));
        const int chosen = static_cast<int>(session_.chosen());
        const int first = std::clamp(chosen - shown / 2, 0, static_cast<int>(lines.size()) - shown);
        for (int i = 0; i < shown; ++i) {
            const int line = first + i;
            const bool here = line == chosen;
            const Spot at{frame.at.x, frame.at.y + i};
            canvas_.put(at, {here ? signs_.arrow : U' ', Paint::mark});
            canvas_.text({at.x + 1, at.y},
                         fmt::format("{} {}", line, lines[static_cast<std::size_t>(line)]),
                         here ? Paint::mark : Paint::plain, frame.size.width - 1);
        }
        const int rim = frame.at.x + frame.size.width - 1;
        if (first > 0) canvas_.put({rim, frame.at.y}, {signs_.more[0], Paint::mark});
        if (first + shown < static_cast<int>(lines.size())) {
            canvas_.put({rim, frame.at.y + shown - 1}, {signs_.more[1], Paint::mark});
        }
    }

    /// What lies under the cursor, in words.
    void draw_look(Frame frame) {
        const Cell cell = session_.held().cell;
        const bool looks = session_.stage() == Stage::place || session_.stage() == Stage::over;
        const PlacedTile* placed = looks ? tile_at(game_, cell) : nullptr;
        if (placed == nullptr) return;
        int y = frame.at.y;
        const Tile& tile = game_.tile(placed->tile());
        for (unsigned i = 0; i < tile.segment_count; ++i) {
            std::string text = told_area(game_, {cell, static_cast<std::uint8_t>(i)});
            while (!text.empty() && y < frame.at.y + frame.size.height) {
                canvas_.text({frame.at.x, y++}, take_line(text, {frame.size.width, 1}), Paint::dim);
            }
        }
    }

    /// By kind of area and player, what still counts included.
    PointsByKind points_by_kind() const {
        PointsByKind points = {};
        const auto add = [&](const ScoreEvent& event) {
            points[static_cast<unsigned>(event.area)][event.player] += event.points;
        };
        for (const auto& events : table_.events()) std::ranges::for_each(events, add);
        const auto last = std::make_unique<FinalEvents>();
        final_scores(game_, *last);
        std::ranges::for_each(*last, add);
        return points;
    }

    /// A column for each player, as wide as its numbers; the row below it.
    int draw_breakdown(Spot at) {
        const PointsByKind points = points_by_kind();
        std::array<int, max_players> width = {};
        int all = 0;
        for (unsigned player = 0; player < game_.now.players; ++player) {
            for (const auto& of_kind : points) {
                const auto digits = fmt::formatted_size("{}", of_kind[player]);
                width[player] = std::max({width[player], 3, 1 + static_cast<int>(digits)});
            }
            all += width[player];
        }
        const int label = std::min(11, side_width_ - 1 - all);
        const auto draw_row = [&](auto draw_number) {
            int end = at.x + label;
            for (unsigned player = 0; player < game_.now.players; ++player) {
                end += width[player];
                draw_number(player, end);
            }
        };
        draw_row([&](unsigned player, int end) {
            canvas_.put({end - 1, at.y}, {U'1' + player, paint_of(player)});
        });
        for (unsigned kind = 0; kind < area_kind_count; ++kind) {
            if (std::ranges::all_of(points[kind], [](int p) { return p == 0; })) continue;
            ++at.y;
            canvas_.text(at, word(static_cast<AreaKind>(kind)), Paint::plain, label);
            draw_row([&](unsigned player, int end) {
                const std::string number = fmt::format("{}", points[kind][player]);
                canvas_.text({end - static_cast<int>(number.size()), at.y}, number);
            });
        }
        return at.y + 1;
    }

    /// The latest lines that there is room for, but for those `below`.
    void draw_log(Frame frame, int below) {
        const std::vector<std::string>& log = session_.log();
        const std::size_t end = log.size() - static_cast<std::size_t>(below);
        const auto shown = std::min(static_cast<std::size_t>(frame.size.height), end);
        for (std::size_t i = 0; i < shown; ++i) {
            const std::string& line = log[end - shown + i];
            canvas_.text({frame.at.x, frame.at.y + static_cast<int>(i)}, line,
                         line.starts_with(' ') ? Paint::plain : Paint::dim, frame.size.width);
        }
    }

    void draw_help() {
        int y = 2;
        for (const KeyHelp& key : key_help()) {
            if (key.shown.empty()) continue;
            canvas_.text({2, y}, key.shown, Paint::mark);
            canvas_.text({20, y++}, key.text);
        }
        ++y;
        y = draw_legend(y, legend_of_tiles(game_, signs_));
        y = draw_legend(y, legend_of_figures(game_, signs_));
        y = draw_legend(y, legend_of_view(signs_));
        canvas_.text({2, y},
                     "A figure has its player's number behind it. Areas of a tile stand beside it.",
                     Paint::dim, width() - 3);
    }

    /// The row below it.
    int draw_legend(int y, const Legend& legend) {
        int x = 2;
        for (const auto& [sign, text] : legend) {
            const int needed = 2 + static_cast<int>(text.size());
            if (x + needed > width() - 1) {
                x = 2;
                ++y;
            }
            canvas_.put({x, y}, {sign, Paint::mark});
            canvas_.text({x + 2, y}, text);
            x += needed + 2;
        }
        return y + 1;
    }

    const Session& session_;
    const Table& table_;
    const Game& game_;
    const Signs& signs_;
    Canvas canvas_;
    int side_width_; // the expansions have more to tell
    int log_rows_;
};

} // namespace

bool is_too_small(Size screen) {
    return screen.width < least_screen.width || screen.height < least_screen.height;
}

Canvas draw(const Session& session, Size screen, const Signs& signs) {
    if (is_too_small(screen)) {
        Canvas canvas(screen);
        canvas.text({0, 0},
                    fmt::format("Bastide needs {} x {}; this is {} x {}.", least_screen.width,
                                least_screen.height, screen.width, screen.height));
        canvas.text({0, 1}, "q leaves.");
        return canvas;
    }
    return View(session, screen, signs).draw();
}

} // namespace bastide::cli
