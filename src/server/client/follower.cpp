#include "server/client/follower.h"

#include "notation/hex.h"
#include "notation/json.h"
#include "notation/replay.h"
#include "notation/turn.h"

namespace bastide::server {

std::unique_ptr<Follower> Follower::of_table(const Json& table, Setups& setups) {
    if (!table.is_object() || !table.contains("rules")) return nullptr;
    const auto rules = parse_table_rules(table["rules"]);
    if (!rules) return nullptr;
    auto follower = std::make_unique<Follower>();
    follower->setup_ = setups.get(*rules->edition, rules->options);
    follower->players_ = rules->players();
    return follower;
}

std::optional<unsigned> Follower::to_move() const {
    if (!started() || over_ || game_->now.phase != Phase::place) return std::nullopt;
    return game_->now.player;
}

std::string Follower::add(const Json& entry) {
    if (!entry.is_object() || !entry.contains("ply") || !entry.contains("kind")) return "no entry";
    const int ply = entry["ply"].get<int>();
    if (ply <= ply_) return {};
    if (ply != ply_ + 1) return "a ply is missing";
    const std::string kind = entry["kind"].get<std::string>();
    std::string wrong;
    if (kind == "start") {
        first_ = entry["first"].get<unsigned>();
        game_ = std::make_unique<Game>(*setup_->box, players_, first_);
        wrong = add_draw(entry);
    } else if (!started()) {
        wrong = "no start";
    } else if (kind == "turn") {
        wrong = add_turn(entry);
    } else if (kind == "takeback") {
        wrong = take_back(entry["turns"].get<unsigned>());
        if (wrong.empty()) wrong = add_draw(entry);
    }
    over_ = kind == "end";
    if (!wrong.empty()) return wrong;
    if (hex_of(hash(*game_)) != entry["hash"].get<std::string>()) return "the hash differs";
    ply_ = ply;
    last_ = entry;
    return {};
}

std::string Follower::add_draw(const Json& entry) {
    if (!entry.contains("draw")) return {};
    const Json& drawn = entry["draw"];
    std::vector<std::string> tiles;
    if (drawn.contains("skipped")) tiles = drawn["skipped"].get<std::vector<std::string>>();
    if (drawn.contains("tile")) tiles.push_back(drawn["tile"].get<std::string>());
    for (const std::string& id : tiles) {
        const auto tile = setup_->find_tile(id);
        if (!tile || !check_draw(*game_, *tile)) return "a draw is impossible";
        draw(*game_, *tile);
    }
    return {};
}

std::string Follower::add_turn(const Json& entry) {
    std::string error;
    JsonReader reader(error);
    const RecordTurn turn = read_turn(reader, entry["turn"], *setup_, players_);
    if (reader.failed()) return error;
    if (game_->now.phase != Phase::place || turn.tile != game_->now.hand ||
        turn.player != game_->now.player) {
        return "a turn with another tile or player";
    }
    if (const auto legal = check(*game_, turn.move); !legal)
        return std::string(code(legal.error()));
    apply(*game_, turn.move);
    turns_.push_back(turn);
    for (unsigned i = 0; i < players_; ++i) {
        if (entry["scores"][i].get<int>() != game_->now.score[i]) return "the scores differ";
    }
    return add_draw(entry);
}

std::string Follower::take_back(unsigned turns) {
    if (turns >= turns_.size()) return "a takeback of nothing";
    turns_.resize(turns);
    *game_ = Game(*setup_->box, players_, first_);
    Change change;
    for (const RecordTurn& turn : turns_) {
        if (!play_turn(*game_, turn, change, nullptr)) return "a takeback to nowhere";
    }
    return {};
}

} // namespace bastide::server
