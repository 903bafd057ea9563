#include "server/rooms/game_log.h"

#include "server/base/time.h"
#include "server/rooms/duties.h"
#include "server/rooms/rooms.h"
#include "server/rooms/table.h"

#include <algorithm>
#include <cassert>

namespace bastide::server {
namespace {

constexpr std::size_t max_deferred = 256;
constexpr std::chrono::milliseconds retry_after{250};

} // namespace

// --- loading -----------------------------------------------------------------------------------

/// Other nodes write meanwhile. The log comes first: seats that are read after a start are final.
Snapshot GameLog::read_all(GameStore& store, int from_ply) const {
    Snapshot found;
    auto log = store.load_log(frame_.id(), from_ply);
    auto row = store.load_game(frame_.id());
    if (!log || !row) return found;
    found.row = std::move(*row);
    found.complete = !found.row;
    if (!found.row) return found;
    auto chat = store.load_chat(frame_.id(), chat_lines);
    Stored<std::vector<PresentRow>> present;
    if (!frame_.services().alone) present = store.load_present(frame_.id(), now_ms());
    if (!chat || !present) return found;
    found.log = std::move(*log);
    found.chat = std::move(*chat);
    found.present = std::move(*present);
    found.complete = true;
    return found;
}

void GameLog::load() {
    struct Loaded {
        Snapshot found;
        Stored<std::int64_t> down = 0;
    };
    frame_.read(
        [this](GameStore& store) {
            Loaded all{read_all(store, 0)};
            const auto& log = all.found.log;
            if (!log.empty()) all.down = store.downtime(log.back().at, frame_.time().now_ms());
            return all;
        },
        [this](Loaded& all) {
            if (!all.down)
                all.found.complete = false; // or a clock would run while no server was up
            have_loaded(all.found, all.down.value_or(0));
        });
}

void GameLog::have_loaded(Snapshot& found, std::int64_t down_ms) {
    state_ = State::missing;
    if (!found.complete) {
        reason_ = Code::store_failed;
        frame_.trouble("cannot be read");
    } else if (found.row) {
        build(found);
        if (state_ == State::missing) frame_.trouble("cannot be played on");
    }
    if (state_ == State::ready) {
        listener_.loaded(found, down_ms);
        listener_.quiet();
        if (outdated_) refresh();
    }
    run_deferred();
    // Whoever comes next is told what the store says then.
    if (state_ == State::missing) frame_.services().rooms.try_forget(frame_.id());
}

void GameLog::build(Snapshot& found) {
    row_ = *found.row;
    auto rules = parse_table_rules(Json::parse(row_.rules, nullptr, false));
    reason_ = Code::store_failed;
    if (row_.rules_version != rules_version) {
        reason_ = Code::unsupported_version;
    } else if (rules) {
        auto setup = frame_.services().setups.get(*rules->edition, rules->options);
        match_ = std::make_unique<Match>(std::move(*rules), std::move(setup), *row_.secret);
        if (take_rows(found.log)) state_ = State::ready;
    }
}

bool GameLog::deferred(Until until, Task task, const Task& refuse) {
    const bool busy = until == Until::quiet && changing();
    if (state_ != State::loading && !busy) return false;
    if (deferred_.size() >= max_deferred) {
        refuse();
    } else {
        deferred_.push_back(frame_.kept(std::move(task)));
    }
    return true;
}

/// Those that still cannot run put themselves back at the end, in the same order.
void GameLog::run_deferred() {
    for (std::size_t count = deferred_.size(); count > 0 && !deferred_.empty(); --count) {
        const Task task = std::move(deferred_.front());
        deferred_.pop_front();
        task();
    }
}

// --- what is known -----------------------------------------------------------------------------

std::optional<unsigned> GameLog::seat_of(const std::optional<UserRow>& user) const {
    if (!user) return std::nullopt;
    const auto it =
        std::ranges::find(row_.seats, user->id, [](const SeatRow& seat) { return seat.user.id; });
    return it == row_.seats.end() ? std::nullopt : std::optional(it->seat);
}

Json GameLog::table() const {
    Json json = table_json(row_, match_->rules(), match_.get());
    json["rematch_commitment"] = Dealer(rematch_secret().secret).commitment();
    return json;
}

RematchSecret GameLog::rematch_secret() const {
    const Seal& seal = *frame_.services().seal;
    return {id_from(seal.derive("bastide rematch id 1", frame_.id())),
            seal.derive("bastide rematch secret 1", frame_.id())};
}

// --- writing -----------------------------------------------------------------------------------

Append GameLog::append_for(const NextEntry& next) const {
    const Entry& entry = next.entry;
    Append append;
    append.game = frame_.id();
    append.row = {match_->ply() + 1, entry.at, entry_body(entry, match_->setup())};
    append.turns = match_->turns();
    if (entry.kind == Entry::Kind::turn) ++append.turns;
    if (entry.kind == Entry::Kind::takeback) append.turns = entry.turns;
    if (entry.kind != Entry::Kind::end) {
        append.due_at = due_after(*match_, next);
        return append;
    }
    append.status = GameStatus::over;
    const MatchResult result = match_->outcome();
    append.result = text_of(result_json(result));
    append.secret = row_.secret;
    if (match_->rules().rated) {
        append.pool = match_->rules().pool();
        for (const SeatRow& seat : row_.seats) {
            append.rated.push_back({seat.user.id, result.ranks[seat.seat]});
        }
    }
    return append;
}

void GameLog::submit(NextEntry next, std::function<void(const Written&)> then) {
    assert(!writing_);
    next.entry.at = frame_.time().now_ms();
    Append append = append_for(next);
    submitted_ = append.row;
    came_ = false;
    const auto kept = std::make_shared<NextEntry>(std::move(next));
    write(std::move(append), [this, kept, then = std::move(then)](WriteOutcome outcome) {
        written(*kept, outcome, then);
    });
}

void GameLog::written(NextEntry& next, WriteOutcome outcome,
                      const std::function<void(const Written&)>& then) {
    const bool first_try = outcome == WriteOutcome::done;
    came_ = first_try;
    const auto done = [this, known = std::chrono::steady_clock::now(), first_try, then] {
        if (then) then({known, first_try, came_});
        finish();
    };
    failures_ = outcome == WriteOutcome::failed ? failures_ + 1 : 0;
    // Another node was faster, or it is not known what is durable: the log tells.
    if (outcome != WriteOutcome::done) return catch_up(done);
    const Entry entry = next.entry;
    if (match_->add(std::move(next))) {
        accepted(entry);
    } else {
        frame_.trouble("an entry of its log cannot be played");
    }
    done();
}

void GameLog::write(Write write, std::function<void(WriteOutcome)> then) {
    writing_ = true;
    frame_.write(std::move(write), std::move(then));
}

void GameLog::finish() {
    writing_ = false;
    if (outdated_ && !reading_) return refresh();
    listener_.quiet();
    run_deferred();
}

/// An entry is durable and in the match.
void GameLog::accepted(const Entry& entry) {
    row_.ply = match_->ply();
    row_.turns = match_->turns();
    row_.updated_at = entry.at;
    row_.status = match_->over() ? GameStatus::over : GameStatus::playing;
    if (match_->over()) row_.result = text_of(result_json(*match_->result()));
    listener_.entered();
}

// --- reading -----------------------------------------------------------------------------------

bool GameLog::take_rows(const std::vector<LogRow>& rows) {
    for (const LogRow& row : rows) {
        if (row.ply <= match_->ply()) continue;
        came_ = came_ || row == submitted_;
        const auto entry =
            parse_entry(row.body, row.at, match_->setup(), match_->rules().players());
        if (!entry || row.ply != match_->ply() + 1) return false;
        if (!match_->add(*entry)) {
            frame_.trouble("an entry of its log cannot be played");
            return false;
        }
        accepted(*entry);
    }
    return true;
}

void GameLog::catch_up(Task then) {
    reading_ = true;
    frame_.read([this, from = match_->ply() +
                              1](GameStore& store) { return store.load_log(frame_.id(), from); },
                [this, then = std::move(then)](const Stored<std::vector<LogRow>>& rows) {
                    if (!rows) {
                        return retry_.after(retry_after,
                                            frame_.kept([this, then] { catch_up(then); }));
                    }
                    reading_ = false;
                    if (!take_rows(*rows)) frame_.trouble("its log is damaged");
                    then();
                });
}

void GameLog::refresh() {
    if (state_ == State::missing) return;
    outdated_ = state_ == State::loading || changing();
    if (outdated_) return;
    reading_ = true;
    frame_.read(
        [this, from = match_->ply() + 1](GameStore& store) { return read_all(store, from); },
        [this](const Snapshot& found) {
            reading_ = false;
            if (found.complete && !found.row) return listener_.removed();
            if (!found.complete) {
                outdated_ = true;
                return retry_.after(retry_after, frame_.kept([this] { refresh(); }));
            }
            listener_.refreshed(found);
            if (!take_rows(found.log)) frame_.trouble("its log is damaged");
            finish();
        });
}

void GameLog::close(Code reason) {
    state_ = State::missing;
    reason_ = reason;
    writing_ = reading_ = false;
    run_deferred();
    frame_.services().rooms.try_forget(frame_.id());
}

void GameLog::reload_seats(Task then) {
    reading_ = true;
    frame_.read([this](GameStore& store) { return store.load_game(frame_.id()); },
                [this, then = std::move(then)](const Stored<std::optional<GameRow>>& row) {
                    if (row && !*row) return listener_.removed();
                    if (!row) {
                        return retry_.after(retry_after,
                                            frame_.kept([this, then] { reload_seats(then); }));
                    }
                    reading_ = false;
                    row_.seats = (*row)->seats;
                    then();
                    finish();
                });
}

} // namespace bastide::server
