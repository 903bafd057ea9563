#pragma once
// One game and everybody who follows it. Everything here happens on the room's strand. An entry is
// written first; only when it is durable the game changes and everybody hears of it.

#include "server/base/loop.h"
#include "server/protocol/message.h"
#include "server/rooms/bots.h"
#include "server/rooms/match.h"
#include "server/rooms/peer.h"
#include "server/storage/writer.h"

#include <deque>
#include <set>

namespace bastide::server {

class Rooms;

/// What a room hears and does beyond its own walls.
struct RoomEvents {
    /// Seconds from a move's arrival to its being durable, and to its being told.
    std::function<void(double durable, double told)> on_move;
    std::function<void(std::string_view answer)> on_answer; // ack, stale, refused, …
    std::function<void()> on_resume;
    std::function<void(const std::string& game, const std::string& what)> on_trouble;
};

struct RoomServices {
    Loop& loop;
    StoreWriter& writer;
    StoreReader& reader;
    Bots& bots;
    Setups& setups;
    Rooms& rooms;
    RoomEvents events;
    bool alone;       // no other process serves these games
    std::string node; // this process among those that do
};

/// How long a node has for a bot's turn or an expired clock before another one may try.
inline constexpr std::int64_t claim_ms = 15'000;

inline constexpr unsigned chat_lines = 100; // that a room keeps

using SteadyTime = std::chrono::steady_clock::time_point;
using Answer = std::function<void(std::expected<Json, Code>)>;

Json chat_line_json(const ChatRow& row);

class Room : public std::enable_shared_from_this<Room> {
  public:
    Room(RoomServices& services, std::string id);

    Strand& strand() { return strand_; }

    // On the strand.
    void load();
    void receive(const PeerPtr& peer, const ClientMessage& message, SteadyTime arrived);
    void leave(const PeerPtr& peer);
    /// Only accounts sit at rated tables.
    struct Sitter {
        UserRow user;
        bool has_account = false;
    };
    void take_seat(const Sitter& sitter, std::optional<unsigned> seat, Answer answer);
    void leave_seat(const UserRow& user, Answer answer);
    void describe(const std::optional<UserRow>& user, Answer answer);
    void record(std::function<void(std::expected<std::string, Code>)> answer);
    /// Looks again at what is due: bots, clocks, an end; and at what others wrote to the log.
    void wake();
    /// Another process wrote to this game: reads what is new.
    void refresh();
    /// A player asked or answered something on another node.
    void hear(const std::string& text);
    bool idle() const;
    bool missing() const { return state_ == State::missing; }

  private:
    struct Follower {
        PeerPtr peer;
        std::optional<unsigned> seat;
    };
    struct Waiting { // who asked for the entry that is being written
        PeerPtr peer;
        std::string move_id;
        std::string type;
        SteadyTime arrived;
    };
    struct TakebackQuestion {
        unsigned seat = 0;
        std::set<unsigned> agreed;
    };
    enum class State : std::uint8_t { loading, ready, missing };

    // room.cpp: loading, writing, telling
    struct Snapshot;
    /// What the store holds of this game from that ply on; on a thread that reads.
    Snapshot read_all(GameStore& store, int from_ply) const;
    void loaded(Snapshot found, std::int64_t down_ms);
    /// True if the task has to wait; it is then run later, or refused if too many wait.
    bool deferred(bool busy, Task task, const Task& refuse);
    bool changing() const { return writing_ || reading_; }
    bool seats_full() const;
    void run_deferred();
    void submit(Entry entry, Waiting waiting);
    void written(const Entry& entry, const Waiting& waiting, WriteOutcome outcome);
    void catch_up(Task then);
    void refreshed(const Snapshot& found);
    void finish_write();
    void answer_written(const Entry& entry, const Waiting& waiting);
    bool take_rows(const std::vector<LogRow>& rows);
    void accept(const Entry& entry);
    void after_change();
    void reload_seats();
    void seats_changed();
    void tell(const std::string& text);
    Json table_json() const;
    std::string state_text(const PeerPtr& peer, int since);

