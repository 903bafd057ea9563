#pragma once
// What single things are worth to the learned evaluation. The look at a whole position
// (learned_pass.h) and the judging by difference (sibling_pass.h) both go by these, so that they
// say the same to the last bit. Internal to learned_evaluation.cpp.

#include "ai/evaluation/learned_numbers.h"
#include "ai/evaluation/walks.h"
#include "rules/scoring.h"

#include <algorithm>

namespace bastide::learned {

inline Footing footing_of(unsigned own, unsigned other) {
    if (other == 0) return Footing::alone;
    if (own > other) return Footing::ahead;
    if (own == other) return Footing::level;
    return own + 1 == other ? Footing::one_behind : Footing::far_behind;
}

/// The share of an area's points that a player holds; nothing if he does not stand there.
template <class Held>
const float& hold_of(const Terms& terms, unsigned holding, Held held, unsigned player,
                     unsigned players) {
    const unsigned rival = Majority::rival_of(player, held, players);
    return terms.hold[holding][static_cast<unsigned>(footing_of(held.of(player), rival))];
}

template <class Word>
unsigned kind_of(const Word& word) {
    return feature::is_line(word) ? 1 : 0;
}

inline const float& growth_of(const Terms& terms, unsigned kind, unsigned holes) {
    return terms.growth[kind][std::clamp(holes, 1u, 4u) - 1];
}

/// The factor of the chance of an area with two holes or more.
inline const float& more_holes_of(const Terms& terms, unsigned kind, unsigned holes) {
    return terms.more_holes[kind][std::min(holes, 4u) - 2];
}

inline float likely_points(float chance, const walks::Worth& worth) {
    return chance * worth.complete + (1 - chance) * worth.incomplete;
}

/// Whether a player would be paid for an area.
template <class Held>
float part(Held held, unsigned player, unsigned players) {
    const unsigned own = held.of(player);
    return own > 0 && own >= Majority::rival_of(player, held, players) ? 1.0f : 0.0f;
}

/// What a player gains when two areas become one.
template <class Held>
float gain_of_join(Held held_a, float points_a, Held held_b, float points_b, unsigned player,
                   unsigned players) {
    const float before =
        part(held_a, player, players) * points_a + part(held_b, player, players) * points_b;
    const float after = part(held_a + held_b, player, players) * (points_a + points_b);
    return after - before;
}

/// A site's own place and those around it: how many are or will be filled, and the chance that all
/// are. `fills` is told each chance.
struct SiteOutlook {
    float filled = 1;
    float all = 1;
};
template <class OnFill>
SiteOutlook site_outlook(const LearnedNumbers& numbers, const Terms& terms, const BagPlanes& bag,
                         const Game& game, Cell cell, OnFill&& fills) {
    SiteOutlook outlook;
    walks::for_each_around(game, cell, [&](const walks::Around& around) {
        if (around.kind == walks::Around::Kind::filled) {
            outlook.filled += 1;
            return;
        }
        unsigned step = Terms::fitting_steps - 1; // nothing beside it yet
        if (around.kind == walks::Around::Kind::open) {
            step = numbers.fitting_step[bag.count(numbers.masks->fit[around.code])];
        }
        const float& fill = terms.fill[step];
        outlook.filled += fill;
        outlook.all *= fill;
        fills(fill);
    });
    return outlook;
}

/// A field and the cities it meets.
struct Farm {
    float complete = 0; // cities
    float open = 0;     // chances of the others
    void meet(bool is_complete, float chance) {
        if (is_complete) {
            complete += 1;
        } else {
            open += chance;
        }
    }
};
inline const float& growth_of(const Terms& terms, const Farm& farm) {
    return terms.farm_growth[std::min(static_cast<unsigned>(farm.complete), 3u)];
}
inline float points_of(const Terms& terms, const Farm& farm, float each) {
    return each * farm.complete + terms.farm_open * (each * farm.open) + growth_of(terms, farm);
}

/// add(player, term, how often) for the tokens in everybody's hand.
template <class Add>
void for_each_in_hand(const Terms& terms, const Game& game, Add&& add) {
    const Position& p = game.now;
    for (unsigned i = 0; i < p.players; ++i) {
        add(i, terms.hand[std::min<unsigned>(p.supply(Token::follower, i), 7)], 1.0f);
        if (game.box->rules.family == Family::classic) {
            const unsigned abbots = p.supply(Token::abbot, i);
            if (abbots > 0) add(i, terms.abbot, static_cast<float>(abbots));
        } else {
            add(i, terms.hut[std::min<unsigned>(p.supply(Token::hut, i), 2)], 1.0f);
        }
    }
}

} // namespace bastide::learned
