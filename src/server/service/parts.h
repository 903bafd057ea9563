#pragma once
// What one running server consists of, and how its parts hear of each other. For service.cpp, which
// starts and ends it.

#include "server/base/time.h"
#include "server/base/words.h"
#include "server/http/api.h"
#include "server/http/listener.h"
#include "server/notices/notices.h"
#include "server/service/descriptors.h"
#include "server/service/host.h"
#include "server/service/metrics.h"
#include "server/service/service.h"
#include "server/storage/sql.h"
#include "server/websocket/conversation.h"

#include <thread>

namespace bastide::server {

/// Declared in the order in which one needs the other; the loop goes last.
struct Service::Inside {
    static constexpr std::chrono::milliseconds heartbeat_every{5000};
    static constexpr unsigned sockets_of_account = 4; // that may talk as fast as one socket may
    static constexpr unsigned users_of_address = 4;   // that may open their tables at once
    static constexpr std::chrono::minutes tidy_every{15};
    static constexpr unsigned most_expired = 1000; // tables taken away at once

    static Rate rate(unsigned per_second, unsigned burst) {
        return {static_cast<double>(per_second), static_cast<double>(burst)};
    }

    static Rate of_several_sockets(const Config& config) {
        return rate(sockets_of_account * config.messages_per_second,
                    sockets_of_account * config.message_burst);
    }

    static Rate hourly(unsigned per_hour, unsigned burst) {
        return {per_hour / 3600.0, static_cast<double>(burst)};
    }

    static std::set<std::string> set_of(const std::vector<std::string>& words) {
        return {words.begin(), words.end()};
    }

    static bool alone(const Config& config) { return config.database.starts_with("sqlite:"); }

    static Heartbeat heartbeat(const Config& config, const std::string& node, const GameTime& time,
                               std::int64_t started_at) {
        if (alone(config)) return {started_at, time.now_ms()};
        const std::int64_t now = now_ms(), life_ms = 1000 * std::int64_t{config.node_seconds};
        return {started_at, time.now_ms(), node, now, now + life_ms};
    }

    struct Stores {
        SealPtr seal;
        std::unique_ptr<GameStore> writes;
        std::vector<std::unique_ptr<GameStore>> reads;
    };
    Inside(const Config& given, std::string name, std::shared_ptr<GameTime> game_time,
           Stores stores)
        : config(given)
        , node(std::move(name))
        , time(std::move(game_time))
        , log(config.log_level)
        , loop(config.threads)
        , writer(std::move(stores.writes), writer_settings())
        , reader(std::move(stores.reads))
        , bots(config.bot_threads, bot_events())
        , notices({loop, writer, reader, attendance, *stores.seal, notice_events()},
                  notice_settings())
        , rooms(loop, writer, reader, bots, room_events(), room_settings(stores.seal))
        , sessions(writer, reader)
        , mutes(writer, reader)
        , audit(writer, config.audit_addresses)
        , accounts({sessions, writer, reader, audit,
                    [this](const std::string& user) { person_gone(user); },
                    [this](const std::string& user) { connections->check_sessions_of(user); }},
                   {config.logins_per_minute / 60.0, 1.0 * config.login_burst})
        , api({sessions, accounts, rooms, writer, reader, audit, notices},
              {.version = Service::version(),
               .imprint = config.imprint,
               .tables = hourly(config.tables_per_hour, config.table_burst),
               .address_tables =
                   hourly(config.tables_per_hour, users_of_address * config.table_burst),
               .address_guests = hourly(config.guests_per_hour, config.guest_burst)})
        , connections(std::make_shared<Connections>(
              Connections::Limits{config.connections, config.connections_per_address}))
        , talk{.rooms = rooms,
               .mutes = mutes,
               .attendance = attendance,
               .account_limits = Limits(of_several_sockets(config)),
               .nobody_limits = Limits(of_several_sockets(config)),
               .settings = {.version = Service::version(),
                            .messages = rate(config.messages_per_second, config.message_burst)},
               .events = talk_events()}
        , site{.api = api,
               .sessions = sessions,
               .talk = talk,
               .metrics = metrics,
               .bans = bans,
               .connections = connections,
               .address_limits = Limits(rate(config.requests_per_second, config.request_burst)),
               .settings = {.version = Service::version(),
                            .web_root = config.web_root,
                            .trust_proxy = config.trust_proxy,
                            .trusted_proxies =
                                Networks::parse(config.trusted_proxies).value_or(Networks()),
                            .origins = set_of(listed(config.origins))},
               .ready = [this] { return store_works.load(); }}
        , listener(loop, site)
        , host({rooms, accounts, writer, reader, audit, [this] { refresh_bans(); }})
        , admin(loop, [this](const Json& question,
                             const AdminSocket::Reply& reply) { host.asked(question, reply); })
        , strand(loop)
        , timer(strand)
        , tidy_timer(strand)
        , tick_timer(strand) {
        watch();
    }

