#pragma once
// One game and everybody who follows it. The room routes: what is asked waits until the log is
// there and quiet, then goes to the part that owns it; what the log tells goes to all parts.
// Everything here happens on the room's strand.

#include "server/rooms/desk.h"

namespace bastide::server {

class Room final : private LogListener {
  public:
    static std::shared_ptr<Room> make(RoomServices& services, std::string id);

    Strand& strand() { return parts_.frame.strand(); }

    // On the strand.
    void load() { parts_.log.load(); }
    void receive(const PeerPtr& peer, const ClientMessage& message, SteadyTime arrived);
    void leave(const PeerPtr& peer);
    void take_seat(const Sitter& sitter, std::optional<unsigned> seat, const Answer& answer);
    void leave_seat(const UserRow& user, const Answer& answer);
    void describe(const std::optional<UserRow>& user, const Answer& answer);
    void record(const std::function<void(std::expected<std::string, Code>)>& answer);
    /// Looks again at what is due: bots, clocks, an end; and at what others wrote to the log.
    void wake();
    /// Another process wrote to this game: reads what is new.
    void refresh() { parts_.log.refresh(); }
    /// The table was taken away: who follows it is told, and that is all.
    void vanish();
    /// A line of the chat was taken away.
    void forget_line(int n);
    /// Somebody's data was deleted: their name and words are not shown any more.
    void person_gone(const std::string& user);
    /// A player asked or answered something on another node.
    void hear(const std::string& text);
    bool idle() const;
    bool missing() const { return parts_.log.missing(); }

  private:
    Room(RoomServices& services, std::string id)
        : parts_(services, std::move(id), *this) {}

    void loaded(const Snapshot& found, std::int64_t down_ms) override;
    void entered() override;
    void refreshed(const Snapshot& found) override;
    void removed() override { vanish(); }
    void quiet() override { parts_.duties.look(); }
    void tell_whose_turn() const;

    /// Runs `act` once the log is there and, if that is asked for, quiet. `refuse` hears why not.
    void when(GameLog::Until until, Task act, std::function<void(Code)> refuse);

    RoomParts parts_;
};

} // namespace bastide::server