    // room_messages.cpp: what clients ask for
    void dispatch(const PeerPtr& peer, const ClientMessage& message, SteadyTime arrived);
    void hello(const PeerPtr& peer, int since);
    void move(const PeerPtr& peer, const ClientMessage& message, SteadyTime arrived);
    void chat(const PeerPtr& peer, const std::string& text);
    void mute(const PeerPtr& peer, const ClientMessage& message);
    void resign(const PeerPtr& peer);
    void claim(const PeerPtr& peer);
    void ask_takeback(const PeerPtr& peer);
    void answer_takeback(const PeerPtr& peer, bool accept);
    void rematch(const PeerPtr& peer);
    void number_again(const PeerPtr& peer, const std::string& text);
    void add_chat(const ChatRow& row);
    void take_seat_back(const PeerPtr& peer);
    std::optional<unsigned> seat_of(const std::optional<UserRow>& user) const;
    std::optional<unsigned> playing_seat(const PeerPtr& peer, std::string_view type);
    void error(const PeerPtr& peer, std::string_view type, Code code);
    void refuse(const PeerPtr& peer, const std::string& move_id, Code code,
                std::string_view violation = {});
    Waiting asked(const PeerPtr& peer, std::string_view type) const;

    // room_questions.cpp: what players ask each other, on any node
    enum class Say : std::uint8_t { takeback, accept, refuse, rematch };
    void say(Say what, unsigned seat);
    void said(Say what, unsigned seat);
    void tell_takeback(std::string_view state);
    void settle_takeback();
    void want_rematch(unsigned seat);
    void create_rematch();
    void tell_rematch();

    // room_presence.cpp: who is there, on this node and on others
    using Seats = std::array<bool, 5>;
    bool seat_here(unsigned seat) const;
    bool seat_present(unsigned seat) const;
    Json presence_json() const;
    void presence_changed();
    void write_presence();
    void take_presence(const std::vector<PresentRow>& rows);
    void take_over_if_away();

    // room_time.cpp: clocks, absences, bots
    std::int64_t left_ms(unsigned seat) const;
    Json clock_json() const;
    std::vector<std::int64_t> remaining_after_move(std::int64_t lag_ms) const;
    std::int64_t due_after(const Entry& entry) const;
    void set_timer();
    void set_timer_after(std::chrono::milliseconds delay);
    void time_passed();
    std::optional<std::int64_t> taken_over_at(unsigned seat) const;
    bool mover_is_away() const;
    void claim(Task then);
    void substitute_mover();
    void let_bot_think();
    void think();
    void bot_moved(int ply, const Move& move);

    RoomServices& services_;
    const std::string id_;
    Strand strand_;
    Timer timer_;   // clocks and absences
    Timer claimed_; // what another node is at
    Timer retry_;   // reading again after a failure
    State state_ = State::loading;
    Code missing_ = Code::no_such_game;
    GameRow row_;
    std::unique_ptr<Match> match_;
    std::vector<ChatRow> chat_;
    int next_chat_ = 0;
    std::vector<Follower> followers_;
    std::set<std::pair<std::string, std::string>> muted_; // who, whom
    bool writing_ = false;
    bool reading_ = false;
    bool outdated_ = false; // another process wrote while this one did
    std::deque<Task> deferred_;
    std::optional<TakebackQuestion> takeback_;
    std::set<unsigned> rematch_;
    std::int64_t running_since_ = 0;              // when the clock of who is to move began to run
    std::array<std::int64_t, 5> away_since_ = {}; // of seats that are not present
    Seats present_ = {};                          // as everybody was told last
    Seats here_written_ = {};                     // of this node, for the others
    Seats elsewhere_ = {};                        // what they wrote
    int thinking_ply_ = -1;                       // a bot was asked at this ply
    bool time_told_ = false;
};

} // namespace bastide::server
