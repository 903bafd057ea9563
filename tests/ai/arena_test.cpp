#include "ai/arena/match.h"
#include "notation/json.h"
#include "notation/replay.h"
#include "rules/rules.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <thread>

namespace bastide {
namespace {

std::shared_ptr<const Setup> setup_of(const char* id) {
    const Edition& edition = *Catalog::embedded().find(id);
    return std::make_shared<const Setup>(
        std::move(*Catalog::embedded().setup(edition, edition.defaults)));
}

/// Takes the first legal move of the list.
class FirstMove : public Agent {
  public:
    Move choose(const Game& game, const Budget&, Random&) override {
        auto moves = std::make_unique<MoveList>();
        legal_moves(game, *moves);
        return (*moves)[0];
    }
};

/// Puts every tile on the start tile.
class Cheat : public Agent {
  public:
    Move choose(const Game&, const Budget&, Random&) override { return {}; }
};

class Slow : public FirstMove {
  public:
    Move choose(const Game& game, const Budget& budget, Random& random) override {
        if (++moves_ == 3) std::this_thread::sleep_for(std::chrono::milliseconds(80));
        return FirstMove::choose(game, budget, random);
    }

  private:
    unsigned moves_ = 0;
};

std::unique_ptr<Agent> random_agent() {
    return std::move(*make_agent(*parse_agent("random")));
}

TEST(Arena, RefereedGameIsThePlainGame) {
    for (const char* edition : {"new", "hunters"}) {
        const auto setup = setup_of(edition);
        const auto random = random_agent();
        const Seat seats[] = {{random.get(), {}}, {random.get(), {}}, {random.get(), {}}};
        for (std::uint64_t i = 0; i < 20; ++i) {
            const PlayedGame plain = play_game(*setup, seats, i, i + 100, nullptr);
            const auto refereed = play_refereed(*setup, seats, {i, i + 100}, nullptr);
            ASSERT_TRUE(refereed);
            EXPECT_EQ(refereed->game.hash, plain.hash);
            EXPECT_EQ(refereed->game.scores, plain.scores);
            std::uint64_t moves = 0;
            for (const TimeUse& use : refereed->time) moves += use.moves;
            EXPECT_EQ(moves, plain.turns);
        }
    }
}

TEST(Arena, IllegalMoveEndsTheGameAndNamesTheSeat) {
    const auto setup = setup_of("new");
    FirstMove first;
    Cheat cheat;
    const Seat seats[] = {{&first, {}}, {&cheat, {}}};
    const auto played = play_refereed(*setup, seats, {1, 1}, nullptr);
    ASSERT_FALSE(played);
    EXPECT_EQ(played.error().seat, 1u);
    EXPECT_EQ(played.error().turn, 2u);
    EXPECT_EQ(played.error().reason, RuleViolation::cell_not_free);
}

TEST(Arena, MoveOverItsTimeIsCounted) {
    const auto setup = setup_of("new");
    Slow slow;
    FirstMove first;
    Budget budget;
    budget.seconds = 0.01;
    const Seat seats[] = {{&slow, budget}, {&first, {}}};
    const auto played = play_refereed(*setup, seats, {1, 1}, nullptr);
    ASSERT_TRUE(played);
    EXPECT_GE(played->time[0].over_budget, 1u);
    EXPECT_GE(played->time[0].worst_overshoot, 0.069);
    EXPECT_EQ(played->time[1].over_budget, 0u);
    EXPECT_EQ(played->time[1].worst_overshoot, 0);
}

TEST(Arena, GamesOfAPairShareTheirDrawsAndNotTheirChance) {
    Match match;
    match.seed = 7;
    const GameSeeds one = bout_seeds(match, 3, 0, 0), two = bout_seeds(match, 3, 0, 1);
    EXPECT_EQ(one.deck, deck_seed_of(7, 3));
    EXPECT_EQ(one.deck, two.deck);
    EXPECT_NE(one.moves, two.moves);
    EXPECT_EQ(bout_seeds(match, 3, 1, 0).deck, one.deck); // other agents, same draws
    EXPECT_NE(bout_seeds(match, 3, 1, 0).moves, one.moves);
    EXPECT_NE(bout_seeds(match, 4, 0, 0).deck, one.deck);
}

TEST(Arena, EqualAgentsThatTakeNoChanceMakeAnEvenPair) {
    const auto setup = setup_of("new");
    FirstMove a, b;
    const Seat seats[] = {{&a, {}}, {&b, {}}};
    const Seat swapped[] = {{&b, {}}, {&a, {}}};
    const Match match;
    Bout bout;
    bout.scores = {
        play_refereed(*setup, seats, bout_seeds(match, 0, 0, 0), nullptr)->game.scores,
        play_refereed(*setup, swapped, bout_seeds(match, 0, 0, 1), nullptr)->game.scores};
    EXPECT_EQ(bout.scores[0], bout.scores[1]);
    EXPECT_EQ(bout.margin(2), 0);
    EXPECT_EQ(bout.score(2), 0.5);
}

TEST(Arena, RecordOfARefereedGameReplays) {
    const auto setup = setup_of("hunters");
    const auto random = random_agent();
    const Seat seats[] = {{random.get(), {}}, {random.get(), {}}};
    Record record = new_record(setup, {"a", "b"});
    ASSERT_TRUE(play_refereed(*setup, seats, {5, 6}, &record));
    EXPECT_TRUE(replay(record));
}

Bout bout_of(std::uint64_t pair, std::vector<Points> scores) {
    Bout bout;
    bout.pair = pair;
    bout.agents = {0, 1};
    bout.scores = std::move(scores);
    return bout;
}

TEST(Arena, SummaryIsWorkedOutByHand) {
    // The first agent sits on seat 0, then on seat 1.
    const std::vector<Bout> bouts = {
        bout_of(0, {{50, 40}, {30, 36}}), // +10, +6: both won
        bout_of(1, {{20, 20}, {44, 40}}), // 0, -4: a draw and a loss
    };
    EXPECT_DOUBLE_EQ(bouts[0].margin(2), 8);
    EXPECT_DOUBLE_EQ(bouts[1].margin(2), -2);
    const Summary sum = summarize(bouts, 2);
    EXPECT_EQ(sum.pairs, 2u);
    EXPECT_EQ(sum.games, 4u);
    EXPECT_EQ(sum.wins, 2u);
    EXPECT_EQ(sum.draws, 1u);
    EXPECT_EQ(sum.losses, 1u);
    EXPECT_DOUBLE_EQ(sum.margin.value, 3);
    EXPECT_DOUBLE_EQ(sum.win_rate.value, 0.625);
    EXPECT_DOUBLE_EQ(sum.mean_score[0], (50 + 36 + 20 + 40) / 4.0);
    EXPECT_DOUBLE_EQ(sum.mean_score[1], (40 + 30 + 20 + 44) / 4.0);
    EXPECT_EQ(sum.classes, (PairClasses{0, 1, 0, 0, 1}));
}

TEST(Arena, SummaryOfThreePlayersTakesTheBestOpponentAndSharesWins) {
    const std::vector<Bout> bouts = {bout_of(0, {{30, 20, 25}, {10, 40, 40}, {50, 0, 20}})};
    EXPECT_DOUBLE_EQ(bouts[0].margin(3), (5 + 0 - 30) / 3.0);
    EXPECT_DOUBLE_EQ(bouts[0].score(3), (1 + 0.5 + 0) / 3.0);
    const Summary sum = summarize(bouts, 3);
    EXPECT_EQ(sum.wins, 1u);
    EXPECT_EQ(sum.draws, 1u);
    EXPECT_EQ(sum.losses, 1u);
    EXPECT_DOUBLE_EQ(sum.mean_score[1], (20 + 25 + 10 + 40 + 50 + 0) / 6.0);
}

TEST(Arena, SavedMatchIsReadBack) {
    Match match;
    match.edition = "new";
    match.options = {"river=true"};
    match.agents = {"random", "bastide:time=0.25;threads=1"};
    match.seed = 0xFFFFFFFFFFFFFFFFu;
    const auto again = read_match(match_json(match));
    ASSERT_TRUE(again) << again.error();
    EXPECT_EQ(*again, match);

    Bout bout = bout_of(12, {{50, 40}, {30, 36}});
    bout.time[1] = {70, 1.5, 2, 0.0625};
    const auto read = read_bout(bout_json(bout, 2), match);
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(text_of(bout_json(*read, 2)), text_of(bout_json(bout, 2)));
    EXPECT_EQ(read->scores, bout.scores);
    EXPECT_EQ(read->time[1].over_budget, 2u);
}

TEST(Arena, SpoiltLinesAreRefused) {
    Match match;
    match.edition = "new";
    match.agents = {"a", "b"};
    for (const char* text :
         {"{}", "[]", "7", R"({"pair":0,"agents":[0,2],"scores":[[1,2],[3,4]],"time":[{},{}]})",
          R"({"pair":-1,"agents":[0,1],"scores":[[1,2],[3,4]],"time":[{},{}]})",
          R"({"pair":1,"agents":[0,1],"scores":[[1,2]],"time":[{},{}]})",
          R"({"pair":1,"agents":[0,1],"scores":[[1],[2]],"time":[{},{}]})"}) {
        Json json;
        std::string error;
        ASSERT_TRUE(parse_json(text, json, error));
        EXPECT_FALSE(read_bout(json, match)) << text;
        EXPECT_FALSE(read_match(json)) << text;
    }
}

TEST(Arena, TestIsDecidedAtTheFirstPairThatReachesABound) {
    std::vector<Bout> bouts;
    for (std::uint64_t i = 0; i < 200; ++i) bouts.push_back(bout_of(i, {{9, 1}, {1, 9}}));
    const Sprt sprt{0, 50, 0.05, 0.05};
    const auto after = decided_after(sprt, bouts);
    ASSERT_TRUE(after);
    const std::span<const Bout> all = bouts;
    EXPECT_EQ(verdict_of(sprt, summarize(all.first(*after), 2).classes), Verdict::elo1);
    EXPECT_EQ(verdict_of(sprt, summarize(all.first(*after - 1), 2).classes), Verdict::open);
}

} // namespace
} // namespace bastide
