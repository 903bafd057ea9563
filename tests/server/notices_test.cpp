// People whose page is closed are told of their turn, through a push service with real TLS.

#include "server/notices/notices.h"

#include "notation/json.h"
#include "server/game_table.h"
#include "server/push_service.h"

#include <csignal>
#include <gtest/gtest.h>

namespace bastide::server::test {
namespace {

/// Turns do not wait before their players are told.
Config telling(const PushService& service) {
    std::signal(SIGPIPE, SIG_IGN); // as the program does: of the service that is cut off
    Config config = TestServer::patient();
    config.push_services = service.host();
    config.push_ca_file = service.certificate();
    config.notice_seconds = 0;
    return config;
}

Json asks_at(const std::string& endpoint) {
    Json body;
    body["endpoint"] = endpoint;
    return body;
}

void subscribe(TestPlayer& player, const std::string& endpoint) {
    EXPECT_EQ(player.raw("POST", "/api/notices", text_of(asks_at(endpoint))).status, 204u);
}

Json subscriptions(TestPlayer& player) {
    return player.get("/api/account/export")["notices"];
}

std::string counted(TestPlayer& player, const std::string& outcome) {
    const std::string text = player.raw("GET", "/metrics", "").body;
    const std::string name = "bastide_notices_total{outcome=\"" + outcome + "\"} ";
    const std::size_t at = text.find(name);
    if (at == std::string::npos) return "0";
    return text.substr(at + name.size(), text.find('\n', at) - at - name.size());
}

/// Two people at a table, the second of whom goes away before their turn.
struct Pair {
    explicit Pair(TestServer& server)
        : ada(server, "Ada")
        , bo(server, "Bo")
        , table({&ada, &bo}, rules_of("new", 2)) {}

    void let_bo_go() {
        while (table.follower().to_move() != 0u) table.play();
        bo.drop();
        while (ada.hear("presence")["presence"]["seats"][1] != false) {
        }
    }
    void ada_moves() {
        const int ply = table.follower().ply();
        ada.say(move_message(table.id(), ply, "m" + std::to_string(ply),
                             some_move(table.follower(), 1)));
        EXPECT_EQ(ada.hear("ack")["ply"], ply + 1);
    }

