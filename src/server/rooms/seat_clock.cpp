#include "server/rooms/seat_clock.h"

#include <algorithm>

namespace bastide::server {
namespace {

constexpr std::int64_t most_lag_ms = 500; // given back for one move

std::int64_t not_negative(std::int64_t ms) {
    return std::max<std::int64_t>(0, ms);
}

} // namespace

void SeatClock::resume(std::int64_t down_ms) {
    if (!log_.match().started()) return;
    since_ = time_.awake_ms() - not_negative(time_.now_ms() - log_.match().last_at() - down_ms);
}

void SeatClock::restart() {
    since_ = time_.awake_ms();
    told_ = false;
}

std::int64_t SeatClock::left_ms(unsigned seat) const {
    const Match& match = log_.match();
    const std::int64_t left = match.remaining_ms()[seat];
    const bool pays = match.to_move() == seat && !match.seat(seat).agent;
    return pays ? left - spent_ms() : left;
}

ClockView SeatClock::view() const {
    ClockView view;
    for (unsigned i = 0; i < log_.rules().players(); ++i) {
        view.remaining_ms.push_back(not_negative(left_ms(i)));
    }
    const Match& match = log_.match();
    if (match.pause().on()) {
        view.paused_until = match.pause().until();
    } else {
        view.running = match.to_move();
    }
    view.at = time_.now_ms();
    return view;
}

std::vector<std::int64_t> SeatClock::remaining_after_move(std::int64_t lag_ms) const {
    const Match& match = log_.match();
    std::vector<std::int64_t> remaining = match.remaining_ms();
    const auto mover = match.to_move();
    if (remaining.empty() || !mover) return remaining;
    const ClockRule& clock = match.rules().clock;
    std::int64_t& mine = remaining[*mover];
    if (clock.kind == ClockRule::Kind::days) {
        mine = clock.initial_ms;
    } else if (!match.seat(*mover).agent) {
        const std::int64_t paid = not_negative(spent_ms() - std::min(lag_ms, most_lag_ms));
        mine = not_negative(mine - paid) + clock.increment_ms;
    }
    return remaining;
}

std::vector<std::int64_t> SeatClock::remaining_now(unsigned seat) const {
    std::vector<std::int64_t> remaining = log_.match().remaining_ms();
    if (!remaining.empty()) remaining[seat] = not_negative(left_ms(seat));
    return remaining;
}

} // namespace bastide::server
