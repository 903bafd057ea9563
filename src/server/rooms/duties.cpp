#include "server/rooms/duties.h"

#include "server/base/time.h"

#include <algorithm>

namespace bastide::server {
namespace {

constexpr std::chrono::milliseconds read_again_after{1000};
constexpr std::chrono::milliseconds first_rest{250};
constexpr unsigned most_doubled = 6; // sixteen seconds

/// Whether a bot plays every seat once this entry is there. Rated games are played to their end all
/// the same: ratings wait for it.
bool bots_alone_after(const Match& match, const Entry& entry) {
    if (match.rules().rated) return false;
    for (unsigned i = 0; i < match.rules().players(); ++i) {
        bool bot = match.seat(i).agent.has_value();
        const bool decides = entry.kind == Entry::Kind::resign || entry.kind == Entry::Kind::flag;
        if (decides && i == entry.seat) bot = true;
        if (entry.kind == Entry::Kind::substitute && i == entry.seat) bot = entry.agent.has_value();
        if (!bot) return false;
    }
    return true;
}

/// Who moves after this entry.
unsigned mover_after(const Match& match, const NextEntry& next) {
    const Entry& entry = next.entry;
    if (next.after) return next.after->now.player;
    if (entry.kind == Entry::Kind::takeback) return entry.seat;
    return match.to_move().value_or(entry.first);
}

} // namespace

std::int64_t due_after(const Match& match, const NextEntry& next) {
    const Entry& entry = next.entry;
    const TableRules& rules = match.rules();
    const bool decides = entry.kind == Entry::Kind::resign || entry.kind == Entry::Kind::flag;
    const bool over = (decides && rules.players() <= 2) || (next.after && next.after->over());
    if (over) return entry.at; // the end is to be written
    if (entry.kind == Entry::Kind::pause) return entry.at + match.pause().left_ms();
    const unsigned mover = mover_after(match, next);
    std::optional<std::string> agent = match.seat(mover).agent;
    if (decides && mover == entry.seat) agent = rules.substitute();
    if (entry.kind == Entry::Kind::substitute && mover == entry.seat) agent = entry.agent;
    if (agent) return bots_alone_after(match, entry) ? 0 : entry.at; // they go on when seen
    std::int64_t due = 0;
    const auto sooner = [&](std::int64_t at) { due = due == 0 ? at : std::min(due, at); };
    if (!entry.remaining_ms.empty() && rules.on_flag == OnFlag::bot) {
        sooner(entry.at + entry.remaining_ms[mover]);
    }
    if (rules.takeover) sooner(entry.at + rules.takeover->after_ms);
    return due;
}

bool Duties::seats_full() const {
    const auto& seats = log_.rules().seats;
    const auto persons =
        std::ranges::count_if(seats, [](const SeatRule& seat) { return !seat.agent; });
    return log_.row().seats.size() == static_cast<std::size_t>(persons);
}

bool Duties::rests() const {
    const Match& match = log_.match();
    if (match.over() || match.needs_end() || !presence_.followers().empty()) return false;
    Entry none;
    none.kind = Entry::Kind::takeback; // changes nobody's seat
    return bots_alone_after(match, none);
}

/// Not due, so that no sweep wakes it again and again.
void Duties::rest() {
    if (resting_ply_ == log_.match().ply()) return;
    resting_ply_ = log_.match().ply();
    frame_.write(Rest{frame_.id(), resting_ply_}, [](WriteOutcome) {});
}

NextEntry Duties::start_entry() const {
    std::vector<std::string> names;
    for (const SeatRule& seat : log_.rules().seats) names.push_back(seat.agent.value_or(""));
    for (const SeatRow& seat : log_.row().seats) names[seat.seat] = seat.user.name;
    PlayersPart::Tips tips(names.size());
    for (const SeatRow& seat : log_.row().seats) tips[seat.seat] = seat.tip;
    return {log_.match().start_entry(std::move(names), std::move(tips))};
}

/// A store that failed is not asked again at once, but after a time that doubles each time.
bool Duties::store_rests() {
    if (log_.failures() == 0) {
        resting_ = false;
        return false;
    }
    if (resting_) return true;
    resting_ = true;
    const unsigned doubled = std::min(log_.failures() - 1, most_doubled);
    rest_.after(first_rest * (1 << doubled), frame_.if_alive([this] {
        resting_ = false;
        thinking_ply_ = -1; // a bot's move may be what could not be written
        look_now();
    }));
    return true;
}

void Duties::look() {
    if (log_.changing() || !log_.ready() || store_rests()) return;
    look_now();
}

void Duties::look_now() {
    if (log_.changing() || !log_.ready()) return;
    const Match& match = log_.match();
    if (rests()) return rest();
    if (!match.started() && seats_full()) return log_.submit(start_entry());
    if (match.needs_end()) {
        Entry end;
        end.kind = Entry::Kind::end;
        end.remaining_ms = match.remaining_ms();
        return log_.submit({std::move(end)});
    }
    if (!match.pause().on()) let_bot_think();
    set_timer();
}

std::optional<unsigned> Duties::person_to_move() const {
    const auto mover = log_.match().to_move();
    return mover && !log_.match().seat(*mover).agent ? mover : std::nullopt;
}

bool Duties::bot_is_to_move() const {
    const auto mover = log_.match().to_move();
    return mover && log_.match().seat(*mover).agent;
}

/// Only the room knows since when a player is away.
bool Duties::watches() const {
    if (log_.match().pause().on()) return resting_; // it is due when its time is over
    const auto person = person_to_move();
    return resting_ || (bot_is_to_move() && !rests()) || (person && taken_over_at(*person));
}

void Duties::claim(Task then) {
    if (frame_.services().alone) return then();
    const int ply = log_.match().ply();
    const std::int64_t now = now_ms(); // as all nodes know it
    frame_.write(Claim{frame_.id(), ply, frame_.services().node, now, now + claim_ms},
                 [this, ply, then = std::move(then)](WriteOutcome outcome) {
                     if (ply != log_.match().ply()) return;
                     if (outcome == WriteOutcome::done) return then();
                     claimed_.after(std::chrono::milliseconds(claim_ms + 100),
                                    frame_.if_alive([this] {
                                        thinking_ply_ = -1;
                                        look();
                                    }));
                 });
}

// --- time --------------------------------------------------------------------------------------

/// When a bot takes this seat if its player stays away, in time awake.
std::optional<std::int64_t> Duties::taken_over_at(unsigned seat) const {
    const auto& takeover = log_.rules().takeover;
    if (!takeover || presence_.is_present(seat)) return std::nullopt;
    return std::max(presence_.away_since(seat), clock_.since()) + takeover->after_ms;
}

bool Duties::mover_is_away() const {
    const auto mover = person_to_move();
    if (!mover) return false;
    const auto taken_over = taken_over_at(*mover);
    return taken_over && frame_.time().awake_ms() >= *taken_over;
}

void Duties::set_timer() {
    timer_.cancel();
    if (log_.match().pause().on()) return set_timer_for(pause_left_ms());
    const auto mover = person_to_move();
    if (!mover) return;
    std::optional<std::int64_t> delay;
    const auto sooner = [&](std::int64_t ms) { delay = std::min(delay.value_or(ms), ms); };
    if (clock_.running() && !clock_.told()) sooner(clock_.left_ms(*mover));
    if (const auto at = taken_over_at(*mover)) sooner(*at - frame_.time().awake_ms());
    if (delay) set_timer_for(*delay);
}

void Duties::set_timer_for(std::int64_t ms) {
    set_timer_after(std::chrono::milliseconds(std::max<std::int64_t>(0, ms) + 1));
}

std::int64_t Duties::pause_left_ms() const {
    return log_.match().pause().until() - frame_.time().now_ms();
}

void Duties::set_timer_after(std::chrono::milliseconds delay) {
    timer_.after(delay, frame_.if_alive([this] { time_passed(); }));
}

void Duties::time_passed() {
    if (!log_.changing() && log_.match().pause().on()) {
        if (pause_left_ms() > 0) return set_timer();
        return claim([this] { end_pause(); });
    }
    const auto mover = person_to_move();
    if (log_.changing() || !mover) return;
    const bool out_of_time = clock_.out_of_time(*mover);
    if (out_of_time && log_.rules().on_flag == OnFlag::bot) {
        return claim([this] { substitute_mover(); });
    }
    if (mover_is_away()) return claim([this] { take_over_if_away(); });
    if (out_of_time && !clock_.told()) {
        clock_.tell();
        presence_.tell(clock_message(frame_.id(), clock_.view()));
    }
    set_timer();
}

/// A bot takes the seat of who should move, unless another node has seen its player meanwhile.
void Duties::take_over_if_away() {
    if (frame_.services().alone) return substitute_mover();
    frame_.read([this](GameStore& store) { return store.load_present(frame_.id(), now_ms()); },
                [this](const Stored<std::vector<PresentRow>>& present) {
                    if (!present) return set_timer_after(read_again_after);
                    presence_.take(*present);
                    if (mover_is_away()) return substitute_mover();
                    set_timer();
                });
}

void Duties::end_pause() {
    if (log_.changing() || !log_.match().pause().on()) return;
    Entry entry;
    entry.kind = Entry::Kind::resume;
    entry.by_time = true;
    entry.remaining_ms = log_.match().remaining_ms();
    log_.submit({std::move(entry)});
}

void Duties::substitute_mover() {
    const auto mover = person_to_move();
    if (log_.changing() || !mover) return;
    Entry entry;
    entry.kind = Entry::Kind::substitute;
    entry.seat = *mover;
    entry.agent = log_.rules().substitute();
    entry.remaining_ms = clock_.remaining_now(*mover);
    log_.submit({std::move(entry)});
}

// --- bots --------------------------------------------------------------------------------------

void Duties::let_bot_think() {
    if (!bot_is_to_move() || thinking_ply_ == log_.match().ply()) return;
    thinking_ply_ = log_.match().ply();
    claim([this] { think(); });
}

void Duties::think() {
    if (!bot_is_to_move()) return;
    const Match& match = log_.match();
    BotTask task;
    task.setup = frame_.services().setups.get(*match.rules().edition, match.rules().options);
    task.game = std::make_unique<Game>(match.game());
    task.game->box = task.setup->box.get();
    task.owner = log_.row().owner;
    task.agent = *match.seat(*match.to_move()).agent;
    task.on_move = [this, room = frame_.weak(), ply = thinking_ply_](const Move& move) {
        const auto kept = room.lock();
        if (kept) frame_.post([this, ply, move] { bot_moved(ply, move); });
    };
    frame_.services().bots.think(std::move(task));
}

void Duties::bot_moved(int ply, const Move& move) {
    const auto again = [this, ply, move] { bot_moved(ply, move); };
    if (log_.deferred(GameLog::Until::quiet, again, [] {})) return;
    if (ply != log_.match().ply() || !log_.match().to_move()) return; // a takeback or an end came
    auto next = log_.match().play(move);
    if (!next) return frame_.trouble("a bot chose an illegal move");
    next->entry.remaining_ms = clock_.remaining_after_move(0);
    log_.submit(std::move(*next));
}

} // namespace bastide::server
