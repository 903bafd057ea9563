#pragma once
// How much of a finished game was luck, in the words of `bastide analyze`.

#include "notation/record.h"

#include <functional>
#include <string>
#include <vector>

namespace bastide::cli {

/// Called after each draw with the number judged so far.
using OnJudged = std::function<void(std::size_t draws)>;

/// "margin +12, luck of all draws +3.4, without luck +8.6", for each player of a game that is over
/// and had two players at least. Judging the draws takes seconds for a long game.
std::vector<std::string> luck_lines(const Record& record, const OnJudged& on_judged = {});

} // namespace bastide::cli
