// Clocks beyond what a test can wait for: days, and the network's share.

#include "server/game_table.h"
#include "server/process_host.h"
#include "server/rooms/rooms.h"
#include "server/storage/sql.h"

#include "rules/playout.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

namespace bastide::server::test {
namespace {

constexpr std::int64_t day_ms = 24LL * 60 * 60 * 1000;

/// Time is made to pass by moving what was stored into the past.
TEST(Clock, days_a_move_run_while_the_server_is_up_and_only_then) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Json rules = rules_of("new", 2);
    rules["clock"] = {{"kind", "days"}, {"days", 2}};
    Table table({&ada, &bo}, rules);
    table.play();
    const auto changed = [&](const std::string& script) {
        server.drain();
        auto sql = open_sql(server.folder().sqlite());
        const auto done = (*sql)->script(script);
        EXPECT_TRUE(done.has_value()) << done.error().text;
        server.restart();
        ada.go_to(server);
        ada.connect();
        return ada.follow(table.id())["clock"]["remaining_ms"];
    };
    const std::string three_days = std::to_string(3 * day_ms);
    const Json down = changed("UPDATE log SET at = at - " + three_days +
                              "; UPDATE uptime SET started_at = started_at - " + three_days +
                              ", last_at = last_at - " + three_days);
    EXPECT_EQ(down[0], 2 * day_ms) << "whole again after each move";
    EXPECT_GT(down[1], day_ms) << "nobody's clock ran while no server was up";
    const Json up = changed("UPDATE uptime SET last_at = last_at + " + three_days +
                            " WHERE started_at = (SELECT MIN(started_at) FROM uptime)");
    EXPECT_EQ(up[1], 0);
    ada.say(message("claim", table.id()));
    EXPECT_EQ(ada.hear("ply")["entry"]["kind"], "flag");
    EXPECT_EQ(ada.hear("ply")["entry"]["result"]["reason"], "time");
}

/// A client whose messages take as long as the test says.
class SlowPeer final : public Peer {
  public:
    SlowPeer(UserRow user, std::int64_t lag_ms)
        : user_(std::move(user))
        , lag_ms_(lag_ms) {}
    void send(Text text) override {
        const std::lock_guard lock(mutex_);
        inbox_.push_back(Json::parse(*text, nullptr, false));
        heard_.notify_all();
    }
    void hello_answered() override {}
    bool closed() const override { return false; }
    const std::optional<UserRow>& user() const override { return user_; }
    std::int64_t lag_ms() const override { return lag_ms_; }

    Json hear(const std::string& type) {
        std::unique_lock lock(mutex_);
        for (;;) {
            const bool any =
                heard_.wait_for(lock, std::chrono::seconds(20), [this] { return !inbox_.empty(); });
            if (!any) {
                ADD_FAILURE() << "no " << type;
                return {};
            }
            Json message = std::move(inbox_.front());
            inbox_.pop_front();
            if (message["type"] == type) return message;
        }
    }

  private:
    std::optional<UserRow> user_;
    std::int64_t lag_ms_;
    std::mutex mutex_;
    std::condition_variable heard_;
    std::deque<Json> inbox_;
};

/// Time that the test makes pass.
struct HandTime {
    std::atomic<std::int64_t> wall_ms = 1'700'000'000'000, steady_ms = 5'000;
    std::shared_ptr<GameTime> time = std::make_shared<GameTime>(
        GameTime::Source{[this] { return wall_ms.load(); }, [this] { return steady_ms.load(); }});

