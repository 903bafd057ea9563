// Whole games through real sockets.

#include "server/game_table.h"

#include "notation/json.h"
#include "notation/replay.h"
#include "server/dealer/verify.h"

#include <gtest/gtest.h>

namespace bastide::server::test {
namespace {

TEST(Play, two_people_play_a_game_whose_record_verifies) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Table table({&ada, &bo}, rules_of("new", 2));
    table.play_to_end();
    ASSERT_TRUE(table.follower().over());
    const Json& end = table.follower().last();
    EXPECT_EQ(end["result"]["reason"], "complete");

    const HttpReply reply = ada.raw("GET", "/api/games/" + table.id() + "/record", "");
    const auto record = parse_record(reply.body);
    ASSERT_TRUE(record.has_value()) << record.error().text();
    EXPECT_EQ(record->turns, table.follower().turns());
    EXPECT_TRUE(replay(*record).has_value());
    EXPECT_TRUE(verify_draws(*record).has_value());
    EXPECT_EQ(*record->dealer->secret, end["secret"].get<std::string>());
    EXPECT_EQ(record->dealer->commitment, table.state(0)["table"]["commitment"].get<std::string>());
    EXPECT_EQ(record->players, (std::vector<std::string>{"Ada", "Bo"}));
    const Json finished = ada.get("/api/games/finished");
    EXPECT_EQ(schema().mismatch(finished, "TableList"), "");
    EXPECT_EQ(finished["tables"][0]["game"], table.id());
}

TEST(Play, every_edition_is_played_with_bots_to_the_end) {
    TestServer server;
    TestPlayer ada(server, "Ada");
    for (const Edition& edition : Catalog::embedded().editions()) {
        SCOPED_TRACE(edition.id);
        Table table({&ada}, rules_of(edition.id, 1, {"random", "random"}));
        table.play_to_end();
        EXPECT_TRUE(table.follower().over());
        const auto record =
            parse_record(ada.raw("GET", "/api/games/" + table.id() + "/record", "").body);
        ASSERT_TRUE(record.has_value());
        EXPECT_TRUE(verify_draws(*record).has_value());
    }
}

TEST(Play, a_repeated_move_gets_the_same_answer_and_is_played_once) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Table table({&ada, &bo}, rules_of("classic-1", 2));
    const Json move = move_message(table.id(), 0, "once", some_move(table.follower(), 1));
    for (int i = 0; i < 3; ++i) ada.say(move);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(ada.hear("ack")["ply"], 1);
    ada.connect();
    ada.say(move);
    EXPECT_EQ(ada.hear("ack")["ply"], 1) << "also on another socket";
    server.restart();
    TestPlayer watcher(server);
    watcher.connect();
    EXPECT_EQ(watcher.follow(table.id())["ply"], 1) << "and after a restart";
}

TEST(Play, what_cannot_be_played_is_answered_by_a_code) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo"), eve(server, "Eve");
    Table table({&ada, &bo}, rules_of("new", 2));
    const Json move = some_move(table.follower(), 1);
    eve.connect();
    eve.say(move_message(table.id(), 0, "a", move));
    EXPECT_EQ(eve.hear("refused")["code"], "not_seated");
    bo.say(move_message(table.id(), 0, "a", move));
    EXPECT_EQ(bo.hear("refused")["code"], "not_your_turn");
    ada.say(move_message(table.id(), 7, "a", move));
    const Json stale = ada.hear("stale");
    EXPECT_EQ(stale["ply"], 0);
    Json far = move;
    far["x"] = 99;
    ada.say(move_message(table.id(), 0, "a", far));
    const Json refused = ada.hear("refused");
    EXPECT_EQ(refused["code"], "illegal_move");
    EXPECT_EQ(refused["violation"], "cell_not_adjacent");
    ada.say(move_message("aaaaaaaaaaaaaaaa", 0, "a", move));
    EXPECT_EQ(ada.hear("refused")["code"], "no_such_game");
    ada.say(move_message(table.id(), 0, "a", move));
    EXPECT_EQ(ada.hear("ack")["ply"], 1) << "a refused id may be used again";
}

