#include "server/rooms/seating.h"

#include <algorithm>

namespace bastide::server {

/// The seat that was asked for, or the first that is free.
std::expected<unsigned, Code> Seating::choose(const Sitter& sitter,
                                              std::optional<unsigned> seat) const {
    const TableRules& rules = log_.rules();
    if (log_.match().started()) return std::unexpected(Code::table_full);
    if (rules.rated && !sitter.has_account) return std::unexpected(Code::needs_account);
    const auto free = [&](unsigned index) {
        return !rules.seats[index].agent &&
               std::ranges::none_of(log_.row().seats,
                                    [&](const SeatRow& s) { return s.seat == index; });
    };
    if (seat && (*seat >= rules.players() || !free(*seat))) {
        return std::unexpected(Code::seat_taken);
    }
    for (unsigned i = 0; !seat && i < rules.players(); ++i) {
        if (free(i)) seat = i;
    }
    if (!seat) return std::unexpected(Code::table_full);
    return *seat;
}

void Seating::take(const Sitter& sitter, std::optional<unsigned> seat, Answer answer) {
    const UserRow& user = sitter.user;
    if (log_.seat_of(user)) return answer(describe(user));
    const auto chosen = choose(sitter, seat);
    if (!chosen) return answer(std::unexpected(chosen.error()));
    const SeatRow row{*chosen, user, sitter.tip};
    log_.write(TakeSeat{frame_.id(), row}, [this, row, answer](WriteOutcome outcome) {
        if (outcome != WriteOutcome::done) {
            answer(std::unexpected(outcome == WriteOutcome::conflict ? Code::seat_taken
                                                                     : Code::store_failed));
            return log_.reload_seats([this] { changed(); });
        }
        std::vector<SeatRow> seats = log_.row().seats;
        seats.push_back(row);
        std::ranges::sort(seats, {}, &SeatRow::seat);
        log_.set_seats(std::move(seats));
        changed();
        answer(describe(row.user));
        log_.finish();
    });
}

void Seating::leave(const UserRow& user, Answer answer) {
    if (!log_.seat_of(user)) return answer(std::unexpected(Code::not_seated));
    if (log_.match().started()) return answer(std::unexpected(Code::not_allowed));
    log_.write(LeaveSeat{frame_.id(), user.id}, [this, user, answer](WriteOutcome outcome) {
        if (outcome == WriteOutcome::failed) {
            answer(std::unexpected(Code::store_failed));
            return log_.reload_seats([this] { changed(); });
        }
        std::vector<SeatRow> seats = log_.row().seats;
        std::erase_if(seats, [&](const SeatRow& s) { return s.user.id == user.id; });
        log_.set_seats(std::move(seats));
        changed();
        answer(describe(user));
        log_.finish();
    });
}

void Seating::set(const std::vector<SeatRow>& seats) {
    if (seats == log_.row().seats) return;
    log_.set_seats(seats);
    changed();
}

void Seating::changed() {
    presence_.tell(table_message(frame_.id(), log_.table()));
    presence_.seats_changed();
}

Json Seating::describe(const std::optional<UserRow>& user) const {
    Json json;
    json["table"] = log_.table();
    const auto seat = log_.seat_of(user);
    json["you"] = seat ? Json(*seat) : Json(nullptr);
    return json;
}

} // namespace bastide::server
