#include "ai/evaluation/terms.h"

#include <algorithm>
#include <cmath>

namespace bastide {

namespace {

void first_companions(Terms& t, float late) {
    t.big_hand = 3 * late;
    t.builder_hand = 3 * late;
    t.pig_hand = late;
    t.pig_city = 1;
    t.pig_out = 2 * late;
    for (unsigned step = 0; step < Terms::open_steps; ++step) {
        const auto open = static_cast<float>(step + 1);
        for (unsigned kind = 0; kind < 2; ++kind) {
            t.big_out[kind][step] = late / open;
            t.builder_out[kind][step] = (3 + open) * late;
        }
        for (unsigned who = 0; who < 2; ++who) {
            t.goods_open[who][step] = late / (open + static_cast<float>(who));
        }
    }
    // In the end only the most counts (B8); before it a lead may be lost.
    constexpr float at_the_end[] = {0, 0, 10, 10, 10}, early[] = {1.5f, 3.5f, 5.5f, 7, 8.5f};
    for (unsigned i = 0; i < Terms::lead_steps; ++i) {
        t.goods_lead[i] = at_the_end[i] + late * (early[i] - at_the_end[i]);
    }
}

} // namespace

TermTable first_terms() {
    TermTable table = {};
    for (unsigned k = 0; k < table.size(); ++k) {
        Terms& t = table[k];
        const float turns = term_knots[k];
        const float late = std::sqrt(turns / term_knots.back());
        constexpr float closing[] = {0, 0, 1, 2, 3, 4, 6, 9, 13, 20};
        for (unsigned kind = 0; kind < 2; ++kind) {
            for (unsigned i = 0; i < Terms::closing_steps; ++i) {
                const float share = closing[i] / std::max(2 * turns, 1.0f);
                t.close[kind][i] =
                    1 - std::pow(std::max(1 - share, 0.02f), std::max(turns, 0.3f) * 0.6f);
            }
            t.close[kind][0] = 0.01f;
            t.close[kind][1] = 0.1f * late;
            t.more_holes[kind][0] = 0.45f;
            t.more_holes[kind][1] = 0.2f;
            t.more_holes[kind][2] = 0.1f;
            t.back[kind] = 4 * late;
        }
        for (auto& hold : t.hold) {
            const float shares[] = {1, 1, 1, 0.2f * late, 0.1f * late};
            std::copy(std::begin(shares), std::end(shares), hold);
        }
        for (unsigned i = 1; i < Terms::fitting_steps; ++i) {
            t.fill[i] = 1 - std::exp(-0.12f * static_cast<float>(i) * turns);
        }
        t.site_back = 4 * late;
        t.farm_open = 0.4f;
        float worth = 0, each = 6;
        for (float& hand : t.hand) {
            hand = worth * late;
            worth += each;
            each *= 0.62f;
        }
        t.abbot = 2 * late;
        t.man = 0.3f;
        for (unsigned i = 0; i < 3; ++i) t.hut[i] = static_cast<float>(i) * late;
        first_companions(t, late);
    }
    return table;
}

void clamp_terms(Terms& t) {
    const auto bound = [](auto& terms, float low, float high) {
        for (float& term : terms) term = std::clamp(term, low, high);
    };
    for (auto& close : t.close) bound(close, 0.005f, 0.995f);
    for (auto& factor : t.more_holes) bound(factor, 0.02f, 1.5f);
    for (auto& hold : t.hold) bound(hold, 0, 1.3f);
    bound(t.fill, 0, 1);
}

} // namespace bastide
