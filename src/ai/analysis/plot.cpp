#include "ai/analysis/plot.h"

#include "notation/xml.h"

#include <fmt/compile.h>

#include <algorithm>
#include <cmath>

namespace bastide {
namespace {

constexpr double width = 860, left = 64, right = 24, panel_height = 220, panel_gap = 56;
constexpr double first_top = 72, plot_width = width - left - right;
constexpr double height = first_top + 2 * panel_height + panel_gap + 52;
constexpr double costly = 2; // points

constexpr std::array<const char*, max_players> colours = {"#0072b2", "#d55e00", "#009e73",
                                                          "#cc79a7", "#56585c", "#e69f00"};
constexpr std::array<const char*, max_players> dashes = {"none",    "8 3",  "2 3",
                                                         "8 3 2 3", "14 4", "2 3 2 8"};
static_assert(!std::string_view(dashes.back()).empty(), "one for every player");

/// One coordinate system: turns to the right, values upwards.
struct Panel {
    double top;
    double low, high;
    std::size_t turns;

    double x(std::size_t turn) const {
        return left + plot_width * static_cast<double>(turn) /
                          static_cast<double>(std::max<std::size_t>(turns, 1));
    }
    double y(double value) const {
        return top + panel_height * (high - std::clamp(value, low, high)) / (high - low);
    }
};

/// 1, 2 or 5 times a power of ten, so that there are about `count` steps in the range.
double round_step(double range, double count) {
    const double raw = range / count;
    const double power = std::pow(10, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= raw) return factor * power;
    }
    return 10 * power;
}

class Picture {
  public:
    Picture(const Record& record, const GameAnalysis& analysis)
        : record_(record)
        , analysis_(analysis)
        , players_(static_cast<unsigned>(record.players.size())) {}

    std::string draw() {
        out_ += fmt::format(
            FMT_COMPILE(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" "
                "font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n"
                "<title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"),
            width, height, xml_escaped(title()));
        text(left, 24, "start", 15, title());
        legend();
        const std::size_t turns = analysis_.turns.size();
        const Panel win = {first_top, 0, 1, turns};
        axes(win, "chance to win", 0.25, 100, "%");
        lines(win, &Standing::win);
        const auto [low, high] = margin_range();
        const Panel margin = {first_top + panel_height + panel_gap, low, high, turns};
        axes(margin, "expected margin, points", round_step(high - low, 6), 1, "");
        lines(margin, &Standing::margin);
        marks(margin);
        text(left + plot_width / 2, height - 12, "middle", 12, "turn");
        out_ += "</svg>\n";
        return std::move(out_);
    }

  private:
    using Values = std::array<double, max_players> Standing::*;

    std::string title() const {
        std::string names;
        for (unsigned i = 0; i < players_; ++i) {
            names += (i == 0 ? "" : " - ") + record_.players[i];
        }
        std::string scores;
        for (unsigned i = 0; i < players_; ++i) {
            scores += fmt::format(FMT_COMPILE("{}{}"), i == 0 ? "" : " : ", analysis_.final[i]);
        }
        return names + " (" + record_.setup->edition + ")  " + scores;
    }

    void text(double x, double y, const char* anchor, int size, const std::string& content) {
        out_ += fmt::format(FMT_COMPILE("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" "
                                        "font-size=\"{}\" fill=\"#222\">{}</text>\n"),
                            x, y, anchor, size, xml_escaped(content));
    }

    void legend() {
        double x = left;
        for (unsigned i = 0; i < players_; ++i) {
            out_ += fmt::format(FMT_COMPILE("<path d=\"M{:.1f} 42h28\" stroke=\"{}\" "
                                            "stroke-width=\"2.5\" stroke-dasharray=\"{}\"/>\n"),
                                x, colours[i], dashes[i]);
            text(x + 34, 46, "start", 12, record_.players[i]);
            x += 52 + 7.5 * static_cast<double>(record_.players[i].size());
        }
        out_ += fmt::format(FMT_COMPILE("<circle cx=\"{:.1f}\" cy=\"42\" r=\"4\" fill=\"#fff\" "
                                        "stroke=\"#222\" stroke-width=\"1.5\"/>\n"),
                            x + 6);
        text(x + 16, 46, "start", 12, "a move that cost points");
    }

