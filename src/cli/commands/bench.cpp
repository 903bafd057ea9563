#include "cli/allocation_count.h"
#include "cli/commands/commands.h"
#include "cli/console.h"
#include "cli/measure.h"
#include "cli/measure_thinking.h"
#include "notation/json.h"
#include "notation/nearest.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace bastide::cli {
namespace {

using measure::Mix;

struct PlayoutFigures {
    double games_per_second = 0;
    double ns_per_placement = 0;
    double placements_per_turn = 0;
    double turns = 0;
    std::uint64_t allocations = 0;
    unsigned state_bytes = 0; // the most that a copy moves
    std::array<double, 2> means = {};
};

PlayoutFigures measure_playouts(const Setup& setup, unsigned players, PlayoutForm form, Isa isa,
                                double seconds) {
    measure::RandomGames games(setup, players, form, isa);
    PlayoutFigures figures;
    const std::uint64_t allocated = allocations_of_this_thread();
    figures.ns_per_placement = measure::ns_per_placement(games, seconds);
    figures.allocations = allocations_of_this_thread() - allocated;
    figures.turns = games.turns();
    figures.games_per_second = 1e9 / (figures.ns_per_placement * figures.turns);
    figures.placements_per_turn = games.placements_per_turn();
    figures.state_bytes = games.state_bytes();
    figures.means = {games.mean_points(0), games.mean_points(1)};
    return figures;
}

/// Nanoseconds for one call on the middle of a random game.
struct CallFigures {
    double legal_moves = 0, apply = 0, undo = 0, copy = 0, perft_nodes_per_second = 0;
};

CallFigures measure_calls(const Setup& setup, unsigned players, double seconds) {
    measure::MiddleGame middle(setup, players);
    CallFigures figures;
    figures.legal_moves = measure::ns_of(seconds, [&] { middle.list_moves(); });
    const double both = measure::ns_of(seconds, [&] { middle.apply_and_undo(); });
    figures.undo = measure::ns_of(seconds, [&] { middle.undo_again(); });
    figures.apply = both - figures.undo;
    figures.copy = measure::ns_of(seconds, [&] { middle.copy(); });
    const double begin = measure::seconds_now();
    const auto nodes = static_cast<double>(middle.count_positions());
    figures.perft_nodes_per_second = nodes / (measure::seconds_now() - begin);
    return figures;
}

struct MixFigures {
    PlayoutFigures full, sampling;
    CallFigures calls;
    measure::ThinkingFigures thinking;
};

/// 80 columns.
void print_mix(const std::string& mix, double cycle, const MixFigures& figures) {
    const auto& [full, sampling, calls, thinking] = figures;
    const auto print_playouts = [&](const std::string& name, const char* form,
                                    const PlayoutFigures& playouts) {
        print("{:<12} {:<8} {:7.0f} games/s, {:.0f} cycles per placement\n", name, form,
              playouts.games_per_second, playouts.ns_per_placement / cycle);
    };
    print_playouts(mix, "full", full);
    print_playouts("", "sampling", sampling);
    print("{:13}{:.2f} turns, {:.1f} placements per turn, means {:.2f} {:.2f}\n", "", full.turns,
          full.placements_per_turn, full.means[0], full.means[1]);
    print("{:13}{} bytes, {}\n", "", full.state_bytes,
          counted(full.allocations + sampling.allocations, "allocation"));
    print("{:13}legal_moves {:.0f} ns, apply {:.0f} ns, undo {:.0f} ns, copy {:.0f} ns\n", "",
          calls.legal_moves, calls.apply, calls.undo, calls.copy);
    print("{:13}perft {:.1f} M/s, search {:.1f} k nodes/s\n", "",
          calls.perft_nodes_per_second / 1e6, thinking.nodes_per_second / 1e3);
    print("{:13}judging {:.0f} ns per move by difference, {:.0f} ns whole, {:.0f} moves\n", "",
          thinking.ns_per_move, thinking.ns_per_move_whole, thinking.moves_per_decision);
}

struct BenchArguments {
    bool json = false;
    double seconds = 0.5;
    std::string isa;
    std::string only;
};

Isa chosen_isa(const std::string& text) {
    if (text.empty()) return best_isa();
    std::string known;
    for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512}) {
        if (!is_supported(isa)) continue;
        if (text == name(isa)) return isa;
        known += fmt::format("{}{}", known.empty() ? "" : ", ", name(isa));
    }
    bad_input(fmt::format("this machine has no kernel \"{}\" (it has {})", text, known));
}

