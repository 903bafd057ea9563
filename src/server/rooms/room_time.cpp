// Clocks, absences and bots: what a room does when nobody says anything.

#include "server/base/time.h"
#include "server/rooms/room.h"

#include <algorithm>

namespace bastide::server {
namespace {

constexpr std::int64_t most_lag_ms = 500; // given back for one move

} // namespace

std::int64_t Room::left_ms(unsigned seat) const {
    const std::int64_t left = match_->remaining_ms()[seat];
    const bool running = match_->to_move() == seat && !match_->seat(seat).agent;
    return running ? left - (now_ms() - running_since_) : left;
}

Json Room::clock_json() const {
    Json json;
    json["remaining_ms"] = Json::array();
    for (unsigned i = 0; i < match_->rules().players(); ++i) {
        json["remaining_ms"].push_back(std::max<std::int64_t>(0, left_ms(i)));
    }
    const auto running = match_->to_move();
    json["running"] = running ? Json(*running) : Json(nullptr);
    json["at"] = now_ms();
    return json;
}

/// With several nodes, one of them does what is due now. The others look again when its time is
/// over: it may have died.
void Room::claim(Task then) {
    if (services_.alone) return then();
    const int ply = match_->ply();
    const std::int64_t now = now_ms();
    services_.writer.write(
        Claim{id_, ply, services_.node, now, now + claim_ms},
        [self = shared_from_this(), ply, then = std::move(then)](WriteOutcome outcome) {
            self->strand_.post([self, ply, then, outcome] {
                if (ply != self->match_->ply()) return;
                if (outcome == WriteOutcome::done) return then();
                self->claimed_.after(std::chrono::milliseconds(claim_ms + 100),
                                     [weak = std::weak_ptr(self)] {
                                         const auto room = weak.lock();
                                         if (!room) return;
                                         room->thinking_ply_ = -1;
                                         room->after_change();
                                     });
            });
        });
}

/// Who moves pays the time since their turn began, less what the network took.
std::vector<std::int64_t> Room::remaining_after_move(std::int64_t lag_ms) const {
    std::vector<std::int64_t> remaining = match_->remaining_ms();
    const auto mover = match_->to_move();
    if (remaining.empty() || !mover) return remaining;
    const ClockRule& clock = match_->rules().clock;
    std::int64_t& mine = remaining[*mover];
    if (clock.kind == ClockRule::Kind::days) {
        mine = clock.initial_ms;
    } else if (!match_->seat(*mover).agent) {
        const std::int64_t spent = now_ms() - running_since_;
        const std::int64_t paid = std::max<std::int64_t>(0, spent - std::min(lag_ms, most_lag_ms));
        mine = std::max<std::int64_t>(0, mine - paid) + clock.increment_ms;
    }
    return remaining;
}

/// When a server must look at this game again even if nobody asks; 0: never.
std::int64_t Room::due_after(const Entry& entry) const {
    const TableRules& rules = match_->rules();
    unsigned mover = match_->to_move().value_or(entry.first);
    const bool decides = entry.kind == Entry::Kind::resign || entry.kind == Entry::Kind::flag;
    if (decides && rules.players() <= 2) return entry.at; // the end is to be written
    if (entry.kind == Entry::Kind::takeback) mover = entry.seat;
    if (entry.kind == Entry::Kind::turn) {
        Game after = match_->game();
        apply(after, entry.turn.move);
        if (after.over()) return entry.at;
        mover = after.now.player;
    }
    std::optional<std::string> agent = match_->seat(mover).agent;
    if (decides && mover == entry.seat) agent = rules.substitute();
    if (entry.kind == Entry::Kind::substitute && mover == entry.seat) agent = entry.agent;
    if (agent) return entry.at;
    std::int64_t due = 0;
    const auto sooner = [&](std::int64_t at) { due = due == 0 ? at : std::min(due, at); };
    if (!entry.remaining_ms.empty() && rules.on_flag == OnFlag::bot) {
        sooner(entry.at + entry.remaining_ms[mover]);
    }
    if (rules.takeover) sooner(entry.at + rules.takeover->after_ms);
    return due;
}

/// When a bot takes this seat if its player stays away.
std::optional<std::int64_t> Room::taken_over_at(unsigned seat) const {
    const auto& takeover = match_->rules().takeover;
    if (!takeover || seat_present(seat)) return std::nullopt;
    return std::max(away_since_[seat], running_since_) + takeover->after_ms;
}

bool Room::mover_is_away() const {
    const auto mover = match_->to_move();
    if (!mover || match_->seat(*mover).agent) return false;
    const auto taken_over = taken_over_at(*mover);
    return taken_over && now_ms() >= *taken_over;
}

void Room::set_timer() {
    timer_.cancel();
    const auto mover = match_->to_move();
    if (!mover || match_->seat(*mover).agent) return;
    std::optional<std::int64_t> delay;
    const auto sooner = [&](std::int64_t ms) { delay = std::min(delay.value_or(ms), ms); };
    if (!match_->remaining_ms().empty() && !time_told_) sooner(left_ms(*mover));
    if (const auto at = taken_over_at(*mover)) sooner(*at - now_ms());
    if (!delay) return;
    set_timer_after(std::chrono::milliseconds(std::max<std::int64_t>(0, *delay) + 1));
}

void Room::set_timer_after(std::chrono::milliseconds delay) {
    timer_.after(delay, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->time_passed();
    });
}

