#include "ai/evaluation/learned_evaluation.h"

#include "ai/evaluation/learned_pass.h"
#include "ai/evaluation/sibling_pass.h"

#include <algorithm>

namespace bastide {
namespace {

/// The highest step whose bound is reached.
template <std::size_t steps>
std::uint8_t step_of(const std::array<float, steps>& bounds, float count) {
    std::uint8_t step = 0;
    for (std::size_t i = 1; i < steps; ++i) {
        if (count >= bounds[i]) step = static_cast<std::uint8_t>(i);
    }
    return step;
}

} // namespace

LearnedEvaluation::LearnedEvaluation(const Box& box, unsigned players)
    : LearnedEvaluation(box, players, learned_terms(box.form, players)) {}

LearnedEvaluation::LearnedEvaluation(const Box& box, unsigned players, const TermTable& table)
    : players_(players)
    , form_(box.form) {
    numbers_.masks = build_fit_masks(box);
    for (unsigned i = 0; i < box.tile_count; ++i) {
        if (box.stacks[i] == Stack::land) all_tiles_ += box.tiles[i].count;
    }
    for (unsigned n = 0; n < LearnedNumbers::most; ++n) {
        // Counts as if two played: what matters is how many of them the owner will draw.
        const float own = static_cast<float>(n) * 2 / static_cast<float>(std::max(players, 2u));
        numbers_.closing_step[n] =
            step_of<Terms::closing_steps>({0, 0, 0.1f, 1.5f, 2.5f, 3.5f, 5, 7.5f, 11, 16}, own);
        numbers_.joining_step[n] = step_of<Terms::joining_steps>({0, 1.5f, 2.5f, 4.5f, 8.5f}, own);
        numbers_.gift_step[n] = step_of<Terms::gift_steps>({0, 0.1f, 2.5f, 6.5f}, own);
        numbers_.fitting_step[n] =
            step_of<Terms::fitting_steps - 1>({0, 0.1f, 2.5f, 5, 9, 14, 22}, own);
    }
    set_terms(table);
}

void LearnedEvaluation::set_terms(const TermTable& table) {
    for (unsigned left = 0; left <= all_tiles_; ++left) {
        const KnotShare share = knot_share(turns(left));
        const auto low = as_floats(table[share.below]);
        const auto high = as_floats(table[share.below + 1]);
        const auto mixed = as_floats(numbers_.at[left]);
        for (std::size_t i = 0; i < term_count; ++i) {
            mixed[i] = low[i] + share.above_share * (high[i] - low[i]);
        }
    }
}

template <LearnedEvaluation::Keep keep>
Value LearnedEvaluation::look(const Game& game, std::vector<TermUse>* uses,
                              std::vector<AreaValue>* areas) const {
    return game.with_areas([&]<class Areas>(const Areas& of_game) {
        return LearnedPass<keep, Areas>(numbers_, game, of_game, uses, areas).run();
    });
}

Value LearnedEvaluation::operator()(const Game& game) const {
    return game.over() ? final_value(game) : look<Keep::nothing>(game);
}

std::unique_ptr<Siblings> LearnedEvaluation::siblings() const {
    return make_sibling_pass(*this, numbers_, form_, players_);
}

Value LearnedEvaluation::explain(const Game& game, std::vector<TermUse>& uses) const {
    uses.clear();
    return game.over() ? final_value(game) : look<Keep::uses>(game, &uses);
}

std::vector<LearnedEvaluation::AreaValue> LearnedEvaluation::areas(const Game& game) const {
    std::vector<AreaValue> areas;
    if (!game.over()) look<Keep::areas>(game, nullptr, &areas);
    return areas;
}

} // namespace bastide
