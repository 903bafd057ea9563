// Sockets and what they hold: slots, memory, places in rooms. What is counted is what the kernel
// has, whatever strangers do.

#include "notation/json.h"
#include "server/base/address.h"
#include "server/game_table.h"
#include "server/http/exchange.h"
#include "server/raw_socket.h"
#include "server/storage/sql.h"
#include "support/sanitizer.h"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

namespace bastide::server::test {
namespace {

/// What an operator sees, once the kernel's number is not older than a second: one connection, that
/// of the question itself, and nobody in any room.
void expect_nobody_is_left(TestPlayer& asker) {
    const auto clean = [&] {
        return metric(asker, "bastide_connections") == 1 && metric(asker, "bastide_sockets") == 0 &&
               metric(asker, "bastide_followers") == 0 &&
               metric(asker, "bastide_connection_descriptors") == 1;
    };
    for (int i = 0; i < 200 && !clean(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    EXPECT_EQ(metric(asker, "bastide_connections"), 1);
    EXPECT_EQ(metric(asker, "bastide_connection_descriptors"), 1);
    EXPECT_EQ(metric(asker, "bastide_sockets"), 0);
    EXPECT_EQ(metric(asker, "bastide_followers"), 0);
}

/// The room is read from the disk while the socket says hello and goes.
TEST(Sockets, one_that_goes_while_its_room_loads_leaves_nothing_behind) {
    Config config = TestServer::patient();
    config.table_burst = 100;
    TestServer server(config);
    TestPlayer ada(server, "Ada");
    std::vector<std::string> games;
    for (int i = 0; i < 40; ++i) games.push_back(table_of({&ada}, rules_of("new", 1)));
    server.restart();
    ada.go_to(server);
    for (const std::string& game : games) {
        const RawSocket raw(server);
        raw.write(upgrade("Authorization: Bearer " + ada.token() + "\r\n"));
        raw.read(20);
        raw.write(game_frame("hello", game));
        raw.reset_at_end();
    }
    expect_nobody_is_left(ada);
}

/// The room is in memory, because somebody follows it.
TEST(Sockets, one_that_is_reset_between_hello_and_bye_leaves_nothing_behind) {
    TestServer server;
    TestPlayer ada(server, "Ada");
    Table table({&ada}, rules_of("new", 1));
    for (int i = 0; i < 100; ++i) {
        const RawSocket raw(server);
        raw.write(upgrade(""));
        raw.read(20);
        std::string frames;
        for (int pair = 0; pair < 10; ++pair) {
            frames += game_frame("hello", table.id()) + game_frame("bye", table.id());
        }
        raw.write(frames + game_frame("hello", table.id()));
        raw.reset_at_end();
    }
    ada.drop();
    expect_nobody_is_left(ada);
}

TEST(Sockets, followers_are_counted_while_they_are_there) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server);
    Table table({&ada}, rules_of("new", 1));
    bo.connect();
    bo.follow(table.id());
    EXPECT_EQ(metric(ada, "bastide_followers"), 2);
    EXPECT_EQ(metric(ada, "bastide_sockets"), 2);
    bo.say(message("bye", table.id()));
    while (metric(ada, "bastide_followers") == 2) {
    }
    EXPECT_EQ(metric(ada, "bastide_followers"), 1);
}

/// What the process keeps. A sanitizer holds freed memory back, so that it is asked instead.
std::size_t kept_bytes() {
    if (__sanitizer_get_current_allocated_bytes) return __sanitizer_get_current_allocated_bytes();
    std::ifstream file("/proc/self/statm");
    std::size_t pages = 0, resident = 0;
    file >> pages >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// Chunks with endless extensions, endless trailers, endless header lines, endless frames: all end
/// at a limit, long before the memory does.
TEST(Sockets, memory_stays_bounded_before_any_check) {
    TestServer server;
    const std::string chunked = "POST /api/session HTTP/1.1\r\nHost: localhost\r\nX-Bastide: 1\r\n"
                                "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
    std::string trailers;
    for (int i = 0; i < 1000; ++i) trailers += "A" + std::to_string(i) + ": b\r\n";
    const std::string begins[] = {
        chunked + "\r\n2;",
        chunked + "\r\n2\r\n{}\r\n0\r\nA: ",
        chunked + "\r\n2\r\n{}\r\n0\r\n" + trailers,
        "GET / HTTP/1.1\r\nA: ",
        "POST /api/session HTTP/1.1\r\nContent-Length: 16000\r\n" + trailers + "A: ",
        upgrade("") + std::string("\x81\xFF\0\0\0\0\x7F\0\0\0\0\0\0\0", 14),
    };
    constexpr std::size_t sent = 8 << 20; // by each
    const std::string much(1 << 16, 'a');
    const std::size_t before = kept_bytes();
    std::vector<std::unique_ptr<RawSocket>> open;
    for (const std::string& begin : begins) {
        for (int i = 0; i < 4; ++i) {
            open.push_back(std::make_unique<RawSocket>(server));
            const timeval patience{1, 0};
            setsockopt(open.back()->fd(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
            open.back()->write(begin);
            for (std::size_t all = 0; all < sent; all += much.size()) {
                if (!open.back()->write(much)) break;
            }
        }
    }
    const std::size_t after = kept_bytes();
    const std::size_t grown = after > before ? after - before : 0;
    EXPECT_LT(grown, open.size() * most_request_bytes + (16 << 20));
    TestPlayer ada(server, "Ada");
    const RawSocket raw(server);
    raw.write(chunked + "\r\n2\r\n{}\r\n0\r\n\r\n");
    EXPECT_EQ(raw.read(12).substr(0, 12), "HTTP/1.1 411");
}

/// As many as a burst allows, each answered by tens of kilobytes: whoever reads gets them all.
TEST(Sockets, many_hellos_at_once_are_answered_one_after_another) {
    TestServer server;
    TestPlayer ada(server, "Ada");
    Table table({&ada}, rules_of("new", 1));
    Json chat = message("chat", table.id());
    std::string text;
    for (int i = 0; i < 500; ++i) text += "\U0001F3F0";
    chat["text"] = text;
    for (int i = 0; i < 100; ++i) ada.say(chat);
    for (int i = 0; i < 100; ++i) ada.hear("chat");
    TestPlayer bo(server);
    bo.connect();
    for (int i = 0; i < 60; ++i) bo.say(message("hello", table.id()));
    for (int i = 0; i < 60; ++i) {
        const std::string state = text_of(bo.hear("state"));
        EXPECT_GT(state.size(), 20'000u);
        EXPECT_LT(state.size(), 60'000u) << "chat in a state is bounded";
    }
    EXPECT_EQ(metric(ada, "bastide_slow_consumers_total"), 0);
}

TEST(Sockets, coming_and_going_is_told_at_most_twice_a_second) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server);
    Table table({&ada}, rules_of("new", 1));
    bo.connect();
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 100; ++i) {
        bo.follow(table.id());
        bo.say(message("bye", table.id()));
    }
    bo.follow(table.id());
    // The last word is right.
    while (ada.hear("presence")["presence"]["watchers"] != 1) {
    }
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    unsigned told = 0;
    for (const std::string& heard : ada.all()) told += heard.starts_with("{\"type\":\"presence\"");
    EXPECT_LE(told, 3 + 2 * spent.count());
}

TEST(Sockets, those_of_nobody_share_the_limit_of_their_address) {
    Config config = TestServer::patient();
    config.messages_per_second = 1;
    config.message_burst = 20;
    TestServer server(config);
    TestPlayer ada(server, "Ada");
    std::vector<std::unique_ptr<TestPlayer>> all;
    for (int i = 0; i < 6; ++i) {
        all.push_back(std::make_unique<TestPlayer>(server));
        all.back()->connect();
        for (int ping = 0; ping < 19; ++ping) all.back()->say({{"type", "ping"}});
    }
    EXPECT_EQ(all.back()->hear("error")["code"], "rate_limited") << "though each kept to its own";
    ada.connect();
    ada.say({{"type", "ping"}});
    ada.hear("pong");
}

TEST(Sockets, control_frames_count_as_messages) {
    Config config = TestServer::patient();
    config.messages_per_second = 5;
    config.message_burst = 20;
    TestServer server(config);
    const RawSocket raw(server);
    raw.write(upgrade(""));
    raw.read(20);
    std::string pings;
    for (int i = 0; i < 200; ++i) pings += frame(0x89, "");
    raw.write(pings);
    const std::string closed("\x88\x02\x03\xF0", 4); // with 1008
    std::string heard = raw.read();
    for (std::string more = heard; !more.empty() && heard.find(closed) == std::string::npos;) {
        more = raw.read();
        heard += more;
    }
    EXPECT_NE(heard.find(closed), std::string::npos);
}

// --- behind a proxy
// ----------------------------------------------------------------------------

std::string get(const std::string& extra) {
    return "GET /api/info HTTP/1.1\r\nHost: localhost\r\n" + extra + "\r\n";
}

TEST(Sockets, the_last_forwarded_address_of_the_last_line_is_believed) {
    Config config = TestServer::patient();
    config.requests_per_second = 1;
    config.request_burst = 10;
    config.trusted_proxies = "10.0.0.0/8, 127.0.0.1";
    TestServer server(config);
    const auto refused = [&](const std::function<std::string(int)>& lines) {
        unsigned count = 0;
        for (int i = 0; i < 30; ++i) {
            const RawSocket raw(server);
            raw.write(get(lines(i)));
            count += raw.read(12).substr(9, 3) == "429";
        }
        return count;
    };
    const auto made_up = [](int i) { return "203.0.113." + std::to_string(i); };
    EXPECT_GT(refused([&](int i) {
                  return "X-Forwarded-For: " + made_up(i) + "\r\nX-Forwarded-For: 198.51.100.1\r\n";
              }),
              10u);
    EXPECT_GT(
        refused([&](int i) { return "X-Forwarded-For: " + made_up(i) + ", 198.51.100.2\r\n"; }),
        10u);
    EXPECT_GT(refused([&](int i) {
                  return "X-Forwarded-For: 2001:db8:1:2::" + std::to_string(i + 1) + "\r\n";
              }),
              10u)
        << "one network of IPv6 is one client";
    EXPECT_EQ(refused([&](int i) { return "X-Forwarded-For: " + made_up(i) + "\r\n"; }), 0u);
}

TEST(Sockets, only_proxies_that_are_trusted_are_believed) {
    Config config = TestServer::patient();
    config.requests_per_second = 1;
    config.request_burst = 10;
    config.trusted_proxies = "10.0.0.0/8";
    TestServer server(config);
    unsigned refused = 0;
    for (int i = 0; i < 30; ++i) {
        const RawSocket raw(server);
        raw.write(get("X-Forwarded-For: 203.0.113." + std::to_string(i) + "\r\n"));
        refused += raw.read(12).substr(9, 3) == "429";
    }
    EXPECT_GT(refused, 10u);
}

TEST(Sockets, behind_a_proxy_each_client_has_its_own_limit_of_sockets) {
    Config config = TestServer::patient();
    config.trust_proxy = true;
    config.connections_per_address = 3;
    TestServer server(config);
    std::vector<std::unique_ptr<RawSocket>> open;
    const auto status = [&](const std::string& address) {
        open.push_back(std::make_unique<RawSocket>(server));
        open.back()->write(upgrade("X-Forwarded-For: " + address + "\r\n"));
        return open.back()->read(12).substr(9, 3);
    };
    for (int i = 0; i < 3; ++i) EXPECT_EQ(status("203.0.113.1"), "101");
    EXPECT_EQ(status("203.0.113.1"), "429");
    EXPECT_EQ(status("203.0.113.2"), "101");
    open.clear();
    TestPlayer ada(server, "Ada");
    expect_nobody_is_left(ada);
    EXPECT_EQ(status("203.0.113.1"), "101");
}

TEST(Sockets, limits_count_addresses_and_networks) {
    EXPECT_EQ(limit_key("203.0.113.7"), "203.0.113.7");
    EXPECT_EQ(limit_key("::ffff:203.0.113.7"), "203.0.113.7");
    EXPECT_EQ(limit_key("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
    EXPECT_EQ(limit_key("no address"), "no address");
    EXPECT_EQ(limit_key(std::string(100, 'x')).size(), 64u);
    const auto networks = Networks::parse("127.0.0.1,10.0.0.0/8, fd00::/8");
    ASSERT_TRUE(networks.has_value());
    for (const char* inside : {"127.0.0.1", "10.255.1.2", "fd12::1", "::ffff:10.1.1.1"}) {
        EXPECT_TRUE(networks->contains(inside)) << inside;
    }
    for (const char* outside : {"127.0.0.2", "11.0.0.1", "fe80::1", "", "x"}) {
        EXPECT_FALSE(networks->contains(outside)) << outside;
    }
    for (const char* wrong : {"x", "10.0.0.0/33", "10.0.0.0/", "fd00::/129", "1.2.3.4,,"}) {
        EXPECT_FALSE(Networks::parse(wrong).has_value()) << wrong;
    }
}

// --- a store that fails
// ------------------------------------------------------------------------

constexpr const char* full_disk = "CREATE TRIGGER full BEFORE INSERT ON log BEGIN "
                                  "SELECT RAISE(ABORT, 'disk full'); END";

/// The disk says no while a move is written, and yes later.
TEST(Sockets, a_move_that_cannot_be_stored_is_refused_as_such) {
    TestServer server;
    TestPlayer ada(server, "Ada");
    Table table({&ada}, rules_of("new", 1));
    auto sql = open_sql(server.folder().sqlite());
    ASSERT_TRUE((*sql)->script(full_disk).has_value());
    const int ply = table.follower().ply();
    const Json move = move_message(table.id(), ply, "again", some_move(table.follower(), 1));
    ada.say(move);
    const Json refused = ada.hear("refused");
    EXPECT_EQ(refused["code"], "store_failed");
    EXPECT_EQ(refused["ply"], ply);
    ASSERT_TRUE((*sql)->script("DROP TRIGGER full").has_value());
    ada.say(move);
    EXPECT_EQ(ada.hear("ack")["ply"], ply + 1);
}

/// Another node's entry came instead of it, and is later by that node's clock.
TEST(Sockets, who_resigns_too_late_is_told) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo"), eve(server, "Eve");
    Table table({&ada, &bo, &eve}, rules_of("new", 3));
    const auto sql = open_sql(server.folder().sqlite());
    const std::string ply = std::to_string(table.follower().ply());
    ASSERT_TRUE((*sql)
                    ->script("INSERT INTO log SELECT id, ply + 1, updated_at + 3600000, "
                             "'{\"kind\":\"resign\",\"seat\":1}' FROM games WHERE ply = " +
                             ply + "; UPDATE games SET ply = ply + 1 WHERE ply = " + ply)
                    .has_value());
    ada.say(message("resign", table.id()));
    const Json entry = ada.hear("ply")["entry"];
    EXPECT_EQ(entry["kind"], "resign");
    EXPECT_EQ(entry["seat"], 1) << "not Ada";
    EXPECT_EQ(ada.hear("error")["code"], "store_failed");
    ada.say(message("resign", table.id()));
    while (ada.hear("ply")["entry"].value("seat", -1) != 0 && !::testing::Test::HasFailure()) {
    }
}

/// What the server writes by itself is tried again, but not as fast as it fails.
TEST(Sockets, a_start_that_cannot_be_stored_is_tried_again_with_rests) {
    TestServer server;
    TestPlayer ada(server, "Ada");
    auto sql = open_sql(server.folder().sqlite());
    ASSERT_TRUE((*sql)->script(full_disk).has_value());
    const std::string game = table_of({&ada}, rules_of("new", 1));
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    EXPECT_EQ(ada.get("/api/tables/" + game)["table"]["ply"], -1);
    EXPECT_LE(metric(ada, "bastide_commit_failures_total"), 8);
    ASSERT_TRUE((*sql)->script("DROP TRIGGER full").has_value());
    while (ada.get("/api/tables/" + game)["table"]["ply"] == -1) {
    }
}

} // namespace
} // namespace bastide::server::test
