#include "server/service/service.h"

#include "server/service/parts.h"

#include <thread>

namespace bastide::server {
namespace {

constexpr std::chrono::milliseconds goodbye_time{1500};

} // namespace

Service::Service(const Config& config)
    : config_(config) {}

Service::~Service() {
    drain();
}

const char* Service::version() {
    return BASTIDE_VERSION;
}

std::expected<unsigned short, std::string> Service::start() {
    auto lock = FileLock::of(config_.database);
    if (!lock) return std::unexpected(lock.error());
    lock_ = std::move(*lock);
    if (config_.database.starts_with("sqlite:")) keep_from_others(config_.database.substr(7));
    const std::string node = random_id();
    auto store = open_store(config_.database, {node, nullptr});
    if (!store) return std::unexpected(store.error().text);
    if (auto ok = (*store)->migrate(); !ok) return std::unexpected(ok.error().text);
    const auto seal = find_key(**store, config_.database, config_.key_file, MissingKey::create);
    if (!seal) return std::unexpected(seal.error().text);
    if (auto ok = (*store)->adopt_key(*seal); !ok) return std::unexpected(ok.error().text);
    const auto banned = (*store)->bans();
    if (!banned) return std::unexpected(banned.error().text);
    // Before any game is looked at, so that its clock knows how long nobody was there.
    const auto time = std::make_shared<GameTime>();
    const Write beat = Inside::heartbeat(config_, node, *time, time->now_ms());
    if ((*store)->write({&beat, 1}).front() != WriteOutcome::done) {
        return std::unexpected("the database cannot be written: " + (*store)->last_failure());
    }
    std::vector<std::unique_ptr<GameStore>> readers;
    for (unsigned i = 0; i < config_.readers; ++i) {
        auto reader = open_store(config_.database, {"", *seal});
        if (!reader) return std::unexpected(reader.error().text);
        readers.push_back(std::move(*reader));
    }
    inside_ = std::make_unique<Inside>(
        config_, node, time, Inside::Stores{*seal, std::move(*store), std::move(readers)});
    inside_->started_at = std::get<Heartbeat>(beat).started_at;
    inside_->bans.take(*banned, now_ms());
    if (std::string why = inside_->notices.trouble(); !why.empty()) return std::unexpected(why);
    const auto port = inside_->listen();
    if (!port) return port;
    if (!config_.admin_socket.empty()) {
        if (auto ok = inside_->admin.listen(config_.admin_socket); !ok) {
            return std::unexpected(ok.error());
        }
    }
    inside_->loop.start();
    inside_->running = true;
    inside_->announcements =
        listen_sql(config_.database,
                   [inside = inside_.get()](const std::string& text) { inside->announced(text); });
    inside_->rooms.start();
    inside_->strand.post([inside = inside_.get()] {
        inside->beat();
        inside->tidy();
        inside->tick();
    });
    inside_->log.write(LogLevel::info, "started",
                       {{"address", config_.address},
                        {"port", *port},
                        {"database", without_password(config_.database)},
                        {"version", BASTIDE_VERSION}});
    return port;
}

void Service::drain() {
    if (!inside_ || !inside_->running) return;
    inside_->running = false;
    inside_->log.write(LogLevel::info, "draining", {{"sockets", inside_->connections->sockets()}});
    inside_->site.draining = true;
    inside_->announcements.reset();
    inside_->listener.stop();
    inside_->admin.stop();
    inside_->rooms.stop();
    inside_->bots.stop();
    inside_->notices.stop();
    inside_->accounts.stop();
    // Moves on their way are written and answered before their sockets hear the goodbye.
    const auto until = std::chrono::steady_clock::now() + goodbye_time;
    while (inside_->writer.waiting() > 0 && std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    inside_->connections->say_goodbye();
    while (inside_->connections->sockets() > 0 && std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    // Other nodes need not wait until this one's time is over.
    Heartbeat last = Inside::heartbeat(config_, inside_->node, *inside_->time, inside_->started_at);
    last.until = last.now;
    inside_->writer.write(last, nullptr);
    inside_->loop.stop();
    inside_->writer.stop();
    inside_->reader.stop();
    inside_->log.write(LogLevel::info, "stopped");
}

} // namespace bastide::server
