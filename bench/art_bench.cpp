// How long a picture takes: a tile of each kind, and a finished board.

#include "art/art.h"
#include "rules/playout.h"
#include "rules/rules.h"

#include <benchmark/benchmark.h>

namespace bastide {
namespace {

void render_whole_board(benchmark::State& state, const char* edition) {
    const Catalog& catalog = Catalog::embedded();
    const Setup setup = *catalog.setup(*catalog.find(edition), catalog.find(edition)->defaults);
    const auto game = std::make_unique<Game>(*setup.box, 4u, 0u);
    Deck deck(*game, 1);
    Random random(1);
    playout(*game, deck, random);
    std::size_t bytes = 0;
    for (auto _ : state) bytes = art::render_board(setup, *game, {}).size();
    state.counters["bytes"] = static_cast<double>(bytes);
    state.counters["tiles"] = game->now.placed;
}
BENCHMARK_CAPTURE(render_whole_board, new, "new")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(render_whole_board, winter, "winter")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(render_whole_board, hunters, "hunters")->Unit(benchmark::kMillisecond);

void render_one_tile(benchmark::State& state) {
    const NamedTile& named = Catalog::embedded().tile_set("base")->at(11);
    for (auto _ : state) {
        benchmark::DoNotOptimize(art::render_tile(named.tile, named.id, {}));
    }
}
BENCHMARK(render_one_tile)->Unit(benchmark::kMicrosecond);

void outline_one_tile(benchmark::State& state) {
    const NamedTile& named = Catalog::embedded().tile_set("base")->at(11);
    for (auto _ : state) benchmark::DoNotOptimize(art::geometry(named.tile));
}
BENCHMARK(outline_one_tile)->Unit(benchmark::kMicrosecond);

} // namespace
} // namespace bastide
