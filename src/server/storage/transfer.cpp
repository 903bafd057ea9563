#include "server/storage/transfer.h"

#include "server/storage/file_lock.h"
#include "server/storage/sql.h"

#include <filesystem>

namespace bastide::server {
namespace {

struct Columns {
    const char* table;
    const char* key; // pages are in its order
    const char* names;
    unsigned count;
};

constexpr Columns users{"users", "id", "id, name, created_at, name_key, gone", 5};
constexpr Columns tokens{"tokens", "hash", "hash, user_id, created_at, used_at", 4};
constexpr Columns subscriptions{"subscriptions", "endpoint",
                                "endpoint, token, site, created_at, told_at", 5};
constexpr Columns audit{"audit", "id", "id, at, event, user_id, address, detail", 6};
constexpr Columns bans{"bans", "network", "network, at, until, reason", 4};
constexpr Columns mutes{"mutes", "user_id", "user_id, muted", 2};
constexpr Columns accounts{"accounts", "user_id", "user_id, login, password, created_at, recovery",
                           5};
constexpr Columns games{"games", "id",
                        "id, status, listed, rules, rules_version, owner, secret, created_at, "
                        "updated_at, ply, turns, result, rematch, due_at",
                        14};
constexpr Columns ratings{"ratings", "user_id",
                          "user_id, pool, rating, deviation, volatility, games", 6};
constexpr Columns rating_changes{"rating_changes", "game",
                                 "game, user_id, pool, before_game, after_game, at", 6};
constexpr Columns seats{"seats", "game", "game, seat, user_id, name, tip", 5};
constexpr Columns log{"log", "game", "game, ply, at, body", 4};
constexpr Columns chat{"chat", "game", "game, n, at, user_id, name, seat, body", 7};
constexpr Columns sealing{"sealing", "key_id", "key_id", 1};
constexpr Columns uptime{"uptime", "started_at", "started_at, last_at", 2};

std::string insert_into(const Columns& columns) {
    std::string text =
        std::string("INSERT INTO ") + columns.table + " (" + columns.names + ") VALUES (";
    for (unsigned i = 1; i <= columns.count; ++i) {
        text += (i > 1 ? ", ?" : "?") + std::to_string(i);
    }
    return text + ")";
}

/// Copies within one transaction on each side. The first error stays.
class Copier {
  public:
    Copier(SqlConnection& from, SqlConnection& to)
        : from_(from)
        , to_(to) {}

    Stored<Copied> copy() {
        if (!run(to_.begin_migration()) || !run(from_.begin_snapshot())) return failure();
        const auto there = rows(to_, "SELECT COUNT(*) FROM games", {});
        if (error_.empty() && there[0][0] != "0") error_ = "the target holds games already";
        rows(to_, "DELETE FROM sealing", {}); // it seals nothing
        Copied copied;
        copied.users = paged(users);
        paged(tokens);
        paged(subscriptions);
        paged(sealing);
        paged(accounts);
        paged(audit);
        paged(bans);
        copied.games = paged(games);
        for (const SqlRow& row : rows(from_, "SELECT id FROM games ORDER BY id", {})) {
            all_of(seats, row[0]);
            copied.entries += all_of(log, row[0]);
            all_of(chat, row[0]);
            all_of(rating_changes, row[0]);
        }
        for (const SqlRow& row : rows(from_, "SELECT DISTINCT user_id FROM ratings", {})) {
            all_of(ratings, row[0]);
        }
        for (const SqlRow& row : rows(from_, "SELECT DISTINCT user_id FROM mutes", {})) {
            all_of(mutes, row[0]);
        }
        for (const SqlRow& row : rows(from_, "SELECT started_at, last_at FROM uptime", {})) {
            put(uptime, row);
        }
        if (error_.empty()) run(to_.commit());
        from_.rollback();
        if (error_.empty()) return copied;
        return failure();
    }

  private:
    template <class T>
    bool run(const std::expected<T, SqlError>& done) {
        if (!done && error_.empty()) error_ = done.error().text;
        return done.has_value();
    }

