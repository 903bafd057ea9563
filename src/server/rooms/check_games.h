#pragma once
// Replays every game of a database, finished or not, under today's rules.

#include "server/storage/store.h"

#include <functional>

namespace bastide::server {

struct CheckedGames {
    std::uint64_t games = 0;
    std::uint64_t entries = 0;
    std::vector<std::string> wrong; // "GAME: what"
};
Stored<CheckedGames> check_games(const std::string& url, const std::string& key_file);

} // namespace bastide::server
