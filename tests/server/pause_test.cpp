// A pause on which the players agree: clocks stand, for a bounded time, whatever becomes of the
// server. What it costs to the millisecond is in clock_test.cpp.

#include "server/game_table.h"
#include "server/process_host.h"

#include <gtest/gtest.h>

#include <thread>

namespace bastide::server::test {
namespace {

constexpr std::int64_t initial_of_pause_ms = 300'000;

Json timed_rules() {
    Json rules = rules_of("new", 2);
    rules["clock"] = {
        {"kind", "fischer"}, {"initial_s", initial_of_pause_ms / 1000}, {"increment_s", 0}};
    return rules;
}

Json pause_answer(const std::string& game, bool accept) {
    Json json = message("pause_answer", game);
    json["accept"] = accept;
    return json;
}

/// One asks, the other agrees; what both hear of it.
Json agree_on_a_pause(TestPlayer& asker, TestPlayer& other, const std::string& game) {
    asker.say(message("pause", game));
    while (other.hear("pause")["state"] != "asked" && !::testing::Test::HasFailure()) {
    }
    other.say(pause_answer(game, true));
    const Json entry = asker.hear("ply")["entry"];
    EXPECT_EQ(other.hear("ply")["entry"], entry);
    EXPECT_EQ(entry["kind"], "pause");
    return entry;
}

std::string refused(TestPlayer& player, const std::string& type, const std::string& game) {
    player.say(message(type, game));
    const Json error = player.hear("error");
    EXPECT_EQ(error["to"], type);
    return error["code"];
}

TEST(Pause, everybody_agrees_and_anybody_goes_on) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo"), watcher(server, "Watcher");
    Table table({&ada, &bo}, timed_rules());
    const std::string& game = table.id();
    EXPECT_EQ(table.state(0)["table"]["rules"]["pause_s"], 86400) << "for those who say nothing";
    watcher.connect();
    watcher.follow(game);
    EXPECT_EQ(refused(watcher, "pause", game), "not_seated");
    EXPECT_EQ(refused(ada, "resume", game), "not_allowed") << "nothing is paused";

    ada.say(message("pause", game));
    Json asked = bo.hear("pause");
    EXPECT_EQ(schema().server_message_mismatch(asked), "");
    EXPECT_EQ(asked["seat"], 0);
    EXPECT_EQ(watcher.hear("pause")["state"], "asked");
    EXPECT_EQ(watcher.follow(game)["pause"], 0);
    EXPECT_EQ(refused(bo, "pause", game), "not_allowed") << "one question at a time";
    ada.say(pause_answer(game, true));
    EXPECT_EQ(ada.hear("error")["code"], "not_allowed") << "who asks does not answer";
    bo.say(pause_answer(game, false));
    EXPECT_EQ(bo.hear("pause")["state"], "refused");
    EXPECT_FALSE(watcher.follow(game).contains("pause"));

    const Json entry = agree_on_a_pause(bo, ada, game);
    EXPECT_EQ(entry["seat"], 1);
    EXPECT_TRUE(entry["clock"]["running"].is_null());
    EXPECT_EQ(entry["clock"]["paused_until"].get<std::int64_t>(),
              entry["at"].get<std::int64_t>() + 86'400'000);
    const Json state = watcher.follow(game);
    EXPECT_EQ(schema().server_message_mismatch(state), "");
    EXPECT_EQ(state["clock"]["paused_until"], entry["clock"]["paused_until"]);
    EXPECT_EQ(state["clock"]["remaining_ms"], entry["clock"]["remaining_ms"]);
    EXPECT_EQ(refused(ada, "pause", game), "not_allowed") << "it is paused already";
    EXPECT_EQ(refused(watcher, "resume", game), "not_seated");

    ada.say(message("resume", game));
    const Json resumed = bo.hear("ply")["entry"];
    EXPECT_EQ(resumed["kind"], "resume");
    EXPECT_EQ(resumed["seat"], 0);
    EXPECT_EQ(resumed["clock"]["running"], table.follower().to_move().value());
    EXPECT_EQ(resumed["clock"]["remaining_ms"], entry["clock"]["remaining_ms"]);
    EXPECT_FALSE(resumed["clock"].contains("paused_until"));
}

TEST(Pause, a_move_ends_it) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Table table({&ada, &bo}, timed_rules());
    const unsigned mover = table.follower().to_move().value();
    const Json entry = agree_on_a_pause(ada, bo, table.id());
    table.take(entry);
    table.play();
    const Json state = ada.follow(table.id());
    EXPECT_FALSE(state["clock"].contains("paused_until"));
    EXPECT_EQ(state["clock"]["running"], table.follower().to_move().value());
    EXPECT_EQ(state["clock"]["remaining_ms"][mover], entry["clock"]["remaining_ms"][mover]);
}

