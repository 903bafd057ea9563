#include "farms.h"

#include <set>

namespace bastide::reference {
namespace {

bool has_pig(const Position& position, const Area& field, int player) {
    return holds(field, position.tokens, player, "pig");
}

// E3, farms = city-4. Reading: the rulebook says "most fields" in one sentence and "most farmers"
// in the next and in its example; farmers are counted, as in RULES.md.
std::vector<Event> city_by_city(const Position& position, const Rules& rules) {
    const std::vector<Area> fields = areas_of_kind(position.board, "field");
    std::vector<Event> events;
    for (const Area& city : areas_of_kind(position.board, "city")) {
        if (!city.open.empty()) continue;
        std::vector<int> farmers(static_cast<std::size_t>(position.players), 0);
        std::set<int> with_pig;
        for (const Area& field : fields) {
            if (!touched_cities(position.board, field).contains(city.name())) continue;
            const std::vector<int> here = followers(position, field);
            for (int player = 0; player < position.players; ++player) {
                farmers.at(static_cast<std::size_t>(player)) +=
                    here.at(static_cast<std::size_t>(player));
                if (has_pig(position, field, player)) with_pig.insert(player);
            }
        }
        for (const int player : leaders(farmers)) {
            Event event = event_for(city, "field", "final");
            event.tiles = 1;
            event.pig = with_pig.contains(player);
            event.points = rules.worth.city_of_farmers;
            if (event.pig) event.points += rules.worth.city_with_pig; // B10
            append(events, give_to(player, event, farmers));
        }
    }
    return events;
}

struct Farm {
    Area field;
    std::set<Spot> cities; // completed ones
    std::vector<int> farmers;
};

std::vector<Farm> farms_of(const Position& position) {
    std::vector<Farm> farms;
    for (const Area& field : areas_of_kind(position.board, "field")) {
        Farm farm = {field, {}, followers(position, field)};
        if (leaders(farm.farmers).empty()) continue;
        for (const Spot city : touched_cities(position.board, field)) {
            if (flood(position.board, city).open.empty()) farm.cities.insert(city);
        }
        farms.push_back(farm);
    }
    return farms;
}

bool wins(const Farm& farm, int player) {
    for (const int leader : leaders(farm.farmers)) {
        if (leader == player) return true;
    }
    return false;
}

// farms = farm-3-once: the cities that a player takes, and from which of the farms he won. That is
// the one with his pig, which pays more (B10), else the one with the smaller name, which changes no
// total.
std::map<Spot, Spot> cities_once(const Position& position, const std::vector<Farm>& farms,
                                 int player) {
    std::map<Spot, Spot> payer;
    for (const Farm& farm : farms) {
        if (!wins(farm, player)) continue;
        for (const Spot city : farm.cities) {
            if (has_pig(position, farm.field, player)) payer[city] = farm.field.name();
            payer.try_emplace(city, farm.field.name());
        }
    }
    return payer;
}

// E3, farms = farm-3 and farm-3-once.
std::vector<Event> farm_by_farm(const Position& position, const Rules& rules) {
    const std::vector<Farm> farms = farms_of(position);
    std::vector<std::map<Spot, Spot>> once;
    for (int player = 0; player < position.players; ++player) {
        once.push_back(cities_once(position, farms, player));
    }
    std::vector<Event> events;
    for (const Farm& farm : farms) {
        for (const int player : leaders(farm.farmers)) {
            Event event = event_for(farm.field, "field", "final");
            const std::map<Spot, Spot>& payer = once.at(static_cast<std::size_t>(player));
            for (const Spot city : farm.cities) {
                const bool here = payer.at(city) == farm.field.name();
                if (here || rules.farms == "farm-3") ++event.tiles;
            }
            event.pig = has_pig(position, farm.field, player);
            const int each = rules.worth.farm_city + (event.pig ? rules.worth.city_with_pig : 0);
            event.points = each * event.tiles;
            append(events, give_to(player, event, farm.farmers));
        }
    }
    return events;
}

} // namespace

std::vector<Event> farm_events(const Position& position, const Rules& rules) {
    if (rules.farms == "off") return {};
    if (rules.farms == "city-4") return city_by_city(position, rules);
    return farm_by_farm(position, rules);
}

} // namespace bastide::reference