TEST(Play, a_lost_connection_resumes_from_its_ply) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Table table({&ada, &bo}, rules_of("new", 2));
    for (int i = 0; i < 6; ++i) table.play();
    bo.drop();
    bo.connect();
    const Json state = bo.follow(table.id(), 3);
    ASSERT_EQ(state["plies"].size(), 3u);
    EXPECT_EQ(state["plies"][0]["ply"], 4);
    EXPECT_EQ(state["you"], 1);
    EXPECT_EQ(bo.follow(table.id())["plies"].size(), 7u) << "all of them without since";
    EXPECT_EQ(bo.follow(table.id(), 999)["plies"].size(), 0u) << "a since from the future";
}

TEST(Play, a_restart_loses_nothing) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Table table({&ada, &bo}, rules_of("hunters", 2));
    for (int i = 0; i < 10; ++i) table.play();
    const Json before = ada.follow(table.id())["plies"];
    server.restart();
    TestPlayer watcher(server);
    watcher.connect();
    EXPECT_EQ(watcher.follow(table.id())["plies"], before) << "byte for byte, draws included";
}

TEST(Play, resigning_ends_a_game_of_two) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Table table({&ada, &bo}, rules_of("new", 2));
    table.play();
    bo.say(message("resign", table.id()));
    EXPECT_EQ(ada.hear("ply")["entry"]["kind"], "resign");
    const Json end = ada.hear("ply")["entry"];
    EXPECT_EQ(end["kind"], "end");
    EXPECT_EQ(end["result"]["reason"], "resign");
    EXPECT_EQ(end["result"]["ranks"], Json::array({1, 2}));
    ada.say(message("resign", table.id()));
    EXPECT_EQ(ada.hear("error")["code"], "game_over");
    const auto record =
        parse_record(ada.raw("GET", "/api/games/" + table.id() + "/record", "").body);
    ASSERT_TRUE(record.has_value());
    EXPECT_TRUE(verify_draws(*record).has_value()) << "its secret is public too";
}

TEST(Play, with_more_players_a_bot_plays_on_for_who_resigned) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo"), cy(server, "Cy");
    Table table({&ada, &bo, &cy}, rules_of("classic-2", 3));
    ada.say(message("resign", table.id()));
    EXPECT_EQ(bo.hear("ply")["entry"]["kind"], "resign");
    const Json turn = bo.hear("ply")["entry"];
    EXPECT_EQ(turn["kind"], "turn");
    EXPECT_EQ(turn["turn"]["player"], 0);
}

TEST(Play, a_takeback_needs_everybody) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Table table({&ada, &bo}, rules_of("new", 2));
    ada.say(message("takeback", table.id()));
    EXPECT_EQ(ada.hear("error")["code"], "nothing_to_take_back");
    table.play();
    table.play();
    const RecordTurn first = table.follower().turns()[0];
    ada.say(message("takeback", table.id()));
    EXPECT_EQ(bo.hear("takeback")["state"], "asked");
    Json answer = message("takeback_answer", table.id());
    answer["accept"] = false;
    bo.say(answer);
    while (ada.hear("takeback")["state"] != "refused") {
    }
    ada.say(message("takeback", table.id()));
    EXPECT_EQ(bo.hear("takeback")["state"], "refused");
    EXPECT_EQ(bo.hear("takeback")["state"], "asked");
    answer["accept"] = true;
    bo.say(answer);
    const Json entry = bo.hear("ply")["entry"];
    EXPECT_EQ(entry["kind"], "takeback");
    EXPECT_EQ(entry["turns"], 0);
    table.take(entry);
    EXPECT_EQ(table.follower().to_move(), 0u);
    EXPECT_EQ(table.follower().game().now.hand, first.tile) << "the same tile lies in hand again";
    // Nothing new is dealt by playing the same again.
    ada.say(move_message(table.id(), table.follower().ply(), "again", move_json(first.move)));
    EXPECT_EQ(ada.hear("ack")["ply"], entry["ply"].get<int>() + 1);
    for (const Json& e : ada.follow(table.id(), entry["ply"])["plies"]) table.take(e);
    table.play();
    table.play_to_end();
    const auto record =
        parse_record(ada.raw("GET", "/api/games/" + table.id() + "/record", "").body);
    ASSERT_TRUE(record.has_value());
    EXPECT_TRUE(verify_draws(*record).has_value());
}

