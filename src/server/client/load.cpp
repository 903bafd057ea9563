#include "server/client/load.h"

#include "notation/json.h"
#include "server/client/load_game.h"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace bastide::server {
namespace {

using Clock = std::chrono::steady_clock;

/// For what is sure to come, on a busy machine and from a server that is started anew, too.
constexpr std::chrono::seconds load_patience{60};

/// Waits until it is so, and no longer than that; whether it is.
template <class Condition>
bool wait_for(Condition&& condition) {
    const auto until = Clock::now() + load_patience;
    while (!condition()) {
        if (Clock::now() >= until) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return true;
}

std::expected<Json, std::string> call(HttpClient& http, const std::string& target, const Json& body,
                                      const std::string& token) {
    const HttpReply reply = http.call("POST", target, text_of(body), token);
    if (reply.status == 0) return std::unexpected("no server answers there");
    Json json;
    std::string error;
    if (reply.status / 100 != 2 || !parse_json(reply.body, json, error)) {
        return std::unexpected(target + ": " + std::to_string(reply.status) + " " + reply.body);
    }
    return json;
}

std::expected<std::string, std::string> guest(HttpClient& http, const std::string& name) {
    Json body;
    body["name"] = name;
    body["token"] = true;
    auto session = call(http, "/api/session", body, "");
    if (!session) return std::unexpected(session.error());
    return (*session)["token"].get<std::string>();
}

/// Games that wait for their next move, and everything that is counted.
class Field {
  public:
    Field() {
        events_.on_ready = [this](const std::shared_ptr<LoadGame>& game) {
            const std::lock_guard lock(mutex_);
            ready_.push_back(game);
        };
        events_.on_unplayed = [this] { ++unplayed; };
        events_.on_acked = [this](SteadyTime due) {
            const double ms = std::chrono::duration<double, std::milli>(Clock::now() - due).count();
            const std::lock_guard lock(mutex_);
            latencies_.push_back(ms);
        };
        events_.on_stale = [this] { ++stale; };
        events_.on_reconnect = [this] { ++reconnects; };
        events_.on_over = [this](const std::shared_ptr<LoadGame>& game) {
            ++finished;
            game->stop();
        };
        events_.on_wrong = [this](const std::string& what) {
            const std::lock_guard lock(mutex_);
            if (wrong_.size() < 20) wrong_.push_back(what);
        };
    }

    LoadEvents& events() { return events_; }
    std::shared_ptr<LoadGame> take_ready() {
        const std::lock_guard lock(mutex_);
        if (ready_.empty()) return nullptr;
        auto game = ready_.front();
        ready_.pop_front();
        return game;
    }
    void forget() {
        const std::lock_guard lock(mutex_);
        ready_.clear();
    }
    std::size_t ready() const {
        const std::lock_guard lock(mutex_);
        return ready_.size();
    }
    std::vector<double> latencies() const {
        const std::lock_guard lock(mutex_);
        return latencies_;
    }
    std::vector<std::string> wrong() const {
        const std::lock_guard lock(mutex_);
        return wrong_;
    }

    std::atomic<std::uint64_t> unplayed = 0, stale = 0, reconnects = 0, finished = 0;

  private:
    LoadEvents events_;
    mutable std::mutex mutex_;
    std::deque<std::shared_ptr<LoadGame>> ready_;
    std::vector<double> latencies_;
    std::vector<std::string> wrong_;
};

/// Sockets that only sit there, welcomed and silent.
class Crowd {
  public:
    Crowd(Loop& loop, const ServerAddress& server, unsigned count)
        : loop_(loop)
        , server_(server)
        , sockets_(count) {}

    void open() {
        welcomed_ = 0;
        for (auto& socket : sockets_) {
            ClientSocket::Handlers handlers;
            handlers.on_text = [this](std::string_view text) {
                if (text.starts_with("{\"type\":\"welcome\"")) ++welcomed_;
            };
            handlers.on_closed = [this] { ++closed_; };
            socket = std::make_unique<ClientSocket>(loop_, server_, "", std::move(handlers));
            // Not faster than a listening queue takes them.
            if (++opened_ % 100 == 0) wait(std::chrono::milliseconds(2));
        }
    }
    void close() {
        for (auto& socket : sockets_) socket.reset();
    }
    bool wait_all(std::chrono::seconds most) {
        const auto until = Clock::now() + most;
        while (welcomed_ < sockets_.size() && Clock::now() < until) {
            wait(std::chrono::milliseconds(5));
        }
        return welcomed_ >= sockets_.size();
    }
    unsigned welcomed() const { return welcomed_; }
    unsigned closed() const { return closed_; }

  private:
    static void wait(std::chrono::milliseconds time) { std::this_thread::sleep_for(time); }

    Loop& loop_;
    ServerAddress server_;
    std::vector<std::unique_ptr<ClientSocket>> sockets_;
    std::atomic<unsigned> welcomed_ = 0, closed_ = 0;
    unsigned opened_ = 0;
};

/// Games live on the loop: whoever holds one lets go of it before the loop does.
struct Ending {
    Loop& loop;
    Field& field;
    ~Ending() {
        loop.stop();
        field.forget();
    }
};

double quantile(const std::vector<double>& sorted, double q) {
    if (sorted.empty()) return 0;
    const auto last = static_cast<double>(sorted.size() - 1);
    return sorted[static_cast<std::size_t>(std::lround(q * last))];
}

/// Where a game's players come from.
ServerAddress server_of(const LoadPlan& plan, unsigned game) {
    ServerAddress server = plan.server;
    if (plan.sources == 0) return server;
    const unsigned source = game % plan.sources;
    server.from = "127.64." + std::to_string(source / 250) + "." + std::to_string(source % 250 + 1);
    return server;
}

/// Opens tables from several threads; the first failure is told.
std::expected<std::vector<OpenedTable>, std::string> open_tables(const LoadPlan& plan) {
    std::vector<OpenedTable> tables(plan.games);
    std::atomic<unsigned> next = 0;
    std::mutex mutex;
    std::string failure;
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < 16; ++t) {
        threads.emplace_back([&] {
            for (unsigned i = next++; i < plan.games; i = next++) {
                HttpClient http(server_of(plan, i));
                auto table = open_table(http, plan.edition, 2);
                if (table) {
                    tables[i] = std::move(*table);
                    continue;
                }
                const std::lock_guard lock(mutex);
                failure = table.error();
                return;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    if (!failure.empty()) return std::unexpected(failure);
    return tables;
}

using LoadGames = std::vector<std::shared_ptr<LoadGame>>;

/// Plays at the plan's rate until its time is over, then waits for the answers.
void play(const LoadPlan& plan, const LoadGames& games, Field& field, LoadReport& report) {
    const auto begin = Clock::now();
    const std::chrono::duration<double> step(1 / plan.rate);
    const auto total = static_cast<std::uint64_t>(plan.rate * plan.seconds);
    for (; report.due < total; ++report.due) {
        const auto due = begin + std::chrono::duration_cast<Clock::duration>(
                                     step * static_cast<double>(report.due));
        std::this_thread::sleep_until(due);
        if (const auto game = field.take_ready()) {
            game->play(due);
        } else {
            ++report.starved;
        }
    }
    report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    wait_for([&] { return std::ranges::none_of(games, &LoadGame::waiting); });
    report.starved += field.unplayed;
}

} // namespace

std::expected<OpenedTable, std::string> open_table(HttpClient& http, const std::string& edition,
                                                   unsigned players) {
    OpenedTable table;
    Json rules;
    rules["edition"] = edition;
    rules["visibility"] = "link";
    const auto tip = [&](unsigned seat) { return to_hex(table.chains[seat].tip()); };
    for (unsigned i = 0; i < players; ++i) {
        table.chains.emplace_back(random_secret());
        rules["seats"].push_back({{"kind", "person"}});
        auto token = guest(http, "Load " + std::to_string(i));
        if (!token) return std::unexpected(token.error());
        table.tokens.push_back(std::move(*token));
    }
    Json body;
    body["rules"] = std::move(rules);
    body["tip"] = tip(0);
    auto opened = call(http, "/api/tables", body, table.tokens[0]);
    if (!opened) return std::unexpected(opened.error());
    table.game = (*opened)["table"]["game"].get<std::string>();
    for (unsigned i = 1; i < players; ++i) {
        Json sit;
        sit["tip"] = tip(i);
        auto joined = call(http, "/api/tables/" + table.game + "/join", sit, table.tokens[i]);
        if (!joined) return std::unexpected(joined.error());
    }
    return table;
}

std::expected<LoadReport, std::string> run_load(const LoadPlan& plan,
                                                const std::function<void()>& on_ready) {
    auto tables = open_tables(plan);
    if (!tables) return std::unexpected(tables.error());
    LoadReport report;
    Field field;
    Setups setups;
    Loop loop(plan.threads);
    loop.start();
    Crowd idle(loop, plan.server, plan.idle_sockets);
    Crowd storm(loop, plan.server, plan.storm_sockets);
    idle.open();
    idle.wait_all(std::chrono::seconds(60));
    report.idle_open = idle.welcomed() - idle.closed();

    LoadGames games;
    const Ending ending{loop, field};
    for (OpenedTable& table : *tables) {
        const ServerAddress server = server_of(plan, static_cast<unsigned>(games.size()));
        games.push_back(std::make_shared<LoadGame>(
            loop, std::vector{server}, LoadGame::Table{table.game, table.tokens, table.chains},
            setups, field.events()));
        games.back()->begin();
    }
    if (!wait_for([&] { return field.ready() >= games.size(); })) {
        return std::unexpected("not all games could be followed");
    }
    on_ready();
    play(plan, games, field, report);

    if (plan.storm_sockets > 0) {
        storm.open();
        storm.wait_all(std::chrono::seconds(60));
        storm.close();
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        const auto begin = Clock::now();
        storm.open();
        storm.wait_all(std::chrono::seconds(60));
        report.storm_seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        report.storm_open = storm.welcomed();
    }
    for (const auto& game : games) game->stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    loop.stop();
    for (const auto& game : games) {
        for (const AckedMove& move : game->acked()) report.moves.push_back({game->game(), move});
    }
    std::vector<double> sorted = field.latencies();
    std::ranges::sort(sorted);
    report.acked = sorted.size();
    report.stale = field.stale;
    report.reconnects = field.reconnects;
    report.finished = field.finished;
    report.wrong = field.wrong();
    report.p50_ms = quantile(sorted, 0.5);
    report.p90_ms = quantile(sorted, 0.9);
    report.p99_ms = quantile(sorted, 0.99);
    report.p999_ms = quantile(sorted, 0.999);
    report.max_ms = sorted.empty() ? 0 : sorted.back();
    return report;
}

} // namespace bastide::server