    TestPlayer ada, bo;
    Table table;
};

TEST(Notices, who_is_away_is_told_and_who_is_there_is_not) {
    PushService service;
    TestServer server(telling(service));
    Pair pair(server);
    subscribe(pair.ada, service.endpoint("ada"));
    subscribe(pair.bo, service.endpoint("bo?x=1"));
    for (int i = 0; i < 4; ++i) pair.table.play();
    pair.let_bo_go();
    pair.ada_moves();
    const auto posts = service.wait_for(1);
    ASSERT_EQ(posts.size(), 1u);
    EXPECT_EQ(posts[0].target, "/bo?x=1");
    EXPECT_EQ(posts[0].headers.at("host"), service.host());
    EXPECT_EQ(posts[0].headers.at("ttl"), "86400");
    EXPECT_EQ(posts[0].headers.at("content-length"), "0");
    EXPECT_EQ(posts[0].body, "") << "the push service learns nothing of the game";
    const Shown shown = read_vapid(posts[0].headers.at("authorization"));
    EXPECT_TRUE(shown.is_signed);
    EXPECT_EQ(pair.ada.get("/api/info")["notices"], shown.key);
    const Json claims = Json::parse(shown.claims, nullptr, false);
    EXPECT_EQ(claims["aud"], "https://" + service.host());
    const std::int64_t now = std::time(nullptr), sent_until = claims["exp"];
    EXPECT_GT(sent_until, now + 60 * 60);
    EXPECT_LT(sent_until, now + 24 * 60 * 60);
    EXPECT_TRUE(waits_until([&] { return counted(pair.ada, "sent") == "1"; }));
}

TEST(Notices, subscriptions_outlive_a_restart_and_the_key_does_too) {
    PushService service;
    TestServer server(telling(service));
    Pair pair(server);
    subscribe(pair.bo, service.endpoint("bo"));
    const Json key = pair.ada.get("/api/info")["notices"];
    pair.let_bo_go();
    server.restart();
    pair.ada.go_to(server);
    pair.ada.connect();
    pair.ada.follow(pair.table.id());
    EXPECT_EQ(pair.ada.get("/api/info")["notices"], key);
    pair.ada_moves();
    EXPECT_EQ(service.wait_for(1).size(), 1u);
}

TEST(Notices, an_address_where_nobody_is_any_more_is_forgotten) {
    PushService service;
    TestServer server(telling(service));
    Pair pair(server);
    subscribe(pair.bo, service.endpoint("gone"));
    subscribe(pair.bo, service.endpoint("phone"));
    pair.let_bo_go();
    pair.ada_moves();
    EXPECT_EQ(service.wait_for(2).size(), 2u);
    EXPECT_TRUE(waits_until(
        [&] { return subscriptions(pair.bo) == Json::array({service.endpoint("phone")}); }));
}

/// More wait than are sent at once.
TEST(Notices, play_goes_on_while_a_push_service_hangs) {
    PushService service;
    TestServer server(telling(service));
    Pair one(server), two(server);
    for (unsigned i = 0; i < most_subscriptions; ++i) {
        subscribe(one.bo, service.endpoint("hang-one-" + std::to_string(i)));
        subscribe(two.bo, service.endpoint("hang-two-" + std::to_string(i)));
    }
    for (Pair* pair : {&one, &two}) {
        pair->let_bo_go();
        pair->ada_moves();
    }
    EXPECT_EQ(service.wait_for(8).size(), 8u);
    TestPlayer cy(server, "Cy"), di(server, "Di");
    Table table({&cy, &di}, rules_of("new", 2));
    for (int i = 0; i < 20; ++i) table.play();
    // Had a move waited for one of them, its time would be over and another post begun.
    EXPECT_EQ(service.wait_for(8).size(), 8u) << "they hang while moves are acknowledged";
    server.drain();
}

/// Moves are told only to whoever subscribed; the answer of a stranger's host is nobody's business.
TEST(Notices, a_service_without_the_right_certificate_gets_nothing) {
    PushService service, other;
    Config config = telling(service);
    config.push_ca_file = other.certificate();
    TestServer server(config);
    Pair pair(server);
    subscribe(pair.bo, service.endpoint("bo"));
    pair.let_bo_go();
    pair.ada_moves();
    EXPECT_TRUE(waits_until([&] { return counted(pair.ada, "failed") == "1"; }));
    EXPECT_EQ(service.wait_for(0).size(), 0u);
    EXPECT_EQ(subscriptions(pair.bo).size(), 1u) << "it may come back";
}

TEST(Notices, endpoints_elsewhere_are_refused) {
    PushService service;
    TestServer server(telling(service));
    TestPlayer ada(server, "Ada"), nobody(server);
    const std::string host = service.host();
    const std::string refused[] = {
        "http://" + host + "/x",
        "https://localhost/x",
        "https://127.0.0.1/x",
        "https://evil.example/x",
        "https://" + host + ".evil/x",
        "https://" + host + "@evil.example/x",
        "https://a@" + host + "/x",
        "https://" + host,
        "https://" + host + "/x y",
        "https://" + host + "/x\r\nHost: evil",
        "https://" + host + "/x#evil",
        "https://[::1]:443/x",
        "//" + host + "/x",
        "",
        "https://" + host + "/" + std::string(most_endpoint_bytes, 'x'),
    };
    for (const std::string& endpoint : refused) {
        SCOPED_TRACE(endpoint);
        EXPECT_EQ(ada.raw("POST", "/api/notices", text_of(asks_at(endpoint))).status, 403u);
    }
    EXPECT_EQ(ada.raw("POST", "/api/notices", "{}").status, 400u);
    EXPECT_EQ(ada.raw("GET", "/api/notices", "").status, 405u);
    const std::string good = text_of(asks_at(service.endpoint("x")));
    EXPECT_EQ(nobody.raw("POST", "/api/notices", good).status, 401u);
    EXPECT_EQ(subscriptions(ada), Json::array());
    EXPECT_EQ(ada.raw("POST", "/api/notices", good).status, 204u);
    EXPECT_EQ(subscriptions(ada).size(), 1u);
    EXPECT_EQ(ada.raw("DELETE", "/api/notices", good).status, 204u);
    EXPECT_EQ(subscriptions(ada), Json::array());
}

TEST(Notices, without_services_there_are_none) {
    Config config = TestServer::patient();
    config.push_services = "";
    TestServer server(config);
    TestPlayer ada(server, "Ada");
    EXPECT_FALSE(ada.get("/api/info").contains("notices"));
    const Json asked = asks_at("https://fcm.googleapis.com/x");
    EXPECT_EQ(ada.raw("POST", "/api/notices", text_of(asked)).status, 404u);
}

TEST(Notices, the_usual_services_are_known) {
    const auto services = PushServices::parse(Config().push_services);
    ASSERT_TRUE(services.has_value());
    EXPECT_TRUE(services->find("https://fcm.googleapis.com/fcm/send/a:b").has_value());
    EXPECT_TRUE(services->find("https://updates.push.services.mozilla.com/wpush/v2/a").has_value());
    EXPECT_TRUE(services->find("https://wns2-par02p.notify.windows.com/w/?token=a").has_value());
    EXPECT_TRUE(services->find("https://web.push.apple.com/a").has_value());
    EXPECT_FALSE(services->find("https://push.apple.com.evil.example/a").has_value());
    EXPECT_FALSE(services->find("https://xpush.apple.com/a").has_value());
    EXPECT_FALSE(services->find("https://fcm.googleapis.com:8443/a").has_value());
    for (const char* wrong : {"https://x", "a b", "x:y", "*.", "*", "x/", "[::1]"}) {
        EXPECT_FALSE(PushServices::parse(wrong).has_value()) << wrong;
    }
}

} // namespace
} // namespace bastide::server::test
