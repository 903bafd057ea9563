#include "cli/commands/commands.h"
#include "cli/console.h"
#include "server/dealer/dealer.h"

#include <fmt/core.h>

namespace bastide::cli {

void add_verify(Command app) {
    auto file = std::make_shared<std::string>();
    Command command =
        app.add_subcommand("verify", "Prove the draws of finished online games from their secrets");
    command.add_option("FILE", *file, "records (.json, .jsonl, - for stdin)").required();
    command.when_called([file] {
        for_each_record(*file, [&](const Record& record, unsigned number) {
            const auto draws = server::verify_draws(record);
            if (!draws) bad_record(*file, number, draws.error());
            print("record {}: {} draws, all as the dealer's secret gives them\n", number, *draws);
        });
    });
}

} // namespace bastide::cli
