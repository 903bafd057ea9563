#include "cli/game_arguments.h"

namespace bastide::cli {

std::shared_ptr<const Setup> GameArguments::setup() const {
    auto found = setup_from(edition, options);
    expect_room_for(players, *found);
    return found;
}

void add_edition_and_options(Command& command, GameArguments& arguments) {
    command.add_option("--edition", arguments.edition, "the rulebook").takes("NAME");
    command.add_option("--option", arguments.options, options_help).takes("KEY=VALUE");
}

void add_players(Command& command, GameArguments& arguments, unsigned least,
                 const std::string& help) {
    command.add_option("--players", arguments.players, help)
        .between(least, Catalog::embedded().most_players());
}

} // namespace bastide::cli
