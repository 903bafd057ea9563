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
        bytes_.count = pairs_.count = fours_.count = words_.count = 0;
        events_.clear();
    }

  private:
    friend struct Recorder;
    friend void undo(Game& game, const Change& change);

    /// Values of one size, and where in the Game they were. An object is always kept with the same
    /// size, so that the lists are taken back one after the other, each by plain stores.
    template <class Value, unsigned room>
    struct Olds {
        unsigned count = 0;
        std::array<std::uint16_t, room> offset;
        std::array<Value, room> value;

        void keep(const Game& game, const void* object) {
            assert(count < room);
            const auto at = static_cast<const char*>(object) - reinterpret_cast<const char*>(&game);
            offset[count] = static_cast<std::uint16_t>(at);
            std::memcpy(&value[count++], object, sizeof(Value));
        }
        void put_back(Game& game) const {
            for (unsigned i = count; i-- > 0;) {
                std::memcpy(reinterpret_cast<char*>(&game) + offset[i], &value[i], sizeof(Value));
            }
        }
    };
    static_assert(sizeof(Game) < 65536);

    Header header_;
    Olds<std::uint8_t, 160> bytes_; // parents of 16 ports, codes of 6 slots, or 96 tiles of the bag
    Olds<std::uint16_t, 64> pairs_; // cells and grid entries of 6 slots, parents of 16 wide ports
    Olds<std::uint32_t, 64> fours_; // words of 16 ports on fields and of the areas they join
    Olds<std::uint64_t, 128> words_; // of 16 ports and 4 areas, twice in a wide game; 24 sites
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
        static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8);
        if constexpr (sizeof(T) == 1) {
            change_.bytes_.keep(game_, &value);
        } else if constexpr (sizeof(T) == 2) {
            change_.pairs_.keep(game_, &value);
        } else if constexpr (sizeof(T) == 4) {
            change_.fours_.keep(game_, &value);
        } else {
            change_.words_.keep(game_, &value);
        }
    }
    void keep(const WideFeatureWord& word) {
        keep(word.sets);
        keep(word.sums);
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
