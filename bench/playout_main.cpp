// Random games, one figure per line: `mix form ns-per-placement`. The same program natively and in
// WebAssembly; tools/compare_speed runs both.
// usage: playout_speed [seconds per figure]

#include "cli/measure.h"

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
    using namespace bastide;
    const double seconds = argc > 1 ? std::strtod(argv[1], nullptr) : 0.5;
    for (const char* name : {"base", "all", "base-5", "hunters"}) {
        const measure::Mix& mix = *measure::find_mix(name);
        const auto setup = measure::setup_of(mix);
        for (const PlayoutForm form : {PlayoutForm::full, PlayoutForm::sampling}) {
            const auto games =
                std::make_unique<measure::RandomGames>(*setup, mix.players, form, best_isa());
            const double ns = measure::ns_per_placement(*games, seconds);
            std::printf("%s %s %.2f\n", name, form == PlayoutForm::full ? "full" : "sampling", ns);
        }
    }
}
