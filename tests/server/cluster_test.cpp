// Two nodes on one PostgreSQL: what they share and how they share it. crash_test.cpp kills them
// while many games are played.

#include "server/game_table.h"
#include "server/server_process.h"
#include "server/service/admin.h"
#include "server/storage/sql.h"

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

/// A node in its own process, to be killed.
class TestNode final : public TestHost {
  public:
    explicit TestNode(const std::string& database)
        : process_(database, free_port(), folder_.file("log"), {"--node-seconds", "2"}) {
        loop_.start();
        process_.start();
        EXPECT_TRUE(process_.wait_ready());
    }
    ServerAddress address() const override { return process_.address(); }
    Loop& loop() override { return loop_; }
    void kill() { process_.kill(); }

  private:
    TemporaryFolder folder_;
    ServerProcess process_;
    Loop loop_{1};
};

Json with_takeover(Json rules) {
    rules["takeover"] = {{"agent", "random"}, {"after_s", 1}};
    return rules;
}

/// Waits until somebody is told that these players are there.
void hear_presence(TestPlayer& player, const Json& seats) {
    Json heard;
    while (heard != seats && !::testing::Test::HasFailure()) {
        heard = player.hear("presence")["presence"]["seats"];
    }
    EXPECT_EQ(heard, seats);
}

unsigned substitutes(const std::string& database, const std::string& game) {
    unsigned count = 0;
    const auto log = (*open_store(database))->load_log(game, 0);
    for (const LogRow& row : *log) {
        count += Json::parse(row.body, nullptr, false)["kind"] == "substitute" ? 1u : 0u;
    }
    return count;
}

/// Asks nobody but the database: a question to a node would make it load the game.
bool taken_over(const std::string& database, const std::string& game) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < until) {
        if (substitutes(database, game) > 0) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return false;
}

