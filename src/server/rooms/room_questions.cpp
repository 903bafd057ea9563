// What players ask each other: to take a turn back, to play again. Other nodes hear of it; it lives
// as long as the ply and the rooms that heard of it.

#include "server/base/time.h"
#include "server/rooms/room.h"

#include <algorithm>

namespace bastide::server {
namespace {

/// A whole number of an object, or -1.
int number(const Json& json, const char* key) {
    if (!json.is_object()) return -1;
    const auto it = json.find(key);
    return it != json.end() && it->is_number_integer() ? it->get<int>() : -1;
}

} // namespace

void Room::say(Say what, unsigned seat) {
    if (!services_.alone) {
        Json json;
        json["what"] = static_cast<unsigned>(what);
        json["seat"] = seat;
        json["ply"] = match_->ply();
        services_.writer.write(Tell{id_, text_of(json)}, nullptr);
    }
    said(what, seat);
}

void Room::hear(const std::string& text) {
    // What came before it is read first.
    if (deferred(changing(), [this, self = shared_from_this(), text] { hear(text); }, [] {})) {
        return;
    }
    if (state_ == State::missing) return;
    const Json json = Json::parse(text, nullptr, false);
    const int what = number(json, "what"), seat = number(json, "seat");
    if (number(json, "ply") != match_->ply()) return; // the game went on
    if (what < 0 || what > static_cast<int>(Say::rematch)) return;
    if (seat < 0 || seat >= static_cast<int>(match_->rules().players())) return;
    said(static_cast<Say>(what), static_cast<unsigned>(seat));
}

void Room::said(Say what, unsigned seat) {
    if (what == Say::rematch) return want_rematch(seat);
    if (what == Say::takeback) {
        // Two may ask at once on two nodes: everywhere the same one of them comes first.
        if (takeback_ && takeback_->seat <= seat) return;
        takeback_ = TakebackQuestion{seat, {seat}};
        tell_takeback("asked");
        return settle_takeback();
    }
    if (!takeback_) return;
    if (what == Say::accept) {
        takeback_->agreed.insert(seat);
        return settle_takeback();
    }
    tell_takeback("refused");
    takeback_.reset();
}

void Room::tell_takeback(std::string_view state) {
    Json json;
    json["type"] = "takeback";
    json["game"] = id_;
    json["seat"] = takeback_->seat;
    json["state"] = std::string(state);
    tell(text_of(json));
}

/// Bots and those who left the game for good do not mind.
void Room::settle_takeback() {
    for (const SeatRow& row : row_.seats) {
        const bool asked = !match_->seat(row.seat).forfeited();
        if (asked && !takeback_->agreed.contains(row.seat)) return;
    }
    const unsigned seat = takeback_->seat;
    const auto turns = match_->turns_before_last_of(seat);
    takeback_.reset();
    if (!turns || !match_->to_move()) return;
    Entry entry;
    entry.kind = Entry::Kind::takeback;
    entry.seat = seat;
    entry.turns = *turns;
    submit(std::move(entry), {});
}

void Room::want_rematch(unsigned seat) {
    if (!match_->over()) return;
    rematch_.insert(seat);
    const bool all = rematch_.size() == row_.seats.size();
    if (!all || !row_.rematch.empty()) return tell_rematch();
    // Several nodes may hear the last player: one of them opens the table.
    claim([self = shared_from_this()] { self->create_rematch(); });
}

void Room::tell_rematch() {
    Json json;
    json["type"] = "rematch";
    json["game"] = id_;
    json["seats"] = rematch_;
    if (!row_.rematch.empty()) json["next"] = row_.rematch;
    tell(text_of(json));
}

/// The same table with everybody one seat further.
void Room::create_rematch() {
    if (deferred(changing(), [this, self = shared_from_this()] { create_rematch(); }, [] {})) {
        return;
    }
    if (!row_.rematch.empty()) return tell_rematch();
    TableRules rules = match_->rules();
    std::ranges::rotate(rules.seats, rules.seats.begin() + 1);
    GameRow next;
    next.id = random_id();
    next.listed = row_.listed;
    next.rules = text_of(table_rules_json(rules));
    next.rules_version = rules_version;
    next.owner = row_.owner;
    next.secret = random_secret();
    next.created_at = next.updated_at = now_ms();
    for (SeatRow seat : row_.seats) {
        seat.seat = (seat.seat + rules.players() - 1) % rules.players();
        next.seats.push_back(std::move(seat));
    }
    writing_ = true;
    const std::string id = next.id;
    const auto self = shared_from_this();
    services_.writer.write(AddGame{std::move(next)}, nullptr);
    services_.writer.write(SetRematch{id_, id}, [self, id](WriteOutcome outcome) {
        self->strand_.post([self, id, outcome] {
            if (outcome == WriteOutcome::done) self->row_.rematch = id;
            self->tell_rematch();
            self->finish_write();
        });
    });
}

} // namespace bastide::server
