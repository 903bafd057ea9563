// People and the host: names, passwords, sessions, the trail, and what the host may do.

#include "server/game_table.h"
#include "server/raw_socket.h"

#include "notation/json.h"
#include "server/accounts/attempts.h"
#include "server/accounts/audit.h"
#include "server/accounts/bans.h"
#include "server/accounts/names.h"
#include "server/http/exchange.h"
#include "server/service/admin.h"
#include "server/storage/sql.h"

#include <gtest/gtest.h>

namespace bastide::server::test {
namespace {

TEST(Names, can_be_seen) {
    for (const char* unseen :
         {"\u3164", "A\u00ADda", "\uFEFFAda", "\u2800", "\u00A0", "\u3000", "A\u061Cda",
          "Ada\U000E0041", "A\u200Dda", "\u115F", "Ada\u200B", "\uE000", "\u200D", "\u0301Ada"}) {
        EXPECT_EQ(clean_name(unseen), "") << unseen;
    }
    for (const char* seen : {"Ada", "Zoë 木", "Nguyễn Thị", "نور", "می‌خواهم", "O'Neill",
                             "Алёна", "Ελένη", "Jürgen-Max 2", "日本 太郎"}) {
        EXPECT_EQ(clean_name(seen), seen);
    }
    EXPECT_EQ(clean_name("Yamada\u3000Taro"), "Yamada Taro");
    EXPECT_EQ(clean_name(" \u00A0 Ada "), "Ada");
    EXPECT_EQ(clean_name("❤\uFE0F"), "❤");
    std::string marks = "a";
    for (int i = 0; i < 3; ++i) marks += "\u0301";
    EXPECT_EQ(clean_name(marks), marks);
    EXPECT_EQ(clean_name(marks + "\u0301"), "");
    EXPECT_EQ(clean_name(std::string(41, 'x')), "");
    EXPECT_EQ(clean_name("\xC3\x28"), "") << "not UTF-8";
}

TEST(Names, are_not_taken_for_others) {
    EXPECT_EQ(clean_name("\u0410da"), "") << "Cyrillic and Latin in one word";
    EXPECT_NE(clean_name("Ada Алёна"), "") << "in two words";
    for (const char* same :
         {"ada", "ADA", "A d a", "Àdá", "ada.", "\u0410d\u0430", "Ａｄａ", "a\u0301da", "A-D-A"}) {
        EXPECT_EQ(name_key(same), name_key("Ada")) << same;
    }
    EXPECT_EQ(name_key("Bi11"), name_key("BILL"));
    EXPECT_NE(name_key("Ada"), name_key("Adam"));
    EXPECT_NE(name_key("木"), name_key("本"));
    for (const char* bot : {"master", "Mаster", "R a n d o m", "EXPERT", "deleted"}) {
        EXPECT_TRUE(is_reserved_name(bot)) << bot;
    }
    EXPECT_FALSE(is_reserved_name("Masterson"));
    EXPECT_EQ(name_key(common_name), "") << "everybody's";
}

TEST(People, an_accounts_name_and_a_bots_are_not_for_others) {
    TestServer server;
    TestPlayer ada(server, "Ada"), guest(server, "Guest"), other(server, "Ada");
    ada.sign_up("ada");
    const auto called = [&](TestPlayer& player, const std::string& name, unsigned status) {
        Json body;
        body["name"] = name;
        return player.post("/api/session", body, status);
    };
    EXPECT_EQ(called(guest, "ÁDA", 409)["error"], "name_taken");
    EXPECT_EQ(called(guest, "Beginner", 409)["error"], "name_taken");
    EXPECT_EQ(called(guest, "\u3164", 400)["error"], "bad_name");
    called(guest, "Bea", 200);
    called(ada, "ada", 200);
    TestPlayer nobody(server);
    EXPECT_EQ(called(nobody, "Ada", 409)["error"], "name_taken");
    Json account;
    account["login"] = "ada2";
    account["password"] = "a long password";
    EXPECT_EQ(other.post("/api/account", account, 409)["error"], "name_taken")
        << "who was called so before must choose another name first";
    TestPlayer one(server, "Guest"), two(server, "Guest");
    one.sign_up("one");
    two.sign_up("two");
}

TEST(Attempts, a_stranger_locks_nobody_out) {
    Attempts attempts({0, 3});
    for (int address = 0; address < 200; ++address) {
        const Attempts::Try stranger{"ada", std::to_string(address)};
        for (int i = 0; i < 3; ++i) attempts.begin(stranger);
        EXPECT_FALSE(attempts.begin(stranger));
    }
    EXPECT_FALSE(attempts.begin({"ada", "home"})) << "hundreds of addresses together do";
    attempts.remember({"ada", "home"});
    EXPECT_TRUE(attempts.begin({"ada", "home"})) << "but not where she was signed in";

    Attempts few({0, 3});
    for (const char* address : {"one", "two"}) {
        for (int i = 0; i < 12; ++i) few.begin({"ada", address});
    }
    EXPECT_TRUE(few.begin({"ada", "home"})) << "two addresses, 24 wrong tries";
}

TEST(Attempts, who_knows_the_password_is_not_counted) {
    Attempts attempts({0, 3});
    for (int i = 0; i < 100; ++i) {
        const Attempts::Try right{"pupil " + std::to_string(i), "school"};
        ASSERT_TRUE(attempts.begin(right)) << i;
        attempts.was_right(right);
    }
}

TEST(Audit, keeps_of_addresses_what_the_host_allows) {
    EXPECT_EQ(kept_address("192.0.2.17", AuditAddresses::full), "192.0.2.17");
    EXPECT_EQ(kept_address("192.0.2.17", AuditAddresses::network), "192.0.2.0/24");
    EXPECT_EQ(kept_address("192.0.2.17", AuditAddresses::none), "");
    EXPECT_EQ(kept_address("2001:db8:1:2::17", AuditAddresses::network), "2001:db8:1::/48");
    EXPECT_EQ(kept_address("2001:db8::17", AuditAddresses::network), "2001:db8::/48");
    EXPECT_EQ(kept_address("::1", AuditAddresses::network), "::/48");
}

TEST(People, the_trail_tells_who_came_and_went_and_no_secrets) {
    TestServer server;
    TestPlayer ada(server, "Ada"), nobody(server);
    ada.sign_up("ada");
    Json login;
    login["login"] = "ada";
    login["password"] = "not that one";
    nobody.post("/api/login", login, 401);
    login["password"] = "a long password";
    nobody.post("/api/login", login);
    const Json own = ada.get("/api/account/export");
    EXPECT_EQ(schema().mismatch(own, "Export"), "");
    EXPECT_EQ(own["audit"].size(), 3u);
    EXPECT_EQ(ada.delete_data().status, 204u);
    server.drain(); // all is written
    const auto trail = *(*open_store(server.folder().sqlite()))->audit({});
    std::vector<std::string> events;
    for (const AuditRow& row : trail) {
        events.push_back(row.event);
        EXPECT_EQ(row.address, "127.0.0.0/24");
        EXPECT_EQ(row.detail.find("password"), std::string::npos);
        EXPECT_EQ(row.detail.find(ada.token()), std::string::npos);
    }
    EXPECT_EQ(events,
              (std::vector<std::string>{"signed_up", "sign_in_refused", "signed_in", "deleted"}));
}

TEST(People, a_report_reaches_the_host_and_nobody_else) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo"), stranger(server, "Eve"), nobody(server);
    const std::string game = table_of({&ada, &bo}, rules_of("new", 2));
    const std::string at = "/api/tables/" + game + "/report";
    Json body;
    body["user"] = bo.id();
    nobody.post(at, body, 401);
    EXPECT_EQ(ada.raw("POST", at, text_of(body)).status, 204u);
    body["user"] = stranger.id();
    EXPECT_EQ(ada.post(at, body, 404)["error"], "not_found") << "she was not there";
    body["user"] = bo.id();
    EXPECT_EQ(ada.post("/api/tables/aaaaaaaaaaaaaaaa/report", body, 404)["error"], "no_such_game");
    for (int i = 0; i < 4; ++i) EXPECT_EQ(ada.raw("POST", at, text_of(body)).status, 204u);
    EXPECT_EQ(ada.post(at, body, 429)["error"], "rate_limited");
    EXPECT_EQ(text_of(bo.get("/api/account/export")).find("reported"), std::string::npos);
    server.drain();
    const auto trail = *(*open_store(server.folder().sqlite()))->audit({});
    ASSERT_EQ(trail.size(), 5u);
    EXPECT_EQ(trail[0].event, "reported");
    EXPECT_EQ(trail[0].user, ada.id());
    EXPECT_EQ(trail[0].detail, game + " " + bo.id());
}

TEST(People, a_guests_token_is_worth_nothing_once_there_is_an_account) {
    TestServer server;
    TestPlayer ada(server, "Ada");
    const std::string before = ada.token();
    ada.sign_up("ada");
    EXPECT_NE(ada.token(), before);
    HttpClient http(server.address());
    EXPECT_EQ(http.call("GET", "/api/session", "", before).status, 401u);
    EXPECT_EQ(http.call("GET", "/api/session", "", ada.token()).status, 200u);
}

TEST(People, sessions_are_listed_and_revoked) {
    TestServer server;
    TestPlayer ada(server, "Ada"), phone(server);
    ada.sign_up("ada");
    Json login;
    login["login"] = "ada";
    login["password"] = "a long password";
    login["token"] = true;
    const std::string other = phone.post("/api/login", login)["token"];
    const Json list = ada.get("/api/account/sessions");
    EXPECT_EQ(schema().mismatch(list, "Sessions"), "");
    ASSERT_EQ(list["sessions"].size(), 2u);
    std::string id;
    for (const Json& one : list["sessions"]) {
        if (one["current"] == false) id = one["id"];
    }
    HttpClient http(server.address());
    EXPECT_EQ(ada.raw("DELETE", "/api/account/sessions/" + std::string(16, '0'), "").status, 404u);
    EXPECT_EQ(http.call("GET", "/api/session", "", other).status, 200u);
    EXPECT_EQ(ada.raw("DELETE", "/api/account/sessions/" + id, "").status, 204u);
    EXPECT_EQ(http.call("GET", "/api/session", "", other).status, 401u);
    const std::string third = phone.post("/api/login", login)["token"];
    EXPECT_EQ(ada.raw("DELETE", "/api/account/sessions", "").status, 204u);
    EXPECT_EQ(http.call("GET", "/api/session", "", third).status, 401u);
    EXPECT_EQ(ada.get("/api/account/sessions")["sessions"].size(), 1u) << "but not this one";
}

TEST(People, a_socket_ends_with_its_session_at_once) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    ada.sign_up("ada");
    ada.connect();
    bo.connect();
    EXPECT_EQ(ada.delete_data().status, 204u);
    for (int i = 0; i < 500 && !ada.closed(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_TRUE(ada.closed());
    EXPECT_FALSE(bo.closed());
}

TEST(People, guests_and_tables_of_one_address_are_counted) {
    Config config = TestServer::patient();
    config.guests_per_hour = config.guest_burst = 6;
    config.tables_per_hour = config.table_burst = 2;
    TestServer server(config);
    std::vector<std::unique_ptr<TestPlayer>> guests;
    for (int i = 0; i < 6; ++i) guests.push_back(std::make_unique<TestPlayer>(server, "Guest"));
    TestPlayer nobody(server);
    EXPECT_EQ(nobody.post("/api/session", {{"name", "One more"}}, 429)["error"], "rate_limited");
    Json body;
    body["rules"] = rules_of("new", 2);
    unsigned opened = 0;
    for (const auto& guest : guests) {
        for (int i = 0; i < 2; ++i) {
            opened += guest->raw("POST", "/api/tables", text_of(body)).status == 201 ? 1u : 0u;
        }
    }
    EXPECT_EQ(opened, 8u) << "four users' worth";
}

TEST(People, lists_go_on_where_they_ended) {
    EXPECT_EQ(parse_cursor("12")->time, 12);
    EXPECT_EQ(parse_cursor("12-aaaabbbbccccdddd")->id, "aaaabbbbccccdddd");
    EXPECT_EQ(cursor_text({12, "aaaabbbbccccdddd"}), "12-aaaabbbbccccdddd");
    for (const char* wrong : {"", "x", "-5", "12-", "12-AAAA", "12xaaaabbbbccccdddd"}) {
        EXPECT_FALSE(parse_cursor(wrong).has_value()) << wrong;
    }
    TestServer server;
    TestPlayer ada(server, "Ada");
    Json body;
    body["rules"] = rules_of("new", 2);
    for (int i = 0; i < 60; ++i) ada.post("/api/tables", body, 201);
    const Json first = ada.get("/api/tables");
    EXPECT_EQ(schema().mismatch(first, "TableList"), "");
    ASSERT_EQ(first["tables"].size(), 50u);
    const Json rest = ada.get("/api/tables?before=" + first["next"].get<std::string>());
    EXPECT_EQ(rest["tables"].size(), 10u);
    EXPECT_FALSE(rest.contains("next"));
}

TEST(People, cookies_behind_tls_belong_to_this_host) {
    HttpRequest request;
    request.cookie = "bastide=old; __Host-bastide=new";
    EXPECT_EQ(request.token(), "old") << "a neighbour may have set the other one";
    request.secure = true;
    EXPECT_EQ(request.token(), "new");
    request.cookie = "bastide=old";
    EXPECT_EQ(request.token(), "old") << "a session of before";
    EXPECT_TRUE(session_cookie("t", true).starts_with("__Host-bastide=t; Path=/;"));
    EXPECT_TRUE(session_cookie("t", false).starts_with("bastide=t;"));
    EXPECT_TRUE(is_secure("https"));
    EXPECT_TRUE(is_secure("https, http"));
    EXPECT_FALSE(is_secure("http,https"));
    EXPECT_FALSE(is_secure(""));
}

Json chat_line(const std::string& game, const std::string& text) {
    Json line = message("chat", game);
    line["text"] = text;
    return line;
}

TEST(People, a_deletion_reaches_a_running_game_at_once) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo"), watcher(server);
    ada.sign_up("ada");
    Table table({&ada, &bo}, rules_of("new", 2));
    ada.say(chat_line(table.id(), "a word of mine"));
    const int n = bo.hear("chat")["line"]["n"];
    EXPECT_EQ(ada.delete_data().status, 204u);
    EXPECT_EQ(bo.hear("chat_gone")["lines"], Json::array({n}));
    EXPECT_EQ(bo.hear("table")["table"]["seats"][0]["name"], "Deleted");
    watcher.connect();
    const Json state = watcher.follow(table.id());
    EXPECT_EQ(state["chat"].size(), 0u);
    EXPECT_EQ(state["table"]["seats"][0]["name"], "Deleted");
    EXPECT_EQ(state["plies"][0]["names"], Json::array({"Deleted", "Bo"}));
    const std::string record = watcher.raw("GET", "/api/games/" + table.id() + "/record", "").body;
    EXPECT_EQ(record.find("Ada"), std::string::npos) << record;
}

/// A line that was on its way when its author's data was deleted.
TEST(People, who_is_gone_has_said_their_last_word) {
    const TemporaryFolder folder;
    const auto store = open_with_key(folder.sqlite());
    const UserRow ada{"aaaaaaaaaaaaaaaa", "Ada"};
    GameRow game;
    game.id = "g1";
    game.owner = ada.id;
    game.secret = random_secret();
    const auto put = [&](const Write& write) { return store->write({&write, 1}).front(); };
    put(AddUser{ada, "hash", 1});
    put(AddGame{game});
    EXPECT_EQ(put(AddChat{"g1", {0, 1, ada, -1, "hello"}}), WriteOutcome::done);
    put(DeleteUser{ada.id});
    EXPECT_EQ(put(AddChat{"g1", {1, 1, ada, -1, "again"}}), WriteOutcome::conflict);
    EXPECT_TRUE(*store->is_gone(ada.id));
    EXPECT_TRUE(store->load_chat("g1", 100)->empty());
}

TEST(People, an_owner_takes_an_open_table_away) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Json body;
    body["rules"] = rules_of("new", 2);
    const std::string game = ada.post("/api/tables", body, 201)["table"]["game"];
    bo.connect();
    bo.follow(game);
    EXPECT_EQ(bo.raw("DELETE", "/api/tables/" + game, "").status, 403u);
    EXPECT_EQ(ada.raw("DELETE", "/api/tables/" + game, "").status, 204u);
    EXPECT_EQ(bo.hear("error")["code"], "table_removed");
    EXPECT_EQ(bo.get("/api/tables")["tables"].size(), 0u);
    EXPECT_GE(bo.raw("GET", "/api/tables/" + game, "").status, 404u);
    const std::string played = table_of({&ada, &bo}, rules_of("new", 2));
    while (ada.get("/api/tables/" + played)["table"]["ply"] == -1) {
    }
    EXPECT_EQ(ada.raw("DELETE", "/api/tables/" + played, "").status, 403u) << "it has begun";
}

