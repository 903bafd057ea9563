#pragma once
// Draw orders from a file: those of recorded games, so that other players can have the same tiles.

#include "ai/arena/play.h"
#include "catalog/catalog.h"

#include <string>
#include <vector>

namespace bastide::cli {

/// The order of each record of the file. What a game never drew comes at its end, by tile.
/// bad_input() if one is of another game than this setup.
std::vector<DrawOrder> read_draw_book(const std::string& file, const Setup& setup);

/// A short text that another book would not have.
std::string draw_book_mark(const std::vector<DrawOrder>& book);

} // namespace bastide::cli
