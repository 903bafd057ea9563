#include "server/dealer/verify.h"
#include "cli/columns.h"
#include "cli/commands/commands.h"
#include "cli/console.h"

#include <fmt/core.h>

namespace bastide::cli {
namespace {

using First = server::VerifiedDraws::First;

const char* told(First first) {
    switch (first) {
    case First::by_lot:
        return "who began is what the lot gives";
    case First::by_table:
        return "who began is what the table said";
    case First::unknown:
        break;
    }
    return "who began is not proved";
}

void tell(unsigned number, const server::VerifiedDraws& proof, std::size_t turns) {
    if (proof.version == 1) {
        print("{}\n",
              folded(fmt::format("record {}: {} draws, all as the dealer's secret gives them; {}",
                                 number, proof.draws, told(proof.first))));
        return;
    }
    print("{}\n  {} of {} turns gave a link; {}\n",
          folded(fmt::format("record {}: {} draws, all as the dealer's secret and the players' "
                             "links give them;",
                             number, proof.draws)),
          proof.with_links, turns, told(proof.first));
}

} // namespace

void add_verify(Command app) {
    auto file = std::make_shared<std::string>();
    Command command =
        app.add_subcommand("verify", "Prove the draws of finished online games from their secrets");
    command.in_group("Games").with_examples("  bastide verify game.json");
    command.add_option("FILE", *file, "records (.json, .jsonl, - for stdin)").required();
    command.when_called([file] {
        for_each_record(*file, [&](const Record& record, unsigned number) {
            const auto proof = server::verify_draws(record);
            if (!proof) bad_record(*file, number, proof.error());
            tell(number, *proof, record.turns.size());
        });
    });
}

} // namespace bastide::cli