TEST(People, open_tables_expire_and_games_do_not) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Json body;
    body["rules"] = rules_of("new", 2);
    const std::string old = ada.post("/api/tables", body, 201)["table"]["game"];
    const std::string young = ada.post("/api/tables", body, 201)["table"]["game"];
    const std::string played = table_of({&ada, &bo}, rules_of("new", 2));
    while (ada.get("/api/tables/" + played)["table"]["ply"] == -1) {
    }
    server.drain();
    {
        auto sql = open_sql(server.folder().sqlite());
        const std::vector<SqlValue> games = {old, played};
        ASSERT_TRUE((*sql)->run("UPDATE games SET updated_at = 1 WHERE id IN (?1, ?2)", games));
    }
    server.restart();
    ada.go_to(server);
    for (int i = 0; i < 500 && ada.get("/api/tables")["tables"].size() > 1; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    const Json open = ada.get("/api/tables")["tables"];
    ASSERT_EQ(open.size(), 1u);
    EXPECT_EQ(open[0]["game"], young);
    EXPECT_EQ(ada.get("/api/tables/" + played)["table"]["status"], "playing");
}

TEST(People, the_host_removes_tables_and_lines_of_a_running_server) {
    const TemporaryFolder folder;
    Config config = TestServer::patient();
    config.admin_socket = folder.file("admin");
    TestServer server(config);
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Table table({&ada, &bo}, rules_of("new", 2));
    const auto asked = [&](const Json& question) {
        return ask_admin(config.admin_socket, question).value_or(Json::object());
    };
    ada.say(chat_line(table.id(), "rude"));
    const int n = bo.hear("chat")["line"]["n"];
    const Json removal = {{"do", "remove_chat"}, {"game", table.id()}, {"n", std::to_string(n)}};
    EXPECT_TRUE(asked(removal).contains("done"));
    EXPECT_EQ(bo.hear("chat_gone")["lines"], Json::array({n}));
    EXPECT_TRUE(asked(removal).contains("error")) << "it is gone already";
    ada.say(chat_line(table.id(), "polite"));
    EXPECT_EQ(bo.hear("chat")["line"]["n"], n + 1) << "numbers are not given twice";
    EXPECT_EQ(bo.follow(table.id())["chat"].size(), 1u);

    EXPECT_TRUE(asked({{"do", "remove_table"}, {"game", table.id()}}).contains("done"));
    EXPECT_EQ(bo.hear("error")["code"], "table_removed");
    EXPECT_GE(bo.raw("GET", "/api/tables/" + table.id(), "").status, 404u);
    EXPECT_TRUE(asked({{"do", "remove_table"}, {"game", table.id()}}).contains("error"));
}

