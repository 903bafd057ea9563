#include "cli/measure.h"

#include "rules/perft.h"

#include <algorithm>
#if defined(__wasm__)
#include <wasi/api.h> // wasi-libc names no clock of CPU time
#else
#include <ctime>
#endif

namespace bastide::measure {

double seconds_now() {
#if defined(__wasm__)
    __wasi_timestamp_t ns = 0;
    [[maybe_unused]] const auto error =
        __wasi_clock_time_get(__WASI_CLOCKID_THREAD_CPUTIME_ID, 1, &ns);
    assert(error == 0);
    return 1e-9 * static_cast<double>(ns);
#else
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
#endif
}

double ns_per_add() {
    double best = 1e9;
    for (int round = 0; round < 5; ++round) {
        constexpr int adds = 20'000'000;
        std::uint64_t x = 1;
        const double begin = seconds_now();
        for (int i = 0; i < adds; i += 10) {
            for (int j = 0; j < 10; ++j) {
                x += 3;
                asm volatile("" : "+r"(x));
            }
        }
        best = std::min(best, 1e9 * (seconds_now() - begin) / adds);
    }
    return best;
}

const Mix* find_mix(std::string_view name) {
    const auto all = mixes();
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const Mix& mix) { return name == std::string_view(mix.name); });
    return found == all.end() ? nullptr : &*found;
}

std::unique_ptr<const Setup> setup_of(const Mix& mix) {
    const Catalog& catalog = Catalog::embedded();
    const Edition* edition = catalog.find(mix.edition);
    assert(edition != nullptr);
    Options options = edition->defaults;
    [[maybe_unused]] const bool known = set_options(options, mix.options);
    assert(known);
    auto setup = catalog.setup(*edition, options);
    assert(setup.has_value());
    return std::make_unique<const Setup>(std::move(*setup));
}

void RandomGames::play() {
    game_ = start_;
    Deck deck(game_, mix_seed(7, 2 * games_));
    Random random(mix_seed(7, 2 * games_ + 1));
    const PlayoutCount count = playout(isa_, game_, deck, random, form_);
    ++games_;
    placed_ += count.placed;
    options_ += count.options;
    const Points scores = final_scores(game_);
    for (unsigned i = 0; i < max_players; ++i) points_[i] += static_cast<std::uint64_t>(scores[i]);
    state_bytes_ = std::max(state_bytes_, position_bytes(game_));
}

double RandomGames::placements_per_turn() const {
    return static_cast<double>(options_) / static_cast<double>(placed_);
}

double ns_per_placement(RandomGames& games, double seconds) {
    for (int i = 0; i < 500; ++i) games.play(); // the machine learns the branches
    const std::uint64_t before = games.placed();
    const double begin = seconds_now();
    double spent = 0;
    do {
        for (int i = 0; i < 200; ++i) games.play();
        spent = seconds_now() - begin;
    } while (spent < seconds);
    return 1e9 * spent / static_cast<double>(games.placed() - before);
}

MiddleGame::MiddleGame(const Setup& setup, unsigned players)
    : start_(*setup.box, players, 0)
    , game_(start_)
    , copy_(start_) {
    Deck deck(game_, 5);
    Random random(5);
    playout(game_, deck, random, PlayoutForm::full, 36);
    draw_from(deck, game_, nullptr);
    list_moves();
    apply_and_undo();
}

std::uint64_t MiddleGame::count_positions() const {
    return perft(start_, Deck(start_, 1), 4);
}

} // namespace bastide::measure
