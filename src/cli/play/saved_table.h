#pragma once
// A game in its file: who sits there, the seed that deals, and the record so far.

#include "cli/play/table.h"

#include <string>

namespace bastide::cli {

inline constexpr std::string_view saved_table_format = "bastide-play/1";

/// Where a game waits when nobody named a file: in the user's state folder, as XDG has it.
std::string default_table_file();

/// Written whole beside it first, so that an interruption leaves the old or the new one.
void save_table(const Table& table, const std::string& file);
/// bad_input() names what is wrong with it.
Table read_table(const std::string& file);

} // namespace bastide::cli