void run(const BenchArguments& arguments) {
    if (!arguments.only.empty() && measure::find_mix(arguments.only) == nullptr) {
        std::vector<std::string> known;
        for (const Mix& mix : measure::mixes()) known.emplace_back(mix.name);
        const std::string meant = did_you_mean(arguments.only, known, "\"");
        bad_input(fmt::format("there is no mix \"{}\"{}", arguments.only,
                              meant.empty() ? fmt::format(" (there are {})", fmt::join(known, ", "))
                                            : meant));
    }
    const double cycle = measure::ns_per_add();
    const Isa isa = chosen_isa(arguments.isa);
    Json json;
    json["ns_per_add"] = cycle;
    json["isa"] = name(isa);
    json["mixes"] = Json::array();
    if (!arguments.json) print("{:.4f} ns a dependent add, kernel {}\n", cycle, name(isa));
    for (const Mix& mix : measure::mixes()) {
        if (!arguments.only.empty() && arguments.only != mix.name) continue;
        const auto setup = measure::setup_of(mix);
        const auto playouts = [&](PlayoutForm form) {
            return measure_playouts(*setup, mix.players, form, isa, arguments.seconds);
        };
        const PlayoutFigures full = playouts(PlayoutForm::full);
        const PlayoutFigures sampling = playouts(PlayoutForm::sampling);
        const CallFigures calls = measure_calls(*setup, mix.players, arguments.seconds / 10);
        const measure::ThinkingFigures thinking =
            measure::measure_thinking(*setup, mix.players, arguments.seconds / 5);
        Json entry;
        entry["name"] = mix.name;
        entry["edition"] = mix.edition;
        entry["options"] = mix.options;
        entry["players"] = mix.players;
        const auto add = [&](const char* key, const PlayoutFigures& figures) {
            entry[key]["games_per_second"] = figures.games_per_second;
            entry[key]["ns_per_placement"] = figures.ns_per_placement;
            entry[key]["cycles_per_placement"] = figures.ns_per_placement / cycle;
            entry[key]["allocations"] = figures.allocations;
        };
        add("full", full);
        add("sampling", sampling);
        entry["turns"] = full.turns;
        entry["placements_per_turn"] = full.placements_per_turn;
        entry["mean_scores"] = full.means;
        entry["state_bytes"] = full.state_bytes;
        entry["legal_moves_ns"] = calls.legal_moves;
        entry["apply_ns"] = calls.apply;
        entry["undo_ns"] = calls.undo;
        entry["copy_ns"] = calls.copy;
        entry["perft_nodes_per_second"] = calls.perft_nodes_per_second;
        entry["judged_move_ns"] = thinking.ns_per_move;
        entry["judged_move_whole_ns"] = thinking.ns_per_move_whole;
        entry["moves_per_decision"] = thinking.moves_per_decision;
        entry["search_nodes_per_second"] = thinking.nodes_per_second;
        json["mixes"].push_back(std::move(entry));
        if (arguments.json) continue;
        print_mix(mix.name, cycle, {full, sampling, calls, thinking});
    }
    if (arguments.json) print("{}\n", text_of(json));
}

} // namespace

void add_bench(Command app) {
    auto arguments = std::make_shared<BenchArguments>();
    Command command =
        app.add_subcommand("bench", "Measure the engine and the judgement on this machine");
    command.in_group("Engine").with_examples("  bastide bench --only base --seconds 0.2");
    command.add_flag("--json", arguments->json, "the figures as one JSON document");
    command.add_option("--seconds", arguments->seconds, "CPU time for each figure")
        .between(0.01, 60.0);
    command.add_option("--isa", arguments->isa, "scalar, avx2 or avx512; default: the best")
        .takes("NAME")
        .suggests({"scalar", "avx2", "avx512"});
    std::vector<std::string> mixes;
    for (const Mix& mix : measure::mixes()) mixes.emplace_back(mix.name);
    command.add_option("--only", arguments->only, "one mix by its name")
        .takes("NAME")
        .suggests(mixes);
    command.when_called([arguments] { run(*arguments); });
}

} // namespace bastide::cli
