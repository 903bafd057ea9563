#include "ai/evaluation/learned_evaluation.h"
#include "ai/learning/learner.h"
#include "ai/search/moves.h"
#include "rules/playout.h"
#include "rules/rules.h"
#include "support/any_game.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bastide {
namespace {

using testing_support::setup_of;

/// A game after some random turns, before a draw.
Game played(const Box& box, unsigned players, unsigned tiles, std::uint64_t seed) {
    Game game(box, players, 0);
    Random random(seed);
    Deck deck(game, seed);
    playout(game, deck, random, PlayoutForm::full, tiles);
    return game;
}

struct BoxOf {
    const char* edition;
    const char* options;
    std::shared_ptr<const Setup> setup() const { return setup_of(edition, options); }
};
void PrintTo(const BoxOf& box, std::ostream* out) {
    *out << box.edition << " " << box.options;
}
class LearnedEvaluationOf : public testing::TestWithParam<BoxOf> {};

TEST_P(LearnedEvaluationOf, uses_tell_how_the_value_changes_with_each_term) {
    const auto setup = GetParam().setup();
    const unsigned players = 3;
    const TermTable& table = learned_terms(setup->box->form, players);
    LearnedEvaluation evaluation(*setup->box, players, table);
    std::vector<TermUse> uses;
    unsigned compared = 0;
    for (unsigned tiles = 5; tiles < 60; tiles += 9) {
        const Game game = played(*setup->box, players, tiles, tiles);
        const Value before = evaluation.explain(game, uses);
        ASSERT_EQ(before, evaluation(game));
        std::array<std::array<float, term_count>, max_players> slope = {};
        for (const TermUse& use : uses) slope[use.player][use.term] += use.weight;
        for (std::size_t term = 0; term < term_count; ++term) {
            constexpr float step = 0.001f;
            TermTable moved = table;
            for (Terms& terms : moved) as_floats(terms)[term] += step;
            evaluation.set_terms(moved);
            const Value after = evaluation(game);
            for (unsigned i = 0; i < players; ++i) {
                EXPECT_NEAR((after[i] - before[i]) / step, slope[i][term],
                            0.3f + 0.02f * std::abs(slope[i][term]))
                    << "term " << term << ", player " << i << ", tiles " << tiles;
                if (slope[i][term] != 0) ++compared;
            }
        }
        evaluation.set_terms(table);
    }
    EXPECT_GT(compared, 100u);
}

TEST_P(LearnedEvaluationOf, is_the_score_when_the_game_is_over) {
    const auto setup = GetParam().setup();
    const Game game = played(*setup->box, 2, max_tiles, 7);
    ASSERT_TRUE(game.over());
    const Points points = final_scores(game);
    const Value value = LearnedEvaluation(*setup->box, 2)(game);
    EXPECT_EQ(value[0], static_cast<float>(points[0]));
    EXPECT_EQ(value[1], static_cast<float>(points[1]));
}

INSTANTIATE_TEST_SUITE_P(Forms, LearnedEvaluationOf,
                         testing::Values(BoxOf{"new", ""}, BoxOf{"hunters", ""},
                                         BoxOf{"new", "inns=true,traders=true"}));

TEST(LearnedEvaluation, knows_dead_holes_and_the_worth_of_followers) {
    // What was learned must at least know that a follower in a dead hole stays there.
    const auto setup = setup_of("new");
    const TermTable& table = learned_terms(Form::classic, 2);
    for (const Terms& terms : table) {
        for (unsigned kind = 0; kind < 2; ++kind) {
            EXPECT_LT(terms.close[kind][0], terms.close[kind][Terms::closing_steps - 1]);
        }
    }
    // And that followers in hand are worth having before the end.
    EXPECT_GT(table.back().hand[1], table.back().hand[0]);
    EXPECT_GT(table.back().hand[7], table.back().hand[1]);
}

TEST(Learner, judgements_err_less_after_a_round) {
    const auto setup = setup_of("new");
    LearnSettings settings;
    settings.games_per_round = 30;
    settings.lambda = 1;              // judged by the final score
    settings.seats.formula_share = 1; // all rounds see the same kind of games
    TermTable nothing = {};           // knows only what is scored
    Learner learner(*setup->box, nothing, settings);
    const double first = learner.round().error;
    learner.round();
    const double third = learner.round().error;
    EXPECT_LT(third, 0.5 * first);
}

TEST(Learner, plays_the_same_on_any_number_of_threads) {
    const auto setup = setup_of("new");
    const auto learned_on = [&](unsigned threads) {
        LearnSettings settings;
        settings.games_per_round = 6;
        settings.threads = threads;
        Learner learner(*setup->box, first_terms(), settings);
        return learner.round().points;
    };
    EXPECT_EQ(learned_on(1), learned_on(3));
}

TEST(Learner, comparing_a_judgement_with_itself_is_even) {
    const auto setup = setup_of("new");
    const LearnedEvaluation evaluation(*setup->box, 2);
    const OnePlyResult result = compare_one_ply(*setup->box, 2, evaluation, evaluation, 10, 2, 3);
    EXPECT_NEAR(result.margin, 0, 4 * result.error + 0.01);
    EXPECT_NEAR(result.wins, 0.5, 0.35);
}

} // namespace
} // namespace bastide
