#include "rules.h"

#include <set>
#include <stdexcept>

namespace bastide::reference {

void refuse(const std::string& reason) {
    throw std::runtime_error(reason);
}

namespace {

std::string choose(const std::string& given, const std::string& otherwise,
                   const std::set<std::string>& allowed) {
    if (given.empty()) return otherwise;
    if (!allowed.contains(given)) refuse("unknown option value " + given);
    return given;
}

std::string river_file(const Rules& rules) {
    if (rules.river == "2021") return "river_c3.json";
    return rules.edition == "new" ? "river_c2.json" : "river.json";
}

} // namespace

// The table "Differences, at a glance".
Rules rules_from(const Options& options) {
    static const std::set<std::string> editions = {"classic-1", "classic-2", "winter", "new",
                                                   "hunters"};
    if (!editions.contains(options.edition)) refuse("unknown edition " + options.edition);
    Rules rules;
    rules.edition = options.edition;
    if (rules.hunters()) {
        if (!options.river.empty() || options.abbot || options.gingerbread ||
            !options.gingerbread_double || !options.farms.empty() || !options.small_city.empty() ||
            options.inns || options.traders || !options.copies.empty() || options.only_copies ||
            !options.unplaceable.empty()) {
            refuse("hunters has no options");
        }
        rules.unplaceable = "remove"; // H2
        return rules;
    }
    const bool first = rules.edition == "classic-1";
    const std::string farms = first                          ? "city-4"
                              : rules.edition == "classic-2" ? "farm-3-once"
                                                             : "farm-3";
    rules.river = choose(options.river, "false", {"false", "true", "2021"});
    rules.abbot = options.abbot;
    rules.gingerbread = options.gingerbread;
    rules.gingerbread_double = options.gingerbread_double;
    rules.inns = options.inns;
    rules.traders = options.traders;
    rules.copies = options.copies;
    rules.only_copies = options.only_copies;
    rules.farms = choose(options.farms, farms, {"city-4", "farm-3", "farm-3-once", "off"});
    rules.small_city = choose(options.small_city, first ? "half" : "full", {"half", "full"});
    if (rules.small_city == "half") rules.worth.small_city_tile_or_shield = 1;
    rules.unplaceable =
        choose(options.unplaceable, first ? "return" : "remove", {"return", "remove"});
    return rules;
}

int copies_in_stack(const Rules& rules, const Tile& tile) {
    const auto found = rules.copies.find(tile.id);
    if (found != rules.copies.end()) return found->second;
    return rules.only_copies ? 0 : tile.count - tile.start;
}

std::vector<std::string> tile_files(const Rules& rules) {
    if (rules.hunters()) return {"hunters_gatherers.json"};
    const std::string printing = rules.edition == "new" ? "_c2.json" : ".json";
    std::vector<std::string> names = {"base" + printing};
    if (rules.edition == "winter") names.push_back("winter.json");
    if (rules.gingerbread) names.push_back("gingerbread.json");
    if (rules.inns) names.push_back("inns" + printing);       // I2
    if (rules.traders) names.push_back("traders" + printing); // B2
    if (rules.river != "false") names.push_back(river_file(rules));
    return names;
}

} // namespace bastide::reference