TEST(Play, a_rematch_seats_everybody_one_further) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Table table({&ada, &bo}, rules_of("new", 2));
    ada.say(message("rematch", table.id()));
    EXPECT_EQ(ada.hear("error")["code"], "not_allowed") << "not yet";
    bo.say(message("resign", table.id()));
    while (ada.hear("ply")["entry"]["kind"] != "end") {
    }
    ada.say(message("rematch", table.id()));
    EXPECT_EQ(bo.hear("rematch")["seats"], Json::array({0}));
    bo.say(message("rematch", table.id()));
    const std::string next = bo.hear("rematch")["next"];
    const Json state = bo.follow(next);
    EXPECT_EQ(state["you"], 0);
    EXPECT_EQ(state["table"]["seats"][1]["name"], "Ada");
    EXPECT_EQ(ada.follow(table.id())["table"]["rematch"], next);
}

TEST(Play, chat_reaches_all_but_those_who_mute) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo"), eve(server, "Eve");
    Json rules = rules_of("new", 2);
    rules["chat"] = "players";
    Table table({&ada, &bo}, rules);
    Json line = message("chat", table.id());
    line["text"] = "  bonne \n chance ";
    bo.say(line);
    EXPECT_EQ(ada.hear("chat")["line"]["text"], "bonne chance");
    eve.connect();
    EXPECT_EQ(eve.follow(table.id())["chat"][0]["seat"], 1);
    eve.say(line);
    EXPECT_EQ(eve.hear("error")["code"], "not_allowed");
    Json mute = message("mute", table.id());
    mute["user"] = bo.id();
    mute["on"] = true;
    ada.say(mute);
    EXPECT_EQ(ada.hear("muted")["users"][0]["name"], "Bo");
    bo.say(line);
    bo.hear("chat");
    bo.hear("chat");
    EXPECT_EQ(ada.follow(table.id())["chat"].size(), 0u);
}

TEST(Play, seats_are_taken_left_and_protected) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo"), cy(server, "Cy"), nobody(server);
    Json body;
    body["rules"] = rules_of("new", 2);
    nobody.post("/api/tables", body, 401);
    const std::string game = ada.post("/api/tables", body, 201)["table"]["game"];
    EXPECT_EQ(bo.get("/api/tables")["tables"][0]["game"], game);
    const std::string join = "/api/tables/" + game + "/join";
    bo.post(join, {{"seat", 0}}, 409);
    bo.post(join, {{"seat", 4}}, 409);
    EXPECT_EQ(ada.post(join, Json::object())["you"], 0) << "sitting down twice is no harm";
    ada.post("/api/tables/" + game + "/leave", Json::object());
    EXPECT_EQ(cy.post(join, Json::object())["you"], 0);
    EXPECT_EQ(ada.get("/api/tables/" + game)["you"], nullptr);
    EXPECT_EQ(bo.post(join, {{"seat", 1}})["you"], 1);
    ada.post(join, Json::object(), 409);
    cy.connect();
    while (cy.follow(game)["ply"] != 0) {
    }
    cy.post("/api/tables/" + game + "/leave", Json::object(), 403);
    EXPECT_EQ(ada.get("/api/tables")["tables"].size(), 0u);
    EXPECT_EQ(ada.get("/api/games")["tables"][0]["game"], game);
    EXPECT_EQ(cy.get("/api/games/mine")["tables"][0]["game"], game);
}

