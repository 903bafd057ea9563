// What nobody should send, and what must come of it: a code, never a crash or a stall of others.

#include "server/game_table.h"
#include "server/raw_socket.h"

#include "notation/json.h"
#include "server/protocol/message.h"

#include <gtest/gtest.h>

namespace bastide::server::test {
namespace {

std::string post(const std::string& extra, const std::string& body) {
    return "POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n" + extra + "\r\n" + body;
}

TEST(Hostile, messages_that_are_wrong_are_answered_by_a_code) {
    TestServer server;
    TestPlayer ada(server, "Ada");
    ada.connect();
    const std::pair<const char*, const char*> cases[] = {
        {"", "bad_message"},
        {"x", "bad_message"},
        {"[]", "bad_message"},
        {"{}", "unknown_type"},
        {R"({"type":1})", "unknown_type"},
        {R"({"type":"shout"})", "unknown_type"},
        {R"({"type":"ping","more":1})", "bad_message"},
        {R"({"type":"hello"})", "bad_message"},
        {R"({"type":"hello","game":"no id"})", "bad_message"},
        {R"({"type":"hello","game":"aaaaaaaaaaaaaaaa","since":"x"})", "bad_message"},
        {R"({"type":"hello","game":"aaaaaaaaaaaaaaaa","since":-2})", "bad_message"},
        {R"({"type":"hello","game":"aaaaaaaaaaaaaaaa"})", "no_such_game"},
        {R"({"type":"chat","game":"aaaaaaaaaaaaaaaa","text":""})", "bad_message"},
        {R"({"type":"chat","game":"aaaaaaaaaaaaaaaa","text":"a\u0000b\u202e"})", "bad_message"},
        {R"({"type":"move","game":"aaaaaaaaaaaaaaaa"})", "bad_message"},
        {R"({"type":"move","game":"aaaaaaaaaaaaaaaa","expect_ply":0,"move_id":"a b","move":{"x":0,"y":0,"rot":0}})",
         "bad_message"},
        {R"({"type":"mute","game":"aaaaaaaaaaaaaaaa","user":"x","on":true})", "bad_message"},
        {R"({"type":"takeback_answer","game":"aaaaaaaaaaaaaaaa"})", "bad_message"},
        {R"({"type":"pause_answer","game":"aaaaaaaaaaaaaaaa"})", "bad_message"},
        {R"({"type":"pause","game":"aaaaaaaaaaaaaaaa","accept":true})", "bad_message"},
        {R"({"type":"ping","type":"ping"})", "bad_message"},
    };
    for (const auto& [text, code] : cases) {
        SCOPED_TRACE(text);
        ada.say_text(text);
        EXPECT_EQ(ada.hear("error")["code"], code);
    }
    // A move gets its one answer if it says which it is.
    for (
        const char* text :
        {R"({"type":"move","game":"aaaaaaaaaaaaaaaa","expect_ply":0,"move_id":"a","move":{"x":0,"y":0,"rot":4}})",
         R"({"type":"move","game":"aaaaaaaaaaaaaaaa","expect_ply":99999999999,"move_id":"a","move":{"x":0,"y":0,"rot":0}})"}) {
        ada.say_text(text);
        const Json refused = ada.hear("refused");
        EXPECT_EQ(refused["code"], "bad_message");
        EXPECT_EQ(refused["move_id"], "a");
        EXPECT_EQ(refused["game"], "aaaaaaaaaaaaaaaa");
    }
    ada.say_text(std::string(5000, '['));
    EXPECT_EQ(ada.hear("error")["code"], "bad_message") << "deep nesting";
    ada.say({{"type", "ping"}});
    ada.hear("pong");
}

TEST(Hostile, a_frame_that_is_too_large_closes_its_socket_only) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    ada.connect();
    bo.connect();
    ada.say_text(std::string(max_frame_bytes + 1, 'x'));
    for (int i = 0; i < 200 && !ada.closed(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    EXPECT_TRUE(ada.closed());
    bo.say({{"type", "ping"}});
    bo.hear("pong");
}

TEST(Hostile, too_many_messages_are_refused_and_then_cut_off) {
    Config config = TestServer::patient();
    config.messages_per_second = 5;
    config.message_burst = 20;
    TestServer server(config);
    TestPlayer ada(server, "Ada");
    ada.connect();
    for (int i = 0; i < 25; ++i) ada.say({{"type", "ping"}});
    EXPECT_EQ(ada.hear("error")["code"], "rate_limited");
    ada.say(move_message("aaaaaaaaaaaaaaaa", 3, "late", {{"x", 0}, {"y", 0}, {"rot", 0}}));
    const Json refused = ada.hear("refused");
    EXPECT_EQ(refused["code"], "rate_limited");
    EXPECT_EQ(refused["move_id"], "late");
    for (int i = 0; i < 60; ++i) ada.say({{"type", "ping"}});
    for (int i = 0; i < 200 && !ada.closed(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    EXPECT_TRUE(ada.closed());
}

TEST(Hostile, foreign_pages_cannot_act_for_a_visitor) {
    Config config = TestServer::patient();
    config.origins = "https://club.example, https://other.example";
    TestServer server(config);
    const std::string json = "Content-Type: application/json\r\n";
    const auto status = [&](const std::string& request) {
        const RawSocket raw(server);
        EXPECT_TRUE(raw.write(request));
        return raw.read(12).substr(9, 3);
    };
    EXPECT_EQ(status(post(json + "X-Bastide: 1\r\n", "{}")), "200");
    EXPECT_EQ(status(post(json, "{}")), "403") << "without the header of our own pages";
    EXPECT_EQ(status(post(json + "X-Bastide: 1\r\nOrigin: http://evil.example\r\n", "{}")), "403");
    EXPECT_EQ(status(post(json + "X-Bastide: 1\r\nOrigin: http://localhost\r\n", "{}")), "200");
    EXPECT_EQ(status(post("X-Bastide: 1\r\nContent-Type: text/plain\r\n", "{}")), "400");
    EXPECT_EQ(status(upgrade("")), "101");
    EXPECT_EQ(status(upgrade("Origin: http://localhost\r\n")), "101");
    EXPECT_EQ(status(upgrade("Origin: http://evil.example\r\n")), "403");
    EXPECT_EQ(status(upgrade("Origin: null\r\n")), "403");
    EXPECT_EQ(status(upgrade("Origin: https://club.example\r\n")), "101");
    EXPECT_EQ(status(upgrade("Origin: https://other.example\r\n")), "101") << "after a space";
    EXPECT_EQ(status(upgrade("", "/elsewhere")), "404");
}

/// Scripts cannot read the cookie, other sites do not get it, and behind TLS it stays there.
TEST(Hostile, the_cookie_is_for_our_own_pages_only) {
    Config config = TestServer::patient();
    config.trust_proxy = true;
    TestServer server(config);
    const auto cookie = [&](const std::string& scheme) {
        const RawSocket raw(server);
        raw.write(post("Content-Type: application/json\r\nX-Bastide: "
                       "1\r\nConnection: close\r\n"
                       "X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: " +
                           scheme + "\r\n",
                       "{}"));
        const std::string answer = raw.read(4000);
        const std::size_t at = answer.find("Set-Cookie: ");
        EXPECT_NE(at, std::string::npos) << answer;
        return answer.substr(at, answer.find("\r\n", at) - at);
    };
    const std::string plain = cookie("http"), secure = cookie("https");
    for (const std::string& text : {plain, secure}) {
        EXPECT_NE(text.find("; HttpOnly"), std::string::npos) << text;
        EXPECT_NE(text.find("; SameSite=Lax"), std::string::npos) << text;
    }
    EXPECT_TRUE(plain.starts_with("Set-Cookie: bastide=")) << plain;
    EXPECT_TRUE(secure.starts_with("Set-Cookie: __Host-bastide=")) << secure;
    EXPECT_EQ(plain.find("Secure"), std::string::npos) << "play at home works without TLS";
    EXPECT_TRUE(secure.ends_with("; Secure")) << secure;
}

TEST(Hostile, http_that_is_wrong_is_answered_or_closed) {
    TestServer server;
    const auto answer = [&](const std::string& request) {
        const RawSocket raw(server);
        raw.write(request);
        return raw.read(12).substr(0, 12);
    };
    EXPECT_EQ(answer("nonsense\r\n\r\n"), "HTTP/1.1 400");
    EXPECT_EQ(answer("GET / HTTP/1.1\r\nX: " + std::string(10'000, 'x') + "\r\n\r\n"),
              "HTTP/1.1 413");
    EXPECT_EQ(answer("POST /api/session HTTP/1.1\r\nContent-Length: 999999999\r\n\r\n"),
              "HTTP/1.1 413");
    EXPECT_EQ(answer("POST /api/session HTTP/1.1\r\nX-Bastide: 1\r\nContent-Type: "
                     "application/json\r\nContent-Length: 3\r\n\r\n{x}"),
              "HTTP/1.1 400");
    EXPECT_EQ(answer("GET /api/nowhere HTTP/1.1\r\n\r\n"), "HTTP/1.1 404");
    EXPECT_EQ(answer("DELETE /api/info HTTP/1.1\r\nX-Bastide: 1\r\n\r\n"), "HTTP/1.1 405");
    EXPECT_EQ(answer("GET /../../etc/passwd.txt HTTP/1.1\r\n\r\n"), "HTTP/1.1 404");
    EXPECT_EQ(answer("GET /api/games/x/record HTTP/1.1\r\n\r\n"), "HTTP/1.1 404");
    EXPECT_EQ(answer("GET / HTTP/1.1\r\n\r\n"), "HTTP/1.1 200");
}

TEST(Hostile, rules_that_are_wrong_open_no_table) {
    TestServer server;
    TestPlayer ada(server, "Ada");
    const auto refused = [&](const char* key, const Json& value) {
        Json body;
        body["rules"] = rules_of("new", 2);
        body["rules"][key] = value;
        return ada.post("/api/tables", body, 400)["error"] == "bad_rules";
    };
    EXPECT_TRUE(refused("edition", "old"));
    EXPECT_TRUE(refused("options", {{"river", "true"}}));
    EXPECT_TRUE(refused("options", {{"lake", true}}));
    EXPECT_TRUE(refused("seats", Json::array()));
    EXPECT_TRUE(refused("seats", {{{"kind", "bot"}}}));
    EXPECT_TRUE(refused("seats", {{{"kind", "bot"}, {"agent", "nobody"}}}));
    EXPECT_TRUE(refused("seats", {{{"kind", "bot"}, {"agent", "random:threads=64"}}}));
    EXPECT_TRUE(refused("seats", {{{"kind", "bot"}, {"agent", "random:time=9999"}}}));
    EXPECT_TRUE(refused("first", 2));
    EXPECT_TRUE(refused("clock", {{"kind", "fischer"}}));
    EXPECT_TRUE(refused("clock", {{"kind", "none"}, {"days", 1}}));
    EXPECT_TRUE(refused("aids", {"sight"}));
    EXPECT_TRUE(refused("chat", "loud"));
    EXPECT_TRUE(refused("colour", "red"));
}

TEST(Hostile, a_sixth_seat_needs_the_expansion_that_brings_it) { // I1, X12
    TestServer server;
    TestPlayer ada(server, "Ada");
    const auto post = [&](unsigned seats, const Json& options, unsigned status) {
        Json body;
        body["rules"] = rules_of("new", seats);
        body["rules"]["options"] = options;
        return ada.post("/api/tables", body, status);
    };
    EXPECT_EQ(post(6, {{"traders", true}}, 400)["error"], "bad_rules");
    EXPECT_EQ(post(7, {{"inns", true}}, 400)["error"], "bad_rules");
    EXPECT_EQ(post(6, {{"inns", true}}, 201)["table"]["seats"].size(), 6u);
}

TEST(Hostile, names_are_cleaned_or_refused) {
    TestServer server;
    TestPlayer ada(server, "  Ada \t Lovelace ");
    EXPECT_EQ(ada.get("/api/session")["user"]["name"], "Ada Lovelace");
    const auto refused = [&](const std::string& name) {
        Json body;
        body["name"] = name;
        return ada.post("/api/session", body, 400)["error"] == "bad_name";
    };
    EXPECT_TRUE(refused(""));
    EXPECT_TRUE(refused("   "));
    EXPECT_TRUE(refused(std::string(41, 'x')));
    EXPECT_TRUE(refused("evil\u202Etxt"));
    EXPECT_EQ(clean_text("\xC3\x28", 10), "") << "not UTF-8";
    EXPECT_EQ(clean_text("\xED\xA0\x80", 10), "") << "half a pair";
    EXPECT_EQ(clean_text("Zoë 木", 10), "Zoë 木");
}

/// Others say much and it reads nothing: its socket is cut, the others' game goes on.
TEST(Hostile, who_does_not_read_is_cut_off) {
    TestServer server;
    TestPlayer ada(server, "Ada");
    Table table({&ada}, rules_of("new", 1));
    const RawSocket raw(server);
    const int small = 4096;
    setsockopt(raw.fd(), SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    raw.write(upgrade(""));
    raw.read(20);
    raw.write(game_frame("hello", table.id()));
    // The kernel keeps some megabytes before any are left over.
    Json chat = message("chat", table.id());
    std::string text;
    for (unsigned i = 0; i < max_chat_characters; ++i) text += "\U0001F3F0";
    chat["text"] = text;
    bool cut = false;
    for (int batch = 0; batch < 400 && !cut; ++batch) {
        for (int i = 0; i < 50; ++i) ada.say(chat);
        for (int i = 0; i < 50; ++i) ada.hear("chat");
        cut = metric(ada, "bastide_slow_consumers_total") == 1;
    }
    EXPECT_TRUE(cut);
    EXPECT_EQ(metric(ada, "bastide_sockets"), 1) << "that of the player";
    table.play();
}

TEST(Hostile, half_a_request_holds_nobody_up) {
    TestServer server;
    std::vector<std::unique_ptr<RawSocket>> halves;
    for (int i = 0; i < 50; ++i) {
        halves.push_back(std::make_unique<RawSocket>(server));
        halves.back()->write(i % 2 == 0 ? "GET /api/in" : upgrade("").substr(0, 40));
    }
    TestPlayer ada(server, "Ada");
    ada.connect();
    ada.say({{"type", "ping"}});
    ada.hear("pong");
}

TEST(Hostile, one_address_may_not_take_all_connections) {
    Config config = TestServer::patient();
    config.connections_per_address = 5;
    TestServer server(config);
    std::vector<std::unique_ptr<RawSocket>> sockets;
    for (int i = 0; i < 5; ++i) sockets.push_back(std::make_unique<RawSocket>(server));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const RawSocket sixth(server);
    sixth.write("GET /healthz HTTP/1.1\r\n\r\n");
    EXPECT_EQ(sixth.read(), "");
    sockets.pop_back();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    const RawSocket again(server);
    again.write("GET /healthz HTTP/1.1\r\n\r\n");
    EXPECT_EQ(again.read(12).substr(9, 3), "200");
}

TEST(Hostile, an_address_that_asks_too_much_waits) {
    Config config = TestServer::patient();
    config.requests_per_second = 1;
    config.request_burst = 10;
    TestServer server(config);
    TestPlayer ada(server, "Ada");
    unsigned refused = 0;
    for (int i = 0; i < 20; ++i) refused += ada.raw("GET", "/api/info", "").status == 429;
    EXPECT_GE(refused, 8u);
    EXPECT_EQ(ada.raw("GET", "/healthz", "").status, 200u);
    const std::string metrics = ada.raw("GET", "/metrics", "").body;
    EXPECT_NE(metrics.find("bastide_rate_limited_total{what=\"address\"} " +
                           std::to_string(refused) + "\n"),
              std::string::npos)
        << metrics;
}

TEST(Hostile, a_drained_server_says_goodbye) {
    TestServer server;
    TestPlayer ada(server, "Ada");
    ada.connect();
    server.drain();
    EXPECT_GT(ada.hear("bye")["retry_ms"], 0);
}

} // namespace
} // namespace bastide::server::test
