#include "notation/json.h"

#include "catalog/ruleset_fields.h"
#include "notation/words.h"

#include <cmath>

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

Json goods_json(const GoodsCount& goods, EachKind each) {
    Json json = Json::object();
    for (unsigned kind = 0; kind < goods_count; ++kind) {
        if (goods[kind] == 0 && each == EachKind::if_any) continue;
        json[std::string(word(static_cast<Goods>(kind + 1)))] = goods[kind];
    }
    return json;
}

Json breakdown_json(const Breakdown& breakdown) {
    Json json = Json::object();
    for (unsigned kind = 0; kind < area_kind_count; ++kind) {
        if (breakdown[kind] == 0) continue;
        json[std::string(word(static_cast<AreaKind>(kind)))] = breakdown[kind];
    }
    return json;
}

namespace {

void add_place(Json& json, const SegmentRef& where) {
    json["x"] = where.cell.x;
    json["y"] = where.cell.y;
    json["segment"] = where.segment;
}

/// B7: counters taken from a city. B8: points for the most of one kind.
Json goods_event_json(const ScoreEvent& event) {
    Json json;
    if (event.reason != Reason::final) {
        json["kind"] = "goods";
        json["player"] = event.player;
        json["goods"] = goods_json(event.goods, EachKind::if_any);
        add_place(json, event.where);
        return json;
    }
    json["kind"] = "score";
    json["area"] = std::string(word(event.area));
    json["reason"] = std::string(word(event.reason));
    json["player"] = event.player;
    json["points"] = event.points;
    for (unsigned kind = 0; kind < goods_count; ++kind) {
        if (event.goods[kind] == 0) continue;
        json["goods"] = std::string(word(static_cast<Goods>(kind + 1)));
    }
    json["own"] = event.own;
    return json;
}

/// What raised an area's points.
const char* raised_word(AreaKind area) {
    if (area == AreaKind::road) return "inn";
    return area == AreaKind::city ? "cathedral" : "pig";
}

} // namespace

Json event_json(const ScoreEvent& event) {
    if (event.area == AreaKind::goods) return goods_event_json(event);
    Json json;
    json["kind"] = "score";
    json["area"] = std::string(word(event.area));
    json["reason"] = std::string(word(event.reason));
    json["player"] = event.player;
    json["points"] = event.points;
    json["tiles"] = event.tiles;
    json["shields"] = event.extras;
    if (event.raised) json[raised_word(event.area)] = true;
    json["own"] = event.own;
    json["rival"] = event.rival;
    add_place(json, event.where);
    return json;
}

Json thought_json(const Thought& thought) {
    const auto rounded = [](double value, double steps) {
        return std::round(value * steps) / steps + 0.0; // never -0
    };
    Json json = Json::object();
    if (thought.nodes) json["nodes"] = *thought.nodes;
    if (thought.margin) json["margin"] = rounded(*thought.margin, 100);
    if (thought.win) json["win"] = rounded(*thought.win, 10000);
    return json;
}

std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace bastide