TEST(Play, a_table_by_link_is_in_no_list) {
    TestServer server;
    TestPlayer ada(server, "Ada");
    Json body;
    body["rules"] = rules_of("new", 2);
    body["rules"]["visibility"] = "link";
    const std::string game = ada.post("/api/tables", body, 201)["table"]["game"];
    EXPECT_EQ(ada.get("/api/tables")["tables"].size(), 0u);
    EXPECT_EQ(ada.get("/api/tables/" + game)["table"]["game"], game);
}

TEST(Play, a_bot_takes_over_a_left_seat_until_its_player_returns) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Json rules = rules_of("new", 2);
    rules["takeover"] = {{"agent", "random"}, {"after_s", 1}};
    Table table({&ada, &bo}, rules);
    ada.drop();
    const Json entry = bo.hear("ply")["entry"];
    EXPECT_EQ(entry["kind"], "substitute");
    EXPECT_EQ(entry["seat"], 0);
    EXPECT_EQ(bo.hear("ply")["entry"]["turn"]["player"], 0);
    ada.connect();
    ada.follow(table.id());
    ada.say(message("return", table.id()));
    const Json back = bo.hear("ply")["entry"];
    EXPECT_EQ(back["kind"], "substitute");
    EXPECT_FALSE(back.contains("agent"));
}

/// Unused games leave the memory earlier than the bot comes: all the same it comes.
TEST(Play, a_bot_takes_over_although_everybody_left) {
    Config config = TestServer::patient();
    config.keep_idle_seconds = 1;
    TestServer server(config);
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Json rules = rules_of("hunters", 2);
    rules["takeover"] = {{"agent", "random"}, {"after_s", 7}};
    const std::string game = table_of({&ada, &bo}, rules);
    auto store = open_store(server.folder().sqlite());
    const auto taken = [&] {
        unsigned seats = 0;
        for (const LogRow& row : *(*store)->load_log(game, 0)) {
            seats += row.body.find("\"substitute\"") != std::string::npos ? 1u : 0u;
        }
        return seats;
    };
    for (int i = 0; i < 600 && taken() < 2; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    EXPECT_EQ(taken(), 2u) << "one bot after the other takes a seat";
    TestPlayer watcher(server);
    watcher.connect();
    watcher.follow(game);
    while (watcher.hear("ply")["entry"]["kind"] != "end" && !::testing::Test::HasFailure()) {
    }
}

TEST(Play, nobody_may_claim_while_there_is_time) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Json rules = rules_of("new", 2);
    rules["clock"] = {{"kind", "fischer"}, {"initial_s", 600}, {"increment_s", 0}};
    Table table({&ada, &bo}, rules);
    bo.say(message("claim", table.id()));
    EXPECT_EQ(bo.hear("error")["code"], "not_allowed");
}

TEST(Play, at_zero_an_opponent_may_claim) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Json rules = rules_of("new", 2);
    rules["clock"] = {{"kind", "fischer"}, {"initial_s", 1}, {"increment_s", 0}};
    Table table({&ada, &bo}, rules);
    EXPECT_EQ(bo.hear("clock")["clock"]["remaining_ms"][0], 0);
    bo.say(message("claim", table.id()));
    EXPECT_EQ(bo.hear("ply")["entry"]["kind"], "flag");
    const Json end = bo.hear("ply")["entry"];
    EXPECT_EQ(end["result"]["reason"], "time");
    EXPECT_EQ(end["result"]["ranks"], Json::array({2, 1}));
}

TEST(Play, at_zero_a_bot_plays_on_if_the_table_says_so) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Json rules = rules_of("new", 2);
    rules["clock"] = {{"kind", "fischer"}, {"initial_s", 1}, {"increment_s", 0}};
    rules["on_flag"] = "bot";
    Table table({&ada, &bo}, rules);
    const Json entry = bo.hear("ply")["entry"];
    EXPECT_EQ(entry["kind"], "substitute");
    EXPECT_EQ(entry["clock"]["remaining_ms"][0], 0);
    EXPECT_EQ(bo.hear("ply")["entry"]["kind"], "turn");
    ada.say(message("return", table.id()));
    EXPECT_EQ(ada.hear("error")["code"], "not_allowed") << "no time left";
}

