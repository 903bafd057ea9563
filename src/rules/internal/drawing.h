#pragma once
// A tile leaves its stack, for a hand or for good (T1, T2, R1, R5, H7). Internal, as placing.h is.

#include "rules/inspect.h"
#include "rules/internal/fit_kernels.h"

namespace bastide::turn {

BASTIDE_INLINE std::uint8_t& left(Position& p, Stack stack) {
    return p.left[static_cast<unsigned>(stack)];
}

/// A tile leaves its stack for the player's hand.
template <class Trace>
BASTIDE_INLINE void take(Game& game, Trace& trace, TileIndex tile) {
    Position& p = game.now;
    trace.keep(p.bag[tile]);
    --p.bag[tile];
    --left(p, p.stack);
    p.hand = tile;
    p.phase = Phase::place;
}

/// The hand fits: tiles set aside before it go back now (T2, `put_back`).
template <class Trace>
BASTIDE_INLINE void put_back_aside(Game& game, Trace& trace) {
    Position& p = game.now;
    if (p.aside == 0) [[likely]]
        return;
    for (unsigned i = 0; i < p.aside; ++i) {
        const TileIndex tile = p.set_aside[i];
        trace.keep(p.bag[tile]);
        ++p.bag[tile];
        ++left(p, p.stack);
    }
    p.aside = 0;
}

/// The hand fits nowhere: it is set aside, and the same player draws again, if anything can come.
template <class Trace>
void draw_in_vain(Game& game, Trace& trace) {
    Position& p = game.now;
    if (game.box->rules.unplaceable == Unplaceable::put_back) {
        trace.keep(p.set_aside[p.aside]);
        p.set_aside[p.aside++] = p.hand;
    }
    p.hand = no_tile;
    p.phase = Phase::draw;
    const bool stack_is_empty = left(p, p.stack) == 0;
    switch (p.stack) {
    case Stack::river: // R5: when none of them fits, all leave the game
        if (stack_is_empty) {
            p.aside = 0;
            p.stack = left(p, Stack::river_lake) > 0 ? Stack::river_lake : Stack::land;
        }
        break;
    case Stack::river_lake:
        p.aside = 0;
        p.stack = Stack::land;
        break;
    case Stack::land:
        if (!any_left_fits(game, Stack::land)) p.phase = Phase::over;
        break;
    case Stack::bonus:
        break; // end_turn made sure that one fits
    }
}

} // namespace bastide::turn
