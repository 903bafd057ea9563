// What clients ask a room for.

#include "server/base/time.h"
#include "server/rooms/room.h"
#include "server/rooms/rooms.h"

#include <algorithm>

namespace bastide::server {
namespace {

using Type = ClientMessage::Type;

/// Messages that change the game wait while an entry is being written.
bool changes_game(Type type) {
    return type != Type::hello && type != Type::bye && type != Type::chat && type != Type::mute &&
           type != Type::ping;
}

} // namespace

void Room::receive(const PeerPtr& peer, const ClientMessage& message, SteadyTime arrived) {
    const auto refuse_busy = [&] {
        if (message.type == Type::move) {
            refuse(peer, message.move_id, Code::busy);
        } else {
            error(peer, name(message.type), Code::busy);
        }
    };
    if (deferred(
            changes_game(message.type) && changing(),
            [this, self = shared_from_this(), peer, message, arrived] {
                receive(peer, message, arrived);
            },
            refuse_busy)) {
        return;
    }
    if (state_ == State::missing) {
        if (message.type == Type::move) return refuse(peer, message.move_id, missing_);
        return error(peer, name(message.type), missing_);
    }
    dispatch(peer, message, arrived);
}

void Room::dispatch(const PeerPtr& peer, const ClientMessage& message, SteadyTime arrived) {
    switch (message.type) {
    case Type::hello:
        return hello(peer, message.since);
    case Type::bye:
        return leave(peer);
    case Type::move:
        return move(peer, message, arrived);
    case Type::chat:
        return chat(peer, message.text);
    case Type::mute:
        return mute(peer, message);
    case Type::resign:
        return resign(peer);
    case Type::claim:
        return claim(peer);
    case Type::takeback:
        return ask_takeback(peer);
    case Type::takeback_answer:
        return answer_takeback(peer, message.yes);
    case Type::rematch:
        return rematch(peer);
    case Type::take_seat_back:
        return take_seat_back(peer);
    case Type::ping:
        return;
    }
}

// --- answers -----------------------------------------------------------------------------------

void Room::error(const PeerPtr& peer, std::string_view type, Code code) {
    Json json;
    json["type"] = "error";
    json["code"] = std::string(name(code));
    json["game"] = id_;
    json["to"] = std::string(type);
    services_.events.on_answer("error");
    peer->send(make_text(text_of(json)));
}

void Room::refuse(const PeerPtr& peer, const std::string& move_id, Code code,
                  std::string_view violation) {
    Json json;
    json["type"] = "refused";
    json["game"] = id_;
    json["move_id"] = move_id;
    json["code"] = std::string(name(code));
    json["ply"] = match_ ? match_->ply() : -1;
    if (!violation.empty()) json["violation"] = std::string(violation);
    services_.events.on_answer("refused");
    peer->send(make_text(text_of(json)));
}

Room::Waiting Room::asked(const PeerPtr& peer, std::string_view type) const {
    return {peer, "", std::string(type), std::chrono::steady_clock::now()};
}

std::optional<unsigned> Room::seat_of(const std::optional<UserRow>& user) const {
    if (!user) return std::nullopt;
    for (const SeatRow& seat : row_.seats) {
        if (seat.user.id == user->id) return seat.seat;
    }
    return std::nullopt;
}

/// The seat of somebody who may act in a running game; else they are told why not.
std::optional<unsigned> Room::playing_seat(const PeerPtr& peer, std::string_view type) {
    const auto seat = seat_of(peer->user());
    const auto no = [&](Code code) {
        error(peer, type, code);
        return std::nullopt;
    };
    if (!seat) return no(Code::not_seated);
    if (!match_->started()) return no(Code::not_started);
    if (match_->over() || match_->needs_end()) return no(Code::game_over);
    if (match_->seat(*seat).forfeited()) return no(Code::not_allowed);
    return seat;
}

// --- following ---------------------------------------------------------------------------------

void Room::hello(const PeerPtr& peer, int since) {
    const auto known =
        std::ranges::find_if(followers_, [&](const Follower& f) { return f.peer == peer; });
    const bool is_new = known == followers_.end();
    if (is_new) followers_.push_back({peer, seat_of(peer->user())});
    if (since >= 0) services_.events.on_resume();
    peer->send(make_text(state_text(peer, std::clamp(since, -1, match_->ply()))));
    if (is_new) presence_changed();
}

void Room::leave(const PeerPtr& peer) {
    if (std::erase_if(followers_, [&](const Follower& f) { return f.peer == peer; }) > 0) {
        presence_changed();
    }
}

// --- playing -----------------------------------------------------------------------------------

void Room::move(const PeerPtr& peer, const ClientMessage& message, SteadyTime arrived) {
    const auto no = [&](Code code, std::string_view violation = {}) {
        refuse(peer, message.move_id, code, violation);
    };
    const auto seat = seat_of(peer->user());
    if (!seat) return no(Code::not_seated);
    const auto played = match_->find_move(*seat, message.move_id);
    if (played || message.expect_ply != match_->ply()) {
        // A repeat gets the answer it got before, however much later it comes.
        Json json;
        json["type"] = played ? "ack" : "stale";
        json["game"] = id_;
        json["move_id"] = message.move_id;
        json["ply"] = played.value_or(match_->ply());
        services_.events.on_answer(played ? "repeat" : "stale");
        return peer->send(make_text(text_of(json)));
    }
    if (!match_->started()) return no(Code::not_started);
    if (!match_->to_move()) return no(Code::game_over);
    if (match_->to_move() != seat || match_->seat(*seat).agent) return no(Code::not_your_turn);
    if (const auto legal = check(match_->game(), message.move); !legal) {
        return no(Code::illegal_move, word(legal.error()));
    }
    Entry entry = match_->turn_entry(message.move);
    entry.move_id = message.move_id;
    entry.remaining_ms = remaining_after_move(peer->lag_ms());
    submit(std::move(entry), {peer, message.move_id, "move", arrived});
}

void Room::resign(const PeerPtr& peer) {
    const auto seat = playing_seat(peer, "resign");
    if (!seat) return;
    Entry entry;
    entry.kind = Entry::Kind::resign;
    entry.seat = *seat;
    submit(std::move(entry), asked(peer, "resign"));
}

void Room::claim(const PeerPtr& peer) {
    const auto seat = playing_seat(peer, "claim");
    if (!seat) return;
    const auto mover = match_->to_move();
    const bool flagged = mover && *mover != *seat && !match_->seat(*mover).agent &&
                         !match_->remaining_ms().empty() && left_ms(*mover) <= 0;
    if (!flagged) return error(peer, "claim", Code::not_allowed);
    Entry entry;
    entry.kind = Entry::Kind::flag;
    entry.seat = *mover;
    entry.remaining_ms = match_->remaining_ms();
    entry.remaining_ms[*mover] = 0;
    submit(std::move(entry), asked(peer, "claim"));
}

void Room::take_seat_back(const PeerPtr& peer) {
    const auto seat = playing_seat(peer, "return");
    if (!seat) return;
    const bool out_of_time = !match_->remaining_ms().empty() && left_ms(*seat) <= 0;
    if (!match_->seat(*seat).agent || out_of_time) {
        return error(peer, "return", Code::not_allowed);
    }
    Entry entry;
    entry.kind = Entry::Kind::substitute;
    entry.seat = *seat;
    submit(std::move(entry), asked(peer, "return"));
}

// --- takeback and rematch ----------------------------------------------------------------------

void Room::ask_takeback(const PeerPtr& peer) {
    const auto seat = playing_seat(peer, "takeback");
    if (!seat) return;
    if (!match_->turns_before_last_of(*seat)) {
        return error(peer, "takeback", Code::nothing_to_take_back);
    }
    if (takeback_ || match_->rules().rated) return error(peer, "takeback", Code::not_allowed);
    say(Say::takeback, *seat);
}

void Room::answer_takeback(const PeerPtr& peer, bool accept) {
    const auto seat = playing_seat(peer, "takeback_answer");
    if (!seat) return;
    if (!takeback_ || takeback_->seat == *seat) {
        return error(peer, "takeback_answer", Code::not_allowed);
    }
    say(accept ? Say::accept : Say::refuse, *seat);
}

void Room::rematch(const PeerPtr& peer) {
    const auto seat = seat_of(peer->user());
    if (!seat) return error(peer, "rematch", Code::not_seated);
    if (!match_->over()) return error(peer, "rematch", Code::not_allowed);
    say(Say::rematch, *seat);
}

// --- chat --------------------------------------------------------------------------------------

Json chat_line_json(const ChatRow& row) {
    Json json;
    json["n"] = row.n;
    json["at"] = row.at;
    json["user"] = row.user.id;
    json["name"] = row.user.name;
    if (row.seat >= 0) json["seat"] = row.seat;
    json["text"] = row.text;
    return json;
}

void Room::chat(const PeerPtr& peer, const std::string& text) {
    const auto seat = seat_of(peer->user());
    const ChatRule rule = match_->rules().chat;
    if (!peer->user()) return error(peer, "chat", Code::no_session);
    if (rule == ChatRule::off || (rule == ChatRule::players && !seat)) {
        return error(peer, "chat", Code::not_allowed);
    }
    ChatRow row{next_chat_++, now_ms(), *peer->user(), seat ? static_cast<int>(*seat) : -1, text};
    services_.writer.write(AddChat{id_, row},
                           [self = shared_from_this(), peer, row](WriteOutcome outcome) {
                               self->strand_.post([self, peer, row, outcome] {
                                   if (outcome == WriteOutcome::done) return self->add_chat(row);
                                   if (outcome == WriteOutcome::conflict) {
                                       return self->number_again(peer, row.text);
                                   }
                                   self->error(peer, "chat", Code::store_failed);
                               });
                           });
}

/// Another node gave this number to another line: that one comes first.
void Room::number_again(const PeerPtr& peer, const std::string& text) {
    services_.reader.read([self = shared_from_this(), peer, text](GameStore& store) {
        auto lines = store.load_chat(self->id_, chat_lines);
        self->strand_.post([self, peer, text, lines = std::move(lines)] {
            if (!lines) return self->error(peer, "chat", Code::store_failed);
            for (const ChatRow& line : *lines) self->add_chat(line);
            self->chat(peer, text);
        });
    });
}

/// A line may be heard of twice: from the store and from another node.
void Room::add_chat(const ChatRow& row) {
    const bool too_old = chat_.size() == chat_lines && row.n < chat_.front().n;
    if (too_old || std::ranges::find(chat_, row.n, &ChatRow::n) != chat_.end()) return;
    next_chat_ = std::max(next_chat_, row.n + 1);
    chat_.insert(std::ranges::upper_bound(chat_, row.n, {}, &ChatRow::n), row);
    if (chat_.size() > chat_lines) chat_.erase(chat_.begin());
    Json json;
    json["type"] = "chat";
    json["game"] = id_;
    json["line"] = chat_line_json(row);
    const Text text = make_text(text_of(json));
    for (const Follower& follower : followers_) {
        const auto& user = follower.peer->user();
        if (user && muted_.contains({user->id, row.user.id})) continue;
        follower.peer->send(text);
    }
}

void Room::mute(const PeerPtr& peer, const ClientMessage& message) {
    if (!peer->user()) return error(peer, "mute", Code::no_session);
    const std::pair entry{peer->user()->id, message.user};
    if (!message.yes) {
        muted_.erase(entry);
    } else if (muted_.size() < 1000) {
        muted_.insert(entry);
    }
}

} // namespace bastide::server
