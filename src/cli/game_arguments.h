#pragma once
// The options that say which game is played, for the commands that have them.

#include "cli/command_line.h"
#include "cli/console.h"

namespace bastide::cli {

/// Of --option.
inline constexpr const char* options_help =
    "of the rulebook (bastide editions lists them); may be repeated";

struct GameArguments {
    std::string edition = default_edition();
    std::vector<std::string> options; // key=value
    unsigned players = 2;

    /// bad_input() if there is no such game, or one for fewer players.
    std::shared_ptr<const Setup> setup() const;
};

/// --edition and --option.
void add_edition_and_options(Command& command, GameArguments& arguments);
/// --players, from `least` to what the largest box takes.
void add_players(Command& command, GameArguments& arguments, unsigned least,
                 const std::string& help = "players at the table");

} // namespace bastide::cli
