// What computer players may cost: who may ask for which, how long they think, and who waits.

#include "server/game_table.h"

#include "notation/json.h"
#include "rules/rules.h"
#include "server/rooms/agents.h"
#include "server/rooms/bots.h"

#include <gtest/gtest.h>

#include <future>

namespace bastide::server::test {
namespace {

const std::string endless = "bastide:nodes=99999999999999";

BotTask task_of(const std::string& owner, const std::string& agent) {
    static Setups setups;
    const Edition* edition = Catalog::embedded().find("classic-1");
    BotTask task;
    task.owner = owner;
    task.agent = agent;
    task.setup = setups.get(*edition, edition->defaults);
    task.game = std::make_unique<Game>(*task.setup->box, 2, 0);
    for (TileIndex tile = 0; task.game->now.phase == Phase::draw; ++tile) {
        if (check_draw(*task.game, tile)) draw(*task.game, tile);
    }
    return task;
}

TEST(Bots, every_thought_has_a_deadline_and_a_limit_of_nodes) {
    for (const char* text : {"bastide:nodes=99999999999999", "uct:nodes=1", "star25:time=9999",
                             "random:time=0", "master", "expert"}) {
        const Budget budget = bounded(parse_agent(text)->budget);
        EXPECT_GT(budget.seconds, 0) << text;
        EXPECT_LE(budget.seconds, most_seconds) << text;
        EXPECT_GT(budget.nodes, 0u) << text;
        EXPECT_LE(budget.nodes, most_nodes) << text;
        EXPECT_EQ(budget.threads, 1u) << text;
    }
    EXPECT_EQ(bounded(parse_agent("expert")->budget).nodes, 1u) << "what is less stays";
}

TEST(Bots, a_description_without_end_comes_to_one) {
    for (const char* name : {"bastide", "uct", "star25"}) {
        Bots bots(1, {});
        std::promise<void> moved;
        BotTask task = task_of("a", std::string(name) + ":nodes=99999999999999");
        task.on_move = [&](const Move&) { moved.set_value(); };
        bots.think(std::move(task));
        EXPECT_EQ(moved.get_future().wait_for(std::chrono::seconds(60)), std::future_status::ready)
            << name;
    }
}

TEST(Bots, a_slow_owner_costs_another_one_the_thought_that_is_going_on) {
    Bots bots(1, {});
    std::mutex mutex;
    std::string order;
    std::promise<void> queued, done;
    std::shared_future<void> all_queued = queued.get_future().share();
    const auto add = [&](char owner) {
        BotTask task = task_of(std::string(1, owner), "random");
        task.on_move = [&, owner](const Move&) {
            all_queued.wait();
            const std::lock_guard lock(mutex);
            order += owner;
            if (order.size() == 7) done.set_value();
        };
        bots.think(std::move(task));
    };
    add('a');
    while (bots.waiting() > 0) std::this_thread::yield(); // it is being thought
    for (int i = 0; i < 3; ++i) add('a');
    add('b');
    add('c');
    add('b');
    queued.set_value();
    done.get_future().wait();
    const std::lock_guard lock(mutex);
    EXPECT_EQ(order[0], 'a');
    for (const char other : {'b', 'c'}) {
        EXPECT_LT(order.find(other), 4u) << order << ": one turn each, however many wait";
    }
}

TEST(Bots, one_that_is_not_known_is_replaced_and_told_once) {
    std::vector<std::string> told;
    BotEvents events;
    events.on_replaced = [&](const std::string& agent) { told.push_back(agent); };
    std::promise<void> moved;
    Bots bots(1, events);
    for (int i = 0; i < 3; ++i) {
        BotTask task = task_of("a", "grandmaster");
        task.on_move = [&, i](const Move&) {
            if (i == 2) moved.set_value();
        };
        bots.think(std::move(task));
    }
    moved.get_future().wait();
    EXPECT_EQ(told, std::vector<std::string>{"grandmaster"});
}

TEST(Bots, guests_choose_from_the_levels_and_accounts_within_limits) {
    TestServer server;
    TestPlayer guest(server, "Guest"), ada(server, "Ada");
    ada.sign_up("ada");
    const auto opened = [](TestPlayer& player, const Json& rules) {
        Json body;
        body["rules"] = rules;
        body["sit"] = false;
        const HttpReply reply = player.raw("POST", "/api/tables", text_of(body));
        return reply.status == 201
                   ? "opened"
                   : Json::parse(reply.body, nullptr, false)["error"].get<std::string>();
    };
    const auto against = [](const std::string& agent) { return rules_of("classic-1", 1, {agent}); };
    const auto taken_over_by = [](const std::string& agent) {
        Json rules = rules_of("classic-1", 2);
        rules["takeover"] = {{"agent", agent}, {"after_s", 20}};
        return rules;
    };
    const Json alone = rules_of("classic-1", 0, {"beginner"});
    for (const Json& level : guest.get("/api/info")["agents"]) {
        EXPECT_EQ(opened(guest, against(level)), "opened");
        EXPECT_EQ(opened(guest, taken_over_by(level)), "opened");
    }
    EXPECT_EQ(opened(guest, against("bastide:time=2")), "needs_account");
    EXPECT_EQ(opened(guest, taken_over_by("bastide:time=2")), "needs_account");
    EXPECT_EQ(opened(guest, alone), "needs_account");
    EXPECT_EQ(opened(ada, against("bastide:time=2")), "opened");
    EXPECT_EQ(opened(ada, taken_over_by("uct:nodes=5000")), "opened");
    EXPECT_EQ(opened(ada, alone), "opened");
    for (const std::string& agent :
         {endless, std::string("uct:nodes=99999999999999"), std::string("star25:time=6"),
          std::string("bastide:threads=2"), std::string("bastide:time=-1")}) {
        EXPECT_EQ(opened(ada, against(agent)), "bad_rules") << agent;
        EXPECT_EQ(opened(ada, taken_over_by(agent)), "bad_rules") << agent;
    }
}

} // namespace
} // namespace bastide::server::test