/// Waits until so many connections of players are known to all nodes.
bool connected(const std::string& database, std::size_t count) {
    auto sql = open_sql(database);
    return waits_until(
        [&] { return (*sql)->run("SELECT node FROM presence")->rows.size() == count; });
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
    ada.sign_up("ada");
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

TEST(Cluster, a_deletion_and_a_removal_reach_the_other_node) {
    TemporaryPostgres postgres;
    const std::string database = postgres.new_database();
    TestServer one(on(database)), two(on(database));
    TestPlayer ada(one, "Ada"), bo(two, "Bo");
    ada.sign_up("ada");
    const std::string game = table_of({&ada, &bo}, rules_of("new", 2));
    TestPlayer other(two, ada); // the same person there
    other.connect();
    bo.connect();
    bo.follow(game);
    EXPECT_EQ(ada.delete_data().status, 204u);
    Json table;
    while (table["seats"][0]["name"] != "Deleted" && !::testing::Test::HasFailure()) {
        table = bo.hear("table")["table"];
    }
    for (int i = 0; i < 500 && !other.closed(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_TRUE(other.closed());
    Json body;
    body["rules"] = rules_of("new", 2);
    const std::string open = bo.post("/api/tables", body, 201)["table"]["game"];
    TestPlayer eve(one);
    eve.connect();
    eve.follow(open);
    EXPECT_EQ(bo.raw("DELETE", "/api/tables/" + open, "").status, 204u);
    EXPECT_EQ(eve.hear("error")["code"], "table_removed");
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

/// Waits until so many statements wait for a lock of another.
bool waiting(SqlConnection& sql, std::size_t count) {
    for (int i = 0; i < 1000; ++i) {
        if (sql.run("SELECT pid FROM pg_locks WHERE NOT granted")->rows.size() == count) {
            return true;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
}

/// A node reads a game while its last seat is taken and its first ply is written elsewhere: whoever
/// is told of the start is told that they play.
TEST(Cluster, a_game_that_is_read_while_it_starts_has_all_its_players) {
    TemporaryPostgres postgres;
    const std::string database = postgres.new_database();
    TestServer one(on(database)), two(on(database));
    TestPlayer ada(one, "Ada"), bo(two, "Bo");
    Json body;
    body["rules"] = rules_of("new", 2);
    const std::string game = ada.post("/api/tables", body, 201)["table"]["game"];
    bo.connect();
    auto other = open_sql(database), watch = open_sql(database);
    const auto write = [&](const std::string& text) {
        ASSERT_TRUE((*other)->script(text).has_value()) << text;
    };
    ASSERT_TRUE((*other)->begin().has_value());
    write("LOCK TABLE log"); // where the reading stops
    bo.say(message("hello", game));
    ASSERT_TRUE(waiting(**watch, 1));
    write("INSERT INTO seats (game, seat, user_id, name) VALUES ('" + game + "', 1, '" + bo.id() +
          "', 'Bo')");
    write("UPDATE games SET ply = 0, status = 1 WHERE id = '" + game + "'");
    write("INSERT INTO log (game, ply, at, body) VALUES ('" + game +
          R"(', 0, 1, '{"kind":"start","first":0,"names":["Ada","Bo"]}'))");
    ASSERT_TRUE((*other)->commit().has_value());
    const Json state = bo.hear("state");
    EXPECT_EQ(state["ply"], 0);
    EXPECT_EQ(state["you"], 1);
}

void hear_takeback(TestPlayer& player, const std::string& state) {
    std::string heard;
    while (heard != state && !::testing::Test::HasFailure()) {
        heard = player.hear("takeback")["state"];
    }
}

TEST(Cluster, players_on_different_nodes_agree_on_a_takeback) {
    TemporaryPostgres postgres;
    const std::string database = postgres.new_database();
    TestServer one(on(database)), two(on(database));
    TestPlayer ada(one, "Ada"), bo(two, "Bo");
    Table table({&ada, &bo}, rules_of("new", 2));
    table.play();
    Json answer = message("takeback_answer", table.id());
    ada.say(message("takeback", table.id()));
    hear_takeback(bo, "asked");
    answer["accept"] = false;
    bo.say(answer);
    hear_takeback(ada, "refused");
    hear_takeback(bo, "refused");
    ada.say(message("takeback", table.id()));
    hear_takeback(bo, "asked");
    answer["accept"] = true;
    bo.say(answer);
    for (TestPlayer* player : {&ada, &bo}) {
        std::string kind;
        while (kind != "takeback" && !::testing::Test::HasFailure()) {
            kind = player->hear("ply")["entry"]["kind"];
        }
    }
    EXPECT_EQ((*open_store(database))->load_log(table.id(), 0)->size(), 3u) << "it is done once";
}

TEST(Cluster, players_on_different_nodes_agree_on_a_pause) {
    TemporaryPostgres postgres;
    const std::string database = postgres.new_database();
    TestServer one(on(database)), two(on(database));
    TestPlayer ada(one, "Ada"), bo(two, "Bo");
    Json rules = rules_of("new", 2);
    rules["clock"] = {{"kind", "fischer"}, {"initial_s", 300}, {"increment_s", 0}};
    const Table table({&ada, &bo}, rules);
    ada.say(message("pause", table.id()));
    EXPECT_EQ(bo.hear("pause")["state"], "asked");
    Json answer = message("pause_answer", table.id());
    answer["accept"] = true;
    bo.say(answer);
    for (TestPlayer* player : {&ada, &bo}) EXPECT_EQ(player->hear("ply")["entry"]["kind"], "pause");
    bo.say(message("resume", table.id()));
    for (TestPlayer* player : {&ada, &bo}) {
        EXPECT_EQ(player->hear("ply")["entry"]["kind"], "resume");
    }
    EXPECT_EQ((*open_store(database))->load_log(table.id(), 0)->size(), 3u) << "each is done once";
}

TEST(Cluster, players_on_different_nodes_have_one_rematch) {
    TemporaryPostgres postgres;
    const std::string database = postgres.new_database();
    TestServer one(on(database)), two(on(database));
    TestPlayer ada(one, "Ada"), bo(two, "Bo");
    Table table({&ada, &bo}, rules_of("new", 2));
    ada.say(message("resign", table.id()));
    for (TestPlayer* player : {&ada, &bo}) {
        while (player->hear("ply")["entry"]["kind"] != "end" && !::testing::Test::HasFailure()) {
        }
    }
    ada.say(message("rematch", table.id()));
    bo.say(message("rematch", table.id()));
    const auto next = [](TestPlayer& player) {
        for (;;) {
            const Json heard = player.hear("rematch");
            if (heard.contains("next")) return heard["next"].get<std::string>();
        }
    };
    EXPECT_EQ(next(ada), next(bo));
    EXPECT_EQ(bo.get("/api/games/mine")["tables"].size(), 2u) << "and no other table";
}

TEST(Cluster, everybody_is_told_who_is_there_on_any_node) {
    TemporaryPostgres postgres;
    const std::string database = postgres.new_database();
    TestServer one(on(database)), two(on(database));
    TestPlayer ada(one, "Ada"), bo(two, "Bo");
    const std::string game = table_of({&ada, &bo}, rules_of("new", 2));
    bo.connect();
    EXPECT_EQ(bo.follow(game)["presence"]["seats"], Json({false, true}));
    ada.connect();
    ada.follow(game);
    hear_presence(bo, {true, true});
    TestPlayer eve(two);
    eve.connect();
    EXPECT_EQ(eve.follow(game)["presence"]["seats"], Json({true, true}));
    ada.drop();
    hear_presence(bo, {false, true});
    ada.go_to(two);
    ada.connect();
    ada.follow(game);
    hear_presence(bo, {true, true});
    one.drain();
    EXPECT_EQ(bo.follow(game)["presence"]["seats"], Json({true, true}));
}

/// Somebody with two windows on two nodes is there until the last one is closed.
TEST(Cluster, a_player_on_two_nodes_is_there_until_both_are_left) {
    TemporaryPostgres postgres;
    const std::string database = postgres.new_database();
    TestServer one(on(database)), two(on(database));
    TestPlayer ada(one, "Ada"), bo(two, "Bo");
    const std::string game = table_of({&ada, &bo}, rules_of("new", 2));
    TestPlayer again(two, ada);
    for (TestPlayer* player : {&ada, &again, &bo}) {
        player->connect();
        player->follow(game);
    }
    EXPECT_TRUE(connected(database, 3));
    again.drop();
    EXPECT_TRUE(connected(database, 2));
    // The other node may hear of her a moment later than the database has it.
    EXPECT_TRUE(
        waits_until([&] { return bo.follow(game)["presence"]["seats"] == Json({true, true}); }));
    ada.drop();
    hear_presence(bo, {false, true});
}

/// A database that cannot be asked who somebody is makes nobody a stranger: a stranger would be
/// given a new name and lose the seat.
TEST(Cluster, who_cannot_be_looked_up_stays_who_they_are) {
    TemporaryPostgres postgres;
    const std::string database = postgres.new_database();
    TestServer one(on(database)), two(on(database));
    TestPlayer ada(one, "Ada"), bo(one, "Bo");
    const std::string game = table_of({&ada, &bo}, rules_of("new", 2));
    auto sql = open_sql(database);
    ada.go_to(two); // which does not know her yet
    ASSERT_TRUE((*sql)->script("ALTER TABLE tokens RENAME TO away").has_value());
    EXPECT_EQ(ada.get("/api/session", 503)["error"], "store_failed");
    EXPECT_EQ(ada.post("/api/session", Json::object(), 503)["error"], "store_failed");
    EXPECT_EQ(ada.get("/api/tables/" + game, 503)["error"], "store_failed");
    EXPECT_TRUE(ada.turned_away());
    ASSERT_TRUE((*sql)->script("ALTER TABLE away RENAME TO tokens").has_value());
    EXPECT_EQ(ada.post("/api/session", Json::object())["user"]["id"], ada.id());
    ada.connect();
    EXPECT_EQ(ada.follow(game)["you"], 0);
}

/// Without one of its parts a game would go on with empty seats, a clock that ran on, no chat.
TEST(Cluster, a_game_is_read_as_a_whole_or_not_at_all) {
    TemporaryPostgres postgres;
    const std::string database = postgres.new_database();
    TestServer one(on(database)), two(on(database));
    TestPlayer ada(one, "Ada"), bo(one, "Bo"), eve(two);
    const std::string game = Table({&ada, &bo}, rules_of("new", 2)).id(); // it has started
    auto sql = open_sql(database);
    for (const std::string part : {"games", "seats", "log", "chat", "presence", "uptime"}) {
        ASSERT_TRUE((*sql)->script("ALTER TABLE " + part + " RENAME TO away").has_value());
        EXPECT_EQ(eve.get("/api/tables/" + game, 503)["error"], "store_failed") << part;
        ASSERT_TRUE((*sql)->script("ALTER TABLE away RENAME TO " + part).has_value());
    }
    EXPECT_EQ(eve.get("/api/tables/" + game)["table"]["status"], "playing");
}

/// A player is not seen on one node any more and thinks for long on another: no bot takes the seat.
TEST(Cluster, who_comes_back_on_another_node_keeps_the_seat) {
    TemporaryPostgres postgres;
    const std::string database = postgres.new_database();
    TestServer one(on(database)), two(on(database));
    TestPlayer ada(one, "Ada"), bo(one, "Bo");
    const std::string game = table_of({&ada, &bo}, with_takeover(rules_of("new", 2)));
    TestPlayer there(two, ada);
    for (TestPlayer* player : {&there, &ada, &bo}) {
        player->connect();
        player->follow(game);
    }
    EXPECT_TRUE(connected(database, 3));
    ada.drop();
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));
    EXPECT_EQ(substitutes(database, game), 0u);
    there.drop();
    EXPECT_TRUE(taken_over(database, game)) << "whoever is away from all nodes is away";
}

TEST(Cluster, a_bot_takes_the_seat_of_a_dead_nodes_player) {
    TemporaryPostgres postgres;
    const std::string database = postgres.new_database();
    TestNode one(database), two(database);
    TestPlayer ada(one, "Ada"), bo(two, "Bo");
    const std::string game = table_of({&ada, &bo}, with_takeover(rules_of("new", 2)));
    for (TestPlayer* player : {&ada, &bo}) {
        player->connect();
        player->follow(game);
    }
    hear_presence(bo, {true, true});
    one.kill();
    hear_presence(bo, {false, true});
    EXPECT_TRUE(taken_over(database, game));
}

/// The other node has not even heard of the game.
TEST(Cluster, a_dead_nodes_game_is_found_by_another_node) {
    TemporaryPostgres postgres;
    const std::string database = postgres.new_database();
    TestNode one(database);
    TestPlayer ada(one, "Ada"), bo(one, "Bo");
    const std::string game = table_of({&ada, &bo}, with_takeover(rules_of("new", 2)));
    ada.connect();
    ada.follow(game);
    const TestNode two(database);
    one.kill();
    EXPECT_TRUE(taken_over(database, game));
}

TEST(Cluster, mutes_and_bans_hold_on_every_node) {
    const TemporaryFolder folder;
    TemporaryPostgres postgres;
    const std::string database = postgres.new_database();
    Config config = on(database);
    config.admin_socket = folder.file("admin");
    TestServer one(config), two(on(database));
    TestPlayer ada(one, "Ada"), bo(two, "Bo");
    Table table({&ada, &bo}, rules_of("new", 2));
    TestPlayer ada_too(two, ada);
    ada_too.connect();
    Json mute = message("mute", table.id());
    mute["user"] = bo.id();
    mute["on"] = true;
    ada.say(mute);
    EXPECT_EQ(ada.hear("muted")["users"].size(), 1u);
    Json line = message("chat", table.id());
    line["text"] = "rude";
    bo.say(line);
    bo.hear("chat");
    const auto soon = [](const std::function<bool()>& there) {
        for (int i = 0; i < 1000; ++i) {
            if (there()) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return false;
    };
    EXPECT_TRUE(soon([&] { return ada_too.follow(table.id())["chat"].empty(); }));
    const Json ban = {{"do", "ban"}, {"address", "127.0.0.1"}};
    EXPECT_TRUE(ask_admin(config.admin_socket, ban).value_or(Json::object()).contains("done"));
    EXPECT_TRUE(soon([&] { return ada_too.closed() && bo.closed(); }));
    EXPECT_EQ(HttpClient(two.address()).call("GET", "/healthz", "", "").status, 0u);
}

} // namespace
} // namespace bastide::server::test
