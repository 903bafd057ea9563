#pragma once
// What the learned evaluation knows: points and chances by situation, each at several distances
// from the end of the game. Plain numbers, found by self-play (ai/learning).

#include "rules/ruleset.h"

#include <array>
#include <cstddef>
#include <span>

namespace bastide {

/// Areas that are held by majority.
enum class Holding : std::uint8_t { mass, line, field, water };
inline constexpr unsigned holding_count = 4;

/// A player's tokens in an area against the strongest other.
enum class Footing : std::uint8_t { alone, ahead, level, one_behind, far_behind };
inline constexpr unsigned footing_count = 5;

/// All at one distance from the end. [mass or line] comes first where both have a number.
struct Terms {
    static constexpr unsigned closing_steps = 10; // 0: nothing fits the hole, 1: nothing closes it
    static constexpr unsigned joining_steps = 5;
    static constexpr unsigned gift_steps = 4;
    static constexpr unsigned fitting_steps = 8;

    float close[2][closing_steps];            // chance that a hole is closed, by tiles that would
    float more_holes[2][3];                   // factor of the chance with two, three, more holes
    float growth[2][4];                       // points it gains on the way, by holes
    float back[2];                            // a token that comes home
    float hold[holding_count][footing_count]; // share of the area's points
    float join[2][joining_steps]; // share of what a join would change, by tiles that would join
    float gift[2][2][gift_steps]; // share of an open area of nobody's: for the next, for others
    float fill[fitting_steps];    // chance that a cell beside a site is filled, by tiles that fit
    float site_back;              // a monk or abbot that comes home
    float farm_open;              // share of a city beside a farm that is open still
    float farm_growth[4];         // points of cities to come, by completed cities
    float farm_gift[2];           // share of a farm of nobody's
    float hand[8];                // followers in hand
    float next;                   // to be the next to draw
    float abbot;                  // in hand
    float man;                    // share of the points of the Gingerbread Man's leaving
    float gold[2];                // an open gold forest, by its chance: for the next, for others
    float fish_growth;
    float meadow_growth;
    float hut[3]; // huts in hand

    // What only wide boxes have (learned_companions.h).
    static constexpr unsigned open_steps = 4; // by edges not yet met: one, two, three, more
    static constexpr unsigned lead_steps = 5; // two behind or more, one, level, one ahead, more
    float big_hand;                           // a big follower in hand
    float big_out[2][open_steps];             // in an open city or road, beside its strength
    float builder_hand;
    float builder_out[2][open_steps]; // where its player may go on building
    float pig_hand;
    float pig_city;                  // share of what it adds for the cities that count
    float pig_out;                   // cities to come
    float goods_lead[lead_steps];    // counters of one kind against the best other's
    float goods_open[2][open_steps]; // in a city, each: for the next, for others
};
inline constexpr std::size_t term_count = sizeof(Terms) / sizeof(float);
/// Those that a narrow box has, which come first.
inline constexpr std::size_t narrow_term_count = offsetof(Terms, big_hand) / sizeof(float);

inline std::span<float, term_count> as_floats(Terms& terms) {
    return std::span<float, term_count>(&terms.close[0][0], term_count);
}
inline std::span<const float, term_count> as_floats(const Terms& terms) {
    return std::span<const float, term_count>(&terms.close[0][0], term_count);
}

/// Own turns to come at which the terms are kept; between two of them they are mixed.
inline constexpr std::array<float, 10> term_knots = {0, 1, 2, 4, 7, 11, 16, 22, 29, 36};
using TermTable = std::array<Terms, term_knots.size()>;

/// Where a number of turns lies between two knots.
struct KnotShare {
    unsigned below;
    float above_share;
};
constexpr KnotShare knot_share(float turns) {
    unsigned k = 0;
    while (k + 2 < term_knots.size() && turns >= term_knots[k + 1]) ++k;
    const float share = (turns - term_knots[k]) / (term_knots[k + 1] - term_knots[k]);
    return {k, share > 1 ? 1.0f : share};
}

/// Before anything is learned: rough numbers that play sensibly.
TermTable first_terms();
/// What was learned for this form of the game, for two players or for more: what areas, chances and
/// tokens turned out to be worth. What is told to people rests on these.
const TermTable& learned_terms(Form form, unsigned players);
/// What was learned to choose moves by (ai/learning/sibling_learner.h): numbers that tell moves
/// apart best, and need not be true of an area or a chance.
const TermTable& play_terms(Form form, unsigned players);
/// What the first version learned. These numbers stay, so that `bastide-1` stays the same player.
const TermTable& first_learned_terms(Form form, unsigned players);
/// Keeps chances and shares within their bounds.
void clamp_terms(Terms& terms);

} // namespace bastide
