#include "server/rooms/questions.h"

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

std::optional<Code> Questions::ask_takeback(unsigned seat) {
    if (!log_.match().turns_before_last_of(seat)) return Code::nothing_to_take_back;
    if (takeback_ || log_.rules().rated) return Code::not_allowed;
    say(Say::takeback, seat);
    return std::nullopt;
}

std::optional<Code> Questions::answer_takeback(unsigned seat,
                                               const request::TakebackAnswer& answer) {
    if (!takeback_ || takeback_->seat == seat) return Code::not_allowed;
    say(answer.accept ? Say::accept : Say::refuse, seat);
    return std::nullopt;
}

std::optional<Code> Questions::ask_rematch(unsigned seat, const std::optional<Bytes32>& tip) {
    if (!log_.match().over()) return Code::not_allowed;
    say(Say::rematch, seat, tip);
    return std::nullopt;
}

std::optional<unsigned> Questions::takeback() const {
    return takeback_ ? std::optional(takeback_->seat) : std::nullopt;
}

void Questions::say(Say what, unsigned seat, const std::optional<Bytes32>& tip) {
    if (tip) tips_[seat] = *tip;
    if (!frame_.services().alone) {
        Json json;
        json["what"] = static_cast<unsigned>(what);
        json["seat"] = seat;
        json["ply"] = log_.match().ply();
        if (tip) json["tip"] = to_hex(*tip);
        frame_.services().writer.write(Tell{frame_.id(), text_of(json)}, nullptr);
    }
    said(what, seat);
}

void Questions::hear(const std::string& text) {
    const Json json = Json::parse(text, nullptr, false);
    const int what = number(json, "what"), seat = number(json, "seat");
    if (number(json, "ply") != log_.match().ply()) return; // the game went on
    if (what < 0 || what > static_cast<int>(Say::rematch)) return;
    if (seat < 0 || seat >= static_cast<int>(log_.rules().players())) return;
    if (const auto tip = json.find("tip"); tip != json.end() && tip->is_string()) {
        if (const auto bytes = read_hex32(tip->get<std::string>())) {
            tips_[static_cast<unsigned>(seat)] = *bytes;
        }
    }
    said(static_cast<Say>(what), static_cast<unsigned>(seat));
}

void Questions::said(Say what, unsigned seat) {
    if (what == Say::rematch) return want_rematch(seat);
    if (what == Say::takeback) {
        // Two may ask at once on two nodes: everywhere the same one of them comes first.
        if (takeback_ && takeback_->seat <= seat) return;
        takeback_ = Takeback{seat, {seat}};
        presence_.tell(takeback_message(frame_.id(), seat, TakebackState::asked));
        return settle_takeback();
    }
    if (!takeback_) return;
    if (what == Say::accept) {
        takeback_->agreed.insert(seat);
        return settle_takeback();
    }
    presence_.tell(takeback_message(frame_.id(), takeback_->seat, TakebackState::refused));
    takeback_.reset();
}

/// Bots and those who left the game for good do not mind.
void Questions::settle_takeback() {
    const Match& match = log_.match();
    for (const SeatRow& row : log_.row().seats) {
        const bool asked = !match.seat(row.seat).forfeited();
        if (asked && !takeback_->agreed.contains(row.seat)) return;
    }
    Entry entry;
    entry.kind = Entry::Kind::takeback;
    entry.seat = takeback_->seat;
    const auto turns = match.turns_before_last_of(entry.seat);
    takeback_.reset();
    if (!turns || !match.to_move()) return;
    entry.turns = *turns;
    log_.submit({std::move(entry)});
}

void Questions::want_rematch(unsigned seat) {
    if (!log_.match().over()) return;
    rematch_.insert(seat);
    const bool all = rematch_.size() == log_.row().seats.size();
    if (!all || !log_.row().rematch.empty()) return tell_rematch();
    // Several nodes may hear the last player: one of them opens the table.
    duties_.claim([this] { create_rematch(); });
}

void Questions::tell_rematch() const {
    presence_.tell(rematch_message(frame_.id(), rematch_, log_.row().rematch));
}

void Questions::set_rematch(const std::string& next) {
    log_.set_rematch(next);
    tell_rematch();
}

/// The same table with everybody one seat further.
GameRow Questions::next_game() const {
    TableRules rules = log_.rules();
    std::ranges::rotate(rules.seats, rules.seats.begin() + 1);
    GameRow next;
    const RematchSecret fresh = log_.rematch_secret();
    next.id = fresh.id;
    next.listed = log_.row().listed;
    next.rules = text_of(table_rules_json(rules));
    next.rules_version = rules_version;
    next.owner = log_.row().owner;
    next.secret = fresh.secret;
    next.created_at = next.updated_at = frame_.time().now_ms();
    for (SeatRow seat : log_.row().seats) {
        const auto tip = tips_.find(seat.seat);
        seat.tip = tip == tips_.end() ? std::nullopt : std::optional(tip->second);
        seat.seat = (seat.seat + rules.players() - 1) % rules.players();
        next.seats.push_back(std::move(seat));
    }
    return next;
}

void Questions::create_rematch() {
    const auto again = [this] { create_rematch(); };
    if (log_.deferred(GameLog::Until::quiet, again, [] {})) return;
    if (!log_.row().rematch.empty()) return tell_rematch();
    GameRow next = next_game();
    const std::string id = next.id;
    frame_.services().writer.write(AddGame{std::move(next)}, nullptr);
    log_.write(SetRematch{frame_.id(), id}, [this, id](WriteOutcome outcome) {
        if (outcome == WriteOutcome::done) log_.set_rematch(id);
        tell_rematch();
        log_.finish();
    });
}

} // namespace bastide::server