    std::unexpected<StoreError> failure() {
        to_.rollback();
        from_.rollback();
        return std::unexpected(StoreError{error_});
    }

    std::vector<SqlRow> rows(SqlConnection& sql, const std::string& text,
                             const std::vector<SqlValue>& values) {
        if (!error_.empty()) return {};
        auto found = sql.run(text, values);
        if (!run(found)) return {};
        return std::move(found->rows);
    }

    /// Numbers go as text too: both databases turn them into what the column is.
    void put(const Columns& columns, const SqlRow& row) {
        if (!error_.empty()) return;
        const std::vector<SqlValue> values(row.begin(), row.end());
        run(to_.run(insert_into(columns), values));
    }

    std::uint64_t paged(const Columns& columns) {
        const std::string text = std::string("SELECT ") + columns.names + " FROM " + columns.table +
                                 " WHERE " + columns.key + " > ?1 ORDER BY " + columns.key +
                                 " LIMIT 1000";
        std::uint64_t count = 0;
        std::string last;
        for (;;) {
            const auto page = rows(from_, text, {last});
            if (page.empty()) return count;
            for (const SqlRow& row : page) put(columns, row);
            count += page.size();
            last = page.back()[0];
        }
    }

    std::uint64_t all_of(const Columns& columns, const std::string& key) {
        const auto found = rows(from_,
                                std::string("SELECT ") + columns.names + " FROM " + columns.table +
                                    " WHERE " + columns.key + " = ?1",
                                {key});
        for (const SqlRow& row : found) put(columns, row);
        return found.size();
    }

    SqlConnection& from_;
    SqlConnection& to_;
    std::string error_;
};

/// Opened and at this program's version.
std::expected<std::unique_ptr<SqlConnection>, StoreError> opened(const std::string& url) {
    auto store = open_store(url);
    if (!store) return std::unexpected(store.error());
    if (auto ok = (*store)->migrate(); !ok) return std::unexpected(ok.error());
    auto sql = open_sql(url);
    if (!sql) return std::unexpected(StoreError{sql.error().text});
    return std::move(*sql);
}

/// The same for one that must be there.
std::expected<std::unique_ptr<SqlConnection>, StoreError> existing(const std::string& url) {
    if (std::string why = missing_database(url); !why.empty()) {
        return std::unexpected(StoreError{std::move(why)});
    }
    return opened(url);
}

} // namespace

Stored<Copied> copy_database(const std::string& from, const std::string& to) {
    auto source = existing(from);
    if (!source) return std::unexpected(source.error());
    auto target = opened(to);
    if (!target) return std::unexpected(target.error());
    return Copier(**source, **target).copy();
}

Stored<void> backup_database(const std::string& url, const std::string& file) {
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored)) {
        return std::unexpected(StoreError{file + ": is there already"});
    }
    if (!url.starts_with("sqlite:")) {
        // From one state of the database, while its servers go on.
        if (const auto copied = copy_database(url, "sqlite:" + file); !copied) {
            std::filesystem::remove(file, ignored);
            return std::unexpected(copied.error());
        }
        return {};
    }
    if (std::string why = missing_database(url); !why.empty()) {
        return std::unexpected(StoreError{std::move(why)});
    }
    auto sql = open_sql(url);
    if (!sql) return std::unexpected(StoreError{sql.error().text});
    make_private_file(file); // an empty one is filled
    const SqlValue name = file;
    if (auto ok = (*sql)->run("VACUUM INTO ?1", {&name, 1}); !ok) {
        std::filesystem::remove(file, ignored);
        return std::unexpected(StoreError{ok.error().text});
    }
    return {};
}

Stored<std::vector<std::string>> all_games(const std::string& url) {
    auto sql = existing(url);
    if (!sql) return std::unexpected(sql.error());
    auto found = (*sql)->run("SELECT id FROM games ORDER BY id");
    if (!found) return std::unexpected(StoreError{found.error().text});
    std::vector<std::string> ids;
    for (SqlRow& row : found->rows) ids.push_back(std::move(row[0]));
    return ids;
}

} // namespace bastide::server
