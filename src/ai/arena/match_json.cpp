#include "ai/arena/match.h"

#include <cmath>

namespace bastide {
namespace {

constexpr long long no_limit = 1LL << 53;

void add_estimate(Json& json, const std::string& key, const Estimate& estimate) {
    json[key] = estimate.value;
    json[key + "_low"] = estimate.low; // infinite becomes null
    json[key + "_high"] = estimate.high;
}

Json time_json(const TimeUse& time) {
    Json json;
    json["moves"] = time.moves;
    json["seconds"] = time.seconds;
    json["over_budget"] = time.over_budget;
    json["worst_overshoot_ms"] = time.worst_overshoot * 1000;
    return json;
}

double number(JsonReader& reader, const Json& json, std::string_view key) {
    const Json* value = reader.get(json, key, "a bout's time");
    if (value == nullptr) return 0;
    if (!value->is_number()) reader.fail("\"" + std::string(key) + "\" is not a number");
    return value->is_number() ? value->get<double>() : 0;
}

TimeUse read_time(JsonReader& reader, const Json& json) {
    TimeUse time;
    const std::string_view what = "a bout's time";
    if (!reader.object(json, what, {"moves", "seconds", "over_budget", "worst_overshoot_ms"})) {
        return time;
    }
    time.moves = static_cast<std::uint64_t>(reader.integer(json, "moves", what, 0, no_limit));
    time.seconds = number(reader, json, "seconds");
    time.over_budget =
        static_cast<std::uint64_t>(reader.integer(json, "over_budget", what, 0, no_limit));
    time.worst_overshoot = number(reader, json, "worst_overshoot_ms") / 1000;
    return time;
}

std::vector<std::string> read_strings(JsonReader& reader, const Json& json, std::string_view key) {
    std::vector<std::string> strings;
    const Json* array = reader.array(json, key, "a match");
    if (array == nullptr) return strings;
    for (const Json& item : *array) {
        if (!item.is_string()) {
            reader.fail("\"" + std::string(key) + "\" holds what is no text");
            break;
        }
        strings.push_back(item.get<std::string>());
    }
    return strings;
}

Points read_points(JsonReader& reader, const Json& json, unsigned players) {
    Points points = {};
    if (!json.is_array() || json.size() != players) {
        reader.fail("a game does not have one score a player");
        return points;
    }
    for (unsigned i = 0; i < players; ++i) {
        points[i] = static_cast<std::int16_t>(reader.integer(json[i], "a score", -1000, 10000));
    }
    return points;
}

} // namespace

Json match_json(const Match& match) {
    Json json;
    json["format"] = match_format;
    json["edition"] = match.edition;
    json["options"] = match.options;
    json["agents"] = match.agents;
    json["players"] = match.players;
    json["seed"] = std::to_string(match.seed); // 64 bits: more than a JSON number keeps
    return json;
}

std::expected<Match, std::string> read_match(const Json& json) {
    std::string error;
    JsonReader reader(error);
    Match match;
    const std::string_view what = "a match";
    if (!reader.object(json, what, {"format", "edition", "options", "agents", "players", "seed"})) {
        return std::unexpected(error);
    }
    if (reader.string(json, "format", what) != match_format) reader.fail("not a saved match");
    match.edition = reader.string(json, "edition", what);
    match.options = read_strings(reader, json, "options");
    match.agents = read_strings(reader, json, "agents");
    match.players = static_cast<unsigned>(reader.integer(json, "players", what, 2, max_players));
    match.seed = 0;
    for (const char digit : reader.string(json, "seed", what)) {
        if (digit < '0' || digit > '9') reader.fail("\"seed\" is not a number");
        match.seed = match.seed * 10 + static_cast<std::uint64_t>(digit - '0');
    }
    if (match.agents.size() < 2) reader.fail("a match has two agents or more");
    if (reader.failed()) return std::unexpected(error);
    return match;
}

Json bout_json(const Bout& bout, unsigned players) {
    Json json;
    json["pair"] = bout.pair;
    json["agents"] = {bout.agents.first, bout.agents.second};
    json["scores"] = Json::array();
    for (const Points& points : bout.scores) {
        Json game = Json::array();
        for (unsigned i = 0; i < players; ++i) game.push_back(points[i]);
        json["scores"].push_back(std::move(game));
    }
    json["time"] = Json::array({time_json(bout.time[0]), time_json(bout.time[1])});
    return json;
}

std::expected<Bout, std::string> read_bout(const Json& json, const Match& match) {
    std::string error;
    JsonReader reader(error);
    Bout bout;
    const std::string_view what = "a bout";
    if (!reader.object(json, what, {"pair", "agents", "scores", "time"})) {
        return std::unexpected(error);
    }
    bout.pair = static_cast<std::uint64_t>(reader.integer(json, "pair", what, 0, no_limit));
    const Json* agents = reader.array(json, "agents", what);
    const Json* scores = reader.array(json, "scores", what);
    const Json* time = reader.array(json, "time", what);
    if (reader.failed()) return std::unexpected(error);
    if (agents->size() != 2 || time->size() != 2 || scores->size() != match.players) {
        return std::unexpected("a bout does not fit its match");
    }
    const auto last = static_cast<long long>(match.agents.size()) - 1;
    bout.agents.first = static_cast<unsigned>(reader.integer((*agents)[0], "an agent", 0, last));
    bout.agents.second = static_cast<unsigned>(reader.integer((*agents)[1], "an agent", 0, last));
    for (const Json& game : *scores) {
        bout.scores.push_back(read_points(reader, game, match.players));
    }
    for (unsigned a = 0; a < 2; ++a) bout.time[a] = read_time(reader, (*time)[a]);
    if (reader.failed()) return std::unexpected(error);
    return bout;
}

Json summary_json(const Match& match, Encounter encounter, const Summary& summary) {
    Json json;
    json["pairs"] = summary.pairs;
    add_estimate(json, "win_rate", summary.win_rate);
    add_estimate(json, "margin", summary.margin);
    add_estimate(json, "elo", summary.elo);
    json["games"] = summary.games;
    json["wins"] = summary.wins;
    json["draws"] = summary.draws;
    json["losses"] = summary.losses;
    if (match.players == 2) json["pair_classes"] = summary.classes;
    json["illegal"] = 0; // one would have ended the match
    json["agents"] = Json::array();
    for (unsigned a = 0; a < 2; ++a) {
        const TimeUse& time = summary.time[a];
        Json agent;
        agent["agent"] = match.agents[a == 0 ? encounter.first : encounter.second];
        agent["mean_score"] = summary.mean_score[a];
        agent["moves"] = time.moves;
        agent["seconds_per_move"] =
            time.moves == 0 ? 0 : time.seconds / static_cast<double>(time.moves);
        agent["over_budget"] = time.over_budget;
        agent["worst_overshoot_ms"] = time.worst_overshoot * 1000;
        json["agents"].push_back(std::move(agent));
    }
    return json;
}

} // namespace bastide
