#include "notation/record.h"

#include "catalog/json_reader.h"
#include "notation/json.h"
#include "notation/options.h"
#include "notation/turn.h"

#include <algorithm>

namespace bastide {
namespace {

constexpr unsigned max_turns = 256; // more than any box has tiles
constexpr std::size_t max_name_bytes = 200;
constexpr const char* thought_key = "thought";

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
                       {"format", "edition", "options", "players", "turns", "result", "dealer"});
        if (!reader_.failed()) read_head(json);
        if (!reader_.failed()) read_turns(json);
        error_.turn = reader_.failed() ? error_.turn : 0;
        if (!reader_.failed()) read_result(json);
        if (!reader_.failed()) read_dealer(json);
        if (reader_.failed()) return std::unexpected(error_);
        return std::move(record_);
    }

  private:
    void read_head(const Json& json) {
        const std::string format = reader_.string(json, "format", "the record");
        with_thoughts_ = format == record_format_with_thoughts;
        if (!reader_.failed() && format != record_format && !with_thoughts_) {
            return reader_.fail("\"format\" is neither \"" + std::string(record_format) +
                                "\" nor \"" + std::string(record_format_with_thoughts) + "\"");
        }
        const std::string id = reader_.string(json, "edition", "the record");
        if (reader_.failed()) return;
        const Edition* edition = Catalog::embedded().find(id);
        if (edition == nullptr)
            return reader_.fail("the edition \"" + id.substr(0, 60) + "\" is unknown");
        Options options = edition->defaults;
        if (const auto it = json.find("options"); it != json.end()) {
            read_options(reader_, *it, options);
        }
        if (reader_.failed()) return;
        auto setup = Catalog::embedded().setup(*edition, options);
        if (!setup) return reader_.fail(setup.error().text());
        read_players(json, setup->players);
        if (reader_.failed()) return;
        record_.setup = std::make_shared<const Setup>(std::move(*setup));
    }

    void read_players(const Json& json, unsigned most) {
        const Json* list = reader_.array(json, "players", "the record");
        if (list == nullptr) return;
        if (list->empty() || list->size() > most) {
            return reader_.fail("there must be 1 to " + std::to_string(most) + " players");
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
            record_.turns.push_back(read_whole_turn(turn));
            if (reader_.failed()) return;
        }
    }

    /// What is thought is told in records alone: the rest of a turn is read as everywhere.
    RecordTurn read_whole_turn(const Json& json) {
        const auto players = static_cast<unsigned>(record_.players.size());
        if (!with_thoughts_ || !json.is_object() || !json.contains(thought_key)) {
            return read_turn(reader_, json, *record_.setup, players);
        }
        Json rest = json;
        rest.erase(thought_key);
        RecordTurn turn = read_turn(reader_, rest, *record_.setup, players);
        if (!reader_.failed()) turn.thought = read_thought(json[thought_key]);
        return turn;
    }

    Thought read_thought(const Json& json) {
        Thought thought;
        if (!reader_.object(json, "\"thought\"", {"nodes", "margin", "win"})) return thought;
        if (json.contains("nodes")) {
            thought.nodes = static_cast<std::uint64_t>(
                reader_.integer(json, "nodes", "\"thought\"", 0, most_thought_nodes));
        }
        thought.margin = number(json, "margin", -most_thought_margin, most_thought_margin);
        thought.win = number(json, "win", 0, 1);
        if (thought.tells_nothing()) reader_.fail("\"thought\" tells nothing");
        return thought;
    }

    std::optional<double> number(const Json& json, const char* key, double low, double high) {
        const auto it = json.find(key);
        if (it == json.end()) return std::nullopt;
        const double value = it->is_number() ? it->get<double>() : high + 1;
        if (value < low || value > high) {
            reader_.fail("\"" + std::string(key) + "\" of \"thought\" is not a number from " +
                         std::to_string(static_cast<int>(low)) + " to " +
                         std::to_string(static_cast<int>(high)));
        }
        return value;
    }

    void read_result(const Json& json) {
        const auto it = json.find("result");
        if (it == json.end()) return;
        if (!reader_.object(*it, "\"result\"", {"scores"})) return;
        const Json* scores = reader_.array(*it, "scores", "\"result\"");
        if (scores == nullptr) return;
        if (scores->size() != record_.players.size()) {
            return reader_.fail("\"result\" must have one score per player");
        }
        record_.result.emplace();
        for (const Json& score : *scores) {
            record_.result->push_back(
                static_cast<int>(reader_.integer(score, "a score", 0, 10000)));
        }
    }

    void read_dealer(const Json& json) {
        const auto it = json.find("dealer");
        if (it == json.end()) return;
        if (!reader_.object(*it, dealer,
                            {"version", "commitment", "secret", "first", "tips", "links"})) {
            return;
        }
        const bool has_players = it->contains("version");
        if (!has_players && !reader_.object(*it, dealer, {"commitment", "secret"})) return;
        record_.dealer.emplace();
        record_.dealer->commitment = hex(reader_.get(*it, "commitment", dealer), "commitment");
        if (it->contains("secret")) record_.dealer->secret = hex(&(*it)["secret"], "secret");
        if (has_players && !reader_.failed()) read_players_proof(*it);
    }

    void read_players_proof(const Json& json) {
        reader_.integer(json, "version", dealer, 2, 2);
        PlayersProof& proof = record_.dealer->players.emplace();
        const Json* first = reader_.get(json, "first", dealer);
        if (first != nullptr && *first != "random") proof.first = seat(*first);
        const Json* tips = reader_.array(json, "tips", dealer);
        for (std::size_t i = 0; tips != nullptr && i < tips->size(); ++i) {
            const Json& tip = (*tips)[i];
            proof.tips.push_back(tip.is_null() ? std::nullopt : std::optional(hex(&tip, "tips")));
        }
        if (tips != nullptr && tips->size() != record_.players.size()) {
            reader_.fail("\"dealer\" has not one tip per player");
        }
        const Json* links = reader_.array(json, "links", dealer);
        for (std::size_t i = 0; links != nullptr && i < links->size(); ++i) {
            proof.links.push_back(read_link((*links)[i]));
        }
        if (links != nullptr && links->size() != record_.turns.size()) {
            reader_.fail("\"dealer\" has not one link per turn");
        }
    }

    std::optional<RevealedLink> read_link(const Json& json) {
        if (json.is_null() || !reader_.object(json, "a link", {"seat", "link"})) return {};
        const Json* by = reader_.get(json, "seat", "a link");
        RevealedLink link;
        if (by != nullptr) link.seat = seat(*by);
        link.link = hex(reader_.get(json, "link", "a link"), "link");
        return link;
    }

    unsigned seat(const Json& json) {
        const auto last = static_cast<long long>(record_.players.size()) - 1;
        return static_cast<unsigned>(reader_.integer(json, "a seat", 0, last));
    }

    std::string hex(const Json* json, const char* what) {
        if (json == nullptr) return {};
        std::string text = json->is_string() ? json->get<std::string>() : std::string();
        const bool digits = text.find_first_not_of("0123456789abcdef") == std::string::npos;
        if (!reader_.failed() && (text.size() != 64 || !digits)) {
            reader_.fail(std::string("\"") + what + "\" is not 64 hexadecimal digits");
        }
        return text;
    }

    static constexpr const char* dealer = "\"dealer\"";
    RecordError error_;
    JsonReader reader_{error_.reason};
    bool with_thoughts_ = false;
    Record record_;
};

