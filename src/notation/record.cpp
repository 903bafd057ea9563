#include "notation/record.h"

#include "catalog/json_reader.h"
#include "notation/json.h"
#include "notation/words.h"

namespace bastide {
namespace {

constexpr unsigned max_turns = 256; // more than any box has tiles
constexpr std::size_t max_name_bytes = 200;

class RecordReader {
  public:
    std::expected<Record, RecordError> read(std::string_view text) {
        Json json;
        if (text.size() > max_record_bytes) {
            error_.reason = "longer than any record";
            return std::unexpected(error_);
        }
        if (!parse_json(text, json, error_.reason)) return std::unexpected(error_);
        reader_.object(json, "the record",
                       {"format", "edition", "options", "players", "turns", "result"});
        if (!reader_.failed()) read_head(json);
        if (!reader_.failed()) read_turns(json);
        error_.turn = reader_.failed() ? error_.turn : 0;
        if (!reader_.failed()) read_result(json);
        if (reader_.failed()) return std::unexpected(error_);
        return std::move(record_);
    }

  private:
    void read_head(const Json& json) {
        const std::string format = reader_.string(json, "format", "the record");
        if (!reader_.failed() && format != record_format) {
            return reader_.fail("\"format\" is not \"" + std::string(record_format) + "\"");
        }
        const std::string id = reader_.string(json, "edition", "the record");
        if (reader_.failed()) return;
        const Edition* edition = Catalog::embedded().find(id);
        if (edition == nullptr)
            return reader_.fail("the edition \"" + id.substr(0, 60) + "\" is unknown");
        Options options = edition->defaults;
        if (const auto it = json.find("options"); it != json.end()) {
            read_options(*it, *edition, options);
        }
        read_players(json);
        if (reader_.failed()) return;
        auto setup = Catalog::embedded().setup(*edition, options);
        if (!setup) return reader_.fail(setup.error().text());
        record_.setup = std::make_shared<const Setup>(std::move(*setup));
    }

    void read_options(const Json& json, const Edition& edition, Options& options) {
        if (!json.is_object()) return reader_.fail("\"options\" is not an object");
        for (const auto& [key, value] : json.items()) {
            std::string text;
            if (value.is_boolean()) text = value.get<bool>() ? "true" : "false";
            if (value.is_string()) text = value.get<std::string>();
            // "true" as text is not the boolean true.
            const bool boolean_as_text = value.is_string() && (text == "true" || text == "false");
            if (edition.family == Family::hunters) {
                return reader_.fail("the edition has no option \"" + key.substr(0, 60) + "\"");
            }
            if (boolean_as_text || !set_option(options, key, text)) {
                return reader_.fail("the option \"" + key.substr(0, 60) +
                                    "\" is unknown or has no such value");
            }
        }
    }

    void read_players(const Json& json) {
        const Json* list = reader_.array(json, "players", "the record");
        if (list == nullptr) return;
        if (list->empty() || list->size() > max_players) {
            return reader_.fail("there are not 1 to 5 players");
        }
        for (const Json& player : *list) {
            if (!reader_.object(player, "a player", {"name"})) return;
            record_.players.push_back(reader_.string(player, "name", "a player"));
            if (record_.players.back().size() > max_name_bytes) {
                return reader_.fail("a player's name is too long");
            }
        }
    }

    void read_turns(const Json& json) {
        const Json* list = reader_.array(json, "turns", "the record");
        if (list == nullptr) return;
        if (list->size() > max_turns) return reader_.fail("there are too many turns");
        for (const Json& turn : *list) {
            ++error_.turn;
            if (!reader_.object(turn, "the turn",
                                {"player", "tile", "x", "y", "rot", "deploy", "recall", "skipped",
                                 "bonus", "gingerbread"})) {
                return;
            }
            record_.turns.push_back(read_turn(turn));
            if (reader_.failed()) return;
        }
    }

    RecordTurn read_turn(const Json& json) {
        RecordTurn turn;
        const auto players = static_cast<long long>(record_.players.size());
        turn.player =
            static_cast<unsigned>(reader_.integer(json, "player", "the turn", 0, players - 1));
        turn.tile = read_tile(reader_.string(json, "tile", "the turn"));
        turn.move.placement.cell = read_cell(json);
        turn.move.placement.rotation =
            static_cast<Rotation>(reader_.integer(json, "rot", "the turn", 0, 3));
        turn.bonus = reader_.boolean(json, "bonus", "the turn", false);
        read_deployment(json, turn.move.deployment);
        read_skipped(json, turn.skipped);
        read_man(json, turn.move);
        return turn;
    }

