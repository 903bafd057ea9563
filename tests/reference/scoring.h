#pragma once

#include "areas.h"
#include "rules.h"

#include <map>
#include <string>
#include <vector>

namespace bastide::reference {

// One gift of points, or (kind goods) of the counters in a completed city. Area: road, city,
// monastery, garden, field, gingerbread, forest, river, hut, meadow, goods. Reason: completed,
// final, recall, left.
//
// tiles: tiles counted; forest and river: segments; monastery and garden: 1 + filled neighbours;
// field: completed cities paid by this event; hut: fish; meadow: animals that pay.
// shields: of a city; mushrooms of a forest; fish of a river; knights of a city that the
// Gingerbread Man leaves; else 0.
// own, rival: the strength of the player's tokens that decided about the points, and the most that
// another had; area goods: the player's counters alone.
// Nobody is compared with anybody when the Gingerbread Man leaves; the hunter at the shrine counts
// alone.
// x, y, segment: the smallest segment of the area (farms = city-4: of the city that pays).
// goods: what is taken, or the kind that pays at the end with the player's counters of it.
struct Event {
    std::string kind = "score";
    std::string area;
    std::string reason;
    int player = 0;
    int points = 0;
    int tiles = 0;
    int shields = 0;
    int own = 0;
    int rival = 0;
    int x = 0;
    int y = 0;
    int segment = 0;
    bool inn = false;       // a road's
    bool cathedral = false; // a city's
    bool pig = false;       // a field's: the owner's pig raised the points
    std::map<std::string, int> goods = {};
    auto operator<=>(const Event&) const = default;
};

struct Position {
    const Board& board;
    const Tokens& tokens;
    int players;
};

// F5, H6: who has most, all of them when tied; nobody when all have none.
std::vector<int> leaders(const std::vector<int>& counts);

// Per player, the strength of the followers in an area (I6).
std::vector<int> followers(const Position& position, const Area& area);

Event event_for(const Area& area, const std::string& kind, const std::string& reason);

// The event told to one player of those who have tokens there; nothing is said about no points.
std::vector<Event> give_to(int player, Event event, const std::vector<int>& counts);

// F5, H6: the event for each of those who have most.
std::vector<Event> give_leaders(const Event& event, const std::vector<int>& counts);

void append(std::vector<Event>& events, const std::vector<Event>& more);

// F1 to F5, I3, I4, H4, H5: what the followers in a completed road, city, forest or river get.
std::vector<Event> completed_events(const Position& position, const Area& area, const Rules& rules);

// What the owner of the token on a monastery or garden gets as it stands now: 9 when complete.
Event site_event(const Position& position, Spot site, const std::string& reason,
                 const Rules& rules);

// G3: what the Gingerbread Man leaves behind in a city.
std::vector<Event> gingerbread_events(const Position& position, const Area& city,
                                      const Rules& rules);

// E2, E3, H8 to H11: what would be given if the game ended now, but for goods. Sorted by area name
// within roads and cities, then sites, then fields; hunters: huts, then meadows.
std::vector<Event> final_events(const Position& position, const Rules& rules);

} // namespace bastide::reference
