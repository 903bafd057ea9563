// The rules engine: whole random games of each mix, and single calls in the middle of a game.
// `dependent_add` is the length of a cycle; compare machines by the counter `cycles` of a
// placement.

#include "cli/allocation_count.h"
#include "cli/measure.h"

#include <benchmark/benchmark.h>

#include <string>

namespace bastide {
namespace {

using measure::Mix;

void dependent_add(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(measure::ns_per_add());
    state.counters["ns"] = measure::ns_per_add();
}
BENCHMARK(dependent_add)->Iterations(1)->Unit(benchmark::kMillisecond);

void random_game(benchmark::State& state, const Mix& mix, PlayoutForm form) {
    static const double cycle = measure::ns_per_add();
    const auto setup = measure::setup_of(mix);
    measure::RandomGames games(*setup, mix.players, form, best_isa());
    const std::uint64_t allocated = cli::allocations_of_this_thread();
    const double begin = measure::seconds_now();
    for (auto _ : state) games.play();
    const double ns = 1e9 * (measure::seconds_now() - begin) / static_cast<double>(games.placed());
    const std::uint64_t allocations = cli::allocations_of_this_thread() - allocated;
    state.counters["games/s"] =
        benchmark::Counter(1, benchmark::Counter::kIsIterationInvariantRate);
    state.counters["ns"] = ns;
    state.counters["cycles"] = ns / cycle;
    state.counters["allocations"] = static_cast<double>(allocations);
    state.counters["bytes"] = games.state_bytes();
}

void one_call(benchmark::State& state, const Mix& mix, void (measure::MiddleGame::*call)()) {
    const auto setup = measure::setup_of(mix);
    measure::MiddleGame middle(*setup, mix.players);
    for (auto _ : state) (middle.*call)();
    state.counters["moves"] = middle.move_count();
}

void count_positions(benchmark::State& state, const Mix& mix) {
    const auto setup = measure::setup_of(mix);
    const measure::MiddleGame middle(*setup, mix.players);
    std::uint64_t nodes = 0;
    for (auto _ : state) nodes += middle.count_positions();
    state.counters["nodes/s"] =
        benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}

/// One benchmark of each kind for each mix, named kind/mix.
bool register_mixes() {
    for (const Mix& mix : measure::mixes()) {
        const auto add = [&](const char* kind, auto&& run) {
            return benchmark::RegisterBenchmark((kind + std::string("/") + mix.name).c_str(), run);
        };
        const auto add_game = [&](const char* kind, PlayoutForm form) {
            add(kind, [&mix, form](benchmark::State& state) {
                random_game(state, mix, form);
            })->Unit(benchmark::kMicrosecond);
        };
        const auto add_call = [&](const char* kind, void (measure::MiddleGame::*call)()) {
            add(kind, [&mix, call](benchmark::State& state) { one_call(state, mix, call); });
        };
        add_game("full_game", PlayoutForm::full);
        add_game("sampling_game", PlayoutForm::sampling);
        add_call("legal_moves", &measure::MiddleGame::list_moves);
        add_call("apply_and_undo", &measure::MiddleGame::apply_and_undo);
        add_call("undo", &measure::MiddleGame::undo_again);
        add_call("copy", &measure::MiddleGame::copy);
        add("perft", [&mix](benchmark::State& state) {
            count_positions(state, mix);
        })->Unit(benchmark::kMillisecond);
    }
    return true;
}
[[maybe_unused]] const bool registered = register_mixes();

} // namespace
} // namespace bastide
