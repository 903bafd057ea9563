#pragma once
// The processes that serve a database as rows: since when they are up, and which players are
// connected to which of them.

#include "server/storage/sql_part.h"

namespace bastide::server {

class Nodes : public SqlPart {
  public:
    using SqlPart::SqlPart;

    Done put(const Heartbeat& w);
    Done put(const Arrive& w);
    Done put(const Depart& w);

    Stored<std::vector<PresentRow>> load_present(const std::string& game, std::int64_t now);
    Stored<std::int64_t> downtime(std::int64_t from, std::int64_t to);

  private:
    Done renew(const Heartbeat& w);
    Done empty_seats_of_dead_nodes(std::int64_t now);
};

} // namespace bastide::server
