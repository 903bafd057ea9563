#pragma once
// The steps of a turn, written once for playouts, search and recorded play. Internal: callers use
// rules.h, which checks first. The form of a game is a compile-time policy, so that none pays
// for the others. Drawing and placing are in placing.h, tokens in deploying.h, points in
// completing.h; here is the end of a turn, and all of them together.

#include "rules/internal/completing.h"
#include "rules/internal/deploying.h"
#include "rules/internal/placing.h"

namespace bastide::turn {

/// A bonus turn was earned and no bonus tile fits: the stack is lost.
template <class Trace>
void empty_bonus_stack(Game& game, Trace& trace) {
    Position& p = game.now;
    for (unsigned i = 0; i < game.box->tile_count; ++i) {
        if (game.box->tiles[i].stack != Stack::bonus || p.bag[i] == 0) continue;
        trace.keep(p.bag[i]);
        p.bag[i] = 0;
    }
    left(p, Stack::bonus) = 0;
}

template <Form form, class Trace>
BASTIDE_INLINE void end_turn(Game& game, Trace& trace) {
    Position& p = game.now;
    p.phase = Phase::draw;
    if constexpr (form == Form::hunters) {
        const bool earned = p.bonus_earned && left(p, Stack::bonus) > 0;
        p.bonus_earned = false;
        if (earned) { // H7
            if (any_left_fits(game, Stack::bonus)) {
                p.stack = Stack::bonus;
                p.bonus_turn = true;
                return;
            }
            empty_bonus_stack(game, trace);
        }
        p.bonus_turn = false;
    }
    bool again = false;
    if constexpr (form == Form::wide) { // B5, B11
        again = p.part_earned;
        p.second_part = again;
        p.part_earned = false;
    }
    if (!again) {
        p.player = static_cast<std::uint8_t>(p.player + 1 == p.players ? 0 : p.player + 1);
    }
    p.stack = Stack::land;
    if constexpr (form != Form::hunters) {
        if (left(p, Stack::river_lake) > 0) [[unlikely]] // R1
            p.stack = left(p, Stack::river) > 0 ? Stack::river : Stack::river_lake;
    }
    if (p.stack == Stack::land && left(p, Stack::land) == 0) p.phase = Phase::over; // E1, H8
}

/// G4 and G2: stops for a decision when the man must move and can, else ends the turn.
template <Form form, class Trace>
void settle_man(Game& game, Trace& trace) {
    Position& p = game.now;
    if (p.man_homeless || p.man_called) {
        p.phase = Phase::man;
        if (any_city_for_man(game)) return;
        p.man_homeless = false; // G5
        p.man_called = false;
    }
    end_turn<form>(game, trace);
}

template <Form form, class Trace>
void move_man(Game& game, Trace& trace, Node city) {
    Position& p = game.now;
    if (p.man_homeless) { // G4: paid when the city was completed
        p.man_homeless = false;
    } else {
        if (p.man == ManPlace::city) {
            man_leaves<form>(game, trace, areas<form>(game).feature.root(p.man_city));
        }
        p.man_called = false;
    }
    p.man = ManPlace::city;
    p.man_city = city;
    settle_man<form>(game, trace);
}

/// Puts the token, scores, and ends the turn unless the Gingerbread Man is to be moved.
template <Form form, class Trace>
BASTIDE_INLINE void deploy(Game& game, Trace& trace, Deployment deployment) {
    Position& p = game.now;
    if constexpr (form == Form::wide) {
        p.part_earned = !p.second_part && builder_extended(game);
    }
    if (deployment.action == Deployment::Action::deploy) {
        put_token<form>(game, trace, deployment.token, deployment.segment);
    } else if (deployment.action == Deployment::Action::recall) { // A4
        const unsigned site = abbot_site(game, p.player);
        p.key ^= token_key(p.site[site].cell, p.site[site].segment, p.player, Token::abbot);
        pay_site(game, trace, site, Reason::recall);
    }
    score_completed<form>(game, trace);
    if constexpr (form != Form::hunters) {
        const bool symbol = game.box->symbols[p.tile[p.placed - 1u].tile()];
        if (symbol || p.man_homeless) [[unlikely]] {
            p.man_called = symbol && (!p.man_homeless || game.box->rules.gingerbread_double); // G6
            return settle_man<form>(game, trace);
        }
    }
    end_turn<form>(game, trace);
}

} // namespace bastide::turn
