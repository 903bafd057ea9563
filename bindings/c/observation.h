#pragma once
// What a learner sees of a game, as rows of numbers; docs/c-library.md has every column.

#include "bindings/c/area_list.h"
#include "bindings/c/bastide.h"
#include "rules/game.h"

#include <cstdint>

namespace bastide::c {

struct TokenRows {
    unsigned rows = 0;
    bool left_out = false; // there was no room for all
};
/// One row of columns for each area, and zero in those of the first `rows_before`
/// that are not needed: memory is what this waits for.
/// `list` is empty or that of an earlier turn of the game.
template <class Form>
TokenRows write_tokens(const Game& game, AreaList& list, unsigned rows_before, std::int16_t* out);

/// One row of columns: what is not on the board.
template <class Form>
void write_table(const Game& game, std::int16_t* out);

/// Columns for five players, those of bastide_buffers and bastide_sight.
struct FiveSeats {
    static constexpr unsigned rows = BASTIDE_TOKEN_ROWS, columns = BASTIDE_TOKEN_COLUMNS;
    static constexpr unsigned held = 8, most = 13, cell = 14;
    static constexpr bool expansions = false;
    static constexpr unsigned table_columns = BASTIDE_TABLE_COLUMNS;
    static constexpr unsigned seats = 5, scores = 8, supplies = 13, tokens = 3, man = 28, bag = 32;
};
/// Columns for six and for what the expansions bring, those of bastide_wide_sight.
struct SixSeats {
    static constexpr unsigned rows = BASTIDE_WIDE_TOKEN_ROWS, columns = BASTIDE_WIDE_TOKEN_COLUMNS;
    static constexpr unsigned held = 8, cell = 14, most = 16, goods = 17, big = 20, beside = 26;
    static constexpr bool expansions = true;
    static constexpr unsigned table_columns = BASTIDE_WIDE_TABLE_COLUMNS;
    static constexpr unsigned seats = 6, scores = 8, supplies = 14, tokens = token_count - 1;
    static constexpr unsigned taken = 50, man = 68, second_part = 69, bag = 96;
};

} // namespace bastide::c