Json dealer_json(const DealerProof& proof) {
    Json json;
    if (proof.players) json["version"] = 2;
    json["commitment"] = proof.commitment;
    if (proof.secret) json["secret"] = *proof.secret;
    if (!proof.players) return json;
    const PlayersProof& players = *proof.players;
    json["first"] = players.first ? Json(*players.first) : Json("random");
    json["tips"] = Json::array();
    for (const auto& tip : players.tips) json["tips"].push_back(tip ? Json(*tip) : Json(nullptr));
    json["links"] = Json::array();
    for (const auto& link : players.links) {
        Json item;
        if (link) {
            item["seat"] = link->seat;
            item["link"] = link->link;
        }
        json["links"].push_back(std::move(item));
    }
    return json;
}

} // namespace

std::string RecordError::text() const {
    return turn == 0 ? reason : "turn " + std::to_string(turn) + ": " + reason;
}

bool Record::has_thoughts() const {
    return std::ranges::any_of(turns, [](const RecordTurn& turn) { return !!turn.thought; });
}

std::expected<Record, RecordError> parse_record(std::string_view json) {
    return RecordReader().read(json);
}

std::string write_record(const Record& record) {
    Json json;
    json["format"] =
        std::string(record.has_thoughts() ? record_format_with_thoughts : record_format);
    json["edition"] = record.setup->edition;
    Json options =
        options_json(*Catalog::embedded().find(record.setup->edition), record.setup->options);
    if (!options.empty()) json["options"] = std::move(options);
    json["players"] = Json::array();
    for (const std::string& name : record.players) json["players"].push_back({{"name", name}});
    json["turns"] = Json::array();
    for (const RecordTurn& turn : record.turns) {
        json["turns"].push_back(turn_json(*record.setup, turn));
        if (turn.thought) json["turns"].back()[thought_key] = thought_json(*turn.thought);
    }
    if (record.result) json["result"]["scores"] = *record.result;
    if (record.dealer) json["dealer"] = dealer_json(*record.dealer);
    return text_of(json);
}

Record new_record(std::shared_ptr<const Setup> setup, std::vector<std::string> players) {
    Record record;
    record.setup = std::move(setup);
    record.players = std::move(players);
    return record;
}

} // namespace bastide
