#include "scoring.h"

#include "farms.h"

#include <algorithm>
#include <stdexcept>

namespace bastide::reference {
namespace {

// E2
std::vector<Event> unfinished_events(const Position& position, const Rules& rules) {
    std::vector<Area> areas = areas_of_kind(position.board, "road");
    for (const Area& city : areas_of_kind(position.board, "city")) areas.push_back(city);
    std::ranges::sort(areas, {}, &Area::name);

    std::vector<Event> events;
    for (const Area& area : areas) {
        if (area.open.empty()) continue; // scored when it was completed
        Event event = event_for(area, area.kind, "final");
        event.tiles = tile_count(area);
        event.shields = shield_count(position.board, area);
        const bool risky = area.kind == "road" ? has_inn(position.board, area)
                                               : has_cathedral(position.board, area);
        const int each = risky ? rules.worth.unfinished_inn_or_cathedral // I3, I4
                               : rules.worth.unfinished_tile_or_shield;
        event.points = each * (event.tiles + event.shields);
        append(events, give_leaders(event, followers(position, area)));
    }
    return events;
}

// E2, A6
std::vector<Event> site_events(const Position& position, const Rules& rules) {
    std::vector<Event> events;
    for (const auto& [spot, token] : position.tokens) {
        if (!is_site(feature_at(position.board, spot))) continue;
        events.push_back(site_event(position, spot, "final", rules));
    }
    return events;
}

// H9
std::vector<Event> hut_events(const Position& position, const Rules& rules) {
    std::vector<Event> events;
    for (const Area& system : areas_of_kind(position.board, "river_system")) {
        Event event = event_for(system, "hut", "final");
        event.tiles = fish_in_system(position.board, system);
        event.points = rules.worth.hut_fish * event.tiles;
        append(events,
               give_leaders(event, count_tokens(system, position.tokens, "hut", position.players)));
    }
    return events;
}

// H11: the hunters that lie on a shrine, by player; with one shrine in the box, one at most.
std::vector<int> shrine_hunters(const Position& position, const Area& meadow) {
    std::vector<int> hunters(static_cast<std::size_t>(position.players), 0);
    for (const auto& [spot, token] : position.tokens) {
        if (token.kind != "follower" || !meadow.segments.contains(spot)) continue;
        if (!feature_at(position.board, spot).shrine) continue;
        hunters.at(static_cast<std::size_t>(token.player)) = 1;
    }
    return hunters;
}

// H10, H11
std::vector<Event> meadow_events(const Position& position, const Rules& rules) {
    std::vector<Event> events;
    for (const Area& meadow : areas_of_kind(position.board, "meadow")) {
        Event event = event_for(meadow, "meadow", "final");
        event.tiles = paying_animals(position.board, meadow);
        event.points = rules.worth.animal * event.tiles;
        std::vector<int> hunters = shrine_hunters(position, meadow);
        if (leaders(hunters).empty()) hunters = followers(position, meadow);
        append(events, give_leaders(event, hunters));
    }
    return events;
}

} // namespace

std::vector<int> leaders(const std::vector<int>& counts) {
    const int most = counts.empty() ? 0 : *std::ranges::max_element(counts);
    std::vector<int> players;
    if (most == 0) return players;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] == most) players.push_back(static_cast<int>(i));
    }
    return players;
}

Event event_for(const Area& area, const std::string& kind, const std::string& reason) {
    Event event;
    event.area = kind;
    event.reason = reason;
    event.x = area.name()[0];
    event.y = area.name()[1];
    event.segment = area.name()[2];
    return event;
}

std::vector<Event> give_to(int player, Event event, const std::vector<int>& counts) {
    if (event.points == 0) return {};
    event.player = player;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (static_cast<int>(i) == player) {
            event.own = counts[i];
        } else {
            event.rival = std::max(event.rival, counts[i]);
        }
    }
    return {event};
}

void append(std::vector<Event>& events, const std::vector<Event>& more) {
    events.insert(events.end(), more.begin(), more.end());
}

std::vector<Event> give_leaders(const Event& event, const std::vector<int>& counts) {
    std::vector<Event> events;
    for (const int player : leaders(counts)) append(events, give_to(player, event, counts));
    return events;
}

std::vector<int> followers(const Position& position, const Area& area) {
    return strength(area, position.tokens, position.players);
}

std::vector<Event> completed_events(const Position& position, const Area& area,
                                    const Rules& rules) {
    Event event = event_for(area, area.kind, "completed");
    const int segments = static_cast<int>(area.segments.size());
    if (area.kind == "road") { // F1, I3
        event.tiles = tile_count(area);
        event.inn = has_inn(position.board, area);
        event.points =
            (event.inn ? rules.worth.inn_road_tile : rules.worth.road_tile) * event.tiles;
    } else if (area.kind == "city") { // F2, F3, I4
        event.tiles = tile_count(area);
        event.shields = shield_count(position.board, area);
        event.cathedral = has_cathedral(position.board, area);
        const int each = event.cathedral    ? rules.worth.cathedral_tile_or_shield
                         : event.tiles == 2 ? rules.worth.small_city_tile_or_shield
                                            : rules.worth.city_tile_or_shield;
        event.points = each * (event.tiles + event.shields);
    } else if (area.kind == "forest") { // H5
        event.tiles = segments;
        event.shields = mushroom_count(position.board, area);
        event.points = rules.worth.forest_segment_or_mushroom * (event.tiles + event.shields);
    } else if (area.kind == "river") { // H4
        event.tiles = segments;
        event.shields = fish_in_end_lakes(position.board, area);
        event.points = rules.worth.river_segment_or_fish * (event.tiles + event.shields);
    } else {
        throw std::logic_error("a " + area.kind + " is never completed");
    }
    return give_leaders(event, followers(position, area));
}

Event site_event(const Position& position, Spot site, const std::string& reason,
                 const Rules& rules) {
    Event event;
    event.area = feature_at(position.board, site).kind;
    event.reason = reason;
    event.player = position.tokens.at(site).player;
    event.tiles = 1 + filled_neighbours(position.board, {site[0], site[1]});
    event.points = rules.worth.site_or_neighbour * event.tiles;
    event.own = position.tokens.at(site).kind == "big" ? 2 : 1; // it holds one
    event.x = site[0];
    event.y = site[1];
    event.segment = site[2];
    return event;
}

std::vector<Event> gingerbread_events(const Position& position, const Area& city,
                                      const Rules& rules) {
    std::vector<Event> events;
    const std::vector<int> knights = count_followers(city, position.tokens, position.players); // I8
    for (int player = 0; player < position.players; ++player) {
        Event event = event_for(city, "gingerbread", "left");
        const int own = knights.at(static_cast<std::size_t>(player));
        event.tiles = tile_count(city);
        event.shields = event.own = own;
        event.points = rules.worth.knight_and_tile * event.tiles * own;
        event.player = player;
        if (event.points > 0) events.push_back(event);
    }
    return events;
}

std::vector<Event> final_events(const Position& position, const Rules& rules) {
    std::vector<Event> events;
    if (rules.hunters()) {
        append(events, hut_events(position, rules));
        append(events, meadow_events(position, rules));
    } else {
        append(events, unfinished_events(position, rules));
        append(events, site_events(position, rules));
        append(events, farm_events(position, rules));
    }
    return events;
}

} // namespace bastide::reference
