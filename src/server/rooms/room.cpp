#include "server/rooms/room.h"

#include "notation/record.h"
#include "server/storage/people.h"

namespace bastide::server {
namespace {

using Until = GameLog::Until;

/// Requests that change the game wait while an entry is being written.
template <class Kind>
constexpr Until waits_until(const Kind&) {
    constexpr bool changes =
        !std::is_same_v<Kind, request::Hello> && !std::is_same_v<Kind, request::Bye> &&
        !std::is_same_v<Kind, request::Chat> && !std::is_same_v<Kind, request::Mute> &&
        !std::is_same_v<Kind, request::Ping>;
    return changes ? Until::quiet : Until::loaded;
}

} // namespace

std::shared_ptr<Room> Room::make(RoomServices& services, std::string id) {
    const std::shared_ptr<Room> room(new Room(services, std::move(id)));
    room->parts_.frame.set_room(room);
    return room;
}

// --- what is asked -----------------------------------------------------------------------------

void Room::when(Until until, Task act, std::function<void(Code)> refuse) {
    const auto again = [this, until, act, refuse] { when(until, act, refuse); };
    if (parts_.log.deferred(until, again, [&] { refuse(Code::busy); })) return;
    if (parts_.log.missing()) return refuse(parts_.log.reason());
    act();
}

void Room::receive(const PeerPtr& peer, const ClientMessage& message, SteadyTime arrived) {
    Desk desk(parts_, peer, arrived);
    const Until until =
        std::visit([](const auto& kind) { return waits_until(kind); }, message.request);
    when(
        until,
        [desk, request = message.request]() mutable {
            std::visit(desk, request);
            desk.answered(request);
        },
        [desk, request = message.request](Code code) mutable {
            desk.refuse(request, code);
            desk.answered(request);
        });
}

/// In the same order as their hello.
void Room::leave(const PeerPtr& peer) {
    when(Until::loaded, [this, peer] { parts_.presence.leave(peer); }, [](Code) {});
}

void Room::take_seat(const Sitter& sitter, std::optional<unsigned> seat, const Answer& answer) {
    when(
        Until::quiet, [this, sitter, seat, answer] { parts_.seating.take(sitter, seat, answer); },
        [answer](Code code) { answer(std::unexpected(code)); });
}

void Room::leave_seat(const UserRow& user, const Answer& answer) {
    when(
        Until::quiet, [this, user, answer] { parts_.seating.leave(user, answer); },
        [answer](Code code) { answer(std::unexpected(code)); });
}

void Room::describe(const std::optional<UserRow>& user, const Answer& answer) {
    when(
        Until::loaded, [this, user, answer] { answer(parts_.seating.describe(user)); },
        [answer](Code code) { answer(std::unexpected(code)); });
}

void Room::record(const std::function<void(std::expected<std::string, Code>)>& answer) {
    when(
        Until::loaded,
        [this, answer] {
            const Match& match = parts_.log.match();
            if (!match.started()) return answer(std::unexpected(Code::not_started));
            answer(write_record(match.record()));
        },
        [answer](Code code) { answer(std::unexpected(code)); });
}

/// What came before it is read first.
void Room::hear(const std::string& text) {
    if (const auto line = parse_removed_line(text)) return forget_line(*line);
    when(Until::quiet, [this, text] { parts_.questions.hear(text); }, [](Code) {});
}

void Room::vanish() {
    if (parts_.log.missing()) return;
    parts_.presence.tell(error_message({Code::table_removed, "", parts_.frame.id(), ""}));
    parts_.presence.dismiss();
    parts_.log.close(Code::table_removed);
}

void Room::forget_line(int n) {
    when(Until::loaded, [this, n] { parts_.chat.forget(n); }, [](Code) {});
}

void Room::person_gone(const std::string& user) {
    const auto forget = [this, user] {
        if (const auto seat = parts_.log.seat_of(UserRow{user, ""})) {
            parts_.log.rename(*seat, deleted_name);
        }
        parts_.chat.forget_lines_of(user);
        parts_.log.refresh(); // seats, with the names they have now
    };
    when(Until::loaded, forget, [](Code) {});
}

void Room::wake() {
    if (!parts_.log.ready() || parts_.log.changing()) return;
    parts_.log.catch_up([this] { parts_.log.finish(); });
}

bool Room::idle() const {
    const GameLog& log = parts_.log;
    if (log.missing()) return true;
    return log.ready() && !log.changing() && !log.has_waiting() &&
           parts_.presence.followers().empty() && !parts_.duties.watches();
}

// --- what the log tells ------------------------------------------------------------------------

void Room::loaded(const Snapshot& found, std::int64_t down_ms) {
    parts_.chat.take(found.chat);
    parts_.clock.resume(down_ms);
    parts_.presence.start(found.present);
}

void Room::entered() {
    parts_.clock.restart();
    parts_.questions.forget();
    const auto published = parts_.log.match().published_from(parts_.log.match().ply());
    parts_.presence.tell(ply_message(parts_.frame.id(), published.front()));
    tell_whose_turn();
}

/// Of a person, for whoever calls those who are not here.
void Room::tell_whose_turn() const {
    const auto& on_turn = parts_.frame.services().events.on_turn;
    const Match& match = parts_.log.match();
    const auto mover = match.to_move();
    if (!on_turn || !mover || match.pause().on() || match.seat(*mover).agent) return;
    for (const SeatRow& seat : parts_.log.row().seats) {
        if (seat.seat == *mover) on_turn({seat.user.id, parts_.frame.id(), match.ply()});
    }
}

void Room::refreshed(const Snapshot& found) {
    parts_.seating.set(found.row->seats);
    if (found.row->rematch != parts_.log.row().rematch) {
        parts_.questions.set_rematch(found.row->rematch);
    }
    parts_.presence.take(found.present);
    parts_.chat.take(found.chat);
}

} // namespace bastide::server