TEST(People, the_host_removes_a_person_of_a_running_server) {
    const TemporaryFolder folder;
    Config config = TestServer::patient();
    config.admin_socket = folder.file("admin");
    TestServer server(config);
    EXPECT_EQ(std::filesystem::status(config.admin_socket).permissions() &
                  (std::filesystem::perms::group_all | std::filesystem::perms::others_all),
              std::filesystem::perms::none);
    TestPlayer ada(server, "Ada");
    ada.sign_up("ada");
    const auto asked = [&](const Json& question) {
        return ask_admin(config.admin_socket, question).value_or(Json::object());
    };
    EXPECT_TRUE(asked({{"do", "remove_user"}, {"user", "nobody"}}).contains("error"));
    EXPECT_TRUE(asked({{"do", "dance"}}).contains("error"));
    EXPECT_TRUE(asked("nonsense").contains("error"));
    EXPECT_TRUE(asked({{"do", "remove_user"}, {"user", "ada"}}).contains("done"));
    ada.get("/api/session", 401);
    TestPlayer watcher(server);
    EXPECT_EQ(watcher.get("/api/users/" + ada.id())["user"]["name"], "Deleted");
}

Json mute_message(const std::string& game, const std::string& user, const Json& on = true) {
    Json json = message("mute", game);
    json["user"] = user;
    json["on"] = on;
    return json;
}

