#include "server/storage/keeping.h"

#include <cstdlib>

namespace bastide::server {

std::string removed_line(int n) {
    return "!" + std::to_string(n);
}

std::optional<int> parse_removed_line(const std::string& text) {
    if (!text.starts_with("!")) return std::nullopt;
    return static_cast<int>(std::strtol(text.c_str() + 1, nullptr, 10));
}

/// The first statement decides and keeps the row for this transaction; then all that names it goes.
Keeping::Done Keeping::put(const RemoveGame& w) {
    const std::int64_t before = w.before > 0 ? w.before : INT64_MAX;
    const GameStatus last =
        w.which == RemoveGame::Which::open ? GameStatus::open : GameStatus::over;
    const auto found = change("UPDATE games SET due_at = 0 WHERE id = ?1 AND status <= ?2 AND "
                              "updated_at < ?3 AND (?4 = '' OR owner = ?4)",
                              {w.game, value(last), before, w.owner});
    if (!found || !*found) return found;
    constexpr std::string_view parts[] = {
        "DELETE FROM presence WHERE game = ?1",
        "DELETE FROM chat WHERE game = ?1",
        "DELETE FROM rating_changes WHERE game = ?1",
        "DELETE FROM seats WHERE game = ?1",
        "DELETE FROM log WHERE game = ?1",
        "DELETE FROM games WHERE id = ?1",
    };
    for (const std::string_view text : parts) {
        if (const auto done = change(text, {w.game}); !done) return done;
    }
    return true;
}

/// The number stays taken: other nodes may still hold the line under it.
Keeping::Done Keeping::put(const RemoveChat& w) {
    return change("UPDATE chat SET body = '', name = '' WHERE game = ?1 AND n = ?2 AND body <> ''",
                  {w.game, static_cast<std::int64_t>(w.n)});
}

Keeping::Done Keeping::put(const AddBan& w) {
    return change("INSERT INTO bans (network, at, until, reason) VALUES (?1, ?2, ?3, ?4) ON "
                  "CONFLICT (network) DO UPDATE SET at = excluded.at, until = excluded.until, "
                  "reason = excluded.reason",
                  {w.row.network, w.row.at, w.row.until, w.row.reason});
}

Keeping::Done Keeping::put(const LiftBan& w) {
    return change("DELETE FROM bans WHERE network = ?1", {w.network});
}

Keeping::Done Keeping::put(const AddAudit& w) {
    return change("INSERT INTO audit (id, at, event, user_id, address, detail) VALUES (?1, ?2, "
                  "?3, ?4, ?5, ?6)",
                  {random_id(), w.row.at, w.row.event, w.row.user, w.row.address, w.row.detail});
}

Keeping::Done Keeping::put(const Tidy& w) {
    // Tokens of before this was counted are as good as used now.
    if (const auto done = change("UPDATE tokens SET used_at = ?1 WHERE used_at = 0", {w.now});
        !done) {
        return done;
    }
    if (const auto done = change("DELETE FROM tokens WHERE used_at < ?1", {w.tokens_before});
        !done) {
        return done;
    }
    if (const auto done = change("DELETE FROM audit WHERE at < ?1", {w.audit_before}); !done) {
        return done;
    }
    if (const auto done = change("DELETE FROM bans WHERE until > 0 AND until < ?1", {w.now});
        !done) {
        return done;
    }
    // Guests of whom nothing is left: nobody can be them any more. Some at a time.
    constexpr std::string_view nobody =
        "SELECT id FROM users u WHERE created_at < ?1 AND NOT EXISTS (SELECT 1 FROM tokens WHERE "
        "user_id = u.id) AND NOT EXISTS (SELECT 1 FROM accounts WHERE user_id = u.id) AND NOT "
        "EXISTS (SELECT 1 FROM seats WHERE user_id = u.id) AND NOT EXISTS (SELECT 1 FROM games "
        "WHERE owner = u.id) AND NOT EXISTS (SELECT 1 FROM chat WHERE user_id = u.id) AND NOT "
        "EXISTS (SELECT 1 FROM ratings WHERE user_id = u.id) AND NOT EXISTS (SELECT 1 FROM "
        "rating_changes WHERE user_id = u.id) ORDER BY created_at LIMIT 1000";
    const auto gone = sql_.run(nobody, std::vector<SqlValue>{w.tokens_before});
    if (!gone) return std::unexpected(gone.error());
    for (const SqlRow& row : gone->rows) {
        for (const std::string_view text : {"DELETE FROM mutes WHERE user_id = ?1 OR muted = ?1",
                                            "DELETE FROM users WHERE id = ?1"}) {
            if (const auto done = change(text, {row[0]}); !done) return done;
        }
    }
    return true;
}

Stored<std::vector<std::string>> Keeping::open_before(std::int64_t time, unsigned limit) {
    const auto found = query("SELECT id FROM games WHERE status = ?3 AND updated_at < ?1 LIMIT ?2",
                             {time, value(limit), value(GameStatus::open)});
    if (!found) return std::unexpected(found.error());
    std::vector<std::string> ids;
    for (const SqlRow& row : *found) ids.push_back(row[0]);
    return ids;
}

Stored<std::vector<BanRow>> Keeping::bans() {
    const auto found = query("SELECT network, at, until, reason FROM bans ORDER BY at DESC, "
                             "network",
                             {});
    if (!found) return std::unexpected(found.error());
    std::vector<BanRow> rows;
    for (const SqlRow& row : *found) {
        rows.push_back({row[0], number(row[1]), number(row[2]), row[3]});
    }
    return rows;
}

Stored<std::vector<AuditRow>> Keeping::audit(const AuditQuery& q) {
    const auto found = query("SELECT at, event, user_id, address, detail FROM audit WHERE at >= ?1 "
                             "AND (?2 = '' OR user_id = ?2) ORDER BY at, id LIMIT ?3",
                             {q.since, q.user, static_cast<std::int64_t>(q.limit)});
    if (!found) return std::unexpected(found.error());
    std::vector<AuditRow> rows;
    for (const SqlRow& row : *found) {
        rows.push_back({number(row[0]), row[1], row[2], row[3], row[4]});
    }
    return rows;
}

} // namespace bastide::server
