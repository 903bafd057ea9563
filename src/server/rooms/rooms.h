#pragma once
// All rooms of this process by game. A room is loaded when somebody asks for it and forgotten when
// nobody has for a while: the log is the game, the room only its working copy.

#include "server/rooms/room.h"

#include <atomic>
#include <mutex>
#include <unordered_map>

namespace bastide::server {

class Rooms {
  public:
    using Visit = std::function<void(Room&)>;

    struct Settings {
        std::chrono::milliseconds keep_idle{60'000};
        std::chrono::milliseconds sweep_every{5'000};
        bool alone = true;               // no other process serves these games
        std::string node;                // the name of this one
        SealPtr seal;                    // of the store
        std::int64_t overdue_ms = 5'000; // games not in memory are woken this late
        std::size_t most = 10'000;       // rooms in memory
        std::shared_ptr<const GameTime> time = std::make_shared<GameTime>();
    };

    Rooms(Loop& loop, Writer& writer, Reader& reader, Bots& bots, RoomEvents events,
          Settings settings);
    ~Rooms();

    /// Runs `visit` on the room's strand; the room is loaded if it has to be. Calls `refuse` at
    /// once if that would be one room too many.
    void visit(const std::string& game, Visit visit, const Task& refuse);

    /// The same, if the room is in memory: others have nobody in them.
    void visit_known(const std::string& game, Visit visit);

    /// Opens a table. The owner sits down if `sit` names a seat for a person.
    struct NewTable {
        UserRow owner;
        TableRules rules;
        std::optional<unsigned> sit;
        std::optional<Bytes32> tip = {}; // of the owner's hash chain
    };
    void open_table(NewTable table, Answer answer);

    /// Takes a table away; who follows it is told.
    void remove(const RemoveGame& removal, std::function<void(WriteOutcome)> done);
    /// Takes a line of a chat away.
    void remove_line(const std::string& game, int n, std::function<void(WriteOutcome)> done);
    /// Somebody's data was deleted, here or on another node: no room shows them any more.
    void person_gone(const std::string& user);

    /// Another process wrote to this game; an empty name: perhaps to any.
    void refresh(const std::string& game);
    /// A player asked or answered something on another node.
    void hear(const std::string& game, const std::string& text);

    /// Forgets a room that is of no more use, soon.
    void try_forget(const std::string& game);

    /// As clients are told it.
    const GameTime& time() const { return services_.time; }
    std::size_t count() const;
    /// Peers in all rooms; one that follows two games counts twice.
    std::int64_t followers() const { return *services_.followers; }
    /// Begins to look for games that are due, and to forget idle rooms.
    void start();
    void stop();

  private:
    struct Held {
        std::shared_ptr<Room> room;
        unsigned visits = 0; // posted and not yet done
        std::chrono::steady_clock::time_point used;
    };
    void sweep();
    void visit_held(const std::string& game, const Visit& what);
    void forget_idle(std::chrono::milliseconds unused_for);
    void wake_due(std::int64_t overdue_ms);

    RoomServices services_;
    Setups setups_;
    Settings settings_;
    Strand strand_;
    Timer timer_;
    mutable std::mutex mutex_;
    std::unordered_map<std::string, Held> rooms_;
    std::shared_ptr<std::atomic<bool>> stopped_ = std::make_shared<std::atomic<bool>>(false);
};

} // namespace bastide::server
