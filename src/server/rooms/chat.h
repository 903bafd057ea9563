#pragma once
// What people say to each other beside the game.

#include "server/protocol/server_message.h"
#include "server/rooms/presence.h"

namespace bastide::server {

class Chat {
  public:
    Chat(RoomFrame& frame, const Presence& presence)
        : frame_(frame)
        , presence_(presence) {}

    struct Line {
        UserRow user;
        std::optional<unsigned> seat;
        std::string text;
    };
    /// Everybody hears it once it is stored; `fail` if it cannot be.
    void say(Line line, Task fail);
    /// Lines from the store; those that are new here are told.
    void take(const std::vector<ChatRow>& lines);

    /// The host took a line away, or somebody their data: nobody reads it any more.
    void forget(int n);
    void forget_lines_of(const std::string& user);

    std::vector<const ChatRow*> heard_by(const Peer& peer) const;

  private:
    void catch_up_and_say(Line line, Task fail);
    void forget_where(const std::function<bool(const ChatRow&)>& goes);
    void add(const ChatRow& row);

    RoomFrame& frame_;
    const Presence& presence_;
    std::vector<ChatRow> lines_;
    std::size_t bytes_ = 0;
    int forgotten_ = -1; // the last line that is not kept any more
    int next_ = 0;
};

} // namespace bastide::server
