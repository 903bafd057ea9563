#include "ai/arena/match.h"

#include <cmath>

namespace bastide {
namespace {

constexpr long long no_limit = 1LL << 53;

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
            reader.fail("\"" + std::string(key) + "\" holds something that is not text");
            break;
        }
        strings.push_back(item.get<std::string>());
    }
    return strings;
}

Points read_points(JsonReader& reader, const Json& json, unsigned players) {
    Points points = {};
    if (!json.is_array() || json.size() != players) {
        reader.fail("a game does not have one score per player");
        return points;
    }
    for (unsigned i = 0; i < players; ++i) {
        points[i] = static_cast<std::int16_t>(reader.integer(json[i], "a score", -1000, 10000));
    }
    return points;
}

Json luck_json(const Luck& luck, unsigned players) {
    Json json;
    for (unsigned i = 0; i < players; ++i) {
        json["margin"].push_back(luck.margin[i]);
        json["win"].push_back(luck.win[i]);
    }
    return json;
}

Luck read_luck(JsonReader& reader, const Json& json, unsigned players) {
    Luck luck;
    const std::string_view what = "a game's luck";
    if (!reader.object(json, what, {"margin", "win"})) return luck;
    const auto read = [&](std::string_view key, std::array<double, max_players>& values) {
        const Json* array = reader.array(json, key, what);
        if (array == nullptr) return;
        if (array->size() != players)
            return reader.fail("a game does not have one luck per player");
        for (unsigned i = 0; i < players; ++i) {
            const Json& value = (*array)[i];
            if (!value.is_number()) return reader.fail("a player's luck is not a number");
            values[i] = value.get<double>();
        }
    };
    read("margin", luck.margin);
    read("win", luck.win);
    return luck;
}

Json fault_json(const LostByFault& lost) {
    Json json;
    json["game"] = lost.game;
    json["agent"] = lost.agent;
    json["turn"] = lost.turn;
    json["kind"] = word(lost.kind);
    return json;
}

LostByFault read_fault(JsonReader& reader, const Json& json, unsigned players) {
    LostByFault lost;
    const std::string_view what = "a lost game";
    if (!reader.object(json, what, {"game", "agent", "turn", "kind"})) return lost;
    const auto number = [&](std::string_view key, long long low, long long high) {
        return static_cast<unsigned>(reader.integer(json, key, what, low, high));
    };
    lost.game = number("game", 0, static_cast<long long>(players) - 1);
    lost.agent = number("agent", 0, 1);
    lost.turn = number("turn", 1, 1000);
    const std::string kind = reader.string(json, "kind", what);
    for (unsigned k = 0; k < fault_kinds; ++k) {
        lost.kind = static_cast<Fault::Kind>(k);
        if (word(lost.kind) == kind) return lost;
    }
    reader.fail("a game was lost by something unknown");
    return lost;
}

/// Under `without_luck`: the same keys as the raw results have.
Json without_luck_json(const Summary::WithoutLuck& without) {
    Json json;
    add_estimate(json, "margin", without.margin.mean);
    json["margin_less_variance"] = without.margin.less_variance;
    add_estimate(json, "win_rate", without.win_rate.mean);
    json["win_rate_less_variance"] = without.win_rate.less_variance;
    add_estimate(json, "elo", without.elo);
    return json;
}

} // namespace

Json match_json(const Match& match) {
    Json json;
    json["format"] = match.luck ? match_format_with_luck : match_format;
    json["edition"] = match.edition;
    json["options"] = match.options;
    json["agents"] = match.agents;
    json["players"] = match.players;
    json["seed"] = std::to_string(match.seed); // 64 bits: more than a JSON number keeps
    if (match.luck) json["luck"] = static_cast<unsigned>(*match.luck);
    if (match.gauntlet) json["gauntlet"] = true;
    if (!match.book.empty()) json["book"] = match.book;
    return json;
}

