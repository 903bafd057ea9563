#include "ai/agent.h"
#include "ai/analysis/analysis.h"
#include "ai/analysis/plot.h"
#include "cli/columns.h"
#include "cli/commands/commands.h"
#include "cli/console.h"
#include "cli/interrupt.h"
#include "notation/json.h"
#include "notation/words.h"

#include <fmt/core.h>

namespace bastide::cli {
namespace {

struct AnalyzeArguments {
    std::string file;
    double time = 0.5;
    std::uint64_t nodes = 0;
    unsigned threads = 1;
    unsigned best = 3;
    std::uint64_t seed = 1;
    std::string svg;
    bool json = false;
};

std::string move_text(const Move& move) {
    std::string text = fmt::format("{},{} r{}", move.placement.cell.x, move.placement.cell.y,
                                   move.placement.rotation);
    switch (move.deployment.action) {
    case Deployment::Action::none:
        break;
    case Deployment::Action::recall:
        text += " recall";
        break;
    case Deployment::Action::deploy:
        text += fmt::format(" {} {}", word(move.deployment.token), move.deployment.segment);
    }
    return text;
}

constexpr double shown = 0.05; // less is 0.0 in the report

/// 80 columns; a move that would have cost less stands on a line of its own.
void print_turn(const Record& record, const AnalyzedTurn& turn, std::size_t number) {
    const std::string name = one_line(record.players[turn.player]);
    print("{:4} {:<8.8} {:<13.13} {:<21} {:+6.1f} {:5.1f} {:5.1f} {:5.1f} {:5.1f}\n", number, name,
          record.setup->tile_id(turn.tile), move_text(turn.played.move),
          turn.after.margin[turn.player], 100 * turn.after.win[turn.player], turn.cost,
          100 * turn.win_cost, turn.luck);
    if (turn.rank > 1 && turn.cost >= shown && !turn.best.empty()) {
        print("{:>27} {:<21} {:+6.1f}\n", "better", move_text(turn.best.front().move),
              turn.best.front().margin);
    }
}

void print_report(const Record& record, const GameAnalysis& analysis) {
    print("{}: {}\n", record.setup->edition, counted(std::ssize(analysis.turns), "turn"));
    print("turn player   tile          move                  margin win % "
          " cost win %  luck\n");
    for (std::size_t i = 0; i < analysis.turns.size(); ++i) {
        print_turn(record, analysis.turns[i], i + 1);
    }
    print("\n");
    for (std::size_t i = 0; i < record.players.size(); ++i) {
        const PlayerTotals& totals = analysis.totals[i];
        print("{}\n  gave away {:.1f} points, luck of the draw {:+.1f}, of all draws {:+.1f}",
              folded(fmt::format("{}: {}{}, {} of {} moves cost nothing,",
                                 one_line(record.players[i]), counted(analysis.final[i], "point"),
                                 analysis.over ? "" : " if it ended now", totals.best_found,
                                 totals.moves)),
              totals.cost, totals.luck, totals.luck_of_all_draws);
        if (analysis.over) {
            const double margin = final_margin(analysis, static_cast<unsigned>(i));
            print(",\n  margin {:+.0f}, without luck {:+.1f}", margin,
                  margin - totals.luck_of_all_draws);
        }
        print("\n");
    }
}

/// board.svg for the first record, board-2.svg for the second.
std::string svg_name(const std::string& file, unsigned number) {
    if (number == 1) return file;
    const std::size_t dot = file.rfind('.');
    const bool extension = dot != std::string::npos && file.find('/', dot) == std::string::npos;
    const std::string end = extension ? file.substr(dot) : "";
    return fmt::format("{}-{}{}", file.substr(0, file.size() - end.size()), number, end);
}

void tell_analysis(const Record& record, const GameAnalysis& analysis,
                   const AnalyzeArguments& arguments, const std::string& svg) {
    if (arguments.json) {
        print("{}\n", text_of(analysis_json(record, analysis)));
    } else if (svg != "-") {
        print_report(record, analysis);
    }
    if (!arguments.svg.empty()) write_new_file(svg, plot_svg(record, analysis));
}

void analyze_one(const Record& record, const AnalyzeArguments& arguments, unsigned number) {
    const std::string svg = arguments.svg == "-" ? "-" : svg_name(arguments.svg, number);
    if (!arguments.svg.empty()) expect_new_file(svg); // before the work
    AnalysisSettings settings;
    settings.budget.seconds = arguments.time;
    settings.budget.nodes = arguments.nodes;
    settings.budget.threads = arguments.threads;
    settings.best_moves = arguments.best;
    settings.budget.cancel = &interrupted();
    settings.seed = arguments.seed;
    const std::unique_ptr<Analyst> analyst = make_analyst();
    auto analysis = [&] {
        const CatchInterrupt from_here;
        Progress progress("turns", record.turns.size());
        return analyze(record, *analyst, settings, [&](unsigned turns) { progress.show(turns); });
    }();
    if (!analysis) bad_record(arguments.file, number, analysis.error());
    if (!interrupted() || !analysis->turns.empty()) {
        tell_analysis(record, *analysis, arguments, svg);
    }
    if (!interrupted()) return;
    flush_out();
    throw Failure(interrupted_status,
                  fmt::format("{}: record {}: interrupted after {} of {}",
                              input_name(arguments.file), number, analysis->turns.size(),
                              counted(record.turns.size(), "turn")));
}

} // namespace

void add_analyze(Command app) {
    auto arguments = std::make_shared<AnalyzeArguments>();
    Command command = app.add_subcommand("analyze", "What each move of a record cost, and luck");
    command.in_group("Games").with_examples(
        "  bastide analyze game.json --time 0.2\n"
        "  bastide analyze game.json --nodes 5000 --json --svg plot.svg");
    command.add_option("FILE", arguments->file, "records (.json, .jsonl, - for stdin)").required();
    const Option time =
        command.add_option("--time", arguments->time, "seconds per move; with --nodes alone, none")
            .between(0.0, 3600.0);
    command
        .add_option("--nodes", arguments->nodes,
                    "nodes per move: the same answer every time; 0: as the time allows")
        .not_negative();
    command.add_option("--threads", arguments->threads, "that think about a move")
        .between(1u, most_threads);
    command.add_option("--best", arguments->best, "best moves to tell").between(1u, 1000u);
    command.add_option("--seed", arguments->seed, "of the thinking").not_negative();
    command
        .add_option("--svg", arguments->svg,
                    "draw a plot here: a new file, or - instead of the report")
        .takes("FILE");
    command.add_flag("--json", arguments->json, "one JSON document per record");
    command.when_called([arguments, time] {
        if (arguments->nodes > 0 && !time.is_given()) arguments->time = 0;
        if (arguments->time == 0 && arguments->nodes == 0) {
            bad_input("--time 0 is no limit, and --nodes sets none");
        }
        if (arguments->svg == "-" && arguments->json) {
            bad_input("--json and --svg - would both go to standard output");
        }
        for_each_record(arguments->file, [&](const Record& record, unsigned number) {
            analyze_one(record, *arguments, number);
        });
    });
}

} // namespace bastide::cli
