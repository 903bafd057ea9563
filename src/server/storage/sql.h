#pragma once
// What the store needs of a database: statements with numbered parameters, rows of text, and
// transactions. SQLite and PostgreSQL are the two that exist.

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace bastide::server {

using SqlValue = std::variant<std::int64_t, std::string>;
using SqlRow = std::vector<std::string>;

struct SqlRows {
    std::vector<SqlRow> rows;
    std::int64_t changed = 0;
};

/// Text for the log.
struct SqlError {
    std::string text;
};

/// One connection, for one thread at a time. Statements are text with ?1, ?2, …; they are prepared
/// once. A connection that was lost is opened again by begin(), and by run() outside of a
/// transaction: there a statement may run twice.
class SqlConnection {
  public:
    virtual ~SqlConnection() = default;

    virtual std::expected<SqlRows, SqlError> run(std::string_view statement,
                                                 std::span<const SqlValue> values) = 0;
    std::expected<SqlRows, SqlError> run(std::string_view statement) { return run(statement, {}); }
    /// Several statements at once, for migrations.
    virtual std::expected<void, SqlError> script(const std::string& text) = 0;

    /// A transaction that will write. Migrations also keep other processes from migrating.
    virtual std::expected<void, SqlError> begin() = 0;
    virtual std::expected<void, SqlError> begin_migration() = 0;
    /// A transaction that reads one state of the database, while others go on writing.
    virtual std::expected<void, SqlError> begin_snapshot() = 0;
    virtual std::expected<void, SqlError> commit() = 0;
    virtual void rollback() = 0;

    /// What makes a subquery's rows this transaction's own and leaves out those of others.
    virtual std::string_view skip_locked() const = 0;

    /// What rows held before they were changed is gone from the database's files, as far as this
    /// side can do that.
    virtual std::expected<void, SqlError> overwrite_old() = 0;

    /// Tells other processes on this database, with the transaction's commit, that something
    /// happened. A database of one process has nobody to tell.
    virtual std::expected<void, SqlError> announce(const std::string& text) = 0;
};

/// What other processes announce, on a thread of its own, until it is destroyed.
class SqlListener {
  public:
    virtual ~SqlListener() = default;
};
/// Nothing for SQLite. After a lost connection `on_text` is called with an empty text: anything may
/// have been missed.
using OnAnnounced = std::function<void(const std::string& text)>;
std::unique_ptr<SqlListener> listen_sql(const std::string& url, OnAnnounced on_text);
std::unique_ptr<SqlListener> listen_postgres(const std::string& url, OnAnnounced on_text);

/// Whether it begins as a database's name does; a file's name does not.
bool is_database_url(std::string_view url);
/// `sqlite:FILE` or `postgresql://…`; why it cannot be opened.
std::expected<std::unique_ptr<SqlConnection>, SqlError> open_sql(const std::string& url);
/// Empty, or why a SQLite file is not there and cannot be made either.
std::string unusable_database(const std::string& url);
/// Empty, or why there is nothing to read: a SQLite file that does not exist would be made.
std::string missing_database(const std::string& url);

std::expected<std::unique_ptr<SqlConnection>, SqlError> open_sqlite(const std::string& file);
std::expected<std::unique_ptr<SqlConnection>, SqlError> open_postgres(const std::string& url);

} // namespace bastide::server
