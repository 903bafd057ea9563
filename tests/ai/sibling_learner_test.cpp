#include "ai/learning/sibling_learner.h"

#include "support/any_game.h"

#include <gtest/gtest.h>

namespace bastide {
namespace {

using testing_support::setup_of;

/// What one player's value rests on at the last knot but one.
TermRow row_of(std::initializer_list<TermUse> uses) {
    return TermRow(uses, 0, {static_cast<unsigned>(term_knots.size()) - 2, 0});
}
constexpr std::size_t first_used = (term_knots.size() - 2) * term_count;

TEST(NormalEquations, give_the_terms_that_the_errors_ask_for) {
    NormalEquations equations;
    // Two terms that are short by 2 and by -1, seen in three mixtures.
    equations.add(row_of({{3, 0, 1.0f}, {5, 1, 7.0f}}), 2); // the other player's is not his
    equations.add(row_of({{7, 0, 2.0f}}), -2);
    equations.add(row_of({{3, 0, 1.0f}, {7, 0, 1.0f}}), 1);
    const std::vector<float> change = equations.solve(1e-4);
    EXPECT_NEAR(change[first_used + 3], 2, 1e-3);
    EXPECT_NEAR(change[first_used + 7], -1, 1e-3);
    EXPECT_EQ(change[first_used + 5], 0);
    // Once the terms have moved there is nothing left to ask for.
    equations.take_off(change);
    for (const float more : equations.solve(1e-4)) EXPECT_NEAR(more, 0, 1e-3);
}

class SiblingLearnerOf : public testing::TestWithParam<const char*> {};

TEST_P(SiblingLearnerOf, mends_terms_that_play_badly) {
    const auto setup = setup_of(GetParam());
    const unsigned players = 2;
    // Hopes for much from a follower's way home, and finds when he is home that it was nothing.
    TermTable spoilt = learned_terms(setup->box->form, players);
    for (Terms& terms : spoilt) std::ranges::fill(terms.back, 15);
    SiblingSettings settings;
    settings.games_per_round = 10;
    settings.caution = 300; // few games say little of most terms
    settings.share = 0.2f;
    SiblingLearner learner(*setup->box, spoilt, settings);
    EXPECT_GT(learner.round().decisions, 60u);
    learner.round();
    const LearnedEvaluation before(*setup->box, players, spoilt),
        after(*setup->box, players, learner.terms());
    const OnePlyResult result = compare_one_ply(*setup->box, players, after, before, 20, 1, 5);
    EXPECT_GT(result.margin, 4 * result.error) << result.margin;
}

INSTANTIATE_TEST_SUITE_P(Families, SiblingLearnerOf, testing::Values("new", "hunters"));

TEST(SiblingLearner, compares_the_same_siblings_on_any_number_of_threads) {
    const auto setup = setup_of("new");
    const auto learned_on = [&](unsigned threads) {
        SiblingSettings settings;
        settings.players = 3;
        settings.games_per_round = 3;
        settings.share = 0.05f;
        settings.threads = threads;
        return SiblingLearner(*setup->box, learned_terms(Form::classic, 3), settings).round();
    };
    const SiblingReport alone = learned_on(1), shared = learned_on(3);
    EXPECT_GT(alone.decisions, 5u);
    EXPECT_EQ(alone.decisions, shared.decisions);
    EXPECT_NEAR(alone.error, shared.error, 1e-6 * alone.error);
}

} // namespace
} // namespace bastide
