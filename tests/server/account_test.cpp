// Accounts, sessions and ratings over HTTP.

#include "server/game_table.h"

#include "notation/json.h"
#include "notation/record.h"
#include "server/accounts/recovery.h"
#include "server/storage/sql.h"

#include <gtest/gtest.h>

namespace bastide::server::test {
namespace {

Json credentials(const std::string& login, const std::string& password) {
    Json json;
    json["login"] = login;
    json["password"] = password;
    return json;
}

std::string token_of_login(TestServer& server, const std::string& login,
                           const std::string& password) {
    TestPlayer nobody(server);
    Json body = credentials(login, password);
    body["token"] = true;
    const Json session = nobody.post("/api/login", body);
    EXPECT_EQ(schema().mismatch(session, "Session"), "");
    return session["token"];
}

unsigned status_with(TestServer& server, const std::string& token) {
    return HttpClient(server.address()).call("GET", "/api/session", "", token).status;
}

TEST(Account, a_guest_becomes_one_and_signs_in_elsewhere) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    EXPECT_FALSE(ada.get("/api/account").contains("login"));
    const Json account = ada.post("/api/account", credentials("Ada.L", "a long password"));
    EXPECT_EQ(schema().mismatch(account, "Account"), "");
    EXPECT_EQ(account["login"], "ada.l");
    EXPECT_EQ(account["user"]["id"], ada.id()) << "the same player with the same games";
    const std::string token = token_of_login(server, "ADA.l", "a long password");
    const HttpReply reply = HttpClient(server.address()).call("GET", "/api/session", "", token);
    EXPECT_EQ(Json::parse(reply.body, nullptr, false)["user"]["id"], ada.id());

