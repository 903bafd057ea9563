#pragma once
// How much time each seat has left. Clocks stand still while no server is up.

#include "server/protocol/server_message.h"
#include "server/rooms/game_log.h"

namespace bastide::server {

class SeatClock {
  public:
    explicit SeatClock(const GameLog& log)
        : log_(log) {}

    /// The game was loaded; since its last entry no server was up for so long.
    void resume(std::int64_t down_ms);
    /// An entry came: who is to move begins to pay.
    void restart(std::int64_t at);

    /// Whether this game has clocks.
    bool running() const { return !log_.match().remaining_ms().empty(); }
    /// When the turn began.
    std::int64_t since() const { return since_; }
    std::int64_t left_ms(unsigned seat) const;
    bool out_of_time(unsigned seat) const { return running() && left_ms(seat) <= 0; }
    ClockView view() const;
    /// What every seat has left once the mover has moved: they pay the time since their turn
    /// began, less what the network took.
    std::vector<std::int64_t> remaining_after_move(std::int64_t lag_ms) const;
    /// What every seat has left if this one's clock is read now.
    std::vector<std::int64_t> remaining_now(unsigned seat) const;

    /// That the mover's time is over is told once.
    bool told() const { return told_; }
    void tell() { told_ = true; }

  private:
    const GameLog& log_;
    std::int64_t since_ = 0;
    bool told_ = false;
};

} // namespace bastide::server
