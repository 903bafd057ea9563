#pragma once
// The bouts of a match in a file, as they finish: what a run can go on from and shards are merged
// from. One JSON line for the match, then one for each bout, in the order of play.

#include "ai/arena/match.h"

#include <cstdint>
#include <string>
#include <vector>

namespace bastide::cli {

struct SavedMatch {
    Match match;
    std::vector<Bout> bouts;
    std::uint64_t bytes = 0; // of whole lines; a last one cut off in writing is no part of it
};

/// A last line without its newline: a run that goes on plays it again. Who adds up takes it where
/// it is sound, and is told where it is not.
enum class LastLine : std::uint8_t { whole_only, if_sound };

/// bad_input() if it cannot be read or is something else.
SavedMatch read_saved_match(const std::string& file, LastLine last);

/// The bouts of several files of one match, by pair and encounter. bad_input() if they belong to
/// different matches or hold one bout twice.
SavedMatch merge_saved(const std::vector<std::string>& files);

/// The bytes of the first `lines` lines; bad_input() if the file has fewer.
std::uint64_t bytes_of_lines(const std::string& file, std::uint64_t lines);

} // namespace bastide::cli