/// The last one.
Json welcome_of(const TestPlayer& player) {
    Json welcome;
    for (const std::string& text : player.all()) {
        Json heard = Json::parse(text, nullptr, false);
        if (heard["type"] == "welcome") welcome = std::move(heard);
    }
    return welcome;
}

TEST(Mutes, hold_in_every_game_on_every_device_and_after_a_restart) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Table table({&ada, &bo}, rules_of("new", 2)), other({&bo, &ada}, rules_of("new", 2));
    TestPlayer ada_too(server, ada);
    ada_too.connect();
    for (TestPlayer* player : {&ada, &ada_too, &bo}) player->follow(table.id());
    ada.say(mute_message(table.id(), bo.id()));
    EXPECT_EQ(ada.hear("muted")["users"], Json::array({{{"id", bo.id()}, {"name", "Bo"}}}));
    for (const std::string& game : {table.id(), other.id()}) {
        bo.say(chat_line(game, "rude"));
        bo.hear("chat");
        EXPECT_EQ(ada.follow(game)["chat"].size(), 0u);
        EXPECT_EQ(ada_too.follow(game)["chat"].size(), 0u);
    }
    for (const std::string& text : ada_too.all()) EXPECT_EQ(text.find("rude"), text.npos);
    server.restart();
    for (TestPlayer* player : {&ada, &bo}) {
        player->go_to(server);
        player->connect();
    }
    EXPECT_EQ(welcome_of(ada)["muted"][0]["id"], bo.id());
    EXPECT_EQ(ada.follow(table.id())["chat"].size(), 0u);
    EXPECT_EQ(ada.get("/api/account/export")["muted"].size(), 1u);
    ada.say(mute_message(table.id(), bo.id(), false));
    EXPECT_EQ(ada.hear("muted")["users"], Json::array());
    EXPECT_EQ(ada.follow(table.id())["chat"].size(), 1u);
    bo.follow(table.id());
    bo.say(chat_line(table.id(), "polite"));
    EXPECT_EQ(ada.hear("chat")["line"]["text"], "polite");
}

