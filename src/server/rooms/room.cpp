#include "server/rooms/room.h"

#include "server/base/time.h"
#include "server/rooms/rooms.h"
#include "server/rooms/table.h"

#include <algorithm>
#include <cassert>

namespace bastide::server {
namespace {

constexpr std::size_t max_deferred = 256;
constexpr std::chrono::milliseconds retry_after{250};

double seconds_since(SteadyTime begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

} // namespace

Room::Room(RoomServices& services, std::string id)
    : services_(services)
    , id_(std::move(id))
    , strand_(services.loop)
    , timer_(strand_)
    , claimed_(strand_)
    , retry_(strand_) {}

// --- loading -----------------------------------------------------------------------------------

/// All as it was read, or nothing of it.
struct Room::Snapshot {
    bool complete = false;
    std::optional<GameRow> row;
    std::vector<LogRow> log;
    std::vector<ChatRow> chat;
    std::vector<PresentRow> present; // on all nodes
};

/// Other nodes write meanwhile. The log comes first: seats that are read after a start are final.
Room::Snapshot Room::read_all(GameStore& store, int from_ply) const {
    Snapshot found;
    auto log = store.load_log(id_, from_ply);
    auto row = store.load_game(id_);
    if (!log || !row) return found;
    found.row = std::move(*row);
    found.complete = !found.row;
    if (!found.row) return found;
    auto chat = store.load_chat(id_, chat_lines);
    Stored<std::vector<PresentRow>> present;
    if (!services_.alone) present = store.load_present(id_, now_ms());
    if (!chat || !present) return found;
    found.log = std::move(*log);
    found.chat = std::move(*chat);
    found.present = std::move(*present);
    found.complete = true;
    return found;
}

void Room::load() {
    services_.reader.read([self = shared_from_this()](GameStore& store) {
        Snapshot found = self->read_all(store, 0);
        Stored<std::int64_t> down = 0;
        if (!found.log.empty()) down = store.downtime(found.log.back().at, now_ms());
        if (!down) found.complete = false; // or a clock would run while no server was up
        self->strand_.post([self, found = std::move(found), down]() mutable {
            self->loaded(std::move(found), down.value_or(0));
        });
    });
}

void Room::loaded(Snapshot found, std::int64_t down_ms) {
    state_ = State::missing;
    if (!found.complete) {
        missing_ = Code::store_failed;
        services_.events.on_trouble(id_, "cannot be read");
    } else if (found.row) {
        row_ = std::move(*found.row);
        chat_ = std::move(found.chat);
        if (!chat_.empty()) next_chat_ = chat_.back().n + 1;
        const Json json = Json::parse(row_.rules, nullptr, false);
        auto rules = parse_table_rules(json);
        missing_ = Code::store_failed;
        if (row_.rules_version != rules_version) {
            missing_ = Code::unsupported_version;
        } else if (rules) {
            auto setup = services_.setups.get(*rules->edition, rules->options);
            match_ = std::make_unique<Match>(std::move(*rules), std::move(setup), row_.secret);
            if (take_rows(found.log)) state_ = State::ready;
        }
        if (state_ == State::missing) services_.events.on_trouble(id_, "cannot be played on");
    }
    if (state_ == State::ready) {
        const std::int64_t now = now_ms();
        // Clocks stand still while no server is up.
        if (match_->started()) {
            running_since_ = std::min(now, match_->last_at() + down_ms);
        }
        away_since_.fill(now);
        take_presence(found.present);
        after_change();
        if (outdated_) refresh();
    }
    run_deferred();
    // Whoever comes next is told what the store says then.
    if (state_ == State::missing) services_.rooms.try_forget(id_);
}

bool Room::deferred(bool busy, Task task, const Task& refuse) {
    if (state_ != State::loading && !busy) return false;
    if (deferred_.size() >= max_deferred) {
        refuse();
    } else {
        deferred_.push_back(std::move(task));
    }
    return true;
}

/// Those that still cannot run put themselves back at the end, in the same order.
void Room::run_deferred() {
    for (std::size_t count = deferred_.size(); count > 0 && !deferred_.empty(); --count) {
        const Task task = std::move(deferred_.front());
        deferred_.pop_front();
        task();
    }
}

// --- writing -----------------------------------------------------------------------------------

void Room::submit(Entry entry, Waiting waiting) {
    assert(!writing_);
    writing_ = true;
    entry.at = now_ms();
    Append append;
    append.game = id_;
    append.row = {match_->ply() + 1, entry.at, entry_body(entry, match_->setup())};
    append.turns = match_->turns();
    if (entry.kind == Entry::Kind::turn) ++append.turns;
    if (entry.kind == Entry::Kind::takeback) append.turns = entry.turns;
    if (entry.kind == Entry::Kind::end) {
        append.status = GameStatus::over;
        const MatchResult result = match_->outcome();
        append.result = text_of(result_json(result));
        if (match_->rules().rated) {
            append.pool = match_->rules().pool();
            for (const SeatRow& seat : row_.seats) {
                append.rated.push_back({seat.user.id, result.ranks[seat.seat]});
            }
        }
    } else {
        append.due_at = due_after(entry);
    }
    services_.writer.write(std::move(append), [self = shared_from_this(), entry = std::move(entry),
                                               waiting = std::move(waiting)](WriteOutcome outcome) {
        self->strand_.post(
            [self, entry, waiting, outcome] { self->written(entry, waiting, outcome); });
    });
}

void Room::written(const Entry& entry, const Waiting& waiting, WriteOutcome outcome) {
    const double durable = seconds_since(waiting.arrived);
    if (outcome == WriteOutcome::done) {
        accept(entry);
        if (waiting.peer && entry.kind == Entry::Kind::turn) {
            services_.events.on_move(durable, seconds_since(waiting.arrived));
        }
        answer_written(entry, waiting);
        finish_write();
        return;
    }
    // Another node was faster, or it is not known what is durable: the log tells.
    catch_up([self = shared_from_this(), entry, waiting] {
        self->answer_written(entry, waiting);
        self->finish_write();
    });
}

/// The one answer to a move, and an error for anything else that did not come to be.
void Room::answer_written(const Entry& entry, const Waiting& waiting) {
    if (!waiting.peer) return;
    if (entry.kind != Entry::Kind::turn) {
        // What came to be was told as a ply; a repeat is harmless for what did not.
        if (match_->last_at() < entry.at) error(waiting.peer, waiting.type, Code::store_failed);
        return;
    }
    Json json;
    const auto ply = match_->find_move(entry.seat, waiting.move_id);
    json["type"] = ply ? "ack" : "stale";
    json["game"] = id_;
    json["move_id"] = waiting.move_id;
    json["ply"] = ply.value_or(match_->ply());
    services_.events.on_answer(ply ? "ack" : "stale");
    waiting.peer->send(make_text(text_of(json)));
}

void Room::finish_write() {
    writing_ = false;
    if (outdated_ && !reading_) return refresh();
    after_change();
    run_deferred();
}

/// Reads what the log has beyond what is known here, until that succeeds.
void Room::catch_up(Task then) {
    reading_ = true;
    services_.reader.read([self = shared_from_this(), then = std::move(then),
                           from = match_->ply() + 1](GameStore& store) {
        auto rows = store.load_log(self->id_, from);
        self->strand_.post([self, then, rows = std::move(rows)] {
            if (!rows) {
                self->retry_.after(retry_after, [self, then] { self->catch_up(then); });
                return;
            }
            self->reading_ = false;
            if (!self->take_rows(*rows)) {
                self->services_.events.on_trouble(self->id_, "its log is damaged");
            }
            then();
        });
    });
}

bool Room::take_rows(const std::vector<LogRow>& rows) {
    for (const LogRow& row : rows) {
        if (row.ply <= match_->ply()) continue;
        const auto entry =
            parse_entry(row.body, row.at, match_->setup(), match_->rules().players());
        if (!entry || row.ply != match_->ply() + 1) return false;
        const int before = match_->ply();
        accept(*entry);
        if (match_->ply() == before) return false;
    }
    return true;
}

/// An entry is durable: the game changes, and everybody hears of it.
void Room::accept(const Entry& entry) {
    if (!match_->add(entry)) {
        services_.events.on_trouble(id_, "an entry of its log cannot be played");
        return;
    }
    row_.ply = match_->ply();
    row_.turns = match_->turns();
    row_.updated_at = entry.at;
    row_.status = match_->over() ? GameStatus::over : GameStatus::playing;
    if (match_->over()) row_.result = text_of(result_json(*match_->result()));
    running_since_ = entry.at;
    takeback_.reset();
    time_told_ = false;
    tell("{\"type\":\"ply\",\"game\":\"" + id_ + "\",\"entry\":" + match_->published(row_.ply) +
         "}");
}

bool Room::seats_full() const {
    std::size_t persons = 0;
    for (const SeatRule& seat : match_->rules().seats) persons += seat.agent ? 0u : 1u;
    return row_.seats.size() == persons;
}

/// What the server does by itself.
void Room::after_change() {
    if (changing() || state_ != State::ready) return;
    if (!match_->started() && seats_full()) {
        std::vector<std::string> names;
        for (const SeatRule& seat : match_->rules().seats) names.push_back(seat.agent.value_or(""));
        for (const SeatRow& seat : row_.seats) names[seat.seat] = seat.user.name;
        return submit(match_->start_entry(std::move(names)), {});
    }
    if (match_->needs_end()) {
        Entry end;
        end.kind = Entry::Kind::end;
        end.remaining_ms = match_->remaining_ms();
        return submit(std::move(end), {});
    }
    let_bot_think();
    set_timer();
}

void Room::wake() {
    if (state_ != State::ready || changing()) return;
    catch_up([self = shared_from_this()] {
        self->after_change();
        self->run_deferred();
    });
}

void Room::refresh() {
    if (state_ == State::missing) return;
    outdated_ = state_ == State::loading || changing();
    if (outdated_) return;
    reading_ = true;
    services_.reader.read([self = shared_from_this(), from = match_->ply() + 1](GameStore& store) {
        Snapshot found = self->read_all(store, from);
        self->strand_.post([self, found = std::move(found)] {
            self->reading_ = false;
            if (found.complete && found.row) return self->refreshed(found);
            self->outdated_ = true;
            self->retry_.after(retry_after, [self] { self->refresh(); });
        });
    });
}

void Room::refreshed(const Snapshot& found) {
    if (found.row->seats != row_.seats) {
        row_.seats = found.row->seats;
        seats_changed();
    }
    if (found.row->rematch != row_.rematch) {
        row_.rematch = found.row->rematch;
        tell_rematch();
    }
    take_presence(found.present);
    for (const ChatRow& line : found.chat) add_chat(line);
    if (!take_rows(found.log)) services_.events.on_trouble(id_, "its log is damaged");
    finish_write();
}

bool Room::idle() const {
    if (state_ == State::missing) return true;
    const auto mover = match_ ? match_->to_move() : std::nullopt;
    const bool thinking = mover && match_->seat(*mover).agent;
    // Only the room knows since when a player is away.
    const bool absent = mover && !thinking && taken_over_at(*mover);
    return state_ == State::ready && followers_.empty() && !changing() && deferred_.empty() &&
           !thinking && !absent;
}

// --- telling -----------------------------------------------------------------------------------

void Room::tell(const std::string& text) {
    if (followers_.empty()) return;
    const Text shared = make_text(text);
    for (const Follower& follower : followers_) follower.peer->send(shared);
}

Json Room::table_json() const {
    return server::table_json(row_, match_->rules(), match_.get());
}

std::string Room::state_text(const PeerPtr& peer, int since) {
    Json json;
    json["type"] = "state";
    json["game"] = id_;
    json["table"] = table_json();
    const auto seat = seat_of(peer->user());
    json["you"] = seat ? Json(*seat) : Json(nullptr);
    json["ply"] = match_->ply();
    json["chat"] = Json::array();
    for (const ChatRow& row : chat_) {
        if (peer->user() && muted_.contains({peer->user()->id, row.user.id})) continue;
        json["chat"].push_back(chat_line_json(row));
    }
    if (!match_->remaining_ms().empty() && match_->started()) json["clock"] = clock_json();
    json["presence"] = presence_json();
    if (takeback_) json["takeback"] = takeback_->seat;
    if (!rematch_.empty()) json["rematch"] = rematch_;
    std::string text = text_of(json);
    text.pop_back();
    text += ",\"plies\":[";
    for (int ply = since + 1; ply <= match_->ply(); ++ply) {
        if (ply > since + 1) text += ',';
        text += match_->published(ply);
    }
    return text + "]}";
}

// --- seats -------------------------------------------------------------------------------------

void Room::take_seat(const Sitter& sitter, std::optional<unsigned> seat, Answer answer) {
    if (deferred(
            changing(),
            [this, self = shared_from_this(), sitter, seat, answer] {
                take_seat(sitter, seat, answer);
            },
            [&] { answer(std::unexpected(Code::busy)); })) {
        return;
    }
    if (state_ == State::missing) return answer(std::unexpected(missing_));
    const UserRow& user = sitter.user;
    if (seat_of(user)) return describe(user, std::move(answer));
    if (match_->started()) return answer(std::unexpected(Code::table_full));
    if (match_->rules().rated && !sitter.has_account) {
        return answer(std::unexpected(Code::needs_account));
    }
    const auto free = [&](unsigned index) {
        return !match_->rules().seats[index].agent &&
               std::ranges::none_of(row_.seats, [&](const SeatRow& s) { return s.seat == index; });
    };
    if (seat && (*seat >= match_->rules().players() || !free(*seat))) {
        return answer(std::unexpected(Code::seat_taken));
    }
    for (unsigned i = 0; !seat && i < match_->rules().players(); ++i) {
        if (free(i)) seat = i;
    }
    if (!seat) return answer(std::unexpected(Code::table_full));
    writing_ = true;
    const SeatRow row{*seat, user};
    services_.writer.write(
        TakeSeat{id_, row}, [self = shared_from_this(), row, answer](WriteOutcome outcome) {
            self->strand_.post([self, row, answer, outcome] {
                if (outcome == WriteOutcome::done) {
                    self->row_.seats.push_back(row);
                    std::ranges::sort(self->row_.seats, {}, &SeatRow::seat);
                    self->seats_changed();
                    self->describe(row.user, answer);
                    self->finish_write();
                } else {
                    answer(std::unexpected(outcome == WriteOutcome::conflict ? Code::seat_taken
                                                                             : Code::store_failed));
                    self->reload_seats();
                }
            });
        });
}

void Room::leave_seat(const UserRow& user, Answer answer) {
    if (deferred(
            changing(),
            [this, self = shared_from_this(), user, answer] { leave_seat(user, answer); },
            [&] { answer(std::unexpected(Code::busy)); })) {
        return;
    }
    if (state_ == State::missing) return answer(std::unexpected(missing_));
    if (!seat_of(user)) return answer(std::unexpected(Code::not_seated));
    if (match_->started()) return answer(std::unexpected(Code::not_allowed));
    writing_ = true;
    services_.writer.write(LeaveSeat{id_, user.id}, [self = shared_from_this(), user,
                                                     answer](WriteOutcome outcome) {
        self->strand_.post([self, user, answer, outcome] {
            if (outcome == WriteOutcome::failed) {
                answer(std::unexpected(Code::store_failed));
                return self->reload_seats();
            }
            std::erase_if(self->row_.seats, [&](const SeatRow& s) { return s.user.id == user.id; });
            self->seats_changed();
            self->describe(user, answer);
            self->finish_write();
        });
    });
}

/// Who sits where is not certain: the store tells.
void Room::reload_seats() {
    reading_ = true;
    services_.reader.read([self = shared_from_this()](GameStore& store) {
        auto row = store.load_game(self->id_);
        self->strand_.post([self, row = std::move(row)] {
            if (!row || !*row) {
                self->retry_.after(retry_after, [self] { self->reload_seats(); });
                return;
            }
            self->reading_ = false;
            self->row_.seats = (*row)->seats;
            self->seats_changed();
            self->finish_write();
        });
    });
}

void Room::seats_changed() {
    for (Follower& follower : followers_) follower.seat = seat_of(follower.peer->user());
    Json json;
    json["type"] = "table";
    json["game"] = id_;
    json["table"] = table_json();
    tell(text_of(json));
    presence_changed();
}

void Room::describe(const std::optional<UserRow>& user, Answer answer) {
    if (deferred(
            false, [this, self = shared_from_this(), user, answer] { describe(user, answer); },
            [&] { answer(std::unexpected(Code::busy)); })) {
        return;
    }
    if (state_ == State::missing) return answer(std::unexpected(missing_));
    Json json;
    json["table"] = table_json();
    const auto seat = seat_of(user);
    json["you"] = seat ? Json(*seat) : Json(nullptr);
    answer(std::move(json));
}

void Room::record(std::function<void(std::expected<std::string, Code>)> answer) {
    if (deferred(
            false, [this, self = shared_from_this(), answer] { record(answer); },
            [&] { answer(std::unexpected(Code::busy)); })) {
        return;
    }
    if (state_ == State::missing) return answer(std::unexpected(missing_));
    if (!match_->started()) return answer(std::unexpected(Code::not_started));
    answer(write_record(match_->record()));
}

} // namespace bastide::server
