#include "rules/perft.h"

#include "cli/commands/commands.h"
#include "cli/console.h"
#include "cli/game_arguments.h"
#include "notation/json.h"

#include <fmt/core.h>

namespace bastide::cli {
namespace {

struct PerftArguments {
    GameArguments game;
    std::uint64_t seed = 1;
    unsigned depth = 3;
    bool json = false;
};

void run(const PerftArguments& arguments) {
    const auto setup = arguments.game.setup();
    const Game game(*setup->box, arguments.game.players, 0);
    const Deck deck(game, arguments.seed);
    Json counts = Json::array();
    for (unsigned depth = 1; depth <= arguments.depth; ++depth) {
        const auto begin = std::chrono::steady_clock::now();
        const std::uint64_t count = perft(game, deck, depth);
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
        if (!arguments.json) print("depth {} {} ({:.3f} s)\n", depth, count, spent.count());
        counts.push_back(count);
    }
    if (!arguments.json) return;
    Json json;
    json["edition"] = arguments.game.edition;
    json["seed"] = arguments.seed;
    json["depth"] = arguments.depth;
    json["positions"] = counts.back();
    json["by_depth"] = std::move(counts);
    print("{}\n", text_of(json));
}

} // namespace

void add_perft(Command app) {
    auto arguments = std::make_shared<PerftArguments>();
    Command command =
        app.add_subcommand("perft", "Count positions by all legal moves under a fixed draw order");
    command.in_group("Engine").with_examples("  bastide perft --edition new --seed 1 --depth 4");
    add_edition_and_options(command, arguments->game);
    add_players(command, arguments->game, 1);
    command.add_option("--seed", arguments->seed, "of the draw order").not_negative();
    command.add_option("--depth", arguments->depth, "turns to look ahead").between(1u, 20u);
    command.add_flag("--json", arguments->json, "the counts as one JSON document");
    command.when_called([arguments] { run(*arguments); });
}

} // namespace bastide::cli
