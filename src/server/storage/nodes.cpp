#include "server/storage/nodes.h"

#include <algorithm>
#include <set>

namespace bastide::server {

Nodes::Done Nodes::put(const Heartbeat& w) {
    const auto beat = change("INSERT INTO uptime (started_at, last_at) VALUES (?1, ?2) ON CONFLICT "
                             "(started_at) DO UPDATE SET last_at = excluded.last_at",
                             {w.started_at, w.at});
    return !beat || !*beat || w.node.empty() ? beat : renew(w);
}

Nodes::Done Nodes::renew(const Heartbeat& w) {
    const auto renewed =
        change("INSERT INTO nodes (node, until) VALUES (?1, ?2) ON CONFLICT (node) "
               "DO UPDATE SET until = excluded.until",
               {w.node, w.until});
    if (!renewed) return renewed;
    const auto emptied = empty_seats_of_dead_nodes(w.now);
    if (!emptied) return emptied;
    return true;
}

/// Several nodes may do this at once: none waits for what another is at.
Nodes::Done Nodes::empty_seats_of_dead_nodes(std::int64_t now) {
    const std::string lock(sql_.skip_locked());
    auto emptied = sql_.run("DELETE FROM presence WHERE (game, seat, node) IN (SELECT game, seat, "
                            "node FROM presence WHERE node NOT IN (SELECT node FROM nodes WHERE "
                            "until > ?1)" +
                                lock + ") RETURNING game",
                            std::vector<SqlValue>{now});
    if (!emptied) return std::unexpected(emptied.error());
    std::set<std::string> games;
    for (SqlRow& row : emptied->rows) games.insert(std::move(row[0]));
    for (const std::string& game : games) {
        // In nobody's name, so that this node hears of it too.
        if (auto told = sql_.announce(" " + game); !told) return std::unexpected(told.error());
    }
    return change("DELETE FROM nodes WHERE node IN (SELECT node FROM nodes WHERE until <= ?1" +
                      lock + ")",
                  {now});
}

Nodes::Done Nodes::put(const Arrive& w) {
    return change("INSERT INTO presence (game, seat, node) VALUES (?1, ?2, ?3) ON CONFLICT DO "
                  "NOTHING",
                  {w.game, value(w.seat), w.node});
}

Nodes::Done Nodes::put(const Depart& w) {
    return change("DELETE FROM presence WHERE game = ?1 AND seat = ?2 AND node = ?3",
                  {w.game, value(w.seat), w.node});
}

Stored<std::vector<PresentRow>> Nodes::load_present(const std::string& id, std::int64_t now) {
    auto found = query("SELECT seat, presence.node FROM presence JOIN nodes ON nodes.node = "
                       "presence.node WHERE game = ?1 AND until > ?2 ORDER BY seat, "
                       "presence.node",
                       {id, now});
    if (!found) return std::unexpected(found.error());
    std::vector<PresentRow> present;
    for (SqlRow& row : *found) {
        present.push_back({static_cast<unsigned>(number(row[0])), std::move(row[1])});
    }
    return present;
}

Stored<std::int64_t> Nodes::downtime(std::int64_t from, std::int64_t to) {
    auto found = query("SELECT started_at, last_at FROM uptime WHERE last_at > ?1 AND "
                       "started_at < ?2 ORDER BY started_at",
                       {from, to});
    if (!found) return std::unexpected(found.error());
    std::int64_t down = 0, covered = from;
    for (const SqlRow& row : *found) {
        down += std::max<std::int64_t>(0, number(row[0]) - covered);
        covered = std::max(covered, number(row[1]));
    }
    return down + std::max<std::int64_t>(0, to - covered);
}

} // namespace bastide::server
