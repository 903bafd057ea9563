#pragma once
// How much of a finished game was luck, in the words of `bastide analyze`.

#include "notation/record.h"

#include <string>

namespace bastide::cli {

/// "margin +12, luck of all draws +3.4, without luck +8.6", for one player of a game that is over
/// and had two players at least.
std::string luck_line(const Record& record, unsigned player);

} // namespace bastide::cli