TEST(Pause, needs_a_clock_and_time_for_it) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    const Table untimed({&ada, &bo}, rules_of("new", 2));
    EXPECT_FALSE(untimed.state(0)["table"]["rules"].contains("pause_s"));
    EXPECT_EQ(refused(ada, "pause", untimed.id()), "not_allowed");
    Json rules = timed_rules();
    rules["pause_s"] = 0;
    const Table strict({&ada, &bo}, rules);
    EXPECT_EQ(refused(ada, "pause", strict.id()), "not_allowed");
    rules = timed_rules();
    rules["clock"] = {{"kind", "fischer"}, {"initial_s", 1}, {"increment_s", 0}};
    Table late({&ada, &bo}, rules);
    EXPECT_EQ(ada.hear("clock")["clock"]["remaining_ms"][late.follower().to_move().value()], 0);
    EXPECT_EQ(refused(ada, "pause", late.id()), "not_allowed") << "no way out of a lost game";
    rules["pause_s"] = 604'801;
    Json body;
    body["rules"] = rules;
    EXPECT_EQ(ada.post("/api/tables", body, 400)["error"], "bad_rules");
}

/// By itself, in all pauses of a game together, and also when everybody has left.
TEST(Pause, ends_when_its_time_is_over) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Json rules = timed_rules();
    rules["pause_s"] = 2;
    const Table table({&ada, &bo}, rules);
    const Json first = agree_on_a_pause(ada, bo, table.id());
    ada.say(message("resume", table.id()));
    const Json between = ada.hear("ply")["entry"];
    bo.hear("ply");
    const Json second = agree_on_a_pause(bo, ada, table.id());
    const auto at = [](const Json& entry) { return entry["at"].get<std::int64_t>(); };
    EXPECT_EQ(second["clock"]["paused_until"].get<std::int64_t>(),
              at(second) + 2000 - (at(between) - at(first)));
    const Json over = ada.hear("ply")["entry"];
    EXPECT_EQ(over["kind"], "resume");
    EXPECT_FALSE(over.contains("seat"));
    EXPECT_GE(at(over), second["clock"]["paused_until"].get<std::int64_t>());
    EXPECT_EQ(over["clock"]["remaining_ms"], second["clock"]["remaining_ms"]);
    EXPECT_EQ(refused(ada, "pause", table.id()), "not_allowed") << "all of it is used up";

    const Table left({&ada, &bo}, rules);
    agree_on_a_pause(ada, bo, left.id());
    ada.drop();
    bo.drop();
    server.restart();
    const auto store = open_store(server.folder().sqlite());
    std::size_t entries = 2;
    for (int i = 0; i < 600 && entries < 3; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        entries = (*store)->load_log(left.id(), 0)->size();
    }
    EXPECT_EQ((*store)->load_log(left.id(), 2)->at(0).body.find("seat"), std::string::npos);
}

TEST(Pause, no_bot_moves_and_none_takes_a_seat_over) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    ada.sign_up("ada-login"); // guests have quick bots only
    Json rules = rules_of("new", 1, {"bastide:time=1"});
    rules["clock"] = timed_rules()["clock"];
    rules["first"] = 1;
    const Table thinking({&ada}, rules); // the bot is at it
    ada.say(message("pause", thinking.id()));
    EXPECT_EQ(ada.hear("ply")["entry"]["kind"], "pause");
    rules = timed_rules();
    rules["takeover"] = {{"agent", "random"}, {"after_s", 1}};
    const Table away({&ada, &bo}, rules);
    agree_on_a_pause(ada, bo, away.id());
    ada.drop();
    bo.drop();
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));
    const auto store = open_store(server.folder().sqlite());
    for (const Table* table : {&thinking, &away}) {
        EXPECT_EQ((*store)->load_log(table->id(), 0)->size(), 2u) << "a start and a pause";
    }
    ada.connect();
    ada.follow(thinking.id());
    ada.say(message("resume", thinking.id()));
    EXPECT_EQ(ada.hear("ply")["entry"]["kind"], "resume");
    EXPECT_EQ(ada.hear("ply")["entry"]["turn"]["player"], 1) << "now it goes on";
}

TEST(Pause, outlives_a_server_that_is_killed) {
    ProcessHost server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Table table({&ada, &bo}, timed_rules());
    table.play();
    const Json clock = agree_on_a_pause(ada, bo, table.id())["clock"];
    const auto is_paused = [&] {
        const Json now = ada.follow(table.id())["clock"];
        EXPECT_EQ(now["remaining_ms"], clock["remaining_ms"]);
        EXPECT_EQ(now["paused_until"], clock["paused_until"]);
        EXPECT_TRUE(now["running"].is_null());
    };
    server.kill();
    server.start();
    for (TestPlayer* player : {&ada, &bo}) {
        player->go_to(server);
        player->connect();
        player->follow(table.id());
    }
    is_paused();
    std::this_thread::sleep_for(std::chrono::milliseconds(1500)); // a server that is up
    is_paused();
    bo.say(message("resume", table.id()));
    const Json resumed = ada.hear("ply")["entry"];
    EXPECT_EQ(resumed["clock"]["remaining_ms"], clock["remaining_ms"]);
    EXPECT_FALSE(resumed["clock"]["running"].is_null());
}

} // namespace
} // namespace bastide::server::test
