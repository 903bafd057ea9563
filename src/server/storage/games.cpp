#include "server/storage/games.h"

#include <algorithm>

namespace bastide::server {
namespace {

constexpr std::string_view game_columns =
    "SELECT id, status, listed, rules, rules_version, owner, secret, created_at, updated_at, ply, "
    "turns, result, rematch FROM games ";

/// All but secret and seats.
GameRow game_from(const SqlRow& row) {
    GameRow game;
    game.id = row[0];
    game.status = static_cast<GameStatus>(number(row[1]));
    game.listed = number(row[2]) != 0;
    game.rules = row[3];
    game.rules_version = static_cast<unsigned>(number(row[4]));
    game.owner = row[5];
    game.created_at = number(row[7]);
    game.updated_at = number(row[8]);
    game.ply = static_cast<int>(number(row[9]));
    game.turns = static_cast<unsigned>(number(row[10]));
    game.result = row[11];
    game.rematch = row[12];
    return game;
}

} // namespace

// --- secrets -----------------------------------------------------------------------------------

/// Secrets of finished games are public and not sealed.
std::optional<Bytes32> Games::secret_from(const SqlRow& row) const {
    if (!Seal::is_sealed(row[6])) return from_hex(row[6]);
    return seal_ ? seal_->open(row[6], row[0]) : std::nullopt;
}

Stored<std::size_t> Games::seal_open_secrets(const Seal& seal) {
    const auto open = query("SELECT id, secret FROM games WHERE status IN (?1, ?2) AND secret NOT "
                            "LIKE 'sealed%'",
                            {value(GameStatus::open), value(GameStatus::playing)});
    if (!open) return std::unexpected(open.error());
    for (const SqlRow& row : *open) {
        const auto secret = from_hex(row[1]);
        if (!secret) return std::unexpected(StoreError{row[0] + ": its secret is damaged"});
        const auto sealed = change("UPDATE games SET secret = ?2 WHERE id = ?1",
                                   {row[0], seal.close(*secret, row[0])});
        if (!sealed) return std::unexpected(StoreError{sealed.error().text});
    }
    return open->size();
}

// --- writing -----------------------------------------------------------------------------------

Games::Done Games::put(const AddGame& w) {
    const GameRow& g = w.game;
    if (!seal_ || !g.secret) {
        return std::unexpected(SqlError{"there is no key to seal a game's secret with"});
    }
    const auto added = change(
        "INSERT INTO games (id, status, listed, rules, rules_version, owner, secret, "
        "created_at, updated_at, ply, turns, result, rematch, due_at) VALUES (?1, ?2, ?3, ?4, "
        "?5, ?6, ?7, ?8, ?9, -1, 0, '', '', 0) ON CONFLICT DO NOTHING",
        {g.id, value(g.status), value(g.listed), g.rules, value(g.rules_version), g.owner,
         seal_->close(*g.secret, g.id), g.created_at, g.updated_at});
    for (const SeatRow& seat : g.seats) {
        if (!added || !*added) return added;
        if (const auto taken = put(TakeSeat{g.id, seat}); !taken || !*taken) return taken;
    }
    return added;
}

Games::Done Games::put(const TakeSeat& w) {
    return change("INSERT INTO seats (game, seat, user_id, name, tip) SELECT id, CAST(?2 AS "
                  "BIGINT), CAST(?3 AS TEXT), CAST(?4 AS TEXT), CAST(?5 AS TEXT) FROM games "
                  "WHERE id = ?1 AND status = ?6 ON CONFLICT DO NOTHING",
                  {w.game, value(w.seat.seat), w.seat.user.id, w.seat.user.name,
                   w.seat.tip ? to_hex(*w.seat.tip) : "", value(GameStatus::open)});
}

Games::Done Games::put(const LeaveSeat& w) {
    return change("DELETE FROM seats WHERE game = ?1 AND user_id = ?2 AND EXISTS (SELECT 1 "
                  "FROM games WHERE id = ?1 AND status = ?3)",
                  {w.game, w.user, value(GameStatus::open)});
}

/// The row's lock and its ply decide between two nodes; the log's key says it once more.
Games::Done Games::put(const Append& w) {
    const std::int64_t ply = w.row.ply;
    const auto moved = change(
        "UPDATE games SET ply = ?2, status = ?3, turns = ?4, result = ?5, due_at = ?6, "
        "updated_at = ?7, claimed_until = 0 WHERE id = ?1 AND ply = ?8",
        {w.game, ply, value(w.status), value(w.turns), w.result, w.due_at, w.row.at, ply - 1});
    if (!moved || !*moved) return moved;
    const auto appended = change("INSERT INTO log (game, ply, at, body) VALUES (?1, ?2, ?3, ?4)",
                                 {w.game, ply, w.row.at, w.row.body});
    if (!appended || !*appended || !w.secret) return appended;
    return change("UPDATE games SET secret = ?2 WHERE id = ?1", {w.game, to_hex(*w.secret)});
}

Games::Done Games::put(const Claim& w) {
    const std::string text =
        "UPDATE games SET claimed_by = ?3, claimed_until = ?4 WHERE id IN (SELECT id FROM "
        "games "
        "WHERE id = ?1 AND ply = ?2 AND (claimed_until <= ?5 OR claimed_by = ?3)" +
        std::string(sql_.skip_locked()) + ")";
    return change(text, {w.game, value(w.ply), w.node, w.until, w.now});
}

Games::Done Games::put(const Rest& w) {
    return change("UPDATE games SET due_at = 0 WHERE id = ?1 AND ply = ?2", {w.game, value(w.ply)});
}

Games::Done Games::put(const AddChat& w) {
    // Whoever deleted their data has said their last word.
    return change("INSERT INTO chat (game, n, at, user_id, name, seat, body) SELECT CAST(?1 AS "
                  "TEXT), CAST(?2 AS BIGINT), CAST(?3 AS BIGINT), id, CAST(?5 AS TEXT), "
                  "CAST(?6 AS BIGINT), CAST(?7 AS TEXT) FROM users WHERE id = ?4 AND gone = 0 "
                  "ON CONFLICT DO NOTHING",
                  {w.game, value(w.row.n), w.row.at, w.row.user.id, w.row.user.name,
                   value(w.row.seat), w.row.text});
}

Games::Done Games::put(const SetRematch& w) {
    return change("UPDATE games SET rematch = ?2 WHERE id = ?1 AND rematch = ''", {w.game, w.next});
}

// --- reading -----------------------------------------------------------------------------------

Stored<void> Games::add_seats(GameRow& game) {
    auto found = query("SELECT seat, user_id, name, tip FROM seats WHERE game = ?1 ORDER BY "
                       "seat",
                       {game.id});
    if (!found) return std::unexpected(found.error());
    for (SqlRow& row : *found) {
        game.seats.push_back({static_cast<unsigned>(number(row[0])),
                              {std::move(row[1]), std::move(row[2])},
                              from_hex(row[3])});
    }
    return {};
}

Stored<std::optional<GameRow>> Games::load(const std::string& id) {
    static const std::string text = std::string(game_columns) + "WHERE id = ?1";
    auto found = query(text, {id});
    if (!found) return std::unexpected(found.error());
    if (found->empty()) return std::nullopt;
    GameRow game = game_from((*found)[0]);
    game.secret = secret_from((*found)[0]);
    if (!game.secret) {
        return std::unexpected(StoreError{"its secret is sealed with another key"});
    }
    if (auto ok = add_seats(game); !ok) return std::unexpected(ok.error());
    return game;
}

Stored<std::vector<LogRow>> Games::load_log(const std::string& id, int from_ply) {
    auto found = query("SELECT ply, at, body FROM log WHERE game = ?1 AND ply >= ?2 ORDER BY ply",
                       {id, value(from_ply)});
    if (!found) return std::unexpected(found.error());
    std::vector<LogRow> log;
    for (SqlRow& row : *found) {
        log.push_back({static_cast<int>(number(row[0])), number(row[1]), std::move(row[2])});
    }
    return log;
}

Stored<std::vector<ChatRow>> Games::load_chat(const std::string& id, unsigned limit) {
    auto found = query("SELECT n, at, user_id, name, seat, body FROM chat WHERE game = ?1 "
                       "ORDER BY n DESC LIMIT ?2",
                       {id, value(limit)});
    if (!found) return std::unexpected(found.error());
    std::vector<ChatRow> chat;
    for (SqlRow& row : *found) {
        chat.push_back({static_cast<int>(number(row[0])),
                        number(row[1]),
                        {row[2], row[3]},
                        static_cast<int>(number(row[4])),
                        std::move(row[5])});
    }
    std::ranges::reverse(chat);
    return chat;
}

Stored<std::vector<GameRow>> Games::list(const GameQuery& q) {
    static const std::string listed =
        std::string(game_columns) +
        "WHERE status = ?1 AND listed = 1 AND (updated_at < ?2 OR (updated_at = ?2 AND id < "
        "?3)) ORDER BY updated_at DESC, id DESC LIMIT ?4";
    static const std::string own =
        std::string(game_columns) +
        "WHERE id IN (SELECT game FROM seats WHERE user_id = ?1) AND (updated_at < ?2 OR "
        "(updated_at = ?2 AND id < ?3)) ORDER BY updated_at DESC, id DESC LIMIT ?4";
    const std::int64_t before = q.before > 0 ? q.before : INT64_MAX;
    const bool mine = q.list == GameList::of_user;
    auto found = query(mine ? own : listed, {mine ? SqlValue(q.user) : SqlValue(value(q.list)),
                                             before, q.before_id, value(q.limit)});
    if (!found) return std::unexpected(found.error());
    std::vector<GameRow> games;
    for (const SqlRow& row : *found) {
        games.push_back(game_from(row));
        games.back().secret = secret_from(row);
        if (auto ok = add_seats(games.back()); !ok) return std::unexpected(ok.error());
    }
    return games;
}

Stored<std::vector<std::string>> Games::claim_due(const GameStore::DueQuery& q) {
    // A database of one process has nobody to claim from.
    const bool alone = sql_.skip_locked().empty();
    const std::string shared =
        "UPDATE games SET claimed_by = ?1, claimed_until = ?2 WHERE id IN (SELECT id FROM "
        "games WHERE due_at > 0 AND due_at <= ?3 AND (claimed_until <= ?4 OR claimed_by = ?1) "
        "ORDER BY due_at LIMIT ?5" +
        std::string(sql_.skip_locked()) + ") RETURNING id";
    auto found = alone ? query("SELECT id FROM games WHERE due_at > 0 AND due_at <= ?1 "
                               "ORDER BY due_at LIMIT ?2",
                               {q.due, value(q.limit)})
                       : query(shared, {q.node, q.claim_until, q.due, q.now, value(q.limit)});
    if (!found) return std::unexpected(found.error());
    std::vector<std::string> ids;
    for (SqlRow& row : *found) ids.push_back(std::move(row[0]));
    return ids;
}

} // namespace bastide::server
