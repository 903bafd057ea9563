#pragma once
// What the signs on the board and beside it mean, as far as they can be seen in this game.

#include "cli/play/signs.h"
#include "rules/game.h"

#include <string_view>
#include <vector>

namespace bastide::cli {

struct LegendEntry {
    char32_t sign;
    std::string_view text;
};
/// A line or more.
using Legend = std::vector<LegendEntry>;

Legend legend_of_tiles(const Game& game, const Signs& signs);
Legend legend_of_figures(const Game& game, const Signs& signs);
/// The cursor, what is chosen, what was laid last.
Legend legend_of_view(const Signs& signs);

} // namespace bastide::cli