/// Made-up people fill nothing, and nobody's mutes are in the way of another's.
TEST(Mutes, are_counted_for_each_person_and_refused_aloud) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo"), eve(server, "Eve"), nobody(server);
    Table table({&ada, &bo}, rules_of("new", 2));
    const auto refused = [&](TestPlayer& player, const std::string& user) {
        player.say(mute_message(table.id(), user));
        const Json error = player.hear("error");
        EXPECT_EQ(error["to"], "mute");
        return error["code"];
    };
    nobody.connect();
    EXPECT_EQ(refused(nobody, bo.id()), "no_session");
    eve.connect();
    EXPECT_EQ(refused(eve, "aaaaaaaaaaaaaaaa"), "not_found");
    {
        const auto store = open_with_key(server.folder().sqlite());
        for (unsigned i = 0; i < most_muted; ++i) {
            const std::string id = random_id();
            const Write writes[] = {AddUser{{id, "Guest"}, id, 1}, SetMute{eve.id(), id}};
            for (const WriteOutcome outcome : store->write(writes)) {
                ASSERT_EQ(outcome, WriteOutcome::done);
            }
        }
    }
    eve.drop();
    eve.connect();
    EXPECT_EQ(welcome_of(eve)["muted"].size(), most_muted);
    EXPECT_EQ(refused(eve, bo.id()), "not_allowed");
    ada.say(mute_message(table.id(), bo.id()));
    EXPECT_EQ(ada.hear("muted")["users"].size(), 1u);
    EXPECT_EQ(bo.delete_data().status, 204u);
    EXPECT_EQ(ada.get("/api/account/export")["muted"].size(), 0u);
}

