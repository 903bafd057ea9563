#pragma once

#include "scoring.h"

namespace bastide::reference {

// E3, B10: what farms would give if the game ended now.
std::vector<Event> farm_events(const Position& position, const Rules& rules);

} // namespace bastide::reference
