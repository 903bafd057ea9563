#include "server/storage/subscriptions.h"

namespace bastide::server {
namespace {

std::vector<SubscriptionRow> subscription_rows(const std::vector<SqlRow>& found) {
    std::vector<SubscriptionRow> rows;
    for (const SqlRow& row : found) rows.push_back({row[0], row[1]});
    return rows;
}

} // namespace

/// A browser has one address, whoever uses it: it is theirs who subscribed last.
Subscriptions::Done Subscriptions::put(const Subscribe& w) {
    const auto added = change(
        "INSERT INTO subscriptions (endpoint, token, site, created_at) SELECT CAST(?1 AS TEXT), "
        "hash, CAST(?3 AS TEXT), CAST(?4 AS BIGINT) FROM tokens WHERE hash = ?2 ON CONFLICT "
        "(endpoint) DO UPDATE SET token = excluded.token, site = excluded.site, created_at = "
        "excluded.created_at",
        {w.row.endpoint, w.token_hash, w.row.site, w.at});
    if (!added || !*added) return added;
    const auto dropped = change(
        "DELETE FROM subscriptions WHERE endpoint IN (SELECT s.endpoint FROM subscriptions s JOIN "
        "tokens t ON t.hash = s.token WHERE t.user_id = (SELECT user_id FROM tokens WHERE hash = "
        "?1) ORDER BY s.created_at DESC, s.endpoint LIMIT 1000 OFFSET ?2)",
        {w.token_hash, value(most_subscriptions)});
    if (!dropped) return dropped;
    return true;
}

Subscriptions::Done Subscriptions::put(const Unsubscribe& w) {
    return change("DELETE FROM subscriptions WHERE endpoint = ?1 AND (?2 = '' OR token IN (SELECT "
                  "hash FROM tokens WHERE user_id = ?2))",
                  {w.endpoint, w.user});
}

Stored<std::vector<SubscriptionRow>> Subscriptions::of(const std::string& user) {
    const auto found =
        query("SELECT s.endpoint, s.site FROM subscriptions s JOIN tokens t ON t.hash = s.token "
              "WHERE t.user_id = ?1 ORDER BY s.created_at, s.endpoint",
              {user});
    if (!found) return std::unexpected(found.error());
    return subscription_rows(*found);
}

/// Most have no subscription: then nothing is written. Of several nodes one changes the row.
Stored<std::vector<SubscriptionRow>> Subscriptions::claim(const NoticeQuery& q) {
    const auto found = query(
        "SELECT s.endpoint, s.site FROM subscriptions s JOIN tokens t ON t.hash = s.token WHERE "
        "t.user_id = ?1 AND s.told_at <= ?5 AND EXISTS (SELECT 1 FROM games WHERE id = ?2 AND ply "
        "= ?3 AND status = ?6) AND NOT EXISTS (SELECT 1 FROM presence p JOIN seats e ON e.game = "
        "p.game AND e.seat = p.seat JOIN nodes n ON n.node = p.node WHERE e.user_id = ?1 AND "
        "n.until > ?4)",
        {q.user, q.game, std::int64_t{q.ply}, q.now, q.told_before, value(GameStatus::playing)});
    if (!found) return std::unexpected(found.error());
    std::vector<SubscriptionRow> claimed;
    for (SubscriptionRow& row : subscription_rows(*found)) {
        const auto told =
            change("UPDATE subscriptions SET told_at = ?2 WHERE endpoint = ?1 AND told_at <= ?3",
                   {row.endpoint, q.now, q.told_before});
        if (!told) return std::unexpected(StoreError{told.error().text});
        if (*told) claimed.push_back(std::move(row));
    }
    return claimed;
}

} // namespace bastide::server