std::expected<Match, std::string> read_match(const Json& json) {
    std::string error;
    JsonReader reader(error);
    Match match;
    const std::string_view what = "a match";
    if (!reader.object(json, what,
                       {"format", "edition", "options", "agents", "players", "seed", "luck",
                        "gauntlet", "book"})) {
        return std::unexpected(error);
    }
    const std::string format = reader.string(json, "format", what);
    if (format == match_format_with_luck) {
        const auto quick = static_cast<long long>(LuckJudgement::quick),
                   rollouts = static_cast<long long>(LuckJudgement::rollouts);
        const long long luck = reader.integer(json, "luck", what, quick, rollouts);
        if (luck != quick && luck != rollouts) {
            reader.fail("its luck was judged in a way that is no longer there");
        }
        match.luck = static_cast<LuckJudgement>(luck);
    } else if (format != match_format || json.contains("luck")) {
        reader.fail("not a saved match");
    }
    match.edition = reader.string(json, "edition", what);
    match.options = read_strings(reader, json, "options");
    match.agents = read_strings(reader, json, "agents");
    match.players = static_cast<unsigned>(
        reader.integer(json, "players", what, 2, Catalog::embedded().most_players()));
    match.gauntlet = reader.boolean(json, "gauntlet", what, false);
    if (json.contains("book")) match.book = reader.string(json, "book", what);
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
    if (!bout.luck.empty()) json["luck"] = Json::array();
    for (const Luck& luck : bout.luck) json["luck"].push_back(luck_json(luck, players));
    for (const LostByFault& lost : bout.faults) json["faults"].push_back(fault_json(lost));
    return json;
}

std::expected<Bout, std::string> read_bout(const Json& json, const Match& match) {
    std::string error;
    JsonReader reader(error);
    Bout bout;
    const std::string_view what = "a bout";
    if (!reader.object(json, what, {"pair", "agents", "scores", "time", "luck", "faults"})) {
        return std::unexpected(error);
    }
    bout.pair = static_cast<std::uint64_t>(reader.integer(json, "pair", what, 0, no_limit));
    const Json* agents = reader.array(json, "agents", what);
    const Json* scores = reader.array(json, "scores", what);
    const Json* time = reader.array(json, "time", what);
    const Json* luck = match.luck ? reader.array(json, "luck", what) : nullptr;
    if (reader.failed()) return std::unexpected(error);
    if (agents->size() != 2 || time->size() != 2 || scores->size() != match.players ||
        json.contains("luck") != match.luck.has_value() ||
        (luck != nullptr && luck->size() != match.players)) {
        return std::unexpected("a bout does not fit its match");
    }
    const auto last = static_cast<long long>(match.agents.size()) - 1;
    bout.agents.first = static_cast<unsigned>(reader.integer((*agents)[0], "an agent", 0, last));
    bout.agents.second = static_cast<unsigned>(reader.integer((*agents)[1], "an agent", 0, last));
    for (const Json& game : *scores) {
        bout.scores.push_back(read_points(reader, game, match.players));
    }
    for (unsigned a = 0; a < 2; ++a) bout.time[a] = read_time(reader, (*time)[a]);
    for (unsigned g = 0; match.luck && g < match.players; ++g) {
        bout.luck.push_back(read_luck(reader, (*luck)[g], match.players));
    }
    if (json.contains("faults")) {
        const Json* faults = reader.array(json, "faults", what);
        for (std::size_t i = 0; faults != nullptr && i < faults->size(); ++i) {
            bout.faults.push_back(read_fault(reader, (*faults)[i], match.players));
        }
    }
    if (reader.failed()) return std::unexpected(error);
    return bout;
}

void add_estimate(Json& json, const std::string& key, const Estimate& estimate) {
    json[key] = estimate.value;
    json[key + "_low"] = estimate.low; // infinite becomes null
    json[key + "_high"] = estimate.high;
}

Json summary_json(const Match& match, Encounter encounter, const Summary& summary) {
    Json json;
    json["pairs"] = summary.pairs;
    add_estimate(json, "win_rate", summary.win_rate);
    add_estimate(json, "margin", summary.margin);
    add_estimate(json, "elo", summary.elo);
    if (summary.without_luck) json["without_luck"] = without_luck_json(*summary.without_luck);
    json["games"] = summary.games;
    json["wins"] = summary.wins;
    json["draws"] = summary.draws;
    json["losses"] = summary.losses;
    if (match.players == 2) json["pair_classes"] = summary.classes;
    const auto of_kind = [&](unsigned agent, Fault::Kind kind) {
        return summary.faults[agent][static_cast<unsigned>(kind)];
    };
    // Of players from outside; one of our own would have ended the match.
    json["illegal"] = of_kind(0, Fault::Kind::illegal) + of_kind(1, Fault::Kind::illegal);
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
        agent["lost_by_illegal_moves"] = of_kind(a, Fault::Kind::illegal);
        agent["lost_on_time"] = of_kind(a, Fault::Kind::late);
        agent["lost_by_crashes"] = of_kind(a, Fault::Kind::crashed);
        json["agents"].push_back(std::move(agent));
    }
    return json;
}

} // namespace bastide
