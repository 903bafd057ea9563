#include "cli/allocation_count.h"
#include "cli/commands/commands.h"
#include "cli/console.h"
#include "notation/json.h"
#include "rules/perft.h"
#include "rules/playout.h"
#include "rules/rules.h"

#include <fmt/core.h>

#include <algorithm>
#include <ctime>

namespace bastide::cli {
namespace {

/// CPU time of this thread: other programs on the machine do not count.
double cpu_seconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// A dependent add takes one cycle on every machine we know: this is the length of a cycle.
double ns_per_add() {
    double best = 1e9;
    for (int round = 0; round < 5; ++round) {
        constexpr int adds = 20'000'000;
        std::uint64_t x = 1;
        const double begin = cpu_seconds();
        for (int i = 0; i < adds; i += 10) {
            for (int j = 0; j < 10; ++j) {
                x += 3;
                asm volatile("" : "+r"(x));
            }
        }
        best = std::min(best, 1e9 * (cpu_seconds() - begin) / adds);
    }
    return best;
}

struct Mix {
    const char* name;
    const char* edition;
    std::vector<std::string> options;
    unsigned players;
};

const std::vector<Mix>& mixes() {
    static const std::vector<Mix> list = {
        {"base", "classic-2", {"farms=farm-3"}, 2},
        {"classic-1", "classic-1", {}, 2},
        {"classic-2", "classic-2", {}, 2},
        {"new", "new", {}, 2},
        {"river", "new", {"river=true"}, 2},
        {"abbot", "new", {"abbot=true"}, 2},
        {"winter", "winter", {}, 2},
        {"gingerbread", "winter", {"gingerbread=true"}, 2},
        {"all", "winter", {"gingerbread=true", "river=2021", "abbot=true"}, 2},
        {"base-5", "classic-2", {"farms=farm-3"}, 5},
        {"hunters", "hunters", {}, 2},
        {"hunters-5", "hunters", {}, 5},
    };
    return list;
}

struct PlayoutFigures {
    double games_per_second = 0;
    double ns_per_placement = 0;
    double placements_per_turn = 0;
    double turns = 0;
    std::uint64_t allocations = 0;
    unsigned state_bytes = 0; // the most that a copy moves
    std::array<double, 2> means = {};
};

PlayoutFigures measure_playouts(const Mix& mix, PlayoutForm form, Isa isa, double seconds) {
    const auto setup = setup_from(mix.edition, mix.options);
    const Game start(*setup->box, mix.players, 0);
    Game game = start;
    PlayoutFigures figures;
    std::uint64_t games = 0, placed = 0, options = 0;
    std::array<std::int64_t, 2> points = {};
    const std::uint64_t allocated = allocations_of_this_thread();
    const double begin = cpu_seconds();
    double spent = 0;
    do {
        for (int i = 0; i < 200; ++i, ++games) {
            game = start;
            Deck deck(game, mix_seed(7, 2 * games));
            Random random(mix_seed(7, 2 * games + 1));
            const PlayoutCount count = playout(isa, game, deck, random, form);
            placed += count.placed;
            options += count.options;
            const Points scores = final_scores(game);
            points[0] += scores[0];
            points[1] += scores[1];
            figures.state_bytes = std::max(figures.state_bytes, position_bytes(game.now));
        }
        spent = cpu_seconds() - begin;
    } while (spent < seconds);
    figures.allocations = allocations_of_this_thread() - allocated;
    figures.games_per_second = static_cast<double>(games) / spent;
    figures.ns_per_placement = 1e9 * spent / static_cast<double>(placed);
    figures.placements_per_turn = static_cast<double>(options) / static_cast<double>(placed);
    figures.turns = static_cast<double>(placed) / static_cast<double>(games);
    for (unsigned i = 0; i < 2; ++i) {
        figures.means[i] = static_cast<double>(points[i]) / static_cast<double>(games);
    }
    return figures;
}

/// Nanoseconds for one call on the middle of a random game.
struct CallFigures {
    double legal_moves = 0, apply = 0, undo = 0, copy = 0, perft_nodes_per_second = 0;
};

template <class Call>
double ns_of(double seconds, Call&& call) {
    std::uint64_t calls = 0;
    const double begin = cpu_seconds();
    double spent = 0;
    do {
        for (int i = 0; i < 100; ++i, ++calls) call();
        spent = cpu_seconds() - begin;
    } while (spent < seconds);
    return 1e9 * spent / static_cast<double>(calls);
}

CallFigures measure_calls(const Mix& mix, double seconds) {
    const auto setup = setup_from(mix.edition, mix.options);
    Game game(*setup->box, mix.players, 0);
    const Game start = game;
    Deck deck(game, 5);
    Random random(5);
    playout(game, deck, random, PlayoutForm::full, 36);
    draw_from(deck, game, nullptr);
    const auto moves = std::make_unique<MoveList>();
    const auto change = std::make_unique<Change>();
    CallFigures figures;
    figures.legal_moves = ns_of(seconds, [&] { legal_moves(game, *moves); });
    const Move move = random_move(game, random);
    const double both = ns_of(seconds, [&] {
        apply(game, move, *change);
        undo(game, *change);
    });
    apply(game, move, *change);
    // An undo leaves the game as it was, and undoing twice writes the same bytes again.
    figures.undo = ns_of(seconds, [&] { undo(game, *change); });
    figures.apply = both - figures.undo;
    Game copy = game;
    figures.copy = ns_of(seconds, [&] { copy = game; });
    const double begin = cpu_seconds();
    const std::uint64_t nodes = perft(start, Deck(start, 1), 4);
    figures.perft_nodes_per_second = static_cast<double>(nodes) / (cpu_seconds() - begin);
    return figures;
}

struct BenchArguments {
    bool json = false;
    double seconds = 0.5;
    std::string isa;
    std::string only;
};

Isa chosen_isa(const std::string& text) {
    if (text.empty()) return best_isa();
    for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512}) {
        if (text == name(isa) && is_supported(isa)) return isa;
    }
    bad_input(fmt::format("this machine has no kernel \"{}\"", text));
}

