#pragma once
// A table as lists and clients see it.

#include "server/rooms/match.h"
#include "server/storage/store.h"

namespace bastide::server {

/// Without a match, what the row alone knows.
Json table_json(const GameRow& row, const TableRules& rules, const Match* match);

} // namespace bastide::server
