#include "ai/agent.h"

#include "ai/analysis/analysis.h"
#include "ai/arena/play.h"
#include "rules/rules.h"
#include "support/any_game.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

// What holds for every agent: legal moves, the same ones again, no look at tiles to come, and an
// answer when asked for one.
namespace bastide {
namespace {

using namespace testing_support;

const std::vector<std::string> all_agents = {"random", "greedy", "uct:nodes=6", "star25:nodes=60",
                                             "bastide:nodes=6"};

struct Table {
    std::vector<AgentSpec> specs;
    std::vector<std::unique_ptr<Agent>> agents;
    std::vector<Seat> seats;
};

/// Fresh agents, one a seat.
Table seated(const std::vector<std::string>& names) {
    Table table;
    for (const std::string& text : names) {
        table.specs.push_back(*parse_agent(text));
        table.agents.push_back(std::move(*make_agent(table.specs.back())));
        table.seats.push_back({table.agents.back().get(), table.specs.back().budget});
    }
    return table;
}

/// The record of a refereed game; without turns if a move was illegal.
Record refereed(const std::shared_ptr<const Setup>& setup, const std::vector<std::string>& names,
                std::uint64_t seed) {
    const Table table = seated(names);
    Record record = new_record(setup, names);
    const auto played = play_refereed(*setup, table.seats, {seed, seed + 1}, &record);
    if (!played) {
        ADD_FAILURE() << names[played.error().seat] << ", turn " << played.error().turn << ": "
                      << code(played.error().reason) << ", seed " << seed;
        record.turns.clear();
    }
    return record;
}

class EveryEdition : public testing::TestWithParam<unsigned> {};

TEST_P(EveryEdition, agents_make_legal_moves_and_the_same_ones_again) {
    std::uint64_t seed = 100 * GetParam();
    for (unsigned players = 2; players <= most_players(Width::own); ++players) {
        for (std::size_t begin = 0; begin < all_agents.size(); begin += players) {
            std::vector<std::string> names;
            for (unsigned i = 0; i < players; ++i) {
                names.push_back(all_agents[(begin + i) % all_agents.size()]);
            }
            const GameSpec spec = {GetParam(), static_cast<unsigned>(seed * 131 % mix_count()),
                                   players};
            const auto setup = setup_of(spec);
            const Record one = refereed(setup, names, ++seed);
            EXPECT_GT(one.turns.size(), 40u) << text_of(spec);
            EXPECT_EQ(write_record(refereed(setup, names, seed)), write_record(one))
                << text_of(spec);
        }
    }
}

/// A deck whose order is written down.
struct Order {
    std::array<std::vector<TileIndex>, stack_count> tiles;
};

Order shuffled(const Game& game, Random& random) {
    Order order;
    for (unsigned i = 0; i < game.box->tile_count; ++i) {
        auto& stack = order.tiles[static_cast<unsigned>(game.box->stacks[i])];
        stack.insert(stack.end(), game.now.bag[i], static_cast<TileIndex>(i));
    }
    for (auto& stack : order.tiles) {
        for (auto i = static_cast<unsigned>(stack.size()); i > 1; --i) {
            std::swap(stack[i - 1], stack[random.below(i)]);
        }
    }
    return order;
}

/// The same counts, the same first tiles, another order of the rest.
Order permuted_after(Order order, std::size_t known) {
    for (auto& stack : order.tiles) {
        if (stack.size() > known) {
            std::reverse(stack.begin() + static_cast<std::ptrdiff_t>(known), stack.end());
        }
    }
    return order;
}

struct Choice {
    Game seen;
    Move move;
};

/// What the agent saw and chose on every seat while only the known tiles were drawn.
std::vector<Choice> choices_with(const Order& order, std::size_t known, const GameSpec& spec,
                                 const std::string& text) {
    const auto setup = setup_of(spec);
    Game game(*setup->box, spec.players, 0);
    Table table = seated(std::vector<std::string>(spec.players, text));
    Random random(spec.seed);
    std::array<std::size_t, stack_count> next = {};
    std::vector<Choice> choices;
    while (!game.over()) {
        while (game.now.phase == Phase::draw) {
            const auto stack = static_cast<unsigned>(game.now.stack);
            // A tile set aside and put back is drawn later again: such orders are not compared on.
            if (next[stack] == known || next[stack] == order.tiles[stack].size()) return choices;
            const TileIndex tile = order.tiles[stack][next[stack]++];
            if (!check_draw(game, tile)) return choices;
            draw(game, tile);
        }
        if (game.over()) break;
        const Seat& seat = table.seats[game.now.player];
        const Move move = seat.agent->choose(game, seat.budget, random);
        choices.push_back({game, move});
        apply(game, move);
    }
    return choices;
}

TEST_P(EveryEdition, moves_do_not_depend_on_the_order_of_tiles_to_come) {
    for (const std::string& agent : all_agents) {
        const GameSpec spec = {GetParam(), 0, 2, 0, 31 + GetParam()};
        Random random(spec.seed);
        const Order order = shuffled(Game(*setup_of(spec)->box, 2, 0), random);
        const std::size_t known = 25;
        const Order other = permuted_after(order, known);
        ASSERT_NE(order.tiles, other.tiles);
        const auto one = choices_with(order, known, spec, agent);
        const auto two = choices_with(other, known, spec, agent);
        ASSERT_GE(one.size(), 20u) << agent;
        ASSERT_EQ(one.size(), two.size()) << agent;
        for (std::size_t i = 0; i < one.size(); ++i) {
            // All that an agent is given is the game, and that is the same value in both.
            ASSERT_TRUE(one[i].seen == two[i].seen) << agent << ", move " << i;
            ASSERT_EQ(one[i].move, two[i].move) << agent << ", move " << i;
        }
    }
}

TEST_P(EveryEdition, analysis_does_not_read_on_in_the_record) {
    const GameSpec spec = {GetParam(), 0, 2};
    const Record whole = refereed(setup_of(spec), {"greedy", "random"}, 5);
    ASSERT_GT(whole.turns.size(), 12u);
    Record begun = whole;
    begun.turns.resize(10);
    begun.result.reset();
    AnalysisSettings settings;
    settings.budget.nodes = 4;
    const auto analyst = make_analyst();
    const auto of_begun = analyze(begun, *analyst, settings);
    ASSERT_TRUE(of_begun);
    Record longer = whole;
    longer.turns.resize(12);
    longer.result.reset();
    const auto of_longer = analyze(longer, *analyst, settings);
    ASSERT_TRUE(of_longer);
    for (unsigned i = 0; i < 10; ++i) {
        const AnalyzedTurn &a = of_begun->turns[i], &b = of_longer->turns[i];
        EXPECT_EQ(a.best[0].move, b.best[0].move) << i;
        EXPECT_EQ(a.best[0].margin, b.best[0].margin) << i;
        EXPECT_EQ(a.cost, b.cost) << i;
        EXPECT_EQ(a.luck, b.luck) << i;
    }
}

unsigned edition_count() {
    return static_cast<unsigned>(Catalog::embedded().editions().size());
}

INSTANTIATE_TEST_SUITE_P(Agents, EveryEdition, testing::Range(0u, edition_count()),
                         [](const auto& of) {
                             std::string id = Catalog::embedded().editions()[of.param].id;
                             std::replace(id.begin(), id.end(), '-', '_');
                             return id;
                         });

/// A position in mid-game with a tile in hand.
Game middle_of(const std::string& edition, unsigned players) {
    const auto& editions = Catalog::embedded().editions();
    GameSpec spec = {0, 0, players, 0, 17, 0};
    while (editions[spec.edition].id != edition) ++spec.edition;
    Play play(spec);
    for (unsigned i = 0; i < 30; ++i) play.turn();
    play.draw_tile();
    return play.game();
}

TEST(Agents, cancelled_before_it_begins_an_agent_answers_at_once) {
    const Game game = middle_of("new", 2);
    for (const std::string_view name : agent_names()) {
        const auto agent = std::move(*make_agent(*parse_agent(name)));
        const std::atomic<bool> cancel = true;
        Budget budget;
        budget.seconds = 100000; // else the test does not end
        budget.cancel = &cancel;
        Random random(3);
        EXPECT_TRUE(check(game, agent->choose(game, budget, random))) << name;
    }
}

TEST(Agents, cancelled_while_it_thinks_an_agent_answers_at_once) {
    const Game game = middle_of("hunters", 3);
    for (const std::string name : {"uct", "star25", "bastide", "bastide:threads=2"}) {
        const AgentSpec spec = *parse_agent(name);
        const auto agent = std::move(*make_agent(spec));
        std::atomic<bool> cancel = false;
        Budget budget = spec.budget;
        budget.seconds = 100000;
        budget.cancel = &cancel;
        Random random(3);
        std::thread asker([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            cancel = true;
        });
        const Move move = agent->choose(game, budget, random);
        EXPECT_TRUE(cancel) << name << " did not use its time";
        asker.join();
        EXPECT_TRUE(check(game, move)) << name;
    }
}

TEST(Agents, two_threads_make_legal_moves_and_the_same_ones_again) {
    for (const char* edition : {"new", "hunters"}) {
        const std::vector<std::string> names = {"bastide:nodes=12;threads=2", "greedy"};
        const Record one = refereed(setup_of(edition), names, 9);
        EXPECT_GT(one.turns.size(), 40u) << edition;
        EXPECT_EQ(write_record(refereed(setup_of(edition), names, 9)), write_record(one));
    }
}

/// What is wrong with a description; empty if an agent can be made from it.
std::string objection_to(const std::string& text) {
    const auto spec = parse_agent(text);
    if (!spec) return spec.error();
    const auto agent = make_agent(*spec);
    return agent ? "" : agent.error();
}

TEST(Agents, tell_what_they_thought_of_the_move) {
    const auto setup = setup_of("new");
    Game game(*setup->box, 2, 0);
    Random random(5);
    draw_by_chance(game, random);
    const auto thought_of = [&](const char* description) {
        const auto spec = parse_agent(description);
        const auto agent = *make_agent(*spec);
        (void)agent->choose(game, spec->budget, random);
        return agent->thought();
    };
    EXPECT_TRUE(thought_of("random").tells_nothing());
    EXPECT_EQ(thought_of("uct:nodes=50").nodes, 50u);
    EXPECT_EQ(thought_of("greedy").nodes, count_legal_moves(game));
    EXPECT_TRUE(thought_of("star25:nodes=100").margin.has_value());
    for (const char* ours : {"bastide:nodes=100", "bastide:nodes=3000"}) { // a tree, and rollouts
        const Thought thought = thought_of(ours);
        EXPECT_GE(thought.nodes, 90u) << ours;
        ASSERT_TRUE(thought.margin && thought.win) << ours;
        EXPECT_LT(std::abs(*thought.margin), 60) << ours;
        EXPECT_EQ(*thought.margin > 0, *thought.win > 0.5) << ours;
    }
}

TEST(Agents, descriptions_are_read_strictly) {
    for (const char* good : {"random", "random:time=0.5", "greedy:economy=1;follower=2.5",
                             "uct:nodes=5;exploration=0.7", "star25:probing=3;range=20",
                             "bastide:time=0.25;threads=2;plies=3;behind=0"}) {
        EXPECT_EQ(objection_to(good), "") << good;
    }
    EXPECT_EQ(objection_to("random:"),
              "agent \"random:\": a setting, such as time=0.5, must follow \":\"");
    EXPECT_EQ(objection_to("bastide:time=1;"),
              "agent \"bastide:time=1;\": a setting, such as time=0.5, must follow \";\"");
    EXPECT_EQ(objection_to("uct:speed=9"),
              "agent \"uct:speed=9\" has no setting \"speed\" (bastide agents lists them)");
    EXPECT_EQ(objection_to("greedy:follower=x"),
              "agent \"greedy:follower=x\": follower is a number, not \"x\"");
    EXPECT_EQ(objection_to("bastide:time=-1"),
              "agent \"bastide:time=-1\": time is a number of seconds from 0 to 1000000, not "
              "\"-1\"");
    EXPECT_EQ(objection_to("nobody").rfind("there is no agent \"nobody\" (there are beginner, ", 0),
              0u);
    // A setting of another agent, a weight where there is no evaluation, no number, no key.
    for (const char* bad :
         {"random:exploration=1", "uct:follower=3", "greedy:plies=2", "star25:trust=1",
          "bastide:range=9", "uct:nodes=x", "uct:nodes=-1", "uct:time=", "uct:time", "uct:=1",
          "bastide:threads=0", "uct:;nodes=5", "uct:nodes=5;;time=1", "", ":", ":time=1"}) {
        EXPECT_NE(objection_to(bad), "") << bad;
    }
}

TEST(Agents, another_seed_may_change_the_moves) {
    // Else the tests that demand the same moves again would say little about the seed.
    const Game game = middle_of("new", 2);
    const auto agent = std::move(*make_agent(*parse_agent("uct")));
    Budget budget;
    budget.nodes = 40;
    Random one(1), two(2), again(1);
    const Move first = agent->choose(game, budget, one);
    EXPECT_EQ(agent->choose(game, budget, again), first);
    EXPECT_NE(agent->choose(game, budget, two), first);
}

} // namespace
} // namespace bastide
