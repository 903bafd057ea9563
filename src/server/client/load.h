#pragma once
// `bastide load`: many games at once against a running server, moves at a fixed rate, and what came
// of it. The rate is kept whatever the server does (open loop), so that a stall shows as latency.

#include "server/client/load_game.h"

#include <expected>
#include <string>
#include <vector>

namespace bastide::server {

struct LoadPlan {
    ServerAddress server;
    unsigned games = 100;
    double rate = 100; // moves per second
    double seconds = 10;
    unsigned threads = 1;
    unsigned idle_sockets = 0;  // opened besides, saying nothing
    unsigned storm_sockets = 0; // dropped and opened again at the end
    std::string edition;
    unsigned sources = 0; // own addresses the games come from, 127.64.0.1 and on; 0: the usual one
};

/// A move that the server said is durable.
struct LoadedMove {
    std::string game;
    AckedMove move;
};

struct LoadReport {
    double seconds = 0;
    std::uint64_t due = 0;     // moves that should have been played
    std::uint64_t starved = 0; // of these, no game was ready
    std::uint64_t acked = 0;
    std::uint64_t stale = 0;
    std::uint64_t reconnects = 0;
    std::uint64_t finished = 0; // games
    std::vector<std::string> wrong;
    std::vector<LoadedMove> moves;
    double p50_ms = 0, p90_ms = 0, p99_ms = 0, p999_ms = 0, max_ms = 0;
    unsigned idle_open = 0;
    double storm_seconds = 0; // until all were back
    unsigned storm_open = 0;
};

/// `on_ready` is called once: every game is followed, and the first move comes next.
std::expected<LoadReport, std::string>
run_load(const LoadPlan& plan, const std::function<void()>& on_ready = [] {});

/// A table of two guests, ready to play.
struct OpenedTable {
    std::string game;
    std::vector<std::string> tokens;
    std::vector<Chain> chains;
};
std::expected<OpenedTable, std::string> open_table(HttpClient& http, const std::string& edition,
                                                   unsigned players);

} // namespace bastide::server
