#include "server/rooms/table.h"

#include <array>

namespace bastide::server {
namespace {

Json seat_json(const GameRow& row, const TableRules& rules, unsigned index, const Match* match) {
    const SeatRule& rule = rules.seats[index];
    Json json;
    json["kind"] = rule.agent ? "bot" : "person";
    json["name"] = rule.agent.value_or("");
    for (const SeatRow& seat : row.seats) {
        if (seat.seat != index) continue;
        json["name"] = seat.user.name;
        json["user"] = seat.user.id;
        if (seat.tip) json["tip"] = to_hex(*seat.tip);
    }
    const std::optional<std::string>& agent =
        match != nullptr ? match->seat(index).agent : rule.agent;
    if (agent) json["agent"] = *agent;
    if (match != nullptr && match->seat(index).resigned) json["resigned"] = true;
    if (match != nullptr && match->seat(index).flagged) json["flagged"] = true;
    if (match != nullptr && match->chain_lost(index)) json["chain_lost"] = true;
    return json;
}

} // namespace

Json table_json(const GameRow& row, const TableRules& rules, const Match* match) {
    constexpr std::array statuses = {"open", "playing", "over"};
    Json json;
    json["game"] = row.id;
    json["status"] = statuses[static_cast<unsigned>(row.status)];
    json["rules"] = table_rules_json(rules);
    json["rules_version"] = row.rules_version;
    json["seats"] = Json::array();
    for (unsigned i = 0; i < rules.players(); ++i) {
        json["seats"].push_back(seat_json(row, rules, i, match));
    }
    json["owner"] = row.owner;
    json["created_at"] = row.created_at;
    json["ply"] = row.ply;
    json["turns"] = row.turns;
    if (row.secret) json["commitment"] = Dealer(*row.secret).commitment();
    if (!row.result.empty()) {
        Json result = Json::parse(row.result, nullptr, false);
        if (!result.is_discarded()) json["result"] = std::move(result);
    }
    if (!row.rematch.empty()) json["rematch"] = row.rematch;
    return json;
}

} // namespace bastide::server