void run(const BenchArguments& arguments) {
    const double cycle = ns_per_add();
    const Isa isa = chosen_isa(arguments.isa);
    Json json;
    json["ns_per_add"] = cycle;
    json["isa"] = name(isa);
    json["mixes"] = Json::array();
    if (!arguments.json) fmt::print("{:.4f} ns a dependent add, kernel {}\n", cycle, name(isa));
    for (const Mix& mix : mixes()) {
        if (!arguments.only.empty() && arguments.only != mix.name) continue;
        const auto full = measure_playouts(mix, PlayoutForm::full, isa, arguments.seconds);
        const auto sampling = measure_playouts(mix, PlayoutForm::sampling, isa, arguments.seconds);
        const CallFigures calls = measure_calls(mix, arguments.seconds / 10);
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
        json["mixes"].push_back(std::move(entry));
        if (arguments.json) continue;
        fmt::print("{:<12} full {:7.0f} games/s {:5.0f} cycles | sampling {:7.0f} games/s {:5.0f} "
                   "cycles | {} bytes, {} allocations | {:.1f} placements, {:.2f} turns, means "
                   "{:.2f} {:.2f}\n",
                   mix.name, full.games_per_second, full.ns_per_placement / cycle,
                   sampling.games_per_second, sampling.ns_per_placement / cycle, full.state_bytes,
                   full.allocations + sampling.allocations, full.placements_per_turn, full.turns,
                   full.means[0], full.means[1]);
        fmt::print(
            "             legal_moves {:.0f} ns, apply {:.0f} ns, undo {:.0f} ns, copy {:.0f} "
            "ns, perft {:.1f} M/s\n",
            calls.legal_moves, calls.apply, calls.undo, calls.copy,
            calls.perft_nodes_per_second / 1e6);
    }
    if (arguments.json) fmt::print("{}\n", text_of(json));
}

} // namespace

void add_bench(CLI::App& app) {
    auto arguments = std::make_shared<BenchArguments>();
    CLI::App* command = app.add_subcommand("bench", "Measure the engine on this machine");
    command->add_flag("--json", arguments->json);
    command->add_option("--seconds", arguments->seconds, "CPU time for each figure")
        ->check(CLI::Range(0.01, 60.0));
    command->add_option("--isa", arguments->isa, "scalar, avx2 or avx512; default: the best");
    command->add_option("--only", arguments->only, "one mix by its name");
    command->callback([arguments] { run(*arguments); });
}

} // namespace bastide::cli
