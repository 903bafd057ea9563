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

/// Nobody escapes a flag by asking.
std::optional<Code> Questions::no_pause() const {
    const Match& match = log_.match();
    const auto mover = match.to_move();
    if (!mover || !clock_.running() || match.pause().on()) return Code::not_allowed;
    if (!match.pause().may_begin() || clock_.out_of_time(*mover)) return Code::not_allowed;
    return std::nullopt;
}

std::optional<Code> Questions::ask_pause(unsigned seat) {
    if (pause_) return Code::not_allowed;
    if (const auto no = no_pause()) return no;
    say(Say::pause, seat);
    return std::nullopt;
}

std::optional<Code> Questions::answer_pause(unsigned seat, const request::PauseAnswer& answer) {
    if (!pause_ || pause_->seat == seat) return Code::not_allowed;
    say(answer.accept ? Say::accept_pause : Say::refuse_pause, seat);
    return std::nullopt;
}

std::optional<Code> Questions::ask_rematch(unsigned seat, const std::optional<Bytes32>& tip) {
    if (!log_.match().over()) return Code::not_allowed;
    say(Say::rematch, seat, tip);
    return std::nullopt;
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
    if (what < 0 || what > static_cast<int>(Say::refuse_pause)) return;
    if (seat < 0 || seat >= static_cast<int>(log_.rules().players())) return;
    if (const auto tip = json.find("tip"); tip != json.end() && tip->is_string()) {
        if (const auto bytes = read_hex32(tip->get<std::string>())) {
            tips_[static_cast<unsigned>(seat)] = *bytes;
        }
    }
    said(static_cast<Say>(what), static_cast<unsigned>(seat));
}

void Questions::said(Say what, unsigned seat) {
    switch (what) {
    case Say::takeback:
        return ask(Question::takeback, seat);
    case Say::accept:
        return accept(Question::takeback, seat);
    case Say::refuse:
        return refuse(Question::takeback);
    case Say::pause:
        return ask(Question::pause, seat);
    case Say::accept_pause:
        return accept(Question::pause, seat);
    case Say::refuse_pause:
        return refuse(Question::pause);
    case Say::rematch:
        return want_rematch(seat);
    }
}

/// Two may ask at once on two nodes: everywhere the same one of them comes first.
void Questions::ask(Question question, unsigned seat) {
    std::optional<Asked>& asked = open(question);
    if (asked && asked->seat <= seat) return;
    asked = Asked{seat, {seat}};
    presence_.tell(question_message(frame_.id(), question, seat, QuestionState::asked));
    settle(question);
}

void Questions::accept(Question question, unsigned seat) {
    std::optional<Asked>& asked = open(question);
    if (!asked) return;
    asked->agreed.insert(seat);
    settle(question);
}

void Questions::refuse(Question question) {
    std::optional<Asked>& asked = open(question);
    if (!asked) return;
    presence_.tell(question_message(frame_.id(), question, asked->seat, QuestionState::refused));
    asked.reset();
}

/// Bots and those who left the game for good do not mind.
bool Questions::agreed(const Asked& asked) const {
    return std::ranges::all_of(log_.row().seats, [&](const SeatRow& row) {
        return log_.match().seat(row.seat).forfeited() || asked.agreed.contains(row.seat);
    });
}

void Questions::settle(Question question) {
    std::optional<Asked>& asked = open(question);
    if (!agreed(*asked)) return;
    const unsigned seat = asked->seat;
    asked.reset();
    question == Question::takeback ? take_back(seat) : begin_pause(seat);
}

void Questions::take_back(unsigned seat) {
    const Match& match = log_.match();
    const auto turns = match.turns_before_last_of(seat);
    if (!turns || !match.to_move()) return;
    Entry entry;
    entry.kind = Entry::Kind::takeback;
    entry.seat = seat;
    entry.turns = *turns;
    log_.submit({std::move(entry)});
}

void Questions::begin_pause(unsigned seat) {
    if (no_pause()) {
        presence_.tell(
            question_message(frame_.id(), Question::pause, seat, QuestionState::refused));
        return;
    }
    Entry entry;
    entry.kind = Entry::Kind::pause;
    entry.seat = seat;
    entry.remaining_ms = clock_.remaining_now(*log_.match().to_move());
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
