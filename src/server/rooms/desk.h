#pragma once
// Where clients' requests are answered: one function for each. Made for one message.

#include "server/rooms/chat.h"
#include "server/rooms/questions.h"
#include "server/rooms/seating.h"

namespace bastide::server {

/// The parts of a room, in the order in which one needs the other.
struct RoomParts {
    RoomParts(RoomServices& services, std::string id, LogListener& listener)
        : frame(services, std::move(id))
        , log(frame, listener)
        , presence(frame, log, [this] { duties.set_timer(); })
        , clock(log, services.time)
        , duties(frame, log, clock, presence)
        , questions(frame, log, clock, presence, duties)
        , chat(frame, presence)
        , seating(frame, log, presence) {}

    RoomFrame frame;
    GameLog log;
    Presence presence;
    SeatClock clock;
    Duties duties;
    Questions questions;
    Chat chat;
    Seating seating;
};

class Desk {
  public:
    Desk(RoomParts& room, PeerPtr peer, SteadyTime arrived)
        : room_(room)
        , peer_(std::move(peer))
        , arrived_(arrived) {}

    /// The one answer to a move, or an error for anything else.
    void refuse(const Request& request, Code code);
    /// After the answer.
    void answered(const Request& request) {
        if (std::holds_alternative<request::Hello>(request)) peer_->hello_answered();
    }

    // The game is there; requests that change it come when nothing is being written.
    void operator()(const request::Hello& hello);
    void operator()(const request::Bye& bye);
    void operator()(const request::Move& move);
    void operator()(const request::Chat& chat);
    void operator()(const request::Mute& mute);
    void operator()(const request::Resign& resign);
    void operator()(const request::ClaimTime& claim);
    void operator()(const request::Takeback& takeback);
    void operator()(const request::TakebackAnswer& answer);
    void operator()(const request::Pause& pause);
    void operator()(const request::PauseAnswer& answer);
    void operator()(const request::Resume& resume);
    void operator()(const request::Rematch& rematch);
    void operator()(const request::Return& back);
    void operator()(const request::Ping& ping);

  private:
    void send(std::string text, std::string_view kind);
    void error(std::string_view type, Code code);
    void error(std::string_view type, const std::optional<Code>& code);
    void refuse(const request::Move& move, Code code, std::string_view violation = {});
    void answer_written(const request::Move& move, unsigned seat, const Written& written);
    /// The seat of somebody who may act in a running game; else they are told why not.
    std::optional<unsigned> playing_seat(std::string_view type);
    void submit(std::string_view type, Entry entry);
    StateView state() const;

    RoomParts& room_;
    PeerPtr peer_;
    SteadyTime arrived_;
};

} // namespace bastide::server
