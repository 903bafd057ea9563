#pragma once
// A part of a match: several machines play one together, and what they wrote is merged.

#include "cli/match_runner.h"

#include <cstdint>
#include <string>

namespace bastide::cli {

/// Task i belongs to shard i % count.
struct Shard {
    std::uint64_t index = 0; // from 0; from 1 as people write it
    std::uint64_t count = 1;
};

/// Of the text I/N; the whole match for an empty one. bad_input() if it is neither.
Shard shard_from(const std::string& text);

/// Its tasks in a match of so many pairs; none where there are more shards than tasks.
BoutTasks tasks_from(const Match& match, std::uint64_t pairs, const Shard& shard);

} // namespace bastide::cli