    EXPECT_EQ(bo.post("/api/account", credentials("ada.l", "another one"), 409)["error"],
              "login_taken");
    EXPECT_EQ(ada.post("/api/account", credentials("ada2", "another one"), 409)["error"],
              "login_taken")
        << "one login a player";
    EXPECT_EQ(bo.post("/api/account", credentials("a b", "another one"), 400)["error"],
              "bad_login");
    EXPECT_EQ(bo.post("/api/account", credentials("bo1", "short"), 400)["error"], "bad_password");
    for (const char* common : {"password", "Password123", "12345678", "1234567890", "qwertz!!",
                               "abcabcabc", "00000000", "bo1234567"}) {
        const bool is_own = std::string_view(common) == "bo1234567";
        const Json tried = credentials(is_own ? "BO1234567" : "bo1", common);
        EXPECT_EQ(bo.post("/api/account", tried, 400)["error"], "common_password") << common;
    }
    TestPlayer nobody(server);
    nobody.post("/api/account", credentials("eve", "another one"), 401);
}

TEST(Account, a_wrong_password_and_an_unknown_login_are_the_same) {
    TestServer server;
    TestPlayer ada(server, "Ada"), nobody(server);
    ada.post("/api/account", credentials("ada", "a long password"));
    const Json wrong = nobody.post("/api/login", credentials("ada", "another one"), 401);
    const Json unknown = nobody.post("/api/login", credentials("nobody", "another one"), 401);
    EXPECT_EQ(wrong, unknown);
    EXPECT_EQ(wrong["error"], "wrong_password");
}

TEST(Account, passwords_cannot_be_tried_at_will) {
    Config config = TestServer::patient();
    config.logins_per_minute = 1;
    config.login_burst = 3;
    TestServer server(config);
    TestPlayer nobody(server);
    for (int i = 0; i < 3; ++i) nobody.post("/api/login", credentials("ada", "guess"), 401);
    EXPECT_EQ(nobody.post("/api/login", credentials("ada", "guess"), 429)["error"], "rate_limited");
}

TEST(Account, the_store_holds_argon2id_and_no_token) {
    TestServer server;
    TestPlayer ada(server, "Ada");
    ada.post("/api/account", credentials("ada", "a long password"));
    auto sql = open_sql(server.folder().sqlite());
    const auto rows = (*sql)->run("SELECT password FROM accounts");
    ASSERT_EQ(rows->rows.size(), 1u);
    EXPECT_TRUE(rows->rows[0][0].starts_with("$argon2id$")) << rows->rows[0][0];
    const auto tokens = (*sql)->run("SELECT hash FROM tokens");
    for (const SqlRow& row : tokens->rows) EXPECT_NE(row[0], ada.token());
}

TEST(Account, a_new_password_ends_the_other_sessions) {
    TestServer server;
    TestPlayer ada(server, "Ada");
    ada.post("/api/account", credentials("ada", "a long password"));
    const std::string other = token_of_login(server, "ada", "a long password");
    EXPECT_EQ(status_with(server, other), 200u);
    Json change;
    change["old"] = "not that one";
    change["new"] = "a longer password";
    EXPECT_EQ(ada.post("/api/account/password", change, 401)["error"], "wrong_password");
    change["old"] = "a long password";
    ada.post("/api/account/password", change);
    EXPECT_EQ(status_with(server, other), 401u);
    EXPECT_EQ(status_with(server, ada.token()), 200u);
    token_of_login(server, "ada", "a longer password");
}

Json recovery(const std::string& login, const std::string& code, const std::string& fresh) {
    Json json;
    json["login"] = login;
    json["code"] = code;
    json["new"] = fresh;
    return json;
}

std::string make_code(TestPlayer& player) {
    Json body;
    body["password"] = "a long password";
    const Json made = player.post("/api/account/recovery", body);
    EXPECT_EQ(schema().mismatch(made, "RecoveryCode"), "");
    return made["code"];
}

TEST(Recovery, a_code_is_read_as_people_write_it) {
    const std::string code = "abcd-efgh-ijkl-mnop-qrst-uv27";
    EXPECT_EQ(recovery_hash("ABCD EFGH ijk1 mn0p qrstuv27"), recovery_hash(code));
    EXPECT_EQ(recovery_hash(code).size(), 64u);
    for (const char* none : {"", "abcd", "abcd-efgh-ijkl-mnop-qrst-uv2",
                             "abcd-efgh-ijkl-mnop-qrst-"
                             "uv277",
                             "abcd-efgh-ijkl-mnop-qrst-uv2!"}) {
        EXPECT_EQ(recovery_hash(none), "") << none;
    }
    EXPECT_NE(fresh_recovery_code(), fresh_recovery_code());
    EXPECT_EQ(recovery_hash(fresh_recovery_code()).size(), 64u);
}

TEST(Account, a_lost_password_is_replaced_by_the_recovery_code_once) {
    TestServer server;
    TestPlayer ada(server, "Ada"), nobody(server);
    ada.post("/api/account", credentials("ada", "a long password"));
    EXPECT_EQ(ada.get("/api/account")["recovery"], false);
    Json wrong;
    wrong["password"] = "not that one";
    EXPECT_EQ(ada.post("/api/account/recovery", wrong, 401)["error"], "wrong_password");
    const std::string old = make_code(ada), code = make_code(ada);
    const Json account = ada.get("/api/account");
    EXPECT_EQ(schema().mismatch(account, "Account"), "");
    EXPECT_EQ(account["recovery"], true);
    EXPECT_EQ(text_of(ada.get("/api/account/export")).find(code), std::string::npos);

    EXPECT_EQ(nobody.post("/api/recover", recovery("ada", old, "a new password"), 401)["error"],
              "wrong_recovery")
        << "only the last code counts";
    EXPECT_EQ(nobody.post("/api/recover", recovery("ada", code, "short"), 400)["error"],
              "bad_password");
    EXPECT_EQ(nobody.post("/api/recover", recovery("ada", code, "Password1"), 400)["error"],
              "common_password");
    EXPECT_EQ(status_with(server, ada.token()), 200u) << "nothing happened so far";
    Json body = recovery("ADA", code, "a new password");
    body["token"] = true;
    const Json session = nobody.post("/api/recover", body);
    EXPECT_EQ(schema().mismatch(session, "Session"), "");
    EXPECT_EQ(session["user"]["id"], ada.id());
    EXPECT_EQ(status_with(server, session["token"]), 200u);
    EXPECT_EQ(status_with(server, ada.token()), 401u) << "whoever was signed in is not any more";
    nobody.post("/api/login", credentials("ada", "a long password"), 401);
    token_of_login(server, "ada", "a new password");
    EXPECT_EQ(nobody.post("/api/recover", body, 401)["error"], "wrong_recovery") << "it is used up";
    server.drain();
    std::vector<std::string> events;
    for (const AuditRow& row : *(*open_store(server.folder().sqlite()))->audit({})) {
        events.push_back(row.event);
        EXPECT_EQ(row.detail.find(code), std::string::npos);
    }
    const auto count = [&](const char* event) { return std::ranges::count(events, event); };
    EXPECT_EQ(count("recovery_code_made"), 2);
    EXPECT_EQ(count("recovered"), 1);
    EXPECT_EQ(count("recovery_refused"), 2);
}

TEST(Account, recovery_tells_nothing_and_cannot_be_tried_at_will) {
    Config config = TestServer::patient();
    config.logins_per_minute = 1;
    config.login_burst = 3;
    TestServer server(config);
    TestPlayer ada(server, "Ada"), nobody(server);
    ada.post("/api/account", credentials("ada", "a long password"));
    nobody.post("/api/account/recovery", Json::object(), 401);
    TestPlayer guest(server, "Guest");
    Json body;
    body["password"] = "a long password";
    EXPECT_EQ(guest.post("/api/account/recovery", body, 403)["error"], "needs_account");
    const std::string guess = fresh_recovery_code();
    const Json unknown = nobody.post("/api/recover", recovery("eve", guess, "a new password"), 401);
    for (int i = 0; i < 3; ++i) {
        // An account without a code has none that could be empty.
        EXPECT_EQ(nobody.post("/api/recover",
                              recovery("ada", i == 0 ? "" : guess, "a new password"), 401),
                  unknown);
    }
    EXPECT_EQ(nobody.post("/api/recover", recovery("ada", guess, "a new password"), 429)["error"],
              "rate_limited");
    EXPECT_EQ(nobody.post("/api/login", credentials("ada", "a guess"), 429)["error"],
              "rate_limited")
        << "codes and passwords are counted together";
}

TEST(Account, the_store_holds_the_hash_of_the_code_only) {
    TestServer server;
    TestPlayer ada(server, "Ada");
    ada.post("/api/account", credentials("ada", "a long password"));
    const std::string code = make_code(ada);
    auto sql = open_sql(server.folder().sqlite());
    const auto rows = (*sql)->run("SELECT recovery FROM accounts");
    EXPECT_EQ(rows->rows.at(0)[0], recovery_hash(code));
    EXPECT_NE(rows->rows.at(0)[0], code);
}

TEST(Account, data_can_be_taken_along_and_deleted) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    ada.post("/api/account", credentials("ada", "a long password"));
    Table table({&ada, &bo}, rules_of("new", 2));
    Json line = message("chat", table.id());
    line["text"] = "a word of mine";
    ada.say(line);
    bo.hear("chat");
    const Json data = ada.get("/api/account/export");
    EXPECT_EQ(schema().mismatch(data, "Export"), "");
    EXPECT_EQ(data["login"], "ada");
    EXPECT_EQ(data["games"], Json::array({table.id()}));
    EXPECT_EQ(data["chat"][0]["text"], "a word of mine");
    bo.say(message("resign", table.id()));
    while (ada.hear("ply")["entry"]["kind"] != "end") {
    }

