#pragma once
// What happens at the table, in words.

#include "cli/play/table.h"
#include "rules/inspect.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bastide::cli {

/// What a figure is called where it stands: "knight", "farmer", "hut".
std::string_view figure_word(Token token, SegmentKind kind);

/// "a knight in the city", "no figure", "the abbot comes back".
std::string told(const Tile& tile, const Deployment& deployment);
/// "knight in the city": at most 22 letters, for lists.
std::string told_in_short(const Tile& tile, const Deployment& deployment);
/// All of a list so. Which of several roads or cities of the turned tile is meant stands behind it,
/// as the sides it reaches: "robber on road S".
std::vector<std::string> told_in_list(const Tile& tile, Rotation rotation,
                                      std::span<const Deployment> deployments);
/// "2 wine, 1 cloth".
std::string told(const GoodsCount& goods);
/// "Ada 8 points: city of 3 tiles and 1 shield".
std::string told(const Table& table, const ScoreEvent& event);
/// "Ada laid U at 1,-2, a robber on the road".
std::string told(const Table& table, const RecordTurn& turn);
/// "city 3 tiles, 2 open 1:2": who has how many figures there, by number.
std::string told_area(const Game& game, SegmentRef where);

/// A tile's name without the set it comes from: "U" of "base/U", unless another set has a U too.
std::string_view short_tile(const Setup& setup, TileIndex tile);

} // namespace bastide::cli