    void pass(std::int64_t ms) {
        for (; ms > 0; ms -= GameTime::tick_every.count()) {
            wall_ms += GameTime::tick_every.count();
            steady_ms += GameTime::tick_every.count();
            time->tick();
        }
    }
    /// The process is stopped, or its machine.
    void stand_still(std::int64_t ms) {
        wall_ms += ms;
        steady_ms += ms;
    }
};

/// What one move costs on a clock of a minute without increment, and how long it took by the log.
struct Paid {
    std::int64_t paid_ms = 0, took_ms = 0;
};
using Say = std::function<void(const Request&)>;
struct Thought {
    std::function<void(const Say& say, SlowPeer& peer)> think;
    std::int64_t lag_ms = 0; // of the client
    std::shared_ptr<GameTime> time = std::make_shared<GameTime>();
};

Paid pay_for_a_move(const Thought& thought) {
    const TemporaryFolder folder;
    const auto store = open_with_key(folder.sqlite());
    Json json = rules_of("new", 1, {"random"});
    json["clock"] = {{"kind", "fischer"}, {"initial_s", 60}, {"increment_s", 0}};
    const UserRow ada{"aaaaaaaaaaaaaaaa", "Ada"};
    const Write user = AddUser{ada, "hash", 1};
    EXPECT_EQ(store->write({&user, 1}).front(), WriteOutcome::done);
    std::vector<std::unique_ptr<GameStore>> readers;
    readers.push_back(open_with_key(folder.sqlite()));
    Loop loop(1);
    StoreWriter writer(open_with_key(folder.sqlite()), {});
    StoreReader reader(std::move(readers));
    Bots bots(1, {});
    RoomEvents events;
    events.on_move = [](double, double) {};
    events.on_answer = [](std::string_view) {};
    events.on_resume = [] {};
    events.on_trouble = [](const std::string&, const std::string& what) { ADD_FAILURE() << what; };
    Rooms::Settings settings;
    settings.seal = *read_key(key_file_for(folder.sqlite()));
    settings.time = thought.time;
    Rooms rooms(loop, writer, reader, bots, events, settings);
    loop.start();
    std::promise<std::string> opened;
    rooms.open_table({ada, *parse_table_rules(json), 0}, [&](const std::expected<Json, Code>& is) {
        opened.set_value((*is)["table"]["game"]);
    });
    const std::string game = opened.get_future().get();
    const auto peer = std::make_shared<SlowPeer>(ada, thought.lag_ms);
    const auto say = [&](const Request& request) {
        rooms.visit_known(game, [peer, message = ClientMessage{game, request}](Room& room) {
            room.receive(peer, message, std::chrono::steady_clock::now());
        });
    };
    say(request::Hello{});
    const Json state = peer->hear("state");
    Setups setups;
    const auto follower = Follower::of_table(state["table"], setups);
    for (const Json& entry : state["plies"]) EXPECT_EQ(follower->add(entry), "");
    while (!follower->started()) EXPECT_EQ(follower->add(peer->hear("ply")["entry"]), "");
    thought.think(say, *peer);
    request::Move move;
    move.expect_ply = static_cast<int>(store->load_log(game, 0)->size()) - 1;
    move.move_id = "m";
    Random random(1);
    move.move = random_move(follower->game(), random);
    say(move);
    EXPECT_EQ(peer->hear("ack")["move_id"], "m");
    const auto log = *store->load_log(game, 0);
    const auto ply = static_cast<std::size_t>(move.expect_ply + 1);
    const Json turn = Json::parse(log.at(ply).body, nullptr, false);
    const Paid paid{60'000 - turn["remaining_ms"][0].get<std::int64_t>(), log[ply].at - log[0].at};
    rooms.stop();
    bots.stop();
    loop.stop();
    writer.stop();
    reader.stop();
    return paid;
}

TEST(Clock, the_networks_time_is_given_back_up_to_half_a_second) {
    const std::chrono::milliseconds thought(700);
    const auto think = [thought](const Say&, SlowPeer&) { std::this_thread::sleep_for(thought); };
    for (const std::int64_t lag_ms : {0, 400, 5000}) {
        const std::int64_t given = std::min<std::int64_t>(lag_ms, 500);
        const Paid paid = pay_for_a_move({think, lag_ms});
        EXPECT_GE(paid.paid_ms, thought.count() - given) << lag_ms;
        EXPECT_LE(paid.paid_ms, paid.took_ms - given) << lag_ms;
    }
}

TEST(Clock, setting_the_systems_clock_neither_costs_nor_gives_time) {
    constexpr std::int64_t hour_ms = 60 * 60 * 1000;
    for (const std::int64_t jump_ms : {hour_ms, -hour_ms}) {
        HandTime hand;
        const auto think = [&](const Say&, SlowPeer&) {
            hand.pass(3000);
            hand.wall_ms += jump_ms;
            hand.pass(4000);
        };
        const Paid paid = pay_for_a_move({think, 0, hand.time});
        EXPECT_EQ(paid.paid_ms, 7000) << jump_ms;
        EXPECT_EQ(paid.took_ms, 7000) << jump_ms;
    }
}

TEST(Clock, nobody_pays_for_a_pause_of_the_machine) {
    for (const std::int64_t tick_ms : {0, 250}) { // the move may come before any tick
        HandTime hand;
        const auto think = [&](const Say&, SlowPeer&) {
            hand.pass(3000);
            hand.stand_still(600'000);
            hand.pass(tick_ms);
        };
        const Paid paid = pay_for_a_move({think, 0, hand.time});
        EXPECT_EQ(paid.paid_ms, 3000 + GameTime::longest_gap_ms) << tick_ms;
        EXPECT_EQ(paid.took_ms, 603'000 + tick_ms) << "the log tells the time of day";
    }
}

/// Nobody but the player is to be asked: the other one is a bot.
TEST(Clock, nobody_pays_while_the_game_is_paused) {
    for (const bool goes_on : {false, true}) {
        HandTime hand;
        const auto think = [&](const Say& say, SlowPeer& peer) {
            const auto kind = [&] { return peer.hear("ply")["entry"]["kind"]; };
            hand.pass(3000);
            say(request::Pause{});
            EXPECT_EQ(kind(), "pause");
            hand.pass(600'000);
            if (!goes_on) return; // the move itself ends the pause
            say(request::Resume{});
            EXPECT_EQ(kind(), "resume");
            hand.pass(2000);
            say(request::Pause{});
            EXPECT_EQ(kind(), "pause");
            hand.pass(600'000);
        };
        const Paid paid = pay_for_a_move({think, 0, hand.time});
        EXPECT_EQ(paid.paid_ms, goes_on ? 5000 : 3000);
        EXPECT_EQ(paid.took_ms, goes_on ? 1'205'000 : 603'000);
    }
}

TEST(Clock, time_awake_never_goes_back) {
    HandTime hand;
    std::int64_t last = hand.time->awake_ms();
    const auto looks = [&] {
        const std::int64_t now = hand.time->awake_ms();
        EXPECT_GE(now, last);
        EXPECT_EQ(now, hand.time->now_ms() - hand.time->paused_ms());
        last = now;
    };
    hand.pass(500);
    EXPECT_EQ(hand.time->paused_ms(), 0);
    for (int i = 0; i < 50; ++i) {
        hand.stand_still(100);
        looks();
    }
    EXPECT_EQ(hand.time->paused_ms(), 5000 - GameTime::longest_gap_ms);
    const auto pause = hand.time->tick();
    looks();
    ASSERT_TRUE(pause.has_value());
    EXPECT_EQ(pause->to - pause->from, 5000);
    hand.pass(1000);
    EXPECT_EQ(hand.time->paused_ms(), 5000 - GameTime::longest_gap_ms);
    hand.stand_still(1500);
    EXPECT_FALSE(hand.time->tick().has_value()) << "a busy machine is no pause";
    looks();
}

TEST(Clock, a_stopped_process_charges_nobody) {
    constexpr std::int64_t initial_ms = 300'000, much_ms = 5'000;
    ProcessHost server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Json rules = rules_of("new", 2);
    rules["clock"] = {{"kind", "fischer"}, {"initial_s", initial_ms / 1000}, {"increment_s", 0}};
    Table table({&ada, &bo}, rules);
    const auto left = [&](unsigned seat) {
        return ada.follow(table.id())["clock"]["remaining_ms"][seat].get<std::int64_t>();
    };
    server.stand_still(std::chrono::seconds(7));
    EXPECT_GT(left(0), initial_ms - much_ms);
    table.play();
    EXPECT_GT(left(0), initial_ms - much_ms) << "also in the log";
    // Who is to move now is charged for nothing either when the game is read again.
    server.stand_still(std::chrono::seconds(7));
    EXPECT_GT(left(1), initial_ms - much_ms);
    server.stop();
    server.start();
    ada.go_to(server);
    ada.connect();
    EXPECT_GT(left(1), initial_ms - much_ms);
}

} // namespace
} // namespace bastide::server::test
