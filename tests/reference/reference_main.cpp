#include "game.h"
#include "random_play.h"

#include <algorithm>
#include <exception>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

// reference replay DATA_DIR FILE.jsonl [--legal]   what `bastide replay --json` prints, for diff
// reference random DATA_DIR EDITION GAMES SEED     records with any mix of options
namespace bastide::reference {
namespace {

using Json = nlohmann::json;

Options read_options(const Json& record) {
    Options options;
    options.edition = record.at("edition");
    const Json none = Json::object();
    const Json& given = record.contains("options") ? record.at("options") : none;
    for (const auto& [key, value] : given.items()) {
        if (key == "river") {
            options.river = value.is_boolean() ? (value.get<bool>() ? "true" : "false")
                                               : value.get<std::string>();
        } else if (key == "abbot") {
            options.abbot = value.get<bool>();
        } else if (key == "gingerbread") {
            options.gingerbread = value.get<bool>();
        } else if (key == "gingerbread_double") {
            options.gingerbread_double = value.get<bool>();
        } else if (key == "farms") {
            options.farms = value.get<std::string>();
        } else if (key == "small_city") {
            options.small_city = value.get<std::string>();
        } else if (key == "unplaceable") {
            options.unplaceable = value.get<std::string>();
        } else if (key == "inns") {
            options.inns = value.get<bool>();
        } else if (key == "traders") {
            options.traders = value.get<bool>();
        } else {
            throw std::runtime_error("unknown option " + key);
        }
    }
    return options;
}

Json write_options(const Options& options) {
    Json json = Json::object();
    if (options.river == "2021") json["river"] = "2021";
    if (options.river == "true" || options.river == "false")
        json["river"] = options.river == "true";
    if (options.abbot) json["abbot"] = true;
    if (options.gingerbread) json["gingerbread"] = true;
    if (!options.gingerbread_double) json["gingerbread_double"] = false;
    if (!options.farms.empty()) json["farms"] = options.farms;
    if (!options.small_city.empty()) json["small_city"] = options.small_city;
    if (!options.unplaceable.empty()) json["unplaceable"] = options.unplaceable;
    if (options.inns) json["inns"] = true;
    if (options.traders) json["traders"] = true;
    return json;
}

Turn read_turn(const Json& json) {
    Turn turn;
    turn.player = json.at("player");
    turn.tile = json.at("tile");
    turn.x = json.at("x");
    turn.y = json.at("y");
    turn.rot = json.at("rot");
    if (json.contains("deploy")) {
        turn.token = json.at("deploy").at("token");
        turn.segment = json.at("deploy").at("segment");
    }
    turn.recall = json.value("recall", false);
    turn.bonus = json.value("bonus", false);
    turn.skipped = json.value("skipped", std::vector<std::string>());
    if (json.contains("gingerbread")) {
        for (const Json& target : json.at("gingerbread")) {
            turn.gingerbread.push_back({target.at("x"), target.at("y"), target.at("segment")});
        }
    }
    return turn;
}

template <class Move> // Turn or LegalMove
Json write_move(const Move& move) {
    Json json = {{"x", move.x}, {"y", move.y}, {"rot", move.rot}};
    if (!move.token.empty()) json["deploy"] = {{"token", move.token}, {"segment", move.segment}};
    if (move.recall) json["recall"] = true;
    return json;
}

Json write_turn(const Turn& turn) {
    Json json = write_move(turn);
    json["player"] = turn.player;
    json["tile"] = turn.tile;
    if (!turn.skipped.empty()) json["skipped"] = turn.skipped;
    if (turn.bonus) json["bonus"] = true;
    for (const auto& [x, y, segment] : turn.gingerbread) {
        json["gingerbread"].push_back({{"x", x}, {"y", y}, {"segment", segment}});
    }
    return json;
}

Json write_event(const Event& event) {
    const Json where = {{"x", event.x}, {"y", event.y}, {"segment", event.segment}};
    if (event.kind == "goods") {
        Json json = {{"kind", "goods"}, {"player", event.player}, {"goods", event.goods}};
        json.update(where);
        return json;
    }
    Json json = {{"kind", event.kind},       {"area", event.area},     {"reason", event.reason},
                 {"player", event.player},   {"points", event.points}, {"tiles", event.tiles},
                 {"shields", event.shields}, {"own", event.own},       {"rival", event.rival}};
    json.update(where);
    if (event.inn) json["inn"] = true;
    if (event.cathedral) json["cathedral"] = true;
    if (event.pig) json["pig"] = true;
    return json;
}

Json replay(const std::string& data_dir, const Json& record, bool with_moves) {
    const Json& turns = record.at("turns");
    const int first = turns.empty() ? 0 : turns.front().at("player").get<int>();
    Game game(data_dir, read_options(record), static_cast<int>(record.at("players").size()), first);
    Json printed = Json::array();
    for (const Json& json : turns) {
        const Turn turn = read_turn(json);
        const std::set<LegalMove> moves = game.legal_moves(turn.tile);
        try {
            game.play(turn);
        } catch (const std::exception& error) {
            throw std::runtime_error("turn " + std::to_string(printed.size()) + ": " +
                                     error.what());
        }
        Json events = Json::array();
        for (const Event& event : game.last_events()) events.push_back(write_event(event));
        Json line = {{"player", turn.player},
                     {"tile", turn.tile},
                     {"legal", moves.size()},
                     {"scores", game.scores()},
                     {"events", events}};
        if (game.rules().traders) line["goods"] = game.goods();
        if (game.again()) line["again"] = true;
        if (with_moves) {
            for (const LegalMove& move : moves) line["moves"].push_back(write_move(move));
        }
        printed.push_back(line);
    }
    return {{"edition", record.at("edition")},
            {"turns", printed},
            {"final", {{"scores", game.final_scores()}, {"breakdown", game.breakdown()}}}};
}

Json random_record(const std::string& data_dir, const std::string& edition, unsigned seed) {
    Random random(seed);
    const Options options = random_options(edition, random);
    const auto most = static_cast<unsigned>(rules_from(options).most_players());
    const int players = 1 + static_cast<int>(random() % most);
    const int first = static_cast<int>(random() % static_cast<unsigned>(players));
    const Manner manner = seed % 2 == 0 ? Manner::scattered : Manner::compact;
    Game game(data_dir, options, players, first);
    Json names = Json::array();
    for (int i = 0; i < players; ++i) names.push_back({{"name", "P" + std::to_string(i)}});
    Json turns = Json::array();
    while (!game.over()) {
        const Turn turn = random_turn(game, manner, random);
        game.play(turn);
        turns.push_back(write_turn(turn));
    }
    return {{"format", "bastide/1"},
            {"edition", edition},
            {"options", write_options(options)},
            {"players", names},
            {"turns", turns},
            {"result", {{"scores", game.final_scores()}}}};
}

int run(const std::vector<std::string>& words) {
    if (words.size() >= 3 && words.at(0) == "replay") {
        std::ifstream in(words.at(2));
        if (!in) throw std::runtime_error("cannot read " + words.at(2));
        const bool with_moves = words.size() > 3 && words.at(3) == "--legal";
        for (std::string line; std::getline(in, line);) {
            std::cout << replay(words.at(1), Json::parse(line), with_moves).dump() << '\n';
        }
        return 0;
    }
    if (words.size() == 5 && words.at(0) == "random") {
        const unsigned seed = static_cast<unsigned>(std::stoul(words.at(4)));
        for (unsigned i = 0; i < static_cast<unsigned>(std::stoul(words.at(3))); ++i) {
            std::cout << random_record(words.at(1), words.at(2), seed + i).dump() << '\n';
        }
        return 0;
    }
    std::cerr << "reference replay DATA_DIR FILE.jsonl [--legal]\n"
                 "reference random DATA_DIR EDITION GAMES SEED\n";
    return 2;
}

} // namespace
} // namespace bastide::reference

int main(int argc, char** argv) {
    try {
        return bastide::reference::run({argv + 1, argv + argc});
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 2;
    }
}
