#include "server/rooms/entry.h"

#include "notation/json.h"
#include "notation/turn.h"

#include <array>

namespace bastide::server {
namespace {

constexpr std::array<std::string_view, 9> kinds = {
    "start", "turn", "takeback", "resign", "flag", "substitute", "pause", "resume", "end"};

PlayersPart::Tips read_tips(JsonReader& reader, const Json& json, unsigned players) {
    PlayersPart::Tips tips;
    const Json* list = reader.array(json, "tips", "the entry");
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
        const Json& tip = (*list)[i];
        tips.push_back(tip.is_string() ? from_hex(tip.get<std::string>()) : std::nullopt);
        if (!tip.is_null() && !tips.back()) reader.fail("the entry has a tip that is none");
    }
    if (tips.size() != players) reader.fail("the entry does not have one tip per seat");
    return tips;
}

} // namespace

Json tips_json(const PlayersPart::Tips& tips) {
    Json json = Json::array();
    for (const auto& tip : tips) json.push_back(tip ? Json(to_hex(*tip)) : Json(nullptr));
    return json;
}

std::string_view name(Entry::Kind kind) {
    return kinds[static_cast<unsigned>(kind)];
}

std::string entry_body(const Entry& entry, const Setup& setup) {
    Json json;
    json["kind"] = std::string(name(entry.kind));
    switch (entry.kind) {
    case Entry::Kind::start:
        json["first"] = entry.first;
        json["names"] = entry.names;
        if (entry.tips) json["tips"] = tips_json(*entry.tips);
        break;
    case Entry::Kind::turn:
        json["turn"] = turn_json(setup, entry.turn);
        if (!entry.move_id.empty()) json["move_id"] = entry.move_id;
        if (entry.link) json["link"] = to_hex(*entry.link);
        break;
    case Entry::Kind::takeback:
        json["turns"] = entry.turns;
        break;
    case Entry::Kind::substitute:
        if (entry.agent) json["agent"] = *entry.agent;
        break;
    default:
        break;
    }
    if (entry.kind != Entry::Kind::start && entry.kind != Entry::Kind::end && !entry.by_time) {
        json["seat"] = entry.seat;
    }
    if (!entry.remaining_ms.empty()) json["remaining_ms"] = entry.remaining_ms;
    return text_of(json);
}

std::expected<Entry, std::string> parse_entry(const std::string& body, std::int64_t at,
                                              const Setup& setup, unsigned players) {
    Json json;
    std::string error;
    if (!parse_json(body, json, error)) return std::unexpected(error);
    JsonReader reader(error);
    reader.object(json, "the entry",
                  {"kind", "first", "names", "tips", "turn", "move_id", "link", "turns", "agent",
                   "seat", "remaining_ms"});
    Entry entry;
    entry.at = at;
    const std::string kind = reader.string(json, "kind", "the entry");
    const auto last = static_cast<long long>(players) - 1;
    const auto seat = [&] {
        entry.seat = static_cast<unsigned>(reader.integer(json, "seat", "the entry", 0, last));
    };
    if (kind == "start") {
        entry.kind = Entry::Kind::start;
        entry.first = static_cast<unsigned>(reader.integer(json, "first", "the entry", 0, last));
        const Json* names = reader.array(json, "names", "the entry");
        for (std::size_t i = 0; names != nullptr && i < names->size(); ++i) {
            if ((*names)[i].is_string()) entry.names.push_back((*names)[i].get<std::string>());
        }
        if (entry.names.size() != players) reader.fail("the entry does not have one name per seat");
        if (json.contains("tips")) entry.tips = read_tips(reader, json, players);
    } else if (kind == "turn") {
        entry.kind = Entry::Kind::turn;
        if (const Json* turn = reader.get(json, "turn", "the entry")) {
            entry.turn = read_turn(reader, *turn, setup, players);
        }
        if (json.contains("move_id")) entry.move_id = reader.string(json, "move_id", "the entry");
        if (json.contains("link")) {
            entry.link = from_hex(reader.string(json, "link", "the entry"));
            if (!entry.link) reader.fail("the entry has a link that is none");
        }
        seat();
    } else if (kind == "takeback") {
        entry.kind = Entry::Kind::takeback;
        entry.turns = static_cast<unsigned>(reader.integer(json, "turns", "the entry", 0, 256));
        seat();
    } else if (kind == "resign" || kind == "flag") {
        entry.kind = kind == "flag" ? Entry::Kind::flag : Entry::Kind::resign;
        seat();
    } else if (kind == "substitute") {
        entry.kind = Entry::Kind::substitute;
        if (json.contains("agent")) entry.agent = reader.string(json, "agent", "the entry");
        seat();
    } else if (kind == "pause") {
        entry.kind = Entry::Kind::pause;
        seat();
    } else if (kind == "resume") {
        entry.kind = Entry::Kind::resume;
        entry.by_time = !json.contains("seat");
        if (!entry.by_time) seat();
    } else if (kind == "end") {
        entry.kind = Entry::Kind::end;
    } else {
        reader.fail("the entry is of no known kind");
    }
    if (!reader.failed() && json.contains("remaining_ms")) {
        const Json* list = reader.array(json, "remaining_ms", "the entry");
        for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
            entry.remaining_ms.push_back(
                reader.integer((*list)[i], "a clock", 0, 100LL * 24 * 3600 * 1000));
        }
    }
    if (reader.failed()) return std::unexpected(error);
    return entry;
}

} // namespace bastide::server
