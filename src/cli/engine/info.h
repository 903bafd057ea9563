#pragma once
// `info` of the engine protocol: what an engine thinks.

#include "notation/thought.h"

#include <span>
#include <string>
#include <string_view>

namespace bastide::cli {

/// Takes what the words after `info` tell into `thought`. A later line says it anew; what is no
/// number, or none that can be, is passed over: an engine is not held to what it thinks.
void read_info(std::span<const std::string_view> words, bastide::Thought& thought);

/// The line, of what is told; `best` is the move.
std::string info_line(const bastide::Thought& thought, std::string_view best);

} // namespace bastide::cli