    StoreWriter::Settings writer_settings() {
        StoreWriter::Settings settings;
        settings.collect = std::chrono::microseconds(config.collect_us);
        settings.on_commit = [this](std::size_t writes, double seconds, const std::string& why) {
            metrics.commit(writes, seconds, !why.empty());
            // Once for each time the store goes and comes: the log may be on the same full disk.
            const bool worked = store_works.exchange(why.empty());
            if (worked && !why.empty()) {
                log.write(LogLevel::error, "commit_failed", {{"reason", why}});
            } else if (!worked && why.empty()) {
                log.write(LogLevel::info, "commit_works");
            }
        };
        return settings;
    }

    Talk::Events talk_events() {
        Talk::Events events;
        events.on_rate_limited = [this](std::string_view what) { metrics.rate_limited(what); };
        events.on_answer = [this](std::string_view kind) { metrics.answer(kind); };
        events.on_slow_consumer = [this] { metrics.slow_consumer(); };
        return events;
    }

    BotEvents bot_events() {
        BotEvents events;
        events.on_thought = [this](double seconds) { metrics.bot_thought(seconds); };
        events.on_replaced = [this](const std::string& agent) {
            log.write(LogLevel::warning, "bot_replaced", {{"agent", agent}, {"by", "random"}});
        };
        return events;
    }

    RoomEvents room_events() {
        RoomEvents events;
        events.on_move = [this](double durable, double told) { metrics.move(durable, told); };
        events.on_answer = [this](std::string_view kind) { metrics.answer(kind); };
        events.on_resume = [this] { metrics.resumed(); };
        events.on_turn = [this](const Turn& turn) { notices.turn(turn); };
        events.on_trouble = [this](const std::string& game, const std::string& what) {
            metrics.trouble();
            log.write(LogLevel::error, "trouble", {{"game", game}, {"what", what}});
        };
        return events;
    }

    Notices::Settings notice_settings() const {
        Notices::Settings settings;
        settings.services = PushServices::parse(config.push_services).value_or(PushServices());
        settings.ca_file = config.push_ca_file;
        settings.after = std::chrono::seconds(config.notice_seconds);
        return settings;
    }

    /// The log names the service, not the address at it: whoever has that can post there.
    std::function<void(PushOutcome, const std::string&, const std::string&)> notice_events() {
        return [this](PushOutcome outcome, const std::string& service, const std::string& why) {
            metrics.notice(name(outcome));
            if (outcome == PushOutcome::sent || outcome == PushOutcome::gone) return;
            log.write(LogLevel::warning, "notice_not_sent",
                      {{"service", service}, {"reason", why}});
        };
    }

    /// "NODE GAME", "NODE GAME TEXT", or nothing after a lost connection.
    void announced(const std::string& text) {
        const std::size_t space = text.find(' ');
        if (space == std::string::npos) {
            rooms.refresh("");
            mutes.refresh("");
            return refresh_bans();
        }
        if (text.substr(0, space) == node) return;
        const std::size_t end = text.find(' ', space + 1);
        const std::string game = text.substr(space + 1, end - space - 1);
        if (game == "@" && end != std::string::npos) return person_gone(text.substr(end + 1));
        if (game == "&" && end != std::string::npos) return mutes.refresh(text.substr(end + 1));
        if (game == "#") return refresh_bans();
        if (end == std::string::npos) return rooms.refresh(game);
        rooms.hear(game, text.substr(end + 1));
    }

    Rooms::Settings room_settings(const SealPtr& seal) const {
        Rooms::Settings settings;
        settings.alone = Inside::alone(config);
        settings.node = node;
        settings.seal = seal;
        settings.time = time;
        settings.keep_idle = std::chrono::seconds(config.keep_idle_seconds);
        settings.most = config.rooms;
        return settings;
    }

    /// Asks the kernel once a second at most: anybody may read the metrics.
    double descriptors() {
        const auto now = std::chrono::steady_clock::now();
        if (now - descriptors_at >= std::chrono::seconds(1)) {
            descriptors_at = now;
            descriptors_found = static_cast<double>(accepted_descriptors());
        }
        return descriptors_found;
    }

