#pragma once
// Who is there. With several nodes each writes which players are connected to it; a player is away
// when no node that is alive says otherwise.

#include "server/protocol/server_message.h"
#include "server/rooms/game_log.h"
#include "server/rooms/peer.h"

#include <array>

namespace bastide::server {

class Presence {
  public:
    struct Follower {
        PeerPtr peer;
        std::optional<unsigned> seat;
    };

    /// `on_changed` hears whenever somebody came or went, here or elsewhere.
    Presence(RoomFrame& frame, GameLog& log, Task on_changed)
        : frame_(frame)
        , log_(log)
        , on_changed_(std::move(on_changed))
        , later_(frame.strand())
        , count_(frame.services().followers) {}
    ~Presence();
    Presence(const Presence&) = delete;
    Presence& operator=(const Presence&) = delete;

    const std::vector<Follower>& followers() const { return followers_; }
    void tell(std::string text) const;

    /// Whether they were not here before: then everybody has to hear of it by changed(). Who is
    /// closed never enters.
    [[nodiscard]] bool enter(const PeerPtr& peer);
    void leave(const PeerPtr& peer);
    /// The room is no more: nobody follows it.
    void dismiss() { followers_.clear(); }
    /// Everybody is told soon: at most twice a second, however many come and go.
    void changed();
    /// Seats were taken or left.
    void seats_changed();

    bool is_here(unsigned seat) const;
    bool is_present(unsigned seat) const { return elsewhere_[seat] || is_here(seat); }
    /// Since when nobody has seen the player of a seat that is not present, in time awake.
    std::int64_t away_since(unsigned seat) const { return away_since_[seat]; }
    PresenceView view() const;

    /// Nobody has been seen yet.
    void start(const std::vector<PresentRow>& rows);
    /// What the store says now, also about this node: others may have taken it for dead.
    void take(const std::vector<PresentRow>& rows);

  private:
    void write();
    void tell_view();

    using PerSeat = std::array<bool, max_players>;
    RoomFrame& frame_;
    GameLog& log_;
    Task on_changed_;
    Timer later_; // when everybody may be told again
    bool just_told_ = false;
    bool to_tell_ = false;
    std::vector<Follower> followers_;
    std::shared_ptr<std::atomic<std::int64_t>> count_; // of those in all rooms
    std::array<std::int64_t, max_players> away_since_ = {};
    PerSeat present_ = {};      // as everybody was told last
    PerSeat here_written_ = {}; // of this node, for the others
    PerSeat elsewhere_ = {};    // what they wrote
};

} // namespace bastide::server
