#pragma once
// An analyzed game as a picture.

#include "ai/analysis/analysis.h"

#include <string>

namespace bastide {

/// SVG: chance to win and expected margin over the turns, a line per player, costly moves marked.
/// The colours can be told apart by people who see few, and the lines differ in their dashes too.
std::string plot_svg(const Record& record, const GameAnalysis& analysis);

} // namespace bastide
