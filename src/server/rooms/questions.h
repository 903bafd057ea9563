#pragma once
// What players ask each other: to take a turn back, to let the clocks stand, to play again. Other
// nodes hear of it; it lives as long as the ply and the rooms that heard of it.

#include "server/rooms/duties.h"

#include <map>
#include <set>

namespace bastide::server {

class Questions {
  public:
    Questions(RoomFrame& frame, GameLog& log, const SeatClock& clock, Presence& presence,
              Duties& duties)
        : frame_(frame)
        , log_(log)
        , clock_(clock)
        , presence_(presence)
        , duties_(duties) {}

    // Of a seat that may act. Why not, if they may not.
    std::optional<Code> ask_takeback(unsigned seat);
    std::optional<Code> answer_takeback(unsigned seat, const request::TakebackAnswer& answer);
    std::optional<Code> ask_pause(unsigned seat);
    std::optional<Code> answer_pause(unsigned seat, const request::PauseAnswer& answer);
    std::optional<Code> ask_rematch(unsigned seat, const std::optional<Bytes32>& tip);

    /// What a player said on another node.
    void hear(const std::string& text);
    /// The game went on: nobody waits for an answer any more.
    void forget() {
        takeback_.reset();
        pause_.reset();
    }
    /// The next game is known, perhaps from another node.
    void set_rematch(const std::string& next);

    /// Whose question is open.
    std::optional<unsigned> takeback() const { return asked_by(takeback_); }
    std::optional<unsigned> pause() const { return asked_by(pause_); }
    const std::set<unsigned>& rematch() const { return rematch_; }

  private:
    /// Nodes tell each other these numbers.
    enum class Say : std::uint8_t {
        takeback,
        accept,
        refuse,
        rematch,
        pause,
        accept_pause,
        refuse_pause
    };
    struct Asked {
        unsigned seat = 0;
        std::set<unsigned> agreed;
    };
    static std::optional<unsigned> asked_by(const std::optional<Asked>& asked) {
        return asked ? std::optional(asked->seat) : std::nullopt;
    }
    void say(Say what, unsigned seat, const std::optional<Bytes32>& tip = {});
    void said(Say what, unsigned seat);
    void ask(Question question, unsigned seat);
    void accept(Question question, unsigned seat);
    void refuse(Question question);
    std::optional<Asked>& open(Question question) {
        return question == Question::takeback ? takeback_ : pause_;
    }
    /// Whether everybody who is asked has agreed.
    bool agreed(const Asked& asked) const;
    void settle(Question question);
    void take_back(unsigned seat);
    /// Why the clocks cannot stand still now.
    std::optional<Code> no_pause() const;
    void begin_pause(unsigned seat);
    void want_rematch(unsigned seat);
    void create_rematch();
    GameRow next_game() const;
    void tell_rematch() const;

    RoomFrame& frame_;
    GameLog& log_;
    const SeatClock& clock_;
    Presence& presence_;
    Duties& duties_;
    std::optional<Asked> takeback_, pause_;
    std::set<unsigned> rematch_;
    std::map<unsigned, Bytes32> tips_; // of those who want it, for the next game
};

} // namespace bastide::server
