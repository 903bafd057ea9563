#pragma once
// A game's log as this process knows it. An entry is written first; only when it is durable the
// game changes and the room hears of it. Whatever is uncertain is read again.

#include "server/protocol/code.h"
#include "server/rooms/match.h"
#include "server/rooms/room_frame.h"

#include <deque>

namespace bastide::server {

inline constexpr unsigned chat_lines = 100; // that a room keeps

using SteadyTime = std::chrono::steady_clock::time_point;

/// What the store holds of a game: all as it was read, or nothing of it.
struct Snapshot {
    bool complete = false;
    std::optional<GameRow> row;
    std::vector<LogRow> log;
    std::vector<ChatRow> chat;
    std::vector<PresentRow> present; // on all nodes
};

/// Who is told what became of the log.
class LogListener {
  public:
    /// The game is there; `down_ms` of the time since its last entry no server was up.
    virtual void loaded(const Snapshot& found, std::int64_t down_ms) = 0;
    /// An entry is durable and the game has changed.
    virtual void entered() = 0;
    /// Seats, chat or presence may be new.
    virtual void refreshed(const Snapshot& found) = 0;
    /// The game is not in the store any more.
    virtual void removed() = 0;
    /// Nothing is being written or read: time for what the server does by itself.
    virtual void quiet() = 0;

  protected:
    ~LogListener() = default;
};

/// What a rematch is dealt from, and its id. Both follow from the game and the server's key, so
/// that the secret is fixed before anybody wants a rematch, and serves one game only.
struct RematchSecret {
    std::string id;
    Bytes32 secret = {};
};

/// How the writing of an entry ended.
struct Written {
    SteadyTime known;       // when the first try ended
    bool first_try = false; // and whether it went well
    bool came = false;      // the entry is in the log, be it by the first try or as it was read
};

class GameLog {
  public:
    GameLog(RoomFrame& frame, LogListener& listener)
        : frame_(frame)
        , listener_(listener)
        , retry_(frame.strand()) {}

    void load();
    bool ready() const { return state_ == State::ready; }
    bool missing() const { return state_ == State::missing; }
    /// Why it is missing.
    Code reason() const { return reason_; }
    /// A write or a read is on its way.
    bool changing() const { return writing_ || reading_; }
    bool has_waiting() const { return !deferred_.empty(); }
    /// How many writes failed since the last one that did not.
    unsigned failures() const { return failures_; }

    // Once it is ready.
    const Match& match() const { return *match_; }
    const TableRules& rules() const { return match_->rules(); }
    const GameRow& row() const { return row_; }
    std::optional<unsigned> seat_of(const std::optional<UserRow>& user) const;
    Json table() const;
    RematchSecret rematch_secret() const;

    enum class Until : std::uint8_t { loaded, quiet };
    /// True if the task has to wait; it is then run later, or refused if too many wait.
    bool deferred(Until until, Task task, const Task& refuse);

    /// Writes the entry that comes next. `then` runs when it is known what became of it.
    void submit(NextEntry next, std::function<void(const Written&)> then = nullptr);
    /// Another write about the game: `then` may change the row, and ends with finish().
    void write(Write write, std::function<void(WriteOutcome)> then);
    void finish();
    /// Reads seats again, for a write whose outcome is not certain; ends with finish().
    void reload_seats(Task then);
    void set_seats(std::vector<SeatRow> seats) { row_.seats = std::move(seats); }
    /// A player's name in what was published; the row has it from the store.
    void rename(unsigned seat, const std::string& name) { match_->rename(seat, name); }
    /// Nothing can be done with this game any more.
    void close(Code reason);
    void set_rematch(std::string next) { row_.rematch = std::move(next); }

    /// Reads entries that are not known here, until that succeeds.
    void catch_up(Task then);
    /// Another process wrote to this game: reads what is new, now or after what is on its way.
    void refresh();

  private:
    enum class State : std::uint8_t { loading, ready, missing };
    Snapshot read_all(GameStore& store, int from_ply) const;
    void have_loaded(Snapshot& found, std::int64_t down_ms);
    void build(Snapshot& found);
    Append append_for(const NextEntry& next) const;
    void written(NextEntry& next, WriteOutcome outcome,
                 const std::function<void(const Written&)>& then);
    bool take_rows(const std::vector<LogRow>& rows);
    void accepted(const Entry& entry);
    void run_deferred();

    RoomFrame& frame_;
    LogListener& listener_;
    Timer retry_; // reading again after a failure
    State state_ = State::loading;
    Code reason_ = Code::no_such_game;
    GameRow row_;
    std::unique_ptr<Match> match_;
    unsigned failures_ = 0;
    bool writing_ = false;
    bool reading_ = false;
    bool outdated_ = false; // another process wrote while this one did
    LogRow submitted_;      // what was written last,
    bool came_ = false;     // and whether it was found in the log
    std::deque<Task> deferred_;
};

} // namespace bastide::server
