#pragma once
// What the parts of a room share: its name, its strand, the services of the process, and the way to
// wait for the disk. What waits keeps the room alive; everything runs on the room's strand.

#include "server/base/game_time.h"
#include "server/base/loop.h"
#include "server/rooms/bots.h"
#include "server/rooms/table_rules.h"
#include "server/storage/writer.h"

#include <atomic>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace bastide::server {

class Rooms;

/// A person is to move, since this ply.
struct Turn {
    std::string user;
    std::string game;
    int ply = 0;
};

/// What a room tells the process.
struct RoomEvents {
    /// Seconds from a move's arrival to its being durable, and to its being told.
    std::function<void(double durable, double told)> on_move;
    std::function<void(std::string_view answer)> on_answer; // ack, stale, refused, …
    std::function<void()> on_resume;
    std::function<void(const Turn& turn)> on_turn; // may be nobody
    std::function<void(const std::string& game, const std::string& what)> on_trouble;
};

struct RoomServices {
    Loop& loop;
    Writer& writer;
    Reader& reader;
    Bots& bots;
    Setups& setups;
    Rooms& rooms;
    const GameTime& time;
    RoomEvents events;
    std::shared_ptr<std::atomic<std::int64_t>> followers; // in all rooms; outlives the last one
    bool alone;                                           // no other process serves these games
    std::string node;                                     // this process among those that do
    SealPtr seal;                                         // of the store
};

class RoomFrame {
  public:
    RoomFrame(RoomServices& services, std::string id)
        : services_(services)
        , id_(std::move(id))
        , strand_(services.loop) {}

    /// Whom the tasks keep alive; before anything else.
    void set_room(std::weak_ptr<void> room) { room_ = std::move(room); }

    RoomServices& services() const { return services_; }
    const GameTime& time() const { return services_.time; }
    const std::string& id() const { return id_; }
    Strand& strand() { return strand_; }
    void trouble(const std::string& what) const { services_.events.on_trouble(id_, what); }

    std::weak_ptr<void> weak() const { return room_; }
    /// The task, for as long as somebody holds the room.
    Task kept(Task task) const {
        return [room = room_.lock(), task = std::move(task)] { task(); };
    }
    /// The task, if the room is still there when it is due.
    Task if_alive(Task task) const {
        return [weak = room_, task = std::move(task)] {
            if (const auto room = weak.lock()) task();
        };
    }
    void post(Task task) { strand_.post(kept(std::move(task))); }

    void write(Write write, std::function<void(WriteOutcome)> then) {
        services_.writer.write(std::move(write), [this, room = room_.lock(),
                                                  then = std::move(then)](WriteOutcome outcome) {
            strand_.post([room, then, outcome] { then(outcome); });
        });
    }
    /// `ask` runs on a thread that reads, `then` gets what it found.
    template <class Ask, class Then>
    void read(Ask ask, Then then) {
        services_.reader.read([this, room = room_.lock(), ask = std::move(ask),
                               then = std::move(then)](GameStore& store) {
            auto found = std::make_shared<std::invoke_result_t<Ask, GameStore&>>(ask(store));
            strand_.post([room, then, found] { then(*found); });
        });
    }

  private:
    RoomServices& services_;
    const std::string id_;
    Strand strand_;
    std::weak_ptr<void> room_;
};

} // namespace bastide::server