TEST(Play, clocks_stand_still_while_the_server_is_down) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Json rules = rules_of("new", 2);
    rules["clock"] = {{"kind", "fischer"}, {"initial_s", 60}, {"increment_s", 5}};
    Table table({&ada, &bo}, rules);
    table.play();
    const auto left = [](const Json& state, unsigned seat) {
        return state["clock"]["remaining_ms"][seat].get<std::int64_t>();
    };
    const Json before = ada.follow(table.id());
    EXPECT_GT(left(before, 0), 60'000) << "the increment was added";
    server.drain();
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    server.restart();
    TestPlayer watcher(server);
    watcher.connect();
    const Json after = watcher.follow(table.id());
    EXPECT_EQ(left(after, 0), left(before, 0));
    EXPECT_GT(left(after, 1), left(before, 1) - 1400) << "the pause is not counted";
}

TEST(Play, bots_among_themselves_go_on_while_somebody_looks) {
    TestServer server;
    TestPlayer ada(server, "Ada");
    ada.sign_up("ada");
    Json body;
    body["rules"] = rules_of("new", 0, {"random:nodes=1", "random:nodes=1"});
    const std::string game = ada.post("/api/tables", body, 201)["table"]["game"];
    const auto ply = [&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        return ada.get("/api/tables/" + game)["table"]["ply"].get<int>();
    };
    EXPECT_EQ(ply(), -1) << "nobody looks";
    server.restart();
    ada.go_to(server);
    EXPECT_EQ(ply(), -1);
    ada.connect();
    ada.follow(game);
    while (ada.hear("ply")["entry"]["kind"] != "end" && !::testing::Test::HasFailure()) {
    }
}

TEST(Play, bots_that_took_over_all_seats_wait_for_somebody_who_looks) {
    TestServer server;
    TestPlayer ada(server, "Ada"), watcher(server);
    Json rules = rules_of("new", 1, {"random"});
    rules["takeover"] = {{"agent", "random"}, {"after_s", 1}};
    const std::string game = table_of({&ada}, rules);
    ada.connect();
    ada.follow(game);
    ada.drop();
    Json table;
    for (int i = 0; i < 400 && !table["seats"][0].contains("agent"); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        table = watcher.get("/api/tables/" + game)["table"];
    }
    ASSERT_TRUE(table["seats"][0].contains("agent"));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    EXPECT_EQ(watcher.get("/api/tables/" + game)["table"]["turns"], table["turns"]);
    watcher.connect();
    watcher.follow(game);
    while (watcher.hear("ply")["entry"]["kind"] != "end" && !::testing::Test::HasFailure()) {
    }
}

/// All that anybody hears is what the schema allows, and nothing of it tells the secret early.
TEST(Play, nothing_tells_the_secret_before_the_end) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo"), eve(server);
    Table table({&ada, &bo}, rules_of("new", 2));
    eve.connect();
    eve.follow(table.id());
    table.play_to_end();
    const std::string secret = table.follower().last()["secret"];
    for (TestPlayer* player : {&ada, &bo, &eve}) {
        for (const std::string& text : player->all()) {
            const Json json = Json::parse(text, nullptr, false);
            EXPECT_EQ(schema().server_message_mismatch(json), "");
            const bool is_end = json["type"] == "ply" && json["entry"]["kind"] == "end";
            const bool after_end = json["type"] == "state" && json["table"]["status"] == "over";
            if (!is_end && !after_end) {
                EXPECT_EQ(text.find(secret), std::string::npos) << text;
            }
        }
    }
}

} // namespace
} // namespace bastide::server::test
