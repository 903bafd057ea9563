#pragma once
// One game that plays itself through the real protocol: a socket for each seat, random legal moves,
// an own engine that compares every hash. Whatever breaks, it connects again, resumes, and repeats
// the move that has no answer yet.

#include "server/client/client.h"
#include "server/client/follower.h"
#include "server/dealer/chain.h"

#include <array>
#include <atomic>

namespace bastide::server {

using SteadyTime = std::chrono::steady_clock::time_point;

struct AckedMove {
    unsigned seat = 0;
    std::string move_id;
    int ply = 0;
};

class LoadGame;

/// Called on the game's strand.
struct LoadEvents {
    std::function<void(const std::shared_ptr<LoadGame>&)> on_ready; // a move can be played
    std::function<void()> on_unplayed; // a move was due, but the game waits for none
    std::function<void(SteadyTime due)> on_acked;
    std::function<void()> on_stale;
    std::function<void()> on_reconnect;
    std::function<void(const std::shared_ptr<LoadGame>&)> on_over;
    std::function<void(const std::string&)> on_wrong; // what must never happen
};

class LoadGame : public std::enable_shared_from_this<LoadGame> {
  public:
    struct Table {
        std::string game;
        std::vector<std::string> tokens; // by seat
        std::vector<Chain> chains = {};  // by seat; empty: nobody brings one
    };
    /// With several servers, each seat takes another one and the next whenever it reconnects.
    LoadGame(Loop& loop, std::vector<ServerAddress> servers, Table table, Setups& setups,
             LoadEvents& events);

    void begin();
    /// Plays the next move; `due` is when it should have been played. One at a time: the next after
    /// on_ready, or on_unplayed is all that comes of it.
    void play(SteadyTime due);
    /// Pulls the cables.
    void drop();
    void stop();

    const std::string& game() const { return table_.game; }
    /// Once it is over, or after stop() and the loop's end.
    const std::vector<AckedMove>& acked() const { return acked_; }
    bool over() const { return over_; }
    /// A move was handed in, and nothing has come of it yet.
    bool waiting() const { return waiting_; }

  private:
    struct Line {
        std::unique_ptr<ClientSocket> socket;
        bool open = false;        // the game's state was heard
        bool closed = false;      // to be connected again
        bool unanswered = false;  // the state could not be told yet: to be asked for again
        std::uint64_t number = 0; // callbacks of an older socket are ignored
    };
    struct Pending {
        unsigned seat = 0;
        std::string move_id;
        std::string text;
        SteadyTime due;
        SteadyTime sent;
    };
    void connect(unsigned seat);
    void reconnect(std::chrono::milliseconds delay);
    void heard(unsigned seat, const std::string& text);
    void heard_state(unsigned seat, const Json& message);
    void heard_answer(const Json& message, const std::string& type);
    void answered();
    void add(const Json& entry);
    void after_entries();
    void send_pending();
    void tick();
    void hello(unsigned seat);

    Loop& loop_;
    std::vector<ServerAddress> servers_;
    Table table_;
    Setups& setups_;
    LoadEvents& events_;
    Strand strand_;
    Timer timer_;
    std::array<Line, max_players> lines_;
    std::unique_ptr<Follower> follower_;
    std::optional<Pending> pending_;
    int ready_told_ = -1;
    std::vector<AckedMove> acked_;
    std::atomic<bool> over_ = false;
    std::atomic<bool> waiting_ = false;
    bool stopped_ = false;
    Random random_;
};

} // namespace bastide::server
