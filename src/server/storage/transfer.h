#pragma once
// Whole databases: copies from one kind to the other, and online backups.

#include "server/storage/store.h"

#include <functional>

namespace bastide::server {

struct Copied {
    std::uint64_t users = 0;
    std::uint64_t games = 0;
    std::uint64_t entries = 0; // of logs
};

/// One state of `from`, which may be in use, into `to`, which must hold no games. All or nothing.
Stored<Copied> copy_database(const std::string& from, const std::string& to);

/// One consistent state of a database in use, as a SQLite file. The file must not exist.
Stored<void> backup_database(const std::string& url, const std::string& file);

/// Every game's id, in order.
Stored<std::vector<std::string>> all_games(const std::string& url);

} // namespace bastide::server
