#include "server/rooms/desk.h"

#include <algorithm>

namespace bastide::server {
namespace {

double seconds(SteadyTime from, SteadyTime to) {
    return std::chrono::duration<double>(to - from).count();
}

} // namespace

// --- answers -----------------------------------------------------------------------------------

void Desk::send(std::string text, std::string_view kind) {
    room_.frame.services().events.on_answer(kind);
    peer_->send(make_text(std::move(text)));
}

void Desk::error(std::string_view type, Code code) {
    send(error_message({code, std::string(type), room_.frame.id(), ""}), "error");
}

void Desk::error(std::string_view type, const std::optional<Code>& code) {
    if (code) error(type, *code);
}

void Desk::refuse(const request::Move& move, Code code, std::string_view violation) {
    const int ply = room_.log.ready() ? room_.log.match().ply() : -1;
    send(refused_message({room_.frame.id(), move.move_id, ply}, code, violation), "refused");
}

void Desk::refuse(const Request& request, Code code) {
    if (const auto* move = std::get_if<request::Move>(&request)) return refuse(*move, code);
    error(type_of(request), code);
}

std::optional<unsigned> Desk::playing_seat(std::string_view type) {
    const Match& match = room_.log.match();
    const auto seat = room_.log.seat_of(peer_->user());
    const auto no = [&](Code code) {
        error(type, code);
        return std::nullopt;
    };
    if (!seat) return no(Code::not_seated);
    if (!match.started()) return no(Code::not_started);
    if (match.over() || match.needs_end()) return no(Code::game_over);
    if (match.seat(*seat).forfeited()) return no(Code::not_allowed);
    return seat;
}

/// What came to be is told as a ply; a repeat is harmless for what did not.
void Desk::submit(std::string_view type, Entry entry) {
    room_.log.submit({std::move(entry)}, [desk = *this, type](const Written& written) mutable {
        if (!written.came) desk.error(type, Code::store_failed);
    });
}

// --- following ---------------------------------------------------------------------------------

StateView Desk::state() const {
    const Match& match = room_.log.match();
    StateView state;
    state.table = room_.log.table();
    state.you = room_.log.seat_of(peer_->user());
    state.ply = match.ply();
    state.chat = room_.chat.heard_by(*peer_);
    if (room_.clock.running() && match.started()) state.clock = room_.clock.view();
    state.presence = room_.presence.view();
    state.takeback = room_.questions.takeback();
    state.pause = room_.questions.pause();
    state.rematch = room_.questions.rematch();
    return state;
}

void Desk::operator()(const request::Hello& hello) {
    if (peer_->closed()) return; // it would never leave
    const Match& match = room_.log.match();
    const bool is_new = room_.presence.enter(peer_);
    if (hello.since >= 0) room_.frame.services().events.on_resume();
    StateView view = state();
    view.plies = match.published_from(std::clamp(hello.since, -1, match.ply()) + 1);
    peer_->send(make_text(state_message(room_.frame.id(), view)));
    if (!is_new) return;
    room_.presence.changed();
    room_.duties.look(); // bots among themselves go on when somebody looks
}

void Desk::operator()(const request::Bye&) {
    room_.presence.leave(peer_);
}

// What is no game's business is answered by the conversation.
void Desk::operator()(const request::Mute&) {}
void Desk::operator()(const request::Ping&) {}

// --- playing -----------------------------------------------------------------------------------

void Desk::operator()(const request::Move& move) {
    const Match& match = room_.log.match();
    const auto seat = room_.log.seat_of(peer_->user());
    if (!seat) return refuse(move, Code::not_seated);
    // A repeat gets the answer it got before, however much later it comes.
    const MoveAnswer now{room_.frame.id(), move.move_id, match.ply()};
    if (const auto played = match.find_move(*seat, move.move_id)) {
        return send(ack_message({now.game, now.move_id, *played}), "repeat");
    }
    if (move.expect_ply != match.ply()) return send(stale_message(now), "stale");
    if (!match.started()) return refuse(move, Code::not_started);
    if (!match.to_move()) return refuse(move, Code::game_over);
    if (match.to_move() != seat || match.seat(*seat).agent) {
        return refuse(move, Code::not_your_turn);
    }
    auto next = match.play(move.move);
    if (!next) return refuse(move, Code::illegal_move, code(next.error()));
    if (move.link && !match.link_fits(*seat, *move.link)) return refuse(move, Code::wrong_link);
    next->entry.link = move.link;
    next->entry.move_id = move.move_id;
    next->entry.remaining_ms = room_.clock.remaining_after_move(peer_->lag_ms());
    room_.log.submit(std::move(*next), [desk = *this, move, seat](const Written& written) mutable {
        desk.answer_written(move, *seat, written);
    });
}

void Desk::answer_written(const request::Move& move, unsigned seat, const Written& written) {
    const Match& match = room_.log.match();
    if (written.first_try) {
        const auto now = std::chrono::steady_clock::now();
        room_.frame.services().events.on_move(seconds(arrived_, written.known),
                                              seconds(arrived_, now));
    }
    const MoveAnswer answer{room_.frame.id(), move.move_id, match.ply()};
    if (const auto ply = match.find_move(seat, move.move_id)) {
        return send(ack_message({answer.game, answer.move_id, *ply}), "ack");
    }
    // Nobody was faster: it is the store that failed, and the same move may be tried again.
    if (match.ply() == move.expect_ply) return refuse(move, Code::store_failed);
    send(stale_message(answer), "stale");
}

void Desk::operator()(const request::Resign&) {
    const auto seat = playing_seat("resign");
    if (!seat) return;
    Entry entry;
    entry.kind = Entry::Kind::resign;
    entry.seat = *seat;
    submit("resign", std::move(entry));
}

void Desk::operator()(const request::ClaimTime&) {
    const auto seat = playing_seat("claim");
    if (!seat) return;
    const Match& match = room_.log.match();
    const auto mover = match.to_move();
    const bool flagged =
        mover && *mover != *seat && !match.seat(*mover).agent && room_.clock.out_of_time(*mover);
    if (!flagged) return error("claim", Code::not_allowed);
    Entry entry;
    entry.kind = Entry::Kind::flag;
    entry.seat = *mover;
    entry.remaining_ms = match.remaining_ms();
    entry.remaining_ms[*mover] = 0;
    submit("claim", std::move(entry));
}

void Desk::operator()(const request::Return&) {
    const auto seat = playing_seat("return");
    if (!seat) return;
    const bool has_bot = room_.log.match().seat(*seat).agent.has_value();
    if (!has_bot || room_.clock.out_of_time(*seat)) return error("return", Code::not_allowed);
    Entry entry;
    entry.kind = Entry::Kind::substitute;
    entry.seat = *seat;
    submit("return", std::move(entry));
}

// --- asking each other -------------------------------------------------------------------------

void Desk::operator()(const request::Takeback&) {
    const auto seat = playing_seat("takeback");
    if (seat) error("takeback", room_.questions.ask_takeback(*seat));
}

void Desk::operator()(const request::TakebackAnswer& answer) {
    const auto seat = playing_seat("takeback_answer");
    if (seat) error("takeback_answer", room_.questions.answer_takeback(*seat, answer));
}

void Desk::operator()(const request::Pause&) {
    const auto seat = playing_seat("pause");
    if (seat) error("pause", room_.questions.ask_pause(*seat));
}

void Desk::operator()(const request::PauseAnswer& answer) {
    const auto seat = playing_seat("pause_answer");
    if (seat) error("pause_answer", room_.questions.answer_pause(*seat, answer));
}

/// Whoever wants to go on need not ask.
void Desk::operator()(const request::Resume&) {
    const auto seat = playing_seat("resume");
    if (!seat) return;
    if (!room_.log.match().pause().on()) return error("resume", Code::not_allowed);
    Entry entry;
    entry.kind = Entry::Kind::resume;
    entry.seat = *seat;
    entry.remaining_ms = room_.log.match().remaining_ms();
    submit("resume", std::move(entry));
}

void Desk::operator()(const request::Rematch& rematch) {
    const auto seat = room_.log.seat_of(peer_->user());
    if (!seat) return error("rematch", Code::not_seated);
    error("rematch", room_.questions.ask_rematch(*seat, rematch.tip));
}

void Desk::operator()(const request::Chat& chat) {
    const auto& user = peer_->user();
    if (!user) return error("chat", Code::no_session);
    const auto seat = room_.log.seat_of(user);
    const ChatRule rule = room_.log.rules().chat;
    if (rule == ChatRule::off || (rule == ChatRule::players && !seat)) {
        return error("chat", Code::not_allowed);
    }
    room_.chat.say({*user, seat, chat.text},
                   [desk = *this]() mutable { desk.error("chat", Code::store_failed); });
}

} // namespace bastide::server