TEST(Addresses, of_the_sixth_version_stand_in_brackets_in_a_url) {
    EXPECT_EQ(in_url("192.0.2.7"), "192.0.2.7");
    EXPECT_EQ(in_url("::1"), "[::1]");
}

TEST(Addresses, are_banned_with_their_network) {
    EXPECT_EQ(banned_network("192.0.2.7"), "192.0.2.7");
    EXPECT_EQ(banned_network("::ffff:192.0.2.7"), "192.0.2.7");
    EXPECT_EQ(banned_network("192.0.2.7/24"), "192.0.2.0/24");
    EXPECT_EQ(banned_network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
    EXPECT_EQ(banned_network("2001:db8:1:2:3:4:5:6/128"), "2001:db8:1:2::/64");
    EXPECT_EQ(banned_network("2001:db8:1:2::/48"), "2001:db8:1::/48");
    for (const char* wrong : {"", "ada", "192.0.2.7/33", "192.0.2.7/", "0.0.0.0/0", "::/0", "/8"}) {
        EXPECT_FALSE(banned_network(wrong).has_value()) << wrong;
    }
    Bans bans;
    bans.take(
        {{"192.0.2.0/24", 1, 0, ""}, {"198.51.100.1", 1, 50, ""}, {"2001:db8::/64", 1, 0, ""}},
        100);
    EXPECT_TRUE(bans.contains("192.0.2.200"));
    EXPECT_FALSE(bans.contains("192.0.3.1"));
    EXPECT_FALSE(bans.contains("198.51.100.1")) << "it is over";
    EXPECT_TRUE(bans.contains("2001:db8::77"));
    EXPECT_TRUE(bans.contains("2001:db8::/64")) << "as limits count it";
    EXPECT_FALSE(bans.contains("2001:db8:0:1::77"));
}

TEST(People, the_host_bans_an_address_of_a_running_server) {
    const TemporaryFolder folder;
    Config config = TestServer::patient();
    config.admin_socket = folder.file("admin");
    TestServer server(config);
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    ada.connect();
    const auto asked = [&](const Json& question) {
        return ask_admin(config.admin_socket, question).value_or(Json::object());
    };
    EXPECT_TRUE(asked({{"do", "ban"}, {"address", "everybody"}}).contains("error"));
    EXPECT_TRUE(asked({{"do", "lift_ban"}, {"address", "127.0.0.1"}}).contains("error"));
    for (const char* hours : {"24x", "7 days", "1.5", "1e3", "0", "-1", "87601"}) {
        const Json wrong = {{"do", "ban"}, {"address", "127.0.0.1"}, {"hours", hours}};
        EXPECT_TRUE(asked(wrong).contains("error")) << hours;
    }
    EXPECT_EQ(asked({{"do", "remove_chat"}, {"game", "g"}, {"n", "1x"}})["error"],
              "the line is named by its number");
    EXPECT_EQ(asked({{"do", "list_bans"}})["bans"], Json::array());
    const Json ban = {{"do", "ban"}, {"address", "127.0.0.1"}, {"hours", "2"}, {"reason", "noise"}};
    EXPECT_TRUE(asked(ban).contains("done"));
    for (int i = 0; i < 1000 && !ada.closed(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_TRUE(ada.closed()) << "who is there goes";
    EXPECT_NE(bo.raw("GET", "/api/tables", "").status, 200u) << "on an open connection too";
    EXPECT_EQ(HttpClient(server.address()).call("GET", "/healthz", "", "").status, 0u);
    const Json bans = asked({{"do", "list_bans"}})["bans"];
    ASSERT_EQ(bans.size(), 1u);
    EXPECT_EQ(bans[0]["address"], "127.0.0.1");
    EXPECT_EQ(bans[0]["reason"], "noise");
    EXPECT_EQ(bans[0]["until"].get<std::int64_t>() - bans[0]["at"].get<std::int64_t>(), 7'200'000);
    server.restart();
    EXPECT_EQ(HttpClient(server.address()).call("GET", "/healthz", "", "").status, 0u)
        << "from the first moment on";
    EXPECT_TRUE(asked({{"do", "lift_ban"}, {"address", "127.0.0.1"}}).contains("done"));
    ada.go_to(server);
    for (int i = 0; i < 1000; ++i) {
        if (HttpClient(server.address()).call("GET", "/healthz", "", "").status == 200) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ada.get("/api/session");
    server.drain();
    std::vector<std::string> events;
    for (const AuditRow& row : *(*open_store(server.folder().sqlite()))->audit({})) {
        events.push_back(row.event + " " + row.address);
    }
    EXPECT_EQ(events, (std::vector<std::string>{"banned_by_host 127.0.0.0/24",
                                                "ban_lifted_by_host 127.0.0.0/24"}));
}

/// It is the client who is banned, not the proxy that brings all of them.
TEST(People, behind_a_proxy_the_clients_address_is_banned) {
    const TemporaryFolder folder;
    Config config = TestServer::patient();
    config.admin_socket = folder.file("admin");
    config.trusted_proxies = "127.0.0.1";
    TestServer server(config);
    EXPECT_TRUE(ask_admin(config.admin_socket, {{"do", "ban"}, {"address", "2001:db8::1"}})
                    .value_or(Json::object())
                    .contains("done"));
    EXPECT_TRUE(ask_admin(config.admin_socket, {{"do", "ban"}, {"address", "127.0.0.1"}})
                    .value_or(Json::object())
                    .contains("done"));
    const auto status = [&](const std::string& from) {
        const RawSocket socket(server);
        socket.write("GET /api/tables HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: " + from +
                     "\r\nConnection: close\r\n\r\n");
        return socket.read(12).substr(9, 3);
    };
    for (int i = 0; i < 1000 && status("2001:db8::9") == "200"; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_EQ(status("2001:db8::9"), "403");
    EXPECT_EQ(status("2001:db8:0:1::9"), "200");
}

} // namespace
} // namespace bastide::server::test
