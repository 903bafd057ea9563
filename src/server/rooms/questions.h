#pragma once
// What players ask each other: to take a turn back, to play again. Other nodes hear of it; it lives
// as long as the ply and the rooms that heard of it.

#include "server/rooms/duties.h"

#include <map>
#include <set>

namespace bastide::server {

class Questions {
  public:
    Questions(RoomFrame& frame, GameLog& log, Presence& presence, Duties& duties)
        : frame_(frame)
        , log_(log)
        , presence_(presence)
        , duties_(duties) {}

    // Of a seat that may act. Why not, if they may not.
    std::optional<Code> ask_takeback(unsigned seat);
    std::optional<Code> answer_takeback(unsigned seat, const request::TakebackAnswer& answer);
    std::optional<Code> ask_rematch(unsigned seat, const std::optional<Bytes32>& tip);

    /// What a player said on another node.
    void hear(const std::string& text);
    /// The game went on: nobody waits for an answer any more.
    void forget_takeback() { takeback_.reset(); }
    /// The next game is known, perhaps from another node.
    void set_rematch(const std::string& next);

    /// Whose question is open.
    std::optional<unsigned> takeback() const;
    const std::set<unsigned>& rematch() const { return rematch_; }

  private:
    enum class Say : std::uint8_t { takeback, accept, refuse, rematch };
    struct Takeback {
        unsigned seat = 0;
        std::set<unsigned> agreed;
    };
    void say(Say what, unsigned seat, const std::optional<Bytes32>& tip = {});
    void said(Say what, unsigned seat);
    void settle_takeback();
    void want_rematch(unsigned seat);
    void create_rematch();
    GameRow next_game() const;
    void tell_rematch() const;

    RoomFrame& frame_;
    GameLog& log_;
    Presence& presence_;
    Duties& duties_;
    std::optional<Takeback> takeback_;
    std::set<unsigned> rematch_;
    std::map<unsigned, Bytes32> tips_; // of those who want it, for the next game
};

} // namespace bastide::server