void Room::time_passed() {
    const auto mover = match_->to_move();
    if (changing() || !mover || match_->seat(*mover).agent) return;
    const TableRules& rules = match_->rules();
    const bool out_of_time = !match_->remaining_ms().empty() && left_ms(*mover) <= 0;
    if (out_of_time && rules.on_flag == OnFlag::bot) {
        return claim([self = shared_from_this()] { self->substitute_mover(); });
    }
    if (mover_is_away()) {
        return claim([self = shared_from_this()] { self->take_over_if_away(); });
    }
    if (out_of_time && !time_told_) {
        time_told_ = true;
        Json json;
        json["type"] = "clock";
        json["game"] = id_;
        json["clock"] = clock_json();
        tell(text_of(json));
    }
    set_timer();
}

/// A bot takes the seat of who should move.
void Room::substitute_mover() {
    const auto mover = match_->to_move();
    if (changing() || !mover || match_->seat(*mover).agent) return;
    Entry entry;
    entry.kind = Entry::Kind::substitute;
    entry.seat = *mover;
    entry.agent = match_->rules().substitute();
    entry.remaining_ms = match_->remaining_ms();
    if (!entry.remaining_ms.empty()) {
        entry.remaining_ms[*mover] = std::max<std::int64_t>(0, left_ms(*mover));
    }
    submit(std::move(entry), {});
}

void Room::let_bot_think() {
    const auto mover = match_->to_move();
    if (!mover || !match_->seat(*mover).agent || thinking_ply_ == match_->ply()) return;
    thinking_ply_ = match_->ply();
    claim([self = shared_from_this()] { self->think(); });
}

void Room::think() {
    const auto mover = match_->to_move();
    if (!mover || !match_->seat(*mover).agent) return;
    BotTask task;
    task.setup = services_.setups.get(*match_->rules().edition, match_->rules().options);
    task.game = std::make_unique<Game>(match_->game());
    task.game->box = task.setup->box.get();
    task.agent = *match_->seat(*mover).agent;
    task.on_move = [weak = weak_from_this(), ply = thinking_ply_](const Move& move) {
        const auto self = weak.lock();
        if (!self) return;
        self->strand_.post([self, ply, move] { self->bot_moved(ply, move); });
    };
    services_.bots.think(std::move(task));
}

void Room::bot_moved(int ply, const Move& move) {
    if (deferred(
            changing(), [this, self = shared_from_this(), ply, move] { bot_moved(ply, move); },
            [] {})) {
        return;
    }
    if (ply != match_->ply() || !match_->to_move()) return; // a takeback or an end came first
    if (!check(match_->game(), move)) {
        services_.events.on_trouble(id_, "a bot chose an illegal move");
        return;
    }
    Entry entry = match_->turn_entry(move);
    entry.remaining_ms = remaining_after_move(0);
    submit(std::move(entry), {});
}

} // namespace bastide::server
