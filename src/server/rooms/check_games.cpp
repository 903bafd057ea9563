#include "server/rooms/check_games.h"

#include "server/rooms/match.h"
#include "server/storage/transfer.h"

namespace bastide::server {
namespace {

/// Empty, or what does not agree.
std::string check_game(GameStore& store, const std::string& id, Setups& setups,
                       std::uint64_t& entries) {
    const auto row = store.load_game(id);
    const auto log = store.load_log(id, 0);
    if (!row || !*row || !log) return "cannot be read";
    const auto rules = parse_table_rules(Json::parse((*row)->rules, nullptr, false));
    if (!rules) return "its rules are unknown: " + rules.error();
    Match match(*rules, setups.get(*rules->edition, rules->options), *(*row)->secret);
    for (const LogRow& line : *log) {
        const auto entry = parse_entry(line.body, line.at, match.setup(), rules->players());
        if (!entry || line.ply != match.ply() + 1 || !match.add(*entry)) {
            return "ply " + std::to_string(line.ply) + " cannot be played";
        }
        ++entries;
    }
    if (match.ply() != (*row)->ply) return "its row names another ply than its log";
    if (match.over() != ((*row)->status == GameStatus::over)) return "its status is wrong";
    if (match.over() && text_of(result_json(*match.result())) != (*row)->result) {
        return "its result is not what the rules give";
    }
    return {};
}

} // namespace

Stored<CheckedGames> check_games(const std::string& url, const std::string& key_file) {
    const auto ids = all_games(url);
    if (!ids) return std::unexpected(ids.error());
    auto store = open_store(url);
    if (!store) return std::unexpected(store.error());
    const auto seal = find_key(**store, url, key_file, MissingKey::leave);
    if (!seal) return std::unexpected(seal.error());
    store = open_store(url, {"", *seal});
    if (!store) return std::unexpected(store.error());
    CheckedGames checked;
    Setups setups;
    for (const std::string& id : *ids) {
        ++checked.games;
        const std::string wrong = check_game(**store, id, setups, checked.entries);
        if (!wrong.empty()) checked.wrong.push_back(id + ": " + wrong);
    }
    return checked;
}

} // namespace bastide::server
