#pragma once
// How much time each seat has left. Clocks stand still while no server is up or the one that is
// does not run, and while the players have agreed on a pause.

#include "server/base/game_time.h"
#include "server/protocol/server_message.h"
#include "server/rooms/game_log.h"

namespace bastide::server {

class SeatClock {
  public:
    SeatClock(const GameLog& log, const GameTime& time)
        : log_(log)
        , time_(time) {}

    /// The game was loaded; since its last entry no server was up for so long.
    void resume(std::int64_t down_ms);
    /// An entry came, here or from another node: who is to move hears of it now and begins to pay.
    void restart();

    /// Whether this game has clocks.
    bool running() const { return !log_.match().remaining_ms().empty(); }
    /// When the turn began, in time awake.
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
    std::int64_t spent_ms() const {
        return log_.match().pause().on() ? 0 : time_.awake_ms() - since_;
    }

    const GameLog& log_;
    const GameTime& time_;
    std::int64_t since_ = 0;
    bool told_ = false;
};

} // namespace bastide::server
