// Clocks beyond what a test can wait for: days, and the network's share.

#include "server/game_table.h"
#include "server/rooms/rooms.h"
#include "server/storage/sql.h"

#include "rules/playout.h"

#include <gtest/gtest.h>

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

/// What one move that took `thought_ms` and some costs on a clock of a minute without increment,
/// and how long it really took.
struct Paid {
    std::int64_t paid_ms = 0, took_ms = 0;
};
constexpr std::int64_t thought_ms = 700;

Paid pay_for_a_move(std::int64_t lag_ms) {
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
    Rooms rooms(loop, writer, reader, bots, events, settings);
    loop.start();
    std::promise<std::string> opened;
    rooms.open_table({ada, *parse_table_rules(json), 0}, [&](const std::expected<Json, Code>& is) {
        opened.set_value((*is)["table"]["game"]);
    });
    const std::string game = opened.get_future().get();
    const auto peer = std::make_shared<SlowPeer>(ada, lag_ms);
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
    std::this_thread::sleep_for(std::chrono::milliseconds(thought_ms));
    request::Move move;
    move.expect_ply = follower->ply();
    move.move_id = "m";
    Random random(1);
    move.move = random_move(follower->game(), random);
    say(move);
    EXPECT_EQ(peer->hear("ack")["move_id"], "m");
    const auto log = *store->load_log(game, 0);
    const Json turn = Json::parse(log.at(1).body, nullptr, false);
    const Paid paid{60'000 - turn["remaining_ms"][0].get<std::int64_t>(), log[1].at - log[0].at};
    rooms.stop();
    bots.stop();
    loop.stop();
    writer.stop();
    reader.stop();
    return paid;
}

TEST(Clock, the_networks_time_is_given_back_up_to_half_a_second) {
    for (const std::int64_t lag_ms : {0, 400, 5000}) {
        const std::int64_t given = std::min<std::int64_t>(lag_ms, 500);
        const Paid paid = pay_for_a_move(lag_ms);
        EXPECT_GE(paid.paid_ms, thought_ms - given) << lag_ms;
        EXPECT_LE(paid.paid_ms, paid.took_ms - given) << lag_ms;
    }
}

} // namespace
} // namespace bastide::server::test
