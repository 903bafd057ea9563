// Two nodes on one PostgreSQL, in one process: what they share and how they share it.
// crash_test.cpp kills them.

#include "server/game_table.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

namespace bastide::server::test {
namespace {

Config on(const std::string& database) {
    Config config = TestServer::patient();
    config.database = database;
    return config;
}

double metric(TestPlayer& player, const std::string& name) {
    const std::string text = player.raw("GET", "/metrics", "").body;
    const std::size_t at = text.find("\n" + name + " ");
    return at == std::string::npos ? -1 : std::stod(text.substr(at + name.size() + 2));
}

TEST(Cluster, a_bots_turn_is_the_work_of_one_node) {
    TemporaryPostgres postgres;
    const std::string database = postgres.new_database();
    TestServer one(on(database)), two(on(database));
    TestPlayer ada(one, "Ada"), eve(two);
    Json body;
    body["rules"] = rules_of("new", 0, {"random", "random"});
    const std::string game = ada.post("/api/tables", body, 201)["table"]["game"];
    ada.connect();
    eve.connect();
    ada.follow(game);
    eve.follow(game); // both nodes have the game in memory and see whose turn it is
    const auto over = [&](TestPlayer& player) {
        return player.get("/api/tables/" + game)["table"]["status"] == "over";
    };
    for (int i = 0; i < 2000 && !(over(ada) && over(eve)); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    const Json table = eve.get("/api/tables/" + game)["table"];
    ASSERT_EQ(table["status"], "over");
    const double thoughts = metric(ada, "bastide_bot_think_seconds_count") +
                            metric(eve, "bastide_bot_think_seconds_count");
    EXPECT_EQ(thoughts, table["turns"].get<double>());
}

TEST(Cluster, chat_of_two_nodes_keeps_every_line) {
    TemporaryPostgres postgres;
    const std::string database = postgres.new_database();
    TestServer one(on(database)), two(on(database));
    TestPlayer ada(one, "Ada"), bo(two, "Bo");
    const std::string game = table_of({&ada, &bo}, rules_of("new", 2));
    ada.connect();
    bo.connect();
    ada.follow(game);
    bo.follow(game);
    constexpr int lines = 20;
    for (int i = 0; i < lines; ++i) {
        Json line = message("chat", game);
        line["text"] = "line " + std::to_string(i);
        ada.say(line);
        bo.say(line);
    }
    for (TestPlayer* player : {&ada, &bo}) {
        std::set<int> numbers;
        while (numbers.size() < 2 * lines && !::testing::Test::HasFailure()) {
            EXPECT_TRUE(numbers.insert(player->hear("chat")["line"]["n"].get<int>()).second);
        }
    }
}

TEST(Cluster, seats_taken_on_different_nodes_start_one_game) {
    TemporaryPostgres postgres;
    const std::string database = postgres.new_database();
    TestServer one(on(database)), two(on(database));
    TestPlayer ada(one, "Ada"), bo(two, "Bo"), cy(two, "Cy");
    Json body;
    body["rules"] = rules_of("new", 2);
    const std::string game = ada.post("/api/tables", body, 201)["table"]["game"];
    ada.connect();
    ada.follow(game);
    bo.post("/api/tables/" + game + "/join", Json::object());
    EXPECT_EQ(ada.hear("ply")["entry"]["kind"], "start") << "heard on the other node";
    EXPECT_EQ(cy.post("/api/tables/" + game + "/join", Json::object(), 409)["error"], "table_full");
}

} // namespace
} // namespace bastide::server::test
