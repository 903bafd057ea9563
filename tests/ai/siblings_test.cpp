#include "ai/evaluation/learned_evaluation.h"
#include "ai/search/moves.h"
#include "support/any_game.h"

#include <gtest/gtest.h>

#include <bit>

// Moves are judged by difference: the values must be those of a look at the whole position, to the
// last bit, because sums of floats depend on their order and `bastide-1` must not change.
namespace bastide {
namespace {

using namespace testing_support;

struct ComparedSiblings {
    unsigned moves = 0;
    unsigned different = 0;
};

bool same_bits(const Value& a, const Value& b) {
    for (unsigned i = 0; i < max_players; ++i) {
        if (std::bit_cast<std::uint32_t>(a[i]) != std::bit_cast<std::uint32_t>(b[i])) return false;
    }
    return true;
}

/// Every move of every position of a random game.
ComparedSiblings compare(const GameSpec& spec) {
    Play play(spec);
    const Box& box = *play.setup().box;
    const TermTable& terms = spec.seed % 2 == 0 ? learned_terms(box.form, spec.players)
                                                : play_terms(box.form, spec.players);
    const LearnedEvaluation evaluation(box, spec.players, terms);
    MoveJudge judge(evaluation);
    std::vector<JudgedMove> judged;
    ComparedSiblings compared;
    while (play.draw_tile()) {
        const Game before = play.game();
        judge.judge(play.game(), judged);
        EXPECT_TRUE(play.game() == before) << "the game is not as it was: " << text_of(spec);
        for (const JudgedMove& move : judged) {
            Game after = before;
            apply(after, move.move);
            ++compared.moves;
            if (same_bits(move.value, evaluation(after))) continue;
            if (compared.different++ == 0) {
                ADD_FAILURE() << text_of(spec) << ", " << unsigned{before.now.placed}
                              << " tiles placed, " << text_of(move.move);
            }
        }
        apply(play.game(), play.choose());
    }
    return compared;
}

TEST(Siblings, are_worth_what_the_whole_position_is_worth) {
    const auto editions = static_cast<unsigned>(Catalog::embedded().editions().size());
    Random random(20);
    unsigned moves = 0;
    for (unsigned edition = 0; edition < editions; ++edition) {
        for (const Width wanted : {Width::own, Width::wide}) {
            const Width width = width_of(edition, wanted);
            if (width != wanted) continue;
            for (unsigned players = 1; players <= most_players(width); ++players) {
                GameSpec spec = {.edition = edition,
                                 .mix = players == 2 ? 0 : random.below(mix_count()),
                                 .players = players,
                                 .seed = random.next(),
                                 .width = width};
                const ComparedSiblings compared = compare(spec);
                ASSERT_EQ(compared.different, 0u);
                moves += compared.moves;
            }
        }
    }
    EXPECT_GT(moves, 50'000u);
}

} // namespace
} // namespace bastide
