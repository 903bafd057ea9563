#pragma once

#include "scoring.h"

namespace bastide::reference {

// Counters by kind.
using Goods = std::map<std::string, int>;

// B8: the kinds in the order in which they pay.
const std::vector<std::string>& kinds_of_goods();

// B7: the symbols in a city; only the kinds it has.
Goods goods_in(const Board& board, const Area& city);

// B8: what the counters of each player would give if the game ended now.
std::vector<Event> goods_events(const std::vector<Goods>& counters, const Rules& rules);

} // namespace bastide::reference
