#pragma once
// What a learner sees of a game, as rows of numbers; docs/c-library.md has every column.

#include "rules/game.h"

#include <cstdint>

namespace bastide::c {

struct TokenRows {
    unsigned rows = 0;
    bool left_out = false; // there was no room for all
};
/// One row of BASTIDE_TOKEN_COLUMNS for each area, and zero in those of the first `rows_before`
/// that are not needed: memory is what this waits for.
TokenRows write_tokens(const Game& game, unsigned rows_before, std::int16_t* out);

/// One row of BASTIDE_TABLE_COLUMNS: what is not on the board.
void write_table(const Game& game, std::int16_t* out);

} // namespace bastide::c
