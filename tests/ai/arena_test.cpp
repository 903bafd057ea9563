#include "ai/arena/match.h"
#include "notation/json.h"
#include "notation/replay.h"
#include "rules/rules.h"
#include "support/any_game.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <thread>

namespace bastide {
namespace {

using testing_support::setup_of;

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

TEST(Arena, refereed_game_is_the_plain_game) {
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

TEST(Arena, illegal_move_ends_the_game_and_names_the_seat) {
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

/// Plays from outside: the first legal move, until its fault at the fourth.
class Outsider : public OutsidePlayer {
  public:
    explicit Outsider(Fault::Kind kind)
        : kind_(kind) {}
    std::expected<Answer, Fault> choose(const Game& game, std::span<const RecordTurn> turns,
                                        const RecordTurn& now, const Budget&) override {
        EXPECT_EQ(turns.size(), 2 * told_ + 1u); // those of both players
        EXPECT_EQ(now.tile, game.now.hand);
        Random none(1);
        if (++told_ < 4) return Answer{FirstMove().choose(game, {}, none), 0.5, {}};
        if (kind_ == Fault::Kind::illegal) return Answer{};
        return std::unexpected(Fault{kind_, "it was told to"});
    }

  private:
    Fault::Kind kind_;
    unsigned told_ = 0;
};

TEST(Arena, who_plays_from_outside_loses_by_a_fault) {
    const auto setup = setup_of("new");
    for (const auto kind : {Fault::Kind::illegal, Fault::Kind::late, Fault::Kind::crashed}) {
        FirstMove first;
        Outsider outsider(kind);
        const Seat seats[] = {{&first, {}}, {nullptr, {}, &outsider}};
        Record record = new_record(setup, {"a", "b"});
        const auto played = play_refereed(*setup, seats, {1, 1}, &record);
        ASSERT_TRUE(played);
        ASSERT_TRUE(played->forfeit);
        EXPECT_EQ(played->forfeit->seat, 1u);
        EXPECT_EQ(played->forfeit->turn, 8u);
        EXPECT_EQ(played->forfeit->fault.kind, kind);
        EXPECT_GE(played->game.scores[0], 1);
        EXPECT_EQ(played->game.scores[1], 0);
        EXPECT_GE(played->time[1].seconds, 1.5);
        EXPECT_EQ(record.turns.size(), 7u);
        EXPECT_FALSE(record.result);
        EXPECT_TRUE(replay(record));
    }
}

TEST(Arena, games_lost_by_faults_are_counted_and_read_back) {
    Match match;
    match.edition = "new";
    match.agents = {"cmd:a", "b"};
    Bout bout;
    bout.scores = {{0, 3}, {5, 0}};
    bout.faults = {{0, 0, 12, Fault::Kind::late}, {1, 1, 3, Fault::Kind::illegal}};
    const auto read = read_bout(bout_json(bout, 2), match);
    ASSERT_TRUE(read) << read.error();
    const Summary summary = summarize({&*read, 1}, 2);
    EXPECT_EQ(summary.faults[0], (FaultCounts{0, 1, 0}));
    EXPECT_EQ(summary.faults[1], (FaultCounts{1, 0, 0}));
    Json json = bout_json(bout, 2);
    json["faults"][0]["kind"] = "weather";
    EXPECT_FALSE(read_bout(json, match));
}

TEST(Arena, move_over_its_time_is_counted) {
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

TEST(Arena, games_of_a_pair_share_their_draws_and_not_their_chance) {
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

TEST(Arena, equal_agents_that_take_no_chance_make_an_even_pair) {
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

TEST(Arena, record_of_a_refereed_game_replays) {
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

TEST(Arena, summary_is_worked_out_by_hand) {
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

TEST(Arena, summary_of_three_players_takes_the_best_opponent_and_shares_wins) {
    const std::vector<Bout> bouts = {bout_of(0, {{30, 20, 25}, {10, 40, 40}, {50, 0, 20}})};
    EXPECT_DOUBLE_EQ(bouts[0].margin(3), (5 + 0 - 30) / 3.0);
    EXPECT_DOUBLE_EQ(bouts[0].score(3), (1 + 0.5 + 0) / 3.0);
    const Summary sum = summarize(bouts, 3);
    EXPECT_EQ(sum.wins, 1u);
    EXPECT_EQ(sum.draws, 1u);
    EXPECT_EQ(sum.losses, 1u);
    EXPECT_DOUBLE_EQ(sum.mean_score[1], (20 + 25 + 10 + 40 + 50 + 0) / 6.0);
}

TEST(Arena, saved_match_is_read_back) {
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

TEST(Arena, saved_match_with_luck_is_read_back) {
    Match match;
    match.edition = "new";
    match.agents = {"a", "b"};
    match.luck = LuckJudgement::rollouts;
    const auto again = read_match(match_json(match));
    ASSERT_TRUE(again) << again.error();
    EXPECT_EQ(*again, match);

    Bout bout = bout_of(12, {{50, 40}, {30, 36}});
    bout.luck.resize(2);
    bout.luck[0].margin = {1.25, -1.25};
    bout.luck[1].win = {0.1, -0.1};
    const auto read = read_bout(bout_json(bout, 2), match);
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(text_of(bout_json(*read, 2)), text_of(bout_json(bout, 2)));
    EXPECT_EQ(read->luck[0].margin[0], 1.25);
    EXPECT_EQ(read->luck[1].win[1], -0.1);

    Match without = match; // luck where none was judged, and none where it was, is a mix-up
    without.luck.reset();
    EXPECT_NE(without, match);
    EXPECT_FALSE(read_bout(bout_json(bout, 2), without));
    bout.luck.clear();
    EXPECT_FALSE(read_bout(bout_json(bout, 2), match));
    EXPECT_TRUE(read_bout(bout_json(bout, 2), without));
}

TEST(Arena, files_from_before_luck_was_judged_are_read) {
    Json json;
    std::string error;
    ASSERT_TRUE(parse_json(R"({"format":"bastide-arena/1","edition":"new","options":[],
        "agents":["a","b"],"players":2,"seed":"1"})",
                           json, error));
    const auto match = read_match(json);
    ASSERT_TRUE(match) << match.error();
    EXPECT_FALSE(match->luck);
    json["luck"] = 1;
    EXPECT_FALSE(read_match(json));
    json["format"] = "bastide-arena/2";
    EXPECT_TRUE(read_match(json));
    for (const int gone : {2, 3, 4, 5}) { // by looks at replies, and by weights that are gone
        json["luck"] = gone;
        const auto refused = read_match(json);
        ASSERT_FALSE(refused);
        EXPECT_NE(refused.error().find("no longer there"), std::string::npos);
    }
    json.erase("luck");
    EXPECT_FALSE(read_match(json));
}

TEST(Arena, luck_of_the_first_agents_seat_is_subtracted) {
    std::vector<Bout> bouts = {bout_of(0, {{50, 40}, {30, 36}}), bout_of(1, {{20, 20}, {44, 40}})};
    for (Bout& bout : bouts) bout.luck.resize(2);
    bouts[0].luck[0].margin = {4, -4}; // of +10
    bouts[0].luck[1].margin = {2, -2}; // of +6
    bouts[1].luck[1].win = {-0.25, 0.25};
    EXPECT_DOUBLE_EQ(bouts[0].margin_luck(), (4 - 2) / 2.0);
    EXPECT_DOUBLE_EQ(bouts[1].margin_luck(), 0);
    EXPECT_DOUBLE_EQ(bouts[1].score_luck(), 0.125);
    const Summary sum = summarize(bouts, 2);
    ASSERT_TRUE(sum.without_luck);
    EXPECT_DOUBLE_EQ(sum.without_luck->margin.mean.value, 2.5);
    EXPECT_DOUBLE_EQ(sum.without_luck->margin.less_variance, 50 / 40.5);
    EXPECT_DOUBLE_EQ(sum.without_luck->win_rate.mean.value, (1 + 0.125) / 2);
    bouts[1].luck.clear();
    EXPECT_FALSE(summarize(bouts, 2).without_luck); // one pair is not known
}

/// Results of mean 7 that luck moves by `share` of itself.
struct Moments {
    double mean = 0, variance = 0;
};
Moments without_luck(double share, std::uint64_t seed, unsigned pairs) {
    Random random(seed);
    const auto noise = [&] { return static_cast<double>(random.below(2001)) / 100 - 10; };
    LuckSubtraction subtraction;
    Moments moments;
    for (unsigned i = 0; i < pairs; ++i) {
        const double luck = noise();
        const double without = subtraction.take(7 + noise() + share * luck, luck) - 7;
        moments.mean += without / pairs;
        moments.variance += without * without / pairs;
    }
    return moments;
}

TEST(Arena, subtracting_luck_keeps_the_mean_and_finds_its_share) {
    constexpr double all = 400 / 12.0; // the variance of noise alone
    for (const double share : {0.0, 0.5, 1.0, -1.0}) {
        double mean = 0; // short matches: a bias of the first pairs would show
        for (std::uint64_t seed = 0; seed < 4000; ++seed) {
            mean += without_luck(share, seed, 5).mean / 4000;
        }
        EXPECT_NEAR(mean, 0, 4 * std::sqrt(4 * all / 5 / 4000)) << share;
        EXPECT_LT(without_luck(share, 1, 4000).variance, 1.1 * all) << share;
    }
}

TEST(Arena, spoilt_lines_are_refused) {
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

TEST(Arena, test_is_decided_at_the_first_pair_that_reaches_a_bound) {
    std::vector<Bout> bouts;
    for (std::uint64_t i = 0; i < 200; ++i) bouts.push_back(bout_of(i, {{9, 1}, {1, 9}}));
    const Sprt sprt{0, 50, 0.05, 0.05};
    const auto after = decided_after(sprt, Counted::results, bouts);
    ASSERT_TRUE(after);
    const std::span<const Bout> all = bouts;
    EXPECT_EQ(verdict_of(sprt, summarize(all.first(*after), 2).classes), Verdict::elo1);
    EXPECT_EQ(verdict_of(sprt, summarize(all.first(*after - 1), 2).classes), Verdict::open);
}

} // namespace
} // namespace bastide
