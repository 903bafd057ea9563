#include "server/storage/people.h"

#include "notation/json.h"
#include "server/accounts/names.h"

#include <cstdlib>

namespace bastide::server {
namespace {

std::optional<UserRow> one_user(const std::vector<SqlRow>& rows) {
    if (rows.empty()) return std::nullopt;
    return UserRow{rows[0][0], rows[0][1]};
}

std::optional<AccountRow> one_account(const std::vector<SqlRow>& rows) {
    if (rows.empty()) return std::nullopt;
    return AccountRow{rows[0][0], rows[0][1], rows[0][2], rows[0][3]};
}

} // namespace

// --- writing -----------------------------------------------------------------------------------

People::Done People::put(const AddUser& w) {
    const auto added = change("INSERT INTO users (id, name, created_at, name_key) VALUES (?1, ?2, "
                              "?3, ?4) ON CONFLICT DO NOTHING",
                              {w.user.id, w.user.name, w.at, name_key(w.user.name)});
    if (!added || !*added) return added;
    return put(AddToken{w.user.id, w.token_hash, w.at});
}

People::Done People::put(const AddToken& w) {
    return change("INSERT INTO tokens (hash, user_id, created_at, used_at) VALUES (?1, ?2, ?3, ?3) "
                  "ON CONFLICT DO NOTHING",
                  {w.token_hash, w.user, w.at});
}

People::Done People::put(const RenameUser& w) {
    return change("UPDATE users SET name = ?2, name_key = ?3 WHERE id = ?1 AND gone = 0",
                  {w.user.id, w.user.name, name_key(w.user.name)});
}

People::Done People::put(const UseToken& w) {
    return change("UPDATE tokens SET used_at = ?2 WHERE hash = ?1", {w.token_hash, w.at});
}

People::Done People::put(const RevokeToken& w) {
    return change("DELETE FROM tokens WHERE user_id = ?1 AND hash <> ?3 AND (?2 = '' OR "
                  "SUBSTR(hash, 1, 16) = ?2)",
                  {w.user, w.id, w.keep});
}

People::Done People::put(const DropToken& w) {
    return change("DELETE FROM tokens WHERE hash = ?1", {w.token_hash});
}

/// To say it twice does no harm.
People::Done People::put(const SetMute& w) {
    if (w.to == SetMute::To::muted) {
        return change("INSERT INTO mutes (user_id, muted) SELECT CAST(?1 AS TEXT), id FROM users "
                      "WHERE id = ?2 AND gone = 0 AND (SELECT COUNT(*) FROM mutes WHERE user_id = "
                      "?1 AND muted <> ?2) < ?3 ON CONFLICT (user_id, muted) DO UPDATE SET muted = "
                      "excluded.muted",
                      {w.user, w.other, std::int64_t{most_muted}});
    }
    const auto done =
        change("DELETE FROM mutes WHERE user_id = ?1 AND muted = ?2", {w.user, w.other});
    if (!done) return done;
    return true;
}

People::Done People::put(const AddAccount& w) {
    const auto added = change("INSERT INTO accounts (user_id, login, password, created_at) VALUES "
                              "(?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
                              {w.user, w.login, w.password, w.at});
    if (!added || !*added || w.token_hash.empty()) return added;
    return change("UPDATE tokens SET hash = ?2, used_at = ?3 WHERE hash = ?1",
                  {w.token_hash, w.new_token_hash, w.at});
}

People::Done People::put(const SetPassword& w) {
    const auto set =
        change("UPDATE accounts SET password = ?2 WHERE user_id = ?1", {w.user, w.password});
    if (!set || !*set) return set;
    const auto dropped =
        change("DELETE FROM tokens WHERE user_id = ?1 AND hash <> ?2", {w.user, w.keep});
    if (!dropped) return dropped;
    return true;
}

People::Done People::put(const SetRecovery& w) {
    return change("UPDATE accounts SET recovery = ?2 WHERE user_id = ?1", {w.user, w.recovery});
}

People::Done People::put(const Recover& w) {
    const auto set = change("UPDATE accounts SET password = ?3, recovery = '' WHERE user_id = ?1 "
                            "AND recovery = ?2 AND recovery <> ''",
                            {w.user, w.recovery, w.password});
    if (!set || !*set) return set;
    const auto dropped = change("DELETE FROM tokens WHERE user_id = ?1", {w.user});
    if (!dropped) return dropped;
    return true;
}

/// A game's start names its players; the position does not depend on it.
std::expected<void, SqlError> People::rename_in_games(const std::string& user) {
    const auto starts =
        sql_.run("SELECT s.game, s.seat, l.body FROM seats s JOIN log l ON l.game = s.game AND "
                 "l.ply = 0 WHERE s.user_id = ?1",
                 std::vector<SqlValue>{user});
    if (!starts) return std::unexpected(starts.error());
    for (const SqlRow& row : starts->rows) {
        Json body = Json::parse(row[2], nullptr, false);
        const auto seat = static_cast<std::size_t>(number(row[1]));
        if (!body.is_object() || !body.contains("names") || !body["names"].is_array() ||
            seat >= body["names"].size()) {
            continue;
        }
        body["names"][seat] = deleted_name;
        const auto done =
            change("UPDATE log SET body = ?2 WHERE game = ?1 AND ply = 0", {row[0], text_of(body)});
        if (!done) return std::unexpected(done.error());
    }
    return {};
}

People::Done People::put(const DeleteUser& w) {
    const auto known =
        change("UPDATE users SET name = ?2, name_key = '', gone = 1 WHERE id = ?1 AND gone = 0",
               {w.user, deleted_name});
    if (!known || !*known) return known;
    if (const auto ok = rename_in_games(w.user); !ok) return std::unexpected(ok.error());
    constexpr std::string_view own[] = {
        "DELETE FROM accounts WHERE user_id = ?1",
        "DELETE FROM tokens WHERE user_id = ?1",
        "DELETE FROM chat WHERE user_id = ?1",
        "DELETE FROM ratings WHERE user_id = ?1",
        "DELETE FROM rating_changes WHERE user_id = ?1",
        "DELETE FROM mutes WHERE user_id = ?1 OR muted = ?1",
    };
    for (const std::string_view text : own) {
        if (const auto done = change(text, {w.user}); !done) return done;
    }
    if (const auto done = change("DELETE FROM seats WHERE user_id = ?1 AND game IN (SELECT id FROM "
                                 "games WHERE status = ?2)",
                                 {w.user, value(GameStatus::open)});
        !done) {
        return done;
    }
    if (const auto done =
            change("UPDATE seats SET name = ?2 WHERE user_id = ?1", {w.user, deleted_name});
        !done) {
        return done;
    }
    return true;
}

// --- reading -----------------------------------------------------------------------------------

Stored<std::optional<UserRow>> People::find(const std::string& token_hash) {
    const auto found = query("SELECT u.id, u.name FROM tokens t JOIN users u ON u.id = t.user_id "
                             "WHERE t.hash = ?1",
                             {token_hash});
    if (!found) return std::unexpected(found.error());
    return one_user(*found);
}

Stored<std::optional<UserRow>> People::load(const std::string& id) {
    const auto found = query("SELECT id, name FROM users WHERE id = ?1", {id});
    if (!found) return std::unexpected(found.error());
    return one_user(*found);
}

Stored<bool> People::is_gone(const std::string& user) {
    const auto found = query("SELECT 1 FROM users WHERE id = ?1 AND gone = 0", {user});
    if (!found) return std::unexpected(found.error());
    return found->empty();
}

Stored<std::optional<AccountRow>> People::find_account(const std::string& login) {
    const auto found =
        query("SELECT user_id, login, password, recovery FROM accounts WHERE login = ?1", {login});
    if (!found) return std::unexpected(found.error());
    return one_account(*found);
}

Stored<std::optional<AccountRow>> People::account_of(const std::string& user) {
    const auto found =
        query("SELECT user_id, login, password, recovery FROM accounts WHERE user_id = ?1", {user});
    if (!found) return std::unexpected(found.error());
    return one_account(*found);
}

Stored<std::vector<TokenRow>> People::tokens_of(const std::string& user) {
    const auto found = query("SELECT hash, created_at, used_at FROM tokens WHERE user_id = ?1 "
                             "ORDER BY used_at DESC, hash",
                             {user});
    if (!found) return std::unexpected(found.error());
    std::vector<TokenRow> tokens;
    for (const SqlRow& row : *found) {
        tokens.push_back({row[0].substr(0, token_id_size), number(row[1]), number(row[2])});
    }
    return tokens;
}

Stored<bool> People::name_taken(const std::string& key, const std::string& user) {
    if (key.empty()) return false; // a name that is nobody's
    const auto found = query("SELECT 1 FROM users u JOIN accounts a ON a.user_id = u.id WHERE "
                             "u.name_key = ?1 AND u.id <> ?2 LIMIT 1",
                             {key, user});
    if (!found) return std::unexpected(found.error());
    return !found->empty();
}

Stored<std::optional<std::string>> People::find_named(const std::string& key) {
    if (key.empty()) return std::nullopt;
    const auto found = query("SELECT u.id FROM users u JOIN accounts a ON a.user_id = u.id WHERE "
                             "u.name_key = ?1 LIMIT 1",
                             {key});
    if (!found) return std::unexpected(found.error());
    return found->empty() ? std::nullopt : std::optional((*found)[0][0]);
}

Stored<std::optional<ProfileRow>> People::profile_of(const std::string& user) {
    const auto found = query("SELECT u.id, u.name, COALESCE(a.created_at, 0) FROM users u LEFT "
                             "JOIN accounts a ON a.user_id = u.id WHERE u.id = ?1",
                             {user});
    if (!found) return std::unexpected(found.error());
    if (found->empty()) return std::nullopt;
    const SqlRow& row = (*found)[0];
    return ProfileRow{{row[0], row[1]}, number(row[2])};
}

std::expected<void, SqlError> People::add_missing_keys() {
    const auto rows = sql_.run("SELECT u.id, u.name FROM users u JOIN accounts a ON a.user_id = "
                               "u.id WHERE u.name_key = '' AND u.gone = 0");
    if (!rows) return std::unexpected(rows.error());
    for (const SqlRow& row : rows->rows) {
        const auto done =
            change("UPDATE users SET name_key = ?2 WHERE id = ?1", {row[0], name_key(row[1])});
        if (!done) return std::unexpected(done.error());
    }
    return {};
}

Stored<std::vector<UserRow>> People::muted_by(const std::string& user) {
    const auto found =
        query("SELECT u.id, u.name FROM mutes m JOIN users u ON u.id = m.muted WHERE "
              "m.user_id = ?1 ORDER BY u.id",
              {user});
    if (!found) return std::unexpected(found.error());
    std::vector<UserRow> users;
    for (const SqlRow& row : *found) users.push_back({row[0], row[1]});
    return users;
}

Stored<std::optional<UserData>> People::data_of(const std::string& user) {
    const auto users = query("SELECT id, name, created_at FROM users WHERE id = ?1", {user});
    const auto account = account_of(user);
    const auto tokens = query("SELECT COUNT(*) FROM tokens WHERE user_id = ?1", {user});
    const auto games = query("SELECT game FROM seats WHERE user_id = ?1 ORDER BY game", {user});
    const auto chat = query("SELECT game, n, at, user_id, name, seat, body FROM chat WHERE "
                            "user_id = ?1 ORDER BY at, game, n",
                            {user});
    auto muted = muted_by(user);
    for (const auto* part : {&users, &tokens, &games, &chat}) {
        if (!*part) return std::unexpected(part->error());
    }
    if (!account) return std::unexpected(account.error());
    if (!muted) return std::unexpected(muted.error());
    if (users->empty()) return std::nullopt;
    UserData data;
    data.user = {(*users)[0][0], (*users)[0][1]};
    data.created_at = number((*users)[0][2]);
    if (*account) data.login = (*account)->login;
    data.tokens = static_cast<unsigned>(number((*tokens)[0][0]));
    for (const SqlRow& row : *games) data.games.push_back(row[0]);
    for (const SqlRow& row : *chat) {
        data.chat.emplace_back(row[0], ChatRow{static_cast<int>(number(row[1])),
                                               number(row[2]),
                                               {row[3], row[4]},
                                               static_cast<int>(number(row[5])),
                                               row[6]});
    }
    data.muted = std::move(*muted);
    return data;
}

} // namespace bastide::server
