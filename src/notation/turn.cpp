#include "notation/turn.h"

#include "notation/json.h"
#include "notation/words.h"

namespace bastide {
namespace {

constexpr std::size_t max_skipped = 256; // more than any box has tiles

TileIndex read_tile(JsonReader& reader, const std::string& id, const Setup& setup) {
    if (reader.failed()) return no_tile;
    const auto tile = setup.find_tile(id);
    if (!tile) reader.fail("the tile \"" + id.substr(0, 60) + "\" is not in this game");
    return tile.value_or(no_tile);
}

Cell read_cell(JsonReader& reader, const Json& json) {
    return {
        static_cast<std::int8_t>(reader.integer(json, "x", "the turn", -table_edge, table_edge)),
        static_cast<std::int8_t>(reader.integer(json, "y", "the turn", -table_edge, table_edge))};
}

std::uint8_t read_segment(JsonReader& reader, const Json& json) {
    return static_cast<std::uint8_t>(
        reader.integer(json, "segment", "the turn", 0, max_segments - 1));
}

void read_deployment(JsonReader& reader, const Json& json, Deployment& deployment) {
    const auto deploy = json.find("deploy");
    const bool recall = reader.boolean(json, "recall", "the turn", false);
    if (recall) deployment = Deployment::recall_abbot();
    if (reader.failed() || deploy == json.end()) return;
    if (recall) return reader.fail("the turn has both \"deploy\" and \"recall\"");
    if (!reader.object(*deploy, "\"deploy\"", {"token", "segment"})) return;
    const std::string text = reader.string(*deploy, "token", "\"deploy\"");
    if (reader.failed()) return;
    const auto token = token_from(text);
    if (!token) return reader.fail("the token \"" + text.substr(0, 60) + "\" is unknown");
    deployment = Deployment::put(*token, read_segment(reader, *deploy));
}

void read_skipped(JsonReader& reader, const Json& json, const Setup& setup,
                  std::vector<TileIndex>& skipped) {
    const auto it = json.find("skipped");
    if (reader.failed() || it == json.end()) return;
    if (!it->is_array() || it->size() > max_skipped) {
        return reader.fail("\"skipped\" is not a list of tiles");
    }
    for (const Json& tile : *it) {
        if (!tile.is_string()) return reader.fail("\"skipped\" is not a list of tiles");
        skipped.push_back(read_tile(reader, tile.get<std::string>(), setup));
    }
}

void read_man(JsonReader& reader, const Json& json, Move& move) {
    const auto it = json.find("gingerbread");
    if (reader.failed() || it == json.end()) return;
    if (!it->is_array() || it->size() > max_man_moves) {
        return reader.fail("\"gingerbread\" is not a list of one or two targets");
    }
    for (const Json& target : *it) {
        if (!reader.object(target, "a gingerbread target", {"x", "y", "segment"})) return;
        const Cell cell = read_cell(reader, target);
        move.man_moves[move.man_move_count++] = {cell, read_segment(reader, target)};
    }
}

/// The part of a turn that is a move; the caller has checked the keys.
Move read_move_of(JsonReader& reader, const Json& json) {
    Move move;
    move.placement.cell = read_cell(reader, json);
    move.placement.rotation = static_cast<Rotation>(reader.integer(json, "rot", "the turn", 0, 3));
    read_deployment(reader, json, move.deployment);
    read_man(reader, json, move);
    return move;
}

} // namespace

Move read_move(JsonReader& reader, const Json& json) {
    if (!reader.object(json, "the move", {"x", "y", "rot", "deploy", "recall", "gingerbread"})) {
        return {};
    }
    return read_move_of(reader, json);
}

RecordTurn read_turn(JsonReader& reader, const Json& json, const Setup& setup, unsigned players) {
    RecordTurn turn;
    if (!reader.object(json, "the turn",
                       {"player", "tile", "x", "y", "rot", "deploy", "recall", "skipped", "bonus",
                        "gingerbread"})) {
        return turn;
    }
    turn.player = static_cast<unsigned>(
        reader.integer(json, "player", "the turn", 0, static_cast<long long>(players) - 1));
    turn.tile = read_tile(reader, reader.string(json, "tile", "the turn"), setup);
    turn.move = read_move_of(reader, json);
    turn.bonus = reader.boolean(json, "bonus", "the turn", false);
    read_skipped(reader, json, setup, turn.skipped);
    return turn;
}

Json turn_json(const Setup& setup, const RecordTurn& turn) {
    Json json;
    json["player"] = turn.player;
    json["tile"] = setup.tile_id(turn.tile);
    add_move(json, turn.move);
    if (turn.bonus) json["bonus"] = true;
    if (!turn.skipped.empty()) {
        Json skipped = Json::array();
        for (const TileIndex tile : turn.skipped) skipped.push_back(setup.tile_id(tile));
        json["skipped"] = std::move(skipped);
    }
    return json;
}

} // namespace bastide