    EXPECT_EQ(ada.raw("DELETE", "/api/account", "").status, 400u) << "it asks for the password";
    EXPECT_EQ(ada.raw("DELETE", "/api/account", R"({"password":"not that one"})").status, 401u);
    EXPECT_EQ(ada.delete_data().status, 204u);
    EXPECT_EQ(status_with(server, ada.token()), 401u);
    TestPlayer nobody(server);
    nobody.post("/api/login", credentials("ada", "a long password"), 401);
    EXPECT_EQ(nobody.get("/api/users/" + ada.id())["user"]["name"], "Deleted");
    server.restart();
    TestPlayer watcher(server);
    watcher.connect();
    const Json state = watcher.follow(table.id());
    EXPECT_EQ(state["chat"].size(), 0u);
    EXPECT_EQ(state["table"]["seats"][0]["name"], "Deleted");
    EXPECT_EQ(state["plies"][0]["names"], Json::array({"Deleted", "Bo"}));
    const auto record =
        parse_record(watcher.raw("GET", "/api/games/" + table.id() + "/record", "").body);
    ASSERT_TRUE(record.has_value());
    EXPECT_EQ(record->players[0], "Deleted");
}

TEST(Account, a_socket_does_not_outlive_its_session_by_much) {
    TestServer server;
    TestPlayer ada(server, "Ada");
    EXPECT_EQ(ada.raw("DELETE", "/api/session", "").status, 204u);
    ada.connect();
    EXPECT_EQ(schema().server_message_mismatch(Json::parse(ada.all()[0], nullptr, false)), "");
    EXPECT_FALSE(Json::parse(ada.all()[0], nullptr, false).contains("user")) << "a spectator";
}

