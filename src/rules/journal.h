#pragma once
// What a move did. A move writes through a Trace: Silent for playouts, Recorder to undo and tell.

#include "rules/events.h"
#include "rules/game.h"

#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>

namespace bastide {

/// What a draw or a move changed: enough to undo it, and every point it gave.
class Change {
  public:
    const TurnEvents& events() const { return events_; }
    void clear() {
        count_ = 0;
        events_.clear();
    }

  private:
    friend struct Recorder;
    friend void undo(Game& game, const Change& change);

    struct Old {
        std::uint16_t offset; // in Game, in units of 1 byte
        std::uint8_t size;
        std::uint64_t value;
    };
    /// One placement touches at most 16 ports (parent and word each), 6 slots with code, cell and
    /// grid entry, 4 completed areas, 20 sites of 8 bytes, and 96 tiles of the bag on a draw.
    static constexpr unsigned capacity = 256;
    static_assert(sizeof(Game) < 65536);

    Header header_;
    unsigned count_ = 0;
    std::array<Old, capacity> old_;
    TurnEvents events_;
};

/// Leaves no trace: the writes alone remain.
struct Silent {
    static constexpr bool records = false;
    static constexpr bool tells = false;
    template <class T>
    void keep(const T&) {}
};

struct Recorder {
    static constexpr bool records = true;
    static constexpr bool tells = true;

    Recorder(Game& game, Change& change)
        : game_(game)
        , change_(change) {
        change.header_ = game.now;
    }

    /// Remembers a value that is about to change. Header fields need no keeping.
    template <class T>
    void keep(const T& value) {
        static_assert(sizeof(T) <= 8);
        assert(change_.count_ < Change::capacity);
        Change::Old& old = change_.old_[change_.count_++];
        const auto offset =
            reinterpret_cast<const char*>(&value) - reinterpret_cast<const char*>(&game_);
        old.offset = static_cast<std::uint16_t>(offset);
        old.size = sizeof(T);
        std::memcpy(&old.value, &value, sizeof(T));
    }

    void tell(const ScoreEvent& event) { change_.events_.add(event); }

  private:
    Game& game_;
    Change& change_;
};

/// Remembers what undo needs and tells nothing, for search.
struct Keeper : Recorder {
    static constexpr bool tells = false;
    using Recorder::Recorder;
};

/// Takes back the latest draw or move; the game is then as it was, slot by slot.
void undo(Game& game, const Change& change);

} // namespace bastide