    std::pair<double, double> margin_range() const {
        double most = 5;
        const auto include = [&](const Standing& standing) {
            for (unsigned i = 0; i < players_; ++i) {
                most = std::max(most, std::abs(standing.margin[i]));
            }
        };
        include(analysis_.start);
        for (const AnalyzedTurn& turn : analysis_.turns) include(turn.after);
        const double step = round_step(2 * most, 6);
        const double end = std::ceil(most / step) * step;
        return {-end, end};
    }

    void axes(const Panel& panel, const char* what, double step, double scale, const char* unit) {
        text(left, panel.top - 8, "start", 12, what);
        const int steps = static_cast<int>(std::lround((panel.high - panel.low) / step));
        for (int i = 0; i <= steps; ++i) {
            const double value = panel.low + i * step;
            const double y = panel.y(value);
            const bool middle = 2 * i == steps;
            out_ += fmt::format(FMT_COMPILE("<path d=\"M{} {:.1f}h{}\" stroke=\"{}\"/>\n"), left, y,
                                plot_width, middle ? "#888" : "#ddd");
            text(left - 8, y + 4, "end", 11,
                 fmt::format(FMT_COMPILE("{:g}{}"), std::round(value * scale * 100) / 100, unit));
        }
        const auto every = static_cast<std::size_t>(
            std::max(1.0, round_step(static_cast<double>(panel.turns) + 1, 12)));
        for (std::size_t t = 0; t <= panel.turns; t += every) {
            out_ += fmt::format(FMT_COMPILE("<path d=\"M{:.1f} {:.1f}v5\" stroke=\"#888\"/>\n"),
                                panel.x(t), panel.top + panel_height);
            text(panel.x(t), panel.top + panel_height + 18, "middle", 11,
                 fmt::format(FMT_COMPILE("{}"), t));
        }
    }

    void lines(const Panel& panel, Values values) {
        for (unsigned i = 0; i < players_; ++i) {
            std::string points = fmt::format(FMT_COMPILE("{:.1f},{:.1f}"), panel.x(0),
                                             panel.y((analysis_.start.*values)[i]));
            for (std::size_t t = 0; t < analysis_.turns.size(); ++t) {
                points += fmt::format(FMT_COMPILE(" {:.1f},{:.1f}"), panel.x(t + 1),
                                      panel.y((analysis_.turns[t].after.*values)[i]));
            }
            out_ += fmt::format(FMT_COMPILE("<polyline fill=\"none\" stroke=\"{}\" "
                                            "stroke-width=\"2\" stroke-dasharray=\"{}\" "
                                            "points=\"{}\"/>\n"),
                                colours[i], dashes[i], points);
        }
    }

    void marks(const Panel& panel) {
        for (std::size_t t = 0; t < analysis_.turns.size(); ++t) {
            const AnalyzedTurn& turn = analysis_.turns[t];
            if (turn.cost < costly) continue;
            out_ += fmt::format(
                FMT_COMPILE("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"#fff\" "
                            "stroke=\"{}\" stroke-width=\"1.5\"><title>turn {}, {}: cost {:.1f} "
                            "points</title></circle>\n"),
                panel.x(t + 1), panel.y(turn.after.margin[turn.player]),
                std::min(3 + turn.cost / 3, 10.0), colours[turn.player], t + 1,
                xml_escaped(record_.players[turn.player]), turn.cost);
        }
    }

    const Record& record_;
    const GameAnalysis& analysis_;
    unsigned players_;
    std::string out_;
};

} // namespace

std::string plot_svg(const Record& record, const GameAnalysis& analysis) {
    return Picture(record, analysis).draw();
}

} // namespace bastide
