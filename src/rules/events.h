#pragma once
// Scores explain themselves: every point is an event.

#include "rules/move.h"
#include "rules/ruleset.h"
#include "rules/tile.h"

#include <array>
#include <cassert>
#include <cstdint>

namespace bastide {

enum class AreaKind : std::uint8_t {
    road,
    city,
    monastery,
    garden,
    field,
    gingerbread,
    forest,
    river,
    hut,
    meadow,
    goods,
};
inline constexpr unsigned area_kind_count = 11;

/// Points of one player by kind of area.
using Breakdown = std::array<int, area_kind_count>;

enum class Reason : std::uint8_t {
    completed, // T4
    final,     // E2, E3, H9, H10
    recall,    // A4
    left,      // G3: the Gingerbread Man left the city
};

struct ScoreEvent {
    AreaKind area = AreaKind::road;
    Reason reason = Reason::completed;
    std::uint8_t player = 0;
    std::int16_t points = 0;
    /// What was counted: tiles; segments (forest, river); completed cities (field);
    /// the site and its neighbours (monastery, garden); fish (hut); paying animals (meadow).
    std::uint8_t tiles = 0;
    /// What was added: shields (city), mushrooms (forest), fish (river); knights (gingerbread).
    std::uint8_t extras = 0;
    /// The player's tokens that decided about it, and the most that another had. Nobody is compared
    /// when the Gingerbread Man leaves; the hunter at the shrine counts alone (H11).
    std::uint8_t own = 0;
    std::uint8_t rival = 0;
    /// The area's smallest segment by x, y, segment.
    SegmentRef where = {};
    /// An inn, a cathedral or the own pig made it more (I3, I4, B10).
    bool raised = false;
    /// Of AreaKind::goods: what the player took from a completed city, for no points yet (B7), or
    /// the one kind of which he has most at the end (B8).
    GoodsCount goods = {};
    friend constexpr bool operator==(const ScoreEvent&, const ScoreEvent&) = default;
};

/// A list without allocation. `capacity` is a bound by the rules, not a guess.
template <unsigned capacity>
class EventBuffer {
  public:
    void add(const ScoreEvent& event) {
        assert(count_ < capacity);
        events_[count_++] = event;
    }
    void clear() { count_ = 0; }
    unsigned size() const { return count_; }
    const ScoreEvent& operator[](unsigned i) const { return events_[i]; }
    const ScoreEvent* begin() const { return events_.data(); }
    const ScoreEvent* end() const { return events_.data() + count_; }
    ScoreEvent* begin() { return events_.data(); }
    ScoreEvent* end() { return events_.data() + count_; }

  private:
    unsigned count_ = 0;
    std::array<ScoreEvent, capacity> events_;
};

/// One turn: four features to all players, the goods of each, the nine sites around a tile, the
/// Gingerbread Man leaving twice, one recall.
using TurnEvents = EventBuffer<4 * (max_players + 1) + 9 + 2 * max_players + 1>;

/// The end: each token pays at most once, or (city-4) each of 64 completed cities pays all players;
/// then the goods.
inline constexpr unsigned max_tokens_of_player = 10;
using FinalEvents = EventBuffer<(max_tokens_of_player + 64 + goods_count) * max_players>;

} // namespace bastide
