#include "ai/luck.h"

#include "ai/arena/match.h"
#include "ai/network/weights.h"
#include "rules/inspect.h"
#include "support/any_game.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <optional>

// Results less luck have the mean of the results, whatever the evaluation thinks, and with a
// sensible one they spread less.
namespace bastide {
namespace {

using namespace testing_support;

/// Sees the points on the table and nothing else.
class Bookkeeper final : public Evaluation {
  public:
    Value operator()(const Game& game) const override {
        Value value = {};
        for (unsigned i = 0; i < game.now.players; ++i) value[i] = game.now.score[i];
        return value;
    }
};

/// Thinks of a number for every position.
class Absurd final : public Evaluation {
  public:
    Value operator()(const Game& game) const override {
        Random random(hash(game));
        Value value = {};
        for (unsigned i = 0; i < game.now.players; ++i) {
            value[i] = static_cast<float>(random.below(40));
        }
        return value;
    }
};

/// What the luck of all tiles that could come adds up to, each as often as it is there.
Luck sum_over_bag(const Game& game, LuckJudge& judge) {
    Luck sum;
    for (unsigned i = 0; i < game.box->tile_count; ++i) {
        const auto tile = static_cast<TileIndex>(i);
        Game next = game;
        if (!may_draw(game, tile) || draw(next, tile) != DrawOutcome::fits) continue;
        sum.add(judge.of_draw(game, tile), game.now.bag[i]);
    }
    return sum;
}

TEST(Luck, is_the_tile_against_the_mean_of_the_bag) {
    // At first a tile is worth 4 to the bookkeeper if it closes the city, and nothing otherwise.
    const auto setup = setup_of("new");
    const Game game(*setup->box, 2, 0);
    LuckJudge judge(std::make_unique<Bookkeeper>(), LuckJudgement::quick);
    double closing = 0, all = 0;
    for (unsigned i = 0; i < game.box->tile_count; ++i) {
        if (game.now.bag[i] == 0) continue;
        Game next = game;
        ASSERT_EQ(draw(next, static_cast<TileIndex>(i)), DrawOutcome::fits);
        const auto moves = std::make_unique<MoveList>();
        legal_moves(next, *moves);
        bool closes = false;
        for (unsigned m = 0; m < moves->size(); ++m) {
            Game after = next;
            apply(after, (*moves)[m]);
            closes |= after.now.score[0] == 4;
        }
        all += game.now.bag[i];
        if (closes) closing += game.now.bag[i];
    }
    ASSERT_GT(closing, 0);
    const Luck closer = judge.of_draw(game, *setup->find_tile("base/E"));
    EXPECT_NEAR(closer.margin[0], 4 - 4 * closing / all, 1e-9);
    EXPECT_NEAR(closer.margin[1], -4 + 4 * closing / all, 1e-9);
    EXPECT_GT(closer.win[0], 0);
    const Luck other = judge.of_draw(game, *setup->find_tile("base/U"));
    EXPECT_NEAR(other.margin[0], -4 * closing / all, 1e-9);
    EXPECT_LT(other.win[0], 0);
}

TEST(Luck, of_all_tiles_that_could_come_is_nothing) {
    for (unsigned edition = 0; edition < 5; ++edition) {
        const unsigned players = 1 + edition;
        const GameSpec spec = {edition, edition == 3 ? 7u : 0u, players, 0, edition + 40u, 0};
        Play play(spec);
        LuckJudge quick(*play.setup().box, players, LuckJudgement::quick);
        LuckJudge rollouts(*play.setup().box, players, LuckJudgement::rollouts);
        LuckJudge absurd(std::make_unique<Absurd>(), LuckJudgement::rollouts);
        const Game& game = play.game();
        while (play.turn() && game.now.left[static_cast<unsigned>(Stack::land)] > 5) {
        }
        ASSERT_EQ(game.now.phase, Phase::draw) << text_of(spec);
        for (LuckJudge* judge : {&quick, &rollouts, &absurd}) {
            const Luck sum = sum_over_bag(game, *judge);
            for (unsigned i = 0; i < players; ++i) {
                EXPECT_NEAR(sum.margin[i], 0, 1e-6) << text_of(spec);
                EXPECT_NEAR(sum.win[i], 0, 1e-9) << text_of(spec);
            }
        }
    }
}

TEST(Luck, that_is_played_on_is_the_same_each_time) {
    Play play({3, 0, 2, 0, 41, 0}); // new, where the network judges
    const Game& game = play.game();
    while (play.turn() && game.now.left[static_cast<unsigned>(Stack::land)] > 30) {
    }
    LuckJudge one(*play.setup().box, 2, LuckJudgement::rollouts);
    LuckJudge other(*play.setup().box, 2, LuckJudgement::rollouts);
    const TileIndex tile = [&] {
        for (unsigned i = 0;; ++i) {
            const auto some = static_cast<TileIndex>(i);
            if (may_draw(game, some) && fits_somewhere(game, some)) return some;
        }
    }();
    const Luck luck = one.of_draw(game, tile);
    EXPECT_EQ(luck.margin, other.of_draw(game, tile).margin);
    EXPECT_NE(luck.margin[0], 0);
}

/// Matches are saved with the judgement's number, so that it must stay what it is: other terms or
/// weights need a number of their own, and the old one is then refused.
TEST(Luck, by_the_network_stays_what_its_number_stands_for) {
    EXPECT_EQ(checksum_of_play_terms(), 0x2B31AFA70412FEC9u);
    std::uint64_t file = 0xCBF29CE484222325u;
    for (const char byte : embedded_weights()) {
        file = (file ^ static_cast<std::uint8_t>(byte)) * 0x100000001B3u;
    }
    EXPECT_EQ(file, 0xDDCD8B24064C188Eu);
}

/// A late position in which some tiles of the stack fit nowhere.
Game crowded(unsigned edition) {
    for (std::uint64_t seed = 0;; ++seed) {
        Play play({edition, 0, 2, 0, seed, 0});
        while (!play.game().over()) {
            const Game& game = play.game();
            unsigned fit = 0, unfit = 0;
            for (unsigned i = 0; i < game.box->tile_count; ++i) {
                if (!may_draw(game, static_cast<TileIndex>(i))) continue;
                (fits_somewhere(game, static_cast<TileIndex>(i)) ? fit : unfit) += game.now.bag[i];
            }
            if (fit >= 3 && unfit >= 2) return game;
            if (!play.turn()) break;
        }
    }
}

TEST(Luck, tiles_that_fit_share_the_chance_of_those_that_do_not) {
    for (const unsigned edition : {0u, 3u}) { // classic-1 sets them aside, new takes them out
        const Game game = crowded(edition);
        std::map<unsigned, double> came;
        constexpr unsigned times = 20000;
        for (unsigned i = 0; i < times; ++i) {
            Game next = game;
            Deck deck(game, i);
            draw_from(deck, next, nullptr);
            ASSERT_FALSE(next.over());
            ++came[next.now.hand];
        }
        double copies = 0;
        for (const auto& [tile, count] : came) copies += game.now.bag[tile];
        for (const auto& [tile, count] : came) {
            const double share = game.now.bag[tile] / copies;
            const double error = std::sqrt(share * (1 - share) / times);
            EXPECT_NEAR(count / times, share, 4.5 * error + 1e-9) << edition << " tile " << tile;
        }
    }
}

struct MatchTold {
    Summary by_absurd, by_fixed;
};

/// A short match with its luck judged by two evaluations.
MatchTold told(const std::string& edition, const std::vector<std::string>& agents, unsigned players,
               unsigned pairs) {
    const auto setup = setup_of(edition);
    LuckJudge absurd(std::make_unique<Absurd>(), LuckJudgement::quick);
    LuckJudge fixed(*setup->box, players, LuckJudgement::quick);
    std::vector<Bout> by_absurd, by_fixed;
    Match match;
    match.seed = 3;
    for (std::uint64_t pair = 0; pair < pairs; ++pair) {
        Bout bout;
        bout.pair = pair;
        bout.scores.resize(players);
        bout.luck.resize(players);
        by_absurd.push_back(bout);
        by_fixed.push_back(bout);
        for (unsigned game = 0; game < players; ++game) {
            for (LuckJudge* judge : {&absurd, &fixed}) {
                std::vector<std::unique_ptr<Agent>> seated;
                std::vector<Seat> seats;
                for (unsigned seat = 0; seat < players; ++seat) {
                    const AgentSpec spec = *parse_agent(agents[seat == game ? 0 : 1]);
                    seated.push_back(std::move(*make_agent(spec)));
                    seats.push_back({seated.back().get(), spec.budget});
                }
                const auto played = play_refereed(*setup, seats, bout_seeds(match, pair, 0, game),
                                                  {nullptr, judge});
                Bout& told = (judge == &absurd ? by_absurd : by_fixed).back();
                told.scores[game] = played->game.scores;
                told.luck[game] = played->luck;
            }
        }
    }
    return {summarize(by_absurd, players), summarize(by_fixed, players)};
}

bool holds(const Estimate& estimate, double value) {
    return estimate.low <= value && value <= estimate.high;
}

TEST(Luck, equal_agents_are_equal_without_it) {
    const auto [absurd, fixed] = told("new", {"random", "random"}, 2, 5);
    EXPECT_TRUE(holds(absurd.without_luck->margin.mean, 0))
        << absurd.without_luck->margin.mean.value;
    EXPECT_TRUE(holds(fixed.without_luck->margin.mean, 0)) << fixed.without_luck->margin.mean.value;
    EXPECT_TRUE(holds(fixed.without_luck->win_rate.mean, 0.5));
    EXPECT_LT(absurd.without_luck->margin.less_variance, 1); // a wider interval: it is nonsense
}

TEST(Luck, known_distance_stays_without_it) {
    const double known = 78.3; // docs/ai.md: 1,000 pairs
    const auto [absurd, fixed] = told("new", {"greedy", "random"}, 2, 5);
    EXPECT_TRUE(holds(absurd.without_luck->margin.mean, known))
        << absurd.without_luck->margin.mean.value;
    EXPECT_TRUE(holds(fixed.without_luck->margin.mean, known))
        << fixed.without_luck->margin.mean.value;
    EXPECT_LT(absurd.without_luck->margin.less_variance, 1);
}

} // namespace
} // namespace bastide
