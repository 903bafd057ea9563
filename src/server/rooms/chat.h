#pragma once
// What people say to each other beside the game, and whom they do not want to hear.

#include "server/protocol/server_message.h"
#include "server/rooms/presence.h"

#include <set>

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

    void mute(const UserRow& user, const request::Mute& mute);
    /// What this user hears; all of it for nobody.
    std::vector<const ChatRow*> heard_by(const std::optional<UserRow>& user) const;

  private:
    void number_again(Line line, Task fail);
    void forget_where(const std::function<bool(const ChatRow&)>& goes);
    void add(const ChatRow& row);
    bool hears(const std::optional<UserRow>& user, const ChatRow& row) const;

    RoomFrame& frame_;
    const Presence& presence_;
    std::vector<ChatRow> lines_;
    std::size_t bytes_ = 0;
    int forgotten_ = -1; // the last line that is not kept any more
    int next_ = 0;
    std::set<std::pair<std::string, std::string>> muted_; // who, whom
};

} // namespace bastide::server
