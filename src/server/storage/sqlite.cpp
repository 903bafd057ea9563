#include "server/storage/file_lock.h"
#include "server/storage/sql.h"

#include <sqlite3.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <unistd.h>

namespace bastide::server {
namespace {

class Sqlite final : public SqlConnection {
  public:
    explicit Sqlite(sqlite3* database)
        : database_(database) {}
    Sqlite(const Sqlite&) = delete;
    Sqlite& operator=(const Sqlite&) = delete;

    ~Sqlite() override {
        for (auto& [text, statement] : statements_) sqlite3_finalize(statement);
        sqlite3_close(database_);
    }

    using SqlConnection::run;
    std::expected<SqlRows, SqlError> run(std::string_view text,
                                         std::span<const SqlValue> values) override {
        sqlite3_stmt* statement = prepared(text);
        if (statement == nullptr) return std::unexpected(last_error());
        bind(statement, values);
        SqlRows found;
        int status = sqlite3_step(statement);
        for (; status == SQLITE_ROW; status = sqlite3_step(statement)) {
            found.rows.push_back(row(statement));
        }
        found.changed = sqlite3_changes64(database_);
        SqlError error = status == SQLITE_DONE ? SqlError{} : last_error();
        sqlite3_reset(statement);
        sqlite3_clear_bindings(statement);
        if (status != SQLITE_DONE) return std::unexpected(error);
        return found;
    }

    std::expected<void, SqlError> script(const std::string& text) override {
        if (sqlite3_exec(database_, text.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
            return std::unexpected(last_error());
        }
        return {};
    }

    std::expected<void, SqlError> begin() override { return script("BEGIN IMMEDIATE"); }
    std::expected<void, SqlError> begin_migration() override { return begin(); }
    std::expected<void, SqlError> begin_snapshot() override { return script("BEGIN"); }
    std::string_view skip_locked() const override { return ""; }
    std::expected<void, SqlError> commit() override { return script("COMMIT"); }
    void rollback() override {
        if (sqlite3_get_autocommit(database_) == 0) (void)script("ROLLBACK");
    }

    std::expected<void, SqlError> overwrite_old() override {
        return script("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);");
    }

    std::expected<void, SqlError> announce(const std::string&) override { return {}; }

  private:
    SqlError last_error() const { return {sqlite3_errmsg(database_)}; }

    sqlite3_stmt* prepared(std::string_view text) {
        if (const auto it = statements_.find(text); it != statements_.end()) return it->second;
        sqlite3_stmt* statement = nullptr;
        if (sqlite3_prepare_v3(database_, text.data(), static_cast<int>(text.size()),
                               SQLITE_PREPARE_PERSISTENT, &statement, nullptr) != SQLITE_OK) {
            return nullptr;
        }
        return statements_.emplace(std::string(text), statement).first->second;
    }

    static void bind(sqlite3_stmt* statement, std::span<const SqlValue> values) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            const int index = static_cast<int>(i) + 1;
            if (const auto* number = std::get_if<std::int64_t>(&values[i])) {
                sqlite3_bind_int64(statement, index, *number);
            } else {
                // The values outlive the statement's run, so SQLite need not copy them.
                const std::string& text = std::get<std::string>(values[i]);
                sqlite3_bind_text(statement, index, text.data(), static_cast<int>(text.size()),
                                  nullptr);
            }
        }
    }

    static SqlRow row(sqlite3_stmt* statement) {
        SqlRow values;
        for (int i = 0; i < sqlite3_column_count(statement); ++i) {
            const void* text = sqlite3_column_text(statement, i);
            const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, i));
            values.emplace_back(text == nullptr ? "" : static_cast<const char*>(text), size);
        }
        return values;
    }

    sqlite3* database_;
    std::map<std::string, sqlite3_stmt*, std::less<>> statements_;
};

/// Why what is called so can be no SQLite database; empty if it can.
std::string no_file_name(const std::string& file) {
    if (file.empty()) return "\"sqlite:\" names no file";
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) return file + ": " + std::strerror(EISDIR);
    return {};
}

std::filesystem::path folder_of(const std::string& file) {
    std::filesystem::path folder = std::filesystem::path(file).parent_path();
    if (folder.empty()) folder = ".";
    return folder / ""; // a file in its place is told as that
}

} // namespace

std::expected<std::unique_ptr<SqlConnection>, SqlError> open_sqlite(const std::string& file) {
    // It holds the secrets of running games; SQLite gives its journals the same mode.
    if (!file.empty() && !file.starts_with(":")) make_private_file(file);
    sqlite3* database = nullptr;
    const int status =
        sqlite3_open_v2(file.c_str(), &database,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    if (status != SQLITE_OK) {
        SqlError error{file + ": " + sqlite3_errstr(status)};
        sqlite3_close(database);
        return std::unexpected(error);
    }
    auto connection = std::make_unique<Sqlite>(database);
    sqlite3_busy_timeout(database, 10'000);
    // FULL: a commit is on the disk before it returns, also when the power fails.
    if (auto ok = connection->script("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                                     "PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 4000;");
        !ok) {
        return std::unexpected(SqlError{file + ": " + ok.error().text});
    }
    return connection;
}

std::unique_ptr<SqlListener> listen_sql(const std::string& url, OnAnnounced on_text) {
    if (url.starts_with("sqlite:")) return nullptr;
    return listen_postgres(url, std::move(on_text));
}

bool is_database_url(std::string_view url) {
    return url.starts_with("sqlite:") || url.starts_with("postgresql://") ||
           url.starts_with("postgres://");
}

std::string unusable_database(const std::string& url) {
    if (!url.starts_with("sqlite:")) return {};
    const std::string file = url.substr(7);
    if (file.starts_with(":")) return {}; // in memory
    if (std::string why = no_file_name(file); !why.empty()) return why;
    if (access(file.c_str(), F_OK) == 0) return {};
    if (errno != ENOENT) return file + ": " + std::strerror(errno);
    // Only in a folder that is there and takes something new.
    const std::filesystem::path folder = folder_of(file);
    if (access(folder.c_str(), W_OK | X_OK) == 0) return {};
    return file + ": " + std::strerror(errno);
}

std::string missing_database(const std::string& url) {
    if (!url.starts_with("sqlite:")) return {};
    const std::string file = url.substr(7);
    if (std::string why = no_file_name(file); !why.empty()) return why;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(file, ignored)) return {};
    // Whoever reads need not be able to make it.
    const bool there = access(file.c_str(), F_OK) == 0;
    const int reason = errno;
    if (there || (reason == ENOENT && std::filesystem::is_directory(folder_of(file), ignored))) {
        return file + ": there is no such database";
    }
    return file + ": " + std::strerror(reason);
}

std::expected<std::unique_ptr<SqlConnection>, SqlError> open_sql(const std::string& url) {
    if (!is_database_url(url)) {
        return std::unexpected(SqlError{"a database is sqlite:FILE or postgresql://…"});
    }
    return url.starts_with("sqlite:") ? open_sqlite(url.substr(7)) : open_postgres(url);
}

} // namespace bastide::server