    TileIndex read_tile(const std::string& id) {
        if (reader_.failed()) return no_tile;
        const auto tile = record_.setup->find_tile(id);
        if (!tile) reader_.fail("the tile \"" + id.substr(0, 60) + "\" is not in this game");
        return tile.value_or(no_tile);
    }

    Cell read_cell(const Json& json) {
        return {static_cast<std::int8_t>(reader_.integer(json, "x", "the turn", -120, 120)),
                static_cast<std::int8_t>(reader_.integer(json, "y", "the turn", -120, 120))};
    }

    std::uint8_t read_segment(const Json& json) {
        return static_cast<std::uint8_t>(
            reader_.integer(json, "segment", "the turn", 0, max_segments - 1));
    }

    void read_deployment(const Json& json, Deployment& deployment) {
        const auto deploy = json.find("deploy");
        const bool recall = reader_.boolean(json, "recall", "the turn", false);
        if (recall) deployment = Deployment::recall_abbot();
        if (reader_.failed() || deploy == json.end()) return;
        if (recall) return reader_.fail("the turn has both \"deploy\" and \"recall\"");
        if (!reader_.object(*deploy, "\"deploy\"", {"token", "segment"})) return;
        const std::string text = reader_.string(*deploy, "token", "\"deploy\"");
        if (reader_.failed()) return;
        const auto token = token_from(text);
        if (!token) return reader_.fail("the token \"" + text.substr(0, 60) + "\" is unknown");
        deployment = Deployment::put(*token, read_segment(*deploy));
    }

    void read_skipped(const Json& json, std::vector<TileIndex>& skipped) {
        const auto it = json.find("skipped");
        if (reader_.failed() || it == json.end()) return;
        if (!it->is_array() || it->size() > max_turns) {
            return reader_.fail("\"skipped\" is not a list of tiles");
        }
        for (const Json& tile : *it) {
            if (!tile.is_string()) return reader_.fail("\"skipped\" is not a list of tiles");
            skipped.push_back(read_tile(tile.get<std::string>()));
        }
    }

    void read_man(const Json& json, Move& move) {
        const auto it = json.find("gingerbread");
        if (reader_.failed() || it == json.end()) return;
        if (!it->is_array() || it->size() > max_man_moves) {
            return reader_.fail("\"gingerbread\" is not a list of one or two targets");
        }
        for (const Json& target : *it) {
            if (!reader_.object(target, "a gingerbread target", {"x", "y", "segment"})) return;
            const Cell cell = read_cell(target);
            move.man_moves[move.man_move_count++] = {cell, read_segment(target)};
        }
    }

    void read_result(const Json& json) {
        const auto it = json.find("result");
        if (it == json.end()) return;
        if (!reader_.object(*it, "\"result\"", {"scores"})) return;
        const Json* scores = reader_.array(*it, "scores", "\"result\"");
        if (scores == nullptr) return;
        if (scores->size() != record_.players.size()) {
            return reader_.fail("\"result\" has not one score a player");
        }
        record_.result.emplace();
        for (const Json& score : *scores) {
            record_.result->push_back(
                static_cast<int>(reader_.integer(score, "a score", 0, 10000)));
        }
    }

    RecordError error_;
    JsonReader reader_{error_.reason};
    Record record_;
};

Json options_json(const Setup& setup) {
    Json json = Json::object();
    const Edition* edition = Catalog::embedded().find(setup.edition);
    for (const OptionKey& key : option_keys()) {
        const std::string_view value = option_value(setup.options, key.key);
        if (value == option_value(edition->defaults, key.key)) continue;
        const bool boolean = value == "true" || value == "false";
        json[std::string(key.key)] = boolean ? Json(value == "true") : Json(std::string(value));
    }
    return json;
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

} // namespace

std::string RecordError::text() const {
    return turn == 0 ? reason : "turn " + std::to_string(turn) + ": " + reason;
}

std::expected<Record, RecordError> parse_record(std::string_view json) {
    return RecordReader().read(json);
}

std::string write_record(const Record& record) {
    Json json;
    json["format"] = std::string(record_format);
    json["edition"] = record.setup->edition;
    Json options = options_json(*record.setup);
    if (!options.empty()) json["options"] = std::move(options);
    json["players"] = Json::array();
    for (const std::string& name : record.players) json["players"].push_back({{"name", name}});
    json["turns"] = Json::array();
    for (const RecordTurn& turn : record.turns) {
        json["turns"].push_back(turn_json(*record.setup, turn));
    }
    if (record.result) json["result"]["scores"] = *record.result;
    return text_of(json);
}

Record new_record(std::shared_ptr<const Setup> setup, std::vector<std::string> players) {
    Record record;
    record.setup = std::move(setup);
    record.players = std::move(players);
    return record;
}

} // namespace bastide
