#include "server/rooms/rooms.h"

#include "server/base/time.h"

namespace bastide::server {
namespace {

constexpr unsigned most_due = 10'000; // ids read in one sweep

} // namespace

Rooms::Rooms(Loop& loop, Writer& writer, Reader& reader, Bots& bots, RoomEvents events,
             Settings settings)
    : services_{.loop = loop,
                .writer = writer,
                .reader = reader,
                .bots = bots,
                .setups = setups_,
                .rooms = *this,
                .time = *settings.time,
                .events = std::move(events),
                .followers = std::make_shared<std::atomic<std::int64_t>>(0),
                .alone = settings.alone,
                .node = settings.node,
                .seal = settings.seal}
    , settings_(std::move(settings))
    , strand_(loop)
    , timer_(strand_) {}

Rooms::~Rooms() {
    stop();
}

void Rooms::visit(const std::string& game, Visit visit, const Task& refuse) {
    std::shared_ptr<Room> room;
    bool is_new = false;
    {
        const std::lock_guard lock(mutex_);
        is_new = !rooms_.contains(game);
        if (!is_new || rooms_.size() < settings_.most) {
            Held& held = rooms_[game];
            if (is_new) held.room = Room::make(services_, game);
            ++held.visits;
            held.used = std::chrono::steady_clock::now();
            room = held.room;
        }
    }
    if (!room) {
        forget_idle(std::chrono::milliseconds(0));
        return refuse();
    }
    if (is_new) room->strand().post([room] { room->load(); });
    room->strand().post([this, room, game, visit = std::move(visit)] {
        visit(*room);
        const std::lock_guard lock(mutex_);
        const auto it = rooms_.find(game);
        --it->second.visits;
        // Ids that name no game must not fill the memory.
        if (room->missing() && it->second.visits == 0) rooms_.erase(it);
    });
}

void Rooms::visit_known(const std::string& game, Visit visit) {
    {
        const std::lock_guard lock(mutex_);
        if (!rooms_.contains(game)) return;
    }
    this->visit(game, std::move(visit), [] {});
}

void Rooms::open_table(NewTable table, Answer answer) {
    GameRow row;
    row.id = random_id();
    row.listed = table.rules.visibility == Visibility::everybody;
    row.rules = text_of(table_rules_json(table.rules));
    row.rules_version = rules_version;
    row.owner = table.owner.id;
    row.secret = random_secret();
    row.created_at = row.updated_at = services_.time.now_ms();
    if (table.sit) row.seats.push_back({*table.sit, table.owner, table.tip});
    const std::string id = row.id;
    services_.writer.write(
        AddGame{std::move(row)}, [this, id, owner = table.owner, answer](WriteOutcome outcome) {
            if (outcome != WriteOutcome::done) return answer(std::unexpected(Code::store_failed));
            visit(
                id, [owner, answer](Room& room) { room.describe(owner, answer); },
                [answer] { answer(std::unexpected(Code::busy)); });
        });
}

void Rooms::remove(const RemoveGame& removal, std::function<void(WriteOutcome)> done) {
    services_.writer.write(
        removal, [this, game = removal.game, done = std::move(done)](WriteOutcome outcome) {
            if (outcome == WriteOutcome::done) {
                visit_held(game, [](Room& room) { room.vanish(); });
            }
            done(outcome);
        });
}

void Rooms::remove_line(const std::string& game, int n, std::function<void(WriteOutcome)> done) {
    services_.writer.write(RemoveChat{game, n},
                           [this, game, n, done = std::move(done)](WriteOutcome outcome) {
                               if (outcome == WriteOutcome::done) {
                                   visit_held(game, [n](Room& room) { room.forget_line(n); });
                               }
                               done(outcome);
                           });
}

void Rooms::person_gone(const std::string& user) {
    visit_held("", [user](Room& room) { room.person_gone(user); });
}

void Rooms::refresh(const std::string& game) {
    visit_held(game, [](Room& room) { room.refresh(); });
}

/// Those in memory: others will read what is there now. An empty name: all.
void Rooms::visit_held(const std::string& game, const Visit& what) {
    std::vector<std::string> games;
    {
        const std::lock_guard lock(mutex_);
        if (!game.empty() && rooms_.contains(game)) games.push_back(game);
        for (const auto& [id, held] : rooms_) {
            if (game.empty()) games.push_back(id);
        }
    }
    for (const std::string& id : games) visit_known(id, what);
}

void Rooms::hear(const std::string& game, const std::string& text) {
    visit_known(game, [text](Room& room) { room.hear(text); });
}

std::size_t Rooms::count() const {
    const std::lock_guard lock(mutex_);
    return rooms_.size();
}

void Rooms::start() {
    wake_due(0);
    strand_.post([this] { sweep(); });
}

void Rooms::stop() {
    *stopped_ = true;
}

void Rooms::sweep() {
    if (*stopped_) return;
    forget_idle(settings_.keep_idle);
    wake_due(settings_.overdue_ms);
    timer_.after(settings_.sweep_every, [this, stopped = stopped_] {
        if (!*stopped) sweep();
    });
}

/// Rooms that nobody has asked for anything for so long.
void Rooms::forget_idle(std::chrono::milliseconds unused_for) {
    std::vector<std::string> unused;
    const auto now = std::chrono::steady_clock::now();
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [game, held] : rooms_) {
            if (held.visits == 0 && now - held.used >= unused_for) unused.push_back(game);
        }
    }
    for (const std::string& game : unused) try_forget(game);
}

/// Asked on the room's strand, so that nothing happens there meanwhile; a visit that was posted
/// after the question keeps the room.
void Rooms::try_forget(const std::string& game) {
    std::shared_ptr<Room> room;
    {
        const std::lock_guard lock(mutex_);
        const auto it = rooms_.find(game);
        if (it == rooms_.end()) return;
        room = it->second.room;
    }
    room->strand().post([this, room, game] {
        if (!room->idle()) return;
        const std::lock_guard lock(mutex_);
        const auto it = rooms_.find(game);
        const bool same = it != rooms_.end() && it->second.room == room;
        if (same && it->second.visits == 0) rooms_.erase(it);
    });
}

/// Bots' turns, clocks and ends of games that nobody looks at, such as after a restart.
void Rooms::wake_due(std::int64_t overdue_ms) {
    services_.reader.read([this, overdue_ms](GameStore& store) {
        const std::int64_t now = now_ms(); // as all nodes know it
        const auto due = store.claim_due(
            {services_.time.now_ms() - overdue_ms, now, now + claim_ms, settings_.node, most_due});
        if (!due) return;
        for (const std::string& game : *due) {
            {
                const std::lock_guard lock(mutex_);
                if (rooms_.contains(game)) continue;
            }
            visit(game, [](Room& room) { room.wake(); }, [] {});
        }
    });
}

} // namespace bastide::server
