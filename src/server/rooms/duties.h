#pragma once
// What a room does when nobody says anything: it starts and ends games, lets bots move, and puts a
// bot into the seat of who is away or out of time. With several nodes one of them does it.

#include "server/rooms/presence.h"
#include "server/rooms/seat_clock.h"

namespace bastide::server {

/// How long a node has for a bot's turn or an expired clock before another one may try.
inline constexpr std::int64_t claim_ms = 15'000;

/// When a server must look at this game again even if nobody asks; 0: never.
std::int64_t due_after(const Match& match, const NextEntry& next);

class Duties {
  public:
    Duties(RoomFrame& frame, GameLog& log, SeatClock& clock, Presence& presence)
        : frame_(frame)
        , log_(log)
        , clock_(clock)
        , presence_(presence)
        , timer_(frame.strand())
        , claimed_(frame.strand())
        , rest_(frame.strand()) {}

    /// Does what is due now, if nothing is being written.
    void look();
    void set_timer();
    /// `then` runs on one node only. The others look again when its time is over: it may have died.
    void claim(Task then);
    /// Somebody is to move whom nobody but this room watches, or a bot is, or a write is tried
    /// again soon.
    bool watches() const;

  private:
    void look_now();
    bool store_rests();
    bool seats_full() const;
    /// Only bots would go on, and nobody looks.
    bool rests() const;
    void rest();
    NextEntry start_entry() const;
    void set_timer_after(std::chrono::milliseconds delay);
    void set_timer_for(std::int64_t ms);
    void time_passed();
    /// Who is to move, if it is a person.
    std::optional<unsigned> person_to_move() const;
    bool bot_is_to_move() const;
    std::optional<std::int64_t> taken_over_at(unsigned seat) const;
    bool mover_is_away() const;
    void take_over_if_away();
    void substitute_mover();
    std::int64_t pause_left_ms() const;
    /// The clocks stood as long as they may.
    void end_pause();
    void let_bot_think();
    void think();
    void bot_moved(int ply, const Move& move);

    RoomFrame& frame_;
    GameLog& log_;
    SeatClock& clock_;
    Presence& presence_;
    Timer timer_;   // clocks and absences
    Timer claimed_; // what another node is at
    Timer rest_;    // after a write that failed
    bool resting_ = false;
    int thinking_ply_ = -1; // a bot was asked at this ply
    int resting_ply_ = -2;  // since this one only bots would go on
};

} // namespace bastide::server