TEST(Rated, games_change_ratings_once_and_allow_no_help) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo"), guest(server, "Guest");
    ada.post("/api/account", credentials("ada", "a long password"));
    bo.post("/api/account", credentials("bo1", "a long password"));
    Json rules = rules_of("new", 2);
    rules["rated"] = true;
    Json body;
    body["rules"] = rules;
    EXPECT_EQ(guest.post("/api/tables", body, 403)["error"], "needs_account");
    body["rules"]["aids"] = {"hints"};
    EXPECT_EQ(ada.post("/api/tables", body, 400)["error"], "bad_rules");
    body["rules"] = rules_of("new", 1, {"random"});
    body["rules"]["rated"] = true;
    EXPECT_EQ(ada.post("/api/tables", body, 400)["error"], "bad_rules");
    body["rules"] = rules;
    const Json waiting = ada.post("/api/tables", body, 201)["table"];
    for (const Json& aid : waiting["rules"]["aids"]) EXPECT_NE(aid, "hints");
    const std::string open = waiting["game"];
    EXPECT_EQ(guest.post("/api/tables/" + open + "/join", Json::object(), 403)["error"],
              "needs_account");

    Table table({&ada, &bo}, rules);
    table.play();
    ada.say(message("takeback", table.id()));
    EXPECT_EQ(ada.hear("error")["code"], "not_allowed");
    bo.say(message("resign", table.id()));
    while (ada.hear("ply")["entry"]["kind"] != "end") {
    }
    const auto rating = [&](TestPlayer& player) {
        const Json profile = guest.get("/api/users/" + player.id());
        EXPECT_EQ(schema().mismatch(profile, "Profile"), "");
        EXPECT_EQ(profile["ratings"].size(), 1u);
        EXPECT_EQ(profile["ratings"][0]["pool"], "new/duel");
        EXPECT_EQ(profile["ratings"][0]["games"], 1);
        return profile["ratings"][0]["rating"].get<int>();
    };
    EXPECT_EQ(rating(ada), 1662);
    EXPECT_EQ(rating(bo), 1338);
    const Json data = bo.get("/api/account/export");
    EXPECT_EQ(data["rating_changes"][0]["game"], table.id());
    EXPECT_EQ(data["rating_changes"][0]["after"], 1338);
}

} // namespace
} // namespace bastide::server::test
