#pragma once
// What big followers, builders, pigs and goods are worth to the learned evaluation. Internal to
// learned_evaluation.cpp.

#include "ai/evaluation/companions.h"
#include "ai/evaluation/terms.h"

#include <algorithm>

namespace bastide::learned {

/// A step of Terms, by the edges of an open area that are not yet met.
inline unsigned open_step(const WideFeatureWord& word) {
    return std::clamp(feature::open(word), 1u, Terms::open_steps) - 1;
}
inline unsigned lead_step(unsigned own, unsigned other) {
    const int lead = std::clamp(static_cast<int>(own) - static_cast<int>(other), -2, 2);
    return static_cast<unsigned>(lead + 2);
}

/// add(player, term, how often) for the companions of everybody and the goods. All of it is read
/// from the position alone, so that judging by difference adds the same.
template <class Add>
void for_each_companion(const Terms& terms, const Game& game, Add&& add) {
    const Position& p = game.now;
    const Ruleset& rules = game.box->rules;
    walks::for_each_laden(game, [&](const WideFeatureWord& word, unsigned goods) {
        const unsigned step = open_step(word), kind = feature::is_line(word) ? 1 : 0;
        for (unsigned i = 0; i < p.players; ++i) {
            const unsigned big = feature::big_followers(word, i);
            if (big > 0) add(i, terms.big_out[kind][step], static_cast<float>(big));
            if (goods == 0) continue;
            add(i, terms.goods_open[i == p.player ? 0 : 1][step], static_cast<float>(goods));
        }
    });
    for (unsigned i = 0; i < p.players; ++i) {
        if (const unsigned big = p.supply(Token::big, i); big > 0) {
            add(i, terms.big_hand, static_cast<float>(big));
        }
        if (rules.builders > 0) {
            if (const WideFeatureWord* area = walks::builders_area(game, i); area != nullptr) {
                const unsigned kind = feature::is_line(*area) ? 1 : 0;
                add(i, terms.builder_out[kind][open_step(*area)], 1.0f);
            } else {
                add(i, terms.builder_hand, 1.0f);
            }
        }
        if (rules.pigs > 0) {
            if (game.wide.beside.pig[i] == no_node) {
                add(i, terms.pig_hand, 1.0f);
            } else if (const walks::PigStand pig = walks::pig_stand(game, i); pig.paid) {
                add(i, terms.pig_city, static_cast<float>(pig_value(rules, pig.cities)));
                add(i, terms.pig_out, 1.0f);
            }
        }
    }
    walks::for_each_goods(game, [&](unsigned player, unsigned own, unsigned other) {
        add(player, terms.goods_lead[lead_step(own, other)], 1.0f);
    });
}

} // namespace bastide::learned
