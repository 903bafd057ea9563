#include "server/client/load.h"
#include "ai/agent.h"
#include "cli/commands/commands.h"
#include "cli/console.h"
#include "notation/json.h"

#include <fmt/core.h>

#include <charconv>
#include <sys/resource.h>

namespace bastide::cli {
namespace {

struct LoadArguments {
    std::string url = "http://127.0.0.1:8080";
    server::LoadPlan plan;
    bool json = false;
    std::string moves; // a file for them
};

void tell(const LoadArguments& arguments, const server::LoadReport& report) {
    const double rate = static_cast<double>(report.acked) / report.seconds;
    const std::uint64_t lost = report.due - report.starved - report.acked;
    if (arguments.json) {
        Json json;
        json["games"] = arguments.plan.games;
        json["seconds"] = report.seconds;
        json["moves"] = report.acked;
        json["moves_per_second"] = rate;
        json["due"] = report.due;
        json["starved"] = report.starved;
        json["unanswered"] = lost;
        json["stale"] = report.stale;
        json["reconnects"] = report.reconnects;
        json["finished_games"] = report.finished;
        json["ack_ms"] = {{"p50", report.p50_ms},
                          {"p90", report.p90_ms},
                          {"p99", report.p99_ms},
                          {"p999", report.p999_ms},
                          {"max", report.max_ms}};
        json["idle_sockets"] = report.idle_open;
        json["storm_sockets"] = report.storm_open;
        json["storm_seconds"] = report.storm_seconds;
        json["errors"] = report.wrong;
        print("{}\n", text_of(json));
        return;
    }
    print("{}, {:.1f} s: {} acknowledged, {:.0f} moves/s\n", counted(arguments.plan.games, "game"),
          report.seconds, counted(report.acked, "move"), rate);
    print("{} due, {} without a ready game, {} unanswered\n", counted(report.due, "move"),
          report.starved, lost);
    print("ack: p50 {:.1f} ms, p90 {:.1f} ms, p99 {:.1f} ms, p99.9 {:.1f} ms, max {:.1f} ms\n",
          report.p50_ms, report.p90_ms, report.p99_ms, report.p999_ms, report.max_ms);
    print("{} stale, {}, {} finished, {}\n", report.stale, counted(report.reconnects, "reconnect"),
          counted(report.finished, "game"), counted(report.idle_open, "idle socket"));
    if (report.storm_open > 0) {
        print("storm: {} back in {:.2f} s\n", counted(report.storm_open, "socket"),
              report.storm_seconds);
    }
    for (const std::string& wrong : report.wrong) print("ERROR {}\n", wrong);
}

/// One line per acknowledged move, to be compared with the log.
void write_moves(const std::string& file, const server::LoadReport& report) {
    std::string lines;
    for (const server::LoadedMove& loaded : report.moves) {
        lines += fmt::format("{} {} {} {}\n", loaded.game, loaded.move.seat, loaded.move.move_id,
                             loaded.move.ply);
    }
    write_new_file(file, lines);
}

void load(LoadArguments& arguments) {
    auto server = server::parse_url(arguments.url);
    if (!server) bad_input(fmt::format("--url: \"{}\": {}", arguments.url, server.error()));
    unsigned port = 0;
    const char* end = server->port.data() + server->port.size();
    const auto read = std::from_chars(server->port.data(), end, port);
    if (read.ec != std::errc() || read.ptr != end || port < 1 || port > 65535) {
        bad_input(fmt::format("--url: \"{}\" is not a port", server->port));
    }
    arguments.plan.server = *server;
    if (arguments.json && arguments.moves == "-") {
        bad_input("--json and --moves - would both go to standard output");
    }
    if (!arguments.moves.empty()) expect_new_file(arguments.moves);
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    const auto report = server::run_load(arguments.plan, [&] {
        const unsigned games = arguments.plan.games;
        complain(fmt::format("{} {} ready", counted(games, "game"), games == 1 ? "is" : "are"));
    });
    if (!report) throw Failure(1, fmt::format("{}: {}", arguments.url, report.error()));
    tell(arguments, *report);
    if (!arguments.moves.empty()) write_moves(arguments.moves, *report);
    if (!report->wrong.empty()) throw Failure(1, "the server made mistakes");
}

} // namespace

void add_load(Command app) {
    auto arguments = std::make_shared<LoadArguments>();
    arguments->plan.edition = default_edition();
    Command command = app.add_subcommand("load", "Play many games on a server and measure it");
    command.in_group("A server")
        .with_examples("  bastide load --url http://127.0.0.1:8080 --games 100 --rate 200");
    command.add_option("--url", arguments->url, "the server").takes("URL");
    command.add_option("--games", arguments->plan.games, "games at once").between(1u, 100'000u);
    command.add_option("--rate", arguments->plan.rate, "moves per second, all games together")
        .between(0.001, 1e6);
    command.add_option("--seconds", arguments->plan.seconds, "how long").between(0.001, 1e6);
    command.add_option("--edition", arguments->plan.edition, "the rulebook").takes("NAME");
    command.add_option("--threads", arguments->plan.threads, "threads of this client")
        .between(1u, most_threads);
    command.add_option("--idle", arguments->plan.idle_sockets, "idle sockets besides");
    command.add_option("--storm", arguments->plan.storm_sockets,
                       "sockets that all come back at once in the end");
    command.add_option("--sources", arguments->plan.sources,
                       "addresses to come from, 127.64.0.1 and on");
    command
        .add_option("--moves", arguments->moves,
                    "write acknowledged moves into this file, a new one")
        .takes("FILE");
    command.add_flag("--json", arguments->json, "print one JSON document");
    command.when_called([arguments] { load(*arguments); });
}

} // namespace bastide::cli
