#pragma once
// A game in its file: who sits there, the seed that deals, and the record so far.

#include "cli/play/table.h"

#include <optional>
#include <string>

namespace bastide::cli {

inline constexpr std::string_view saved_table_format = "bastide-play/1";

/// Where a game waits when nobody named a file: in the user's state folder, as XDG has it.
std::string default_table_file();

/// Whether there is a game of `bastide play` in this file, of whatever version.
bool holds_table(const std::string& file);
/// Makes room for another game: what lies there gets the first free name such as play-1.json, which
/// is told. A game without a turn is not kept: nullopt.
std::optional<std::string> keep_beside(const std::string& file);

/// Written whole beside it first, so that an interruption leaves the old or the new one.
void save_table(const Table& table, const std::string& file);
/// bad_input() names what is wrong with it, and what there is to do about it.
Table read_table(const std::string& file, const std::string& advice = "");

} // namespace bastide::cli
