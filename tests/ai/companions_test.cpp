#include "ai/evaluation/companions.h"

#include "ai/evaluation/learned_evaluation.h"
#include "ai/evaluation/plain_evaluation.h"
#include "rules/playout.h"
#include "rules/rules.h"
#include "support/any_game.h"

#include <gtest/gtest.h>

#include <optional>

// What evaluations see of big followers, builders, pigs and goods.
namespace bastide {
namespace {

using testing_support::setup_of;

class Companion : public testing::Test {
  protected:
    /// A turn of a random game that lays the tile in hand and puts this token.
    struct Found {
        Game before;
        Move with, without;
    };
    std::optional<Found> find(Token token, unsigned players = 2) const {
        for (std::uint64_t seed = 1; seed < 200; ++seed) {
            Game game(*setup_->box, players, 0);
            Random random(seed);
            Deck deck(game, seed);
            playout(game, deck, random, PlayoutForm::full, 2 + static_cast<unsigned>(seed % 60));
            if (game.over()) continue;
            if (draw(game, deck.draw(game.now.stack)) != DrawOutcome::fits) continue;
            legal_moves(game, *moves_);
            for (unsigned m = 0; m < moves_->size(); ++m) {
                Move move = (*moves_)[m];
                if (move.deployment.token != token) continue;
                const Found found = {game, move, {move.placement, {}, {}}};
                if (same_but_for_the_token(found)) return found;
            }
        }
        return std::nullopt;
    }
    static Game after(const Game& before, const Move& move) {
        Game game = before;
        apply(game, move);
        return game;
    }
    /// How much more a judgement gives to each player when the token is put.
    static Value gained(const Evaluation& evaluation, const Found& found) {
        Value gain = evaluation(after(found.before, found.with));
        const Value without = evaluation(after(found.before, found.without));
        for (unsigned i = 0; i < max_players; ++i) gain[i] -= without[i];
        return gain;
    }
    /// A judgement that knows these terms and nothing else.
    template <class Set>
    LearnedEvaluation judging_by(Set&& set) const {
        TermTable table = {};
        for (Terms& terms : table) set(terms);
        return {*setup_->box, 2, table};
    }
    static const WideFeatureWord& area_of(const Game& game, const Move& move) {
        const NodeRef ref = node_of(game, {move.placement.cell, move.deployment.segment});
        return game.wide.feature.word[game.wide.feature.root(ref.node)];
    }

    const std::shared_ptr<const bastide::Setup> setup_ = setup_of("new", "inns=true,traders=true");
    const std::unique_ptr<MoveList> moves_ = std::make_unique<MoveList>();

  private:
    /// Nothing is completed and nobody plays again, so that the token alone is the difference.
    static bool same_but_for_the_token(const Found& found) {
        const Game with = after(found.before, found.with);
        const Game without = after(found.before, found.without);
        return check(found.before, found.without).has_value() && !with.over() &&
               with.now.player == without.now.player && with.now.phase == without.now.phase &&
               with.now.score == found.before.now.score;
    }
};

TEST_F(Companion, a_builder_is_worth_where_its_player_may_go_on_building) {
    const auto found = find(Token::builder);
    ASSERT_TRUE(found.has_value());
    const unsigned player = found->before.now.player;
    const LearnedEvaluation learned = judging_by([](Terms& terms) {
        terms.builder_hand = 2;
        for (auto& kind : terms.builder_out) std::ranges::fill(kind, 7.0f);
    });
    EXPECT_EQ(gained(learned, *found)[player], 5);
    EXPECT_EQ(gained(learned, *found)[1 - player], 0);
    EXPECT_GT(gained(PlainEvaluation(*setup_->box, 2), *found)[player], 0);
    EXPECT_EQ(gained(PlainEvaluation(*setup_->box, 2), *found)[1 - player], 0);
    const Game with = after(found->before, found->with);
    EXPECT_EQ(walks::builders_area(with, player), &area_of(with, found->with));
    EXPECT_EQ(walks::builders_area(after(found->before, found->without), player), nullptr);
}

TEST_F(Companion, a_pig_is_worth_where_its_player_is_paid) {
    const auto found = find(Token::pig);
    ASSERT_TRUE(found.has_value());
    const unsigned player = found->before.now.player;
    const LearnedEvaluation learned = judging_by([](Terms& terms) {
        terms.pig_hand = 1;
        terms.pig_out = 4;
    });
    const Game with = after(found->before, found->with);
    const NodeRef field =
        node_of(with, {found->with.placement.cell, found->with.deployment.segment});
    const Holders held = field_holders(with, field_root(with, field.node));
    const bool paid = held.of(player) >= held.of(1 - player);
    EXPECT_EQ(walks::pig_stand(with, player).paid, paid);
    EXPECT_EQ(gained(learned, *found)[player], paid ? 3 : -1);
}

TEST_F(Companion, a_big_follower_leaves_the_hand) {
    const auto found = find(Token::big);
    ASSERT_TRUE(found.has_value());
    const unsigned player = found->before.now.player;
    const LearnedEvaluation learned = judging_by([](Terms& terms) {
        terms.big_hand = 3;
        for (auto& kind : terms.big_out) std::ranges::fill(kind, 2.0f);
    });
    const Game with = after(found->before, found->with);
    const bool in_area =
        node_of(with, {found->with.placement.cell, found->with.deployment.segment}).network ==
        Network::feature;
    EXPECT_EQ(gained(learned, *found)[player], in_area ? -1 : -3);
}

TEST_F(Companion, goods_count_against_the_best_other) {
    constexpr unsigned players = 4;
    unsigned leading = 0;
    for (std::uint64_t seed = 1; seed < 20; ++seed) {
        Game game(*setup_->box, players, 0);
        Random random(seed);
        Deck deck(game, seed);
        playout(game, deck, random, PlayoutForm::full, 80);
        std::array<unsigned, players> seen = {};
        walks::for_each_goods(game, [&](unsigned player, unsigned own, unsigned other) {
            if (own > other) ++seen[player];
        });
        for (unsigned i = 0; i < players; ++i) {
            unsigned most_alone = 0;
            for (unsigned kind = 0; kind < goods_count; ++kind) {
                unsigned better = 0;
                for (unsigned k = 0; k < players; ++k) {
                    if (k != i && goods_of(game, k)[kind] >= goods_of(game, i)[kind]) ++better;
                }
                if (better == 0) ++most_alone;
            }
            EXPECT_EQ(seen[i], most_alone) << "seed " << seed << ", player " << i;
            leading += most_alone;
        }
    }
    EXPECT_GT(leading, 10u);
}

} // namespace
} // namespace bastide
