#include "notation/json.h"

#include "notation/words.h"

namespace bastide {

void add_move(Json& json, const Move& move) {
    json["x"] = move.placement.cell.x;
    json["y"] = move.placement.cell.y;
    json["rot"] = move.placement.rotation;
    if (move.deployment.action == Deployment::Action::deploy) {
        json["deploy"]["token"] = std::string(word(move.deployment.token));
        json["deploy"]["segment"] = move.deployment.segment;
    } else if (move.deployment.action == Deployment::Action::recall) {
        json["recall"] = true;
    }
    for (unsigned i = 0; i < move.man_move_count; ++i) {
        const SegmentRef& where = move.man_moves[i];
        json["gingerbread"].push_back(
            {{"x", where.cell.x}, {"y", where.cell.y}, {"segment", where.segment}});
    }
}

Json move_json(const Move& move) {
    Json json;
    add_move(json, move);
    return json;
}

Json event_json(const ScoreEvent& event) {
    Json json;
    json["kind"] = "score";
    json["area"] = std::string(word(event.area));
    json["reason"] = std::string(word(event.reason));
    json["player"] = event.player;
    json["points"] = event.points;
    json["tiles"] = event.tiles;
    json["shields"] = event.extras;
    json["own"] = event.own;
    json["rival"] = event.rival;
    json["x"] = event.where.cell.x;
    json["y"] = event.where.cell.y;
    json["segment"] = event.where.segment;
    return json;
}

std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace bastide
