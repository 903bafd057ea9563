// Games go on while the server is killed again and again without warning. Every acknowledged move
// must be there, once, and all games must end.

#include "server/client/load.h"
#include "server/client/load_game.h"
#include "server/server_process.h"

#include "catalog/json_reader.h"
#include "server/base/secret.h"
#include "server/storage/sql.h"

#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <thread>

namespace bastide::server::test {
namespace {

unsigned from_environment(const char* name, unsigned otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : static_cast<unsigned>(std::stoul(text));
}

struct Counts {
    unsigned lost = 0, doubled = 0, acked = 0, turns = 0;
};

/// Compares what was acknowledged with what the log holds.
Counts compare(GameStore& store, const std::vector<std::shared_ptr<LoadGame>>& games) {
    Counts counts;
    for (const auto& game : games) {
        std::map<std::pair<unsigned, std::string>, std::vector<int>> found;
        const auto log = store.load_log(game->game(), 0);
        for (const LogRow& row : *log) {
            const Json body = Json::parse(row.body, nullptr, false);
            if (body["kind"] != "turn") continue;
            ++counts.turns;
            found[{body["seat"].get<unsigned>(), body["move_id"].get<std::string>()}].push_back(
                row.ply);
        }
        for (const auto& [move, plies] : found) {
            if (plies.size() > 1) ++counts.doubled;
        }
        for (const AckedMove& move : game->acked()) {
            ++counts.acked;
            const auto it = found.find({move.seat, move.move_id});
            if (it == found.end() || it->second.front() != move.ply) ++counts.lost;
        }
    }
    return counts;
}

/// Plays `games` to the end while `disturb` is called again and again.
Counts play_disturbed(const std::vector<ServerAddress>& servers, const std::string& database,
                      unsigned count, const std::function<bool(unsigned)>& disturb) {
    std::mutex mutex;
    std::vector<std::string> wrong;
    std::atomic<unsigned> over = 0;
    LoadEvents events;
    events.on_ready = [](const std::shared_ptr<LoadGame>& game) {
        game->play(std::chrono::steady_clock::now());
    };
    events.on_acked = [](SteadyTime) {};
    events.on_stale = [] {};
    events.on_reconnect = [] {};
    events.on_over = [&](const std::shared_ptr<LoadGame>& game) {
        game->stop();
        ++over;
    };
    events.on_wrong = [&](const std::string& what) {
        const std::lock_guard lock(mutex);
        wrong.push_back(what);
    };
    Setups setups;
    Loop loop(1);
    loop.start();
    std::vector<std::shared_ptr<LoadGame>> games;
    HttpClient http(servers[0]);
    const auto open_one = [&] {
        // A server that was just cut off from its database says so; whoever asks comes again.
        auto table = open_table(http, "new", 2);
        for (int i = 0; i < 100 && !table; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            table = open_table(http, "new", 2);
        }
        ASSERT_TRUE(table.has_value()) << table.error();
        games.push_back(std::make_shared<LoadGame>(
            loop, servers, LoadGame::Table{table->game, table->tokens}, setups, events));
        games.back()->begin();
    };
    for (unsigned i = 0; i < count; ++i) open_one();
    for (unsigned round = 0; disturb(round); ++round) {
        // There is always a game under way to be disturbed.
        while (games.size() - over < count) open_one();
        if (::testing::Test::HasFailure()) break;
    }
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(120);
    while (over < games.size() && std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    EXPECT_EQ(over, games.size()) << "all games end";
    for (const auto& game : games) game->stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    loop.stop();
    EXPECT_EQ(wrong, std::vector<std::string>());
    auto store = open_store(database);
    return compare(**store, games);
}

void expect_nothing_lost(const Counts& counts, const char* what) {
    EXPECT_EQ(counts.lost, 0u);
    EXPECT_EQ(counts.doubled, 0u);
    EXPECT_GE(counts.turns, counts.acked);
    EXPECT_GT(counts.acked, 0u);
    std::printf("%s: %u moves acknowledged, %u in the log, %u lost, %u doubled\n", what,
                counts.acked, counts.turns, counts.lost, counts.doubled);
}

/// BASTIDE_KILLS and BASTIDE_GAMES make it longer: ./dev crash.
TEST(Crash, no_acknowledged_move_is_lost_when_the_server_is_killed) {
    const TemporaryFolder folder;
    const unsigned kills = from_environment("BASTIDE_KILLS", 5);
    const unsigned games = from_environment("BASTIDE_GAMES", 12);
    const unsigned short port = free_port();
    ServerProcess server(folder.sqlite(), port, folder.file("log"));
    server.start();
    ASSERT_TRUE(server.wait_ready());
    const Counts counts = play_disturbed(
        {{"127.0.0.1", std::to_string(port), ""}}, folder.sqlite(), games, [&](unsigned round) {
            if (round == kills) return false;
            std::this_thread::sleep_for(std::chrono::milliseconds(100 + random_number() % 500));
            server.kill();
            server.start();
            EXPECT_TRUE(server.wait_ready());
            return !::testing::Test::HasFailure();
        });
    expect_nothing_lost(counts, "crash");
}

/// Players of every game sit on different nodes. Nodes, the database's connections and the database
/// itself are killed.
TEST(Crash, nodes_on_one_postgresql_are_one_site) {
    const unsigned kills = from_environment("BASTIDE_KILLS", 4);
    const unsigned count = from_environment("BASTIDE_GAMES", 6);
    TemporaryPostgres postgres;
    const std::string database = postgres.new_database();
    const TemporaryFolder folder;
    std::vector<ServerAddress> addresses;
    std::vector<std::unique_ptr<ServerProcess>> nodes;
    for (unsigned i = 0; i < 2; ++i) {
        const unsigned short port = free_port();
        addresses.push_back({"127.0.0.1", std::to_string(port), ""});
        nodes.push_back(std::make_unique<ServerProcess>(database, port, folder.file("log")));
        nodes.back()->start();
        ASSERT_TRUE(nodes.back()->wait_ready());
    }
    const auto pause = [](unsigned least, unsigned more) {
        std::this_thread::sleep_for(std::chrono::milliseconds(least + random_number() % more));
    };
    const Counts counts = play_disturbed(addresses, database, count, [&](unsigned round) {
        if (round == kills) return false;
        pause(200, 500);
        if (round % 4 == 2) {
            postgres.cut_connections();
        } else if (round % 4 == 3) {
            postgres.crash();
            pause(0, 600);
            postgres.start();
        } else {
            ServerProcess& node = *nodes[round % 2];
            node.kill();
            pause(0, 300);
            node.start();
            EXPECT_TRUE(node.wait_ready());
        }
        return !::testing::Test::HasFailure();
    });
    expect_nothing_lost(counts, "cluster");
}

} // namespace
} // namespace bastide::server::test