    void watch() {
        const auto number = [](std::size_t count) { return static_cast<double>(count); };
        metrics.watch("bastide_rooms", "Games in memory",
                      [=, this] { return number(rooms.count()); });
        metrics.watch("bastide_sockets", "Open WebSockets",
                      [=, this] { return number(connections->sockets()); });
        metrics.watch("bastide_connections", "Open connections, WebSockets included",
                      [=, this] { return number(connections->connections()); });
        metrics.watch("bastide_connection_descriptors",
                      "Open connections as the kernel knows them, asked once a second",
                      [this] { return descriptors(); });
        metrics.watch("bastide_followers",
                      "Peers in rooms; one that follows two games counts twice",
                      [this] { return static_cast<double>(rooms.followers()); });
        metrics.watch("bastide_paused_seconds", "Time in which the process did not run",
                      [this] { return static_cast<double>(time->paused_ms()) / 1000; });
        metrics.watch("bastide_writes_waiting", "Writes that wait for a commit",
                      [=, this] { return number(writer.waiting()); });
        metrics.watch("bastide_reads_waiting", "Reads that wait for a connection",
                      [=, this] { return number(reader.waiting()); });
        metrics.watch("bastide_bots_waiting", "Bots that wait for a thread",
                      [=, this] { return number(bots.waiting()); });
    }

    /// The port, of several the first.
    std::expected<unsigned short, std::string> listen() {
        if (config.inherited.empty()) {
            return listener.listen(config.address, static_cast<unsigned short>(config.port));
        }
        std::expected<unsigned short, std::string> first = 0;
        for (const int descriptor : config.inherited) {
            const auto port = listener.adopt(descriptor);
            if (!port) return port;
            if (*first == 0) first = port;
        }
        return first;
    }

    /// Here or on another node: nobody is them any more, and no room shows them.
    void person_gone(const std::string& user) {
        sessions.forget(user);
        connections->check_sessions_of(user);
        rooms.person_gone(user);
    }

    /// What has been there long enough goes.
    void tidy() {
        const std::int64_t now = now_ms();
        writer.write(
            Tidy{now, now - config.session_days * day_ms, now - config.audit_days * day_ms},
            nullptr);
        refresh_bans(); // some may be over
        const std::int64_t before = time->now_ms() - config.open_table_hours * hour_ms;
        reader.read([this, before](GameStore& store) {
            const auto games = store.open_before(before, most_expired);
            if (!games) return;
            for (const std::string& game : *games) {
                rooms.remove({game, RemoveGame::Which::open, "", before}, [](WriteOutcome) {});
            }
        });
        tidy_timer.after(tidy_every, [this] { tidy(); });
    }

    /// Reads who is banned, here or by another node, and lets go who is.
    void refresh_bans() {
        reader.read([this](GameStore& store) {
            const auto rows = store.bans();
            if (!rows) return;
            bans.take(*rows, now_ms());
            connections->check_addresses();
        });
    }

    void beat() {
        writer.write(heartbeat(config, node, *time, started_at), nullptr);
        const std::chrono::milliseconds third(config.node_seconds * 1000 / 3);
        timer.after(std::min(heartbeat_every, third), [this] { beat(); });
    }

    /// Games that are not in memory learn of a pause as of a time without a server.
    void tick() {
        if (const auto pause = time->tick()) {
            writer.write(Heartbeat{started_at, pause->from}, nullptr);
            started_at = pause->to;
            writer.write(heartbeat(config, node, *time, started_at), nullptr);
            log.write(LogLevel::warning, "paused", {{"ms", pause->to - pause->from}});
        }
        tick_timer.after(GameTime::tick_every, [this] { tick(); });
    }

    const Config config;
    const std::string node;
    const std::shared_ptr<GameTime> time;
    Log log;
    Metrics metrics;
    std::atomic<bool> store_works = true;
    Loop loop;
    StoreWriter writer;
    StoreReader reader;
    Bots bots;
    Attendance attendance;
    Notices notices;
    Rooms rooms;
    Sessions sessions;
    Mutes mutes;
    Bans bans;
    Audit audit;
    AccountApi accounts;
    Api api;
    std::shared_ptr<Connections> connections;
    Talk talk;
    Site site;
    Listener listener;
    Host host;
    AdminSocket admin;
    Strand strand;
    Timer timer, tidy_timer, tick_timer;
    std::unique_ptr<SqlListener> announcements;
    std::int64_t started_at = 0;                            // or when the last pause ended
    std::chrono::steady_clock::time_point descriptors_at{}; // under the lock of the metrics
    double descriptors_found = 0;
    bool running = false;
};

} // namespace bastide::server
