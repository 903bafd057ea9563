#include "server/storage/sql.h"

#include <libpq-fe.h>

#include <atomic>
#include <map>
#include <poll.h>
#include <thread>

namespace bastide::server {
namespace {

/// ?1 becomes $1: the only difference between the two dialects that the statements have.
std::string with_dollars(std::string_view statement) {
    std::string text(statement);
    for (char& c : text) {
        if (c == '?') c = '$';
    }
    return text;
}

struct FreeResult {
    void operator()(PGresult* result) const { PQclear(result); }
};
using Fetched = std::unique_ptr<PGresult, FreeResult>;

class Postgres final : public SqlConnection {
  public:
    explicit Postgres(std::string url)
        : url_(std::move(url)) {}
    Postgres(const Postgres&) = delete;
    Postgres& operator=(const Postgres&) = delete;
    ~Postgres() override { PQfinish(connection_); }

    std::expected<void, SqlError> connect() {
        PQfinish(connection_);
        statements_.clear();
        in_transaction_ = false;
        connection_ = PQconnectdb(url_.c_str());
        if (!connected()) return std::unexpected(last_error());
        PQsetNoticeProcessor(connection_, [](void*, const char*) {}, nullptr);
        // A commit is on the disk before it returns, whatever the server's default.
        return script("SET synchronous_commit = on");
    }

    using SqlConnection::run;
    /// A database that was restarted is noticed by the first statement after it. Outside of a
    /// transaction, where statements may be repeated, that one is tried again.
    std::expected<SqlRows, SqlError> run(std::string_view text,
                                         std::span<const SqlValue> values) override {
        auto rows = run_once(text, values);
        if (rows || connected() || in_transaction_) return rows;
        return run_once(text, values);
    }

    std::expected<void, SqlError> script(const std::string& text) override {
        const Fetched answer(PQexec(connection_, text.c_str()));
        const ExecStatusType status = PQresultStatus(answer.get());
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
            return std::unexpected(last_error());
        }
        return {};
    }

    std::expected<void, SqlError> begin() override { return begin_with("BEGIN"); }
    std::expected<void, SqlError> begin_snapshot() override {
        return begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    }
    std::string_view skip_locked() const override { return " FOR UPDATE SKIP LOCKED"; }
    std::expected<void, SqlError> overwrite_old() override { return script("VACUUM FULL games"); }

    std::expected<void, SqlError> begin_migration() override {
        if (auto ok = begin(); !ok) return ok;
        return script("SELECT pg_advisory_xact_lock(7173601)"); // any number, always the same
    }

    std::expected<void, SqlError> commit() override {
        in_transaction_ = false;
        const Fetched answer(PQexec(connection_, "COMMIT"));
        if (PQresultStatus(answer.get()) != PGRES_COMMAND_OK) return std::unexpected(last_error());
        // A failed transaction answers ROLLBACK to COMMIT.
        if (std::string_view(PQcmdStatus(answer.get())) != "COMMIT") {
            return std::unexpected(SqlError{"the transaction was rolled back"});
        }
        return {};
    }

    void rollback() override {
        in_transaction_ = false;
        if (connected()) (void)script("ROLLBACK");
    }

    std::expected<void, SqlError> announce(const std::string& text) override {
        const SqlValue value = text;
        if (auto ok = run("SELECT pg_notify('bastide', ?1)", {&value, 1}); !ok) {
            return std::unexpected(ok.error());
        }
        return {};
    }

  private:
    std::expected<SqlRows, SqlError> run_once(std::string_view text,
                                              std::span<const SqlValue> values) {
        if (auto ok = reconnect(); !ok) return std::unexpected(ok.error());
        const auto name = prepared(text);
        if (!name) return std::unexpected(name.error());
        std::vector<std::string> texts;
        std::vector<const char*> pointers;
        texts.reserve(values.size());
        for (const SqlValue& value : values) {
            const auto* number = std::get_if<std::int64_t>(&value);
            texts.push_back(number != nullptr ? std::to_string(*number)
                                              : std::get<std::string>(value));
            pointers.push_back(texts.back().c_str());
        }
        const Fetched answer(PQexecPrepared(connection_, name->c_str(),
                                            static_cast<int>(values.size()), pointers.data(),
                                            nullptr, nullptr, 0));
        const ExecStatusType status = PQresultStatus(answer.get());
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
            return std::unexpected(last_error());
        }
        return rows(answer.get());
    }

    std::expected<void, SqlError> begin_with(const char* text) {
        if (auto ok = reconnect(); !ok) return ok;
        auto begun = script(text);
        if (!begun && !connected()) {
            if (auto ok = connect(); !ok) return ok;
            begun = script(text);
        }
        in_transaction_ = begun.has_value();
        return begun;
    }

    bool connected() const { return PQstatus(connection_) == CONNECTION_OK; }

    SqlError last_error() const {
        // Over several lines, the later ones indented.
        std::string text;
        for (const char* c = PQerrorMessage(connection_); *c != '\0'; ++c) {
            const bool blank = *c == '\n' || *c == '\t' || *c == ' ';
            if (!blank || !text.ends_with(' ')) text += blank ? ' ' : *c;
        }
        while (text.ends_with(' ')) text.pop_back();
        return {text};
    }

    /// Within a transaction a lost connection is an error: what came before is gone.
    std::expected<void, SqlError> reconnect() {
        if (connected()) return {};
        if (in_transaction_) return std::unexpected(SqlError{"the connection was lost"});
        return connect();
    }

    std::expected<std::string, SqlError> prepared(std::string_view text) {
        if (const auto it = statements_.find(text); it != statements_.end()) return it->second;
        std::string name = "s" + std::to_string(statements_.size());
        const Fetched answer(
            PQprepare(connection_, name.c_str(), with_dollars(text).c_str(), 0, nullptr));
        if (PQresultStatus(answer.get()) != PGRES_COMMAND_OK) return std::unexpected(last_error());
        statements_.emplace(std::string(text), name);
        return name;
    }

    static SqlRows rows(PGresult* result) {
        SqlRows found;
        const std::string changed = PQcmdTuples(result);
        if (!changed.empty()) found.changed = std::stoll(changed);
        for (int r = 0; r < PQntuples(result); ++r) {
            SqlRow row;
            for (int c = 0; c < PQnfields(result); ++c) {
                row.emplace_back(PQgetvalue(result, r, c),
                                 static_cast<std::size_t>(PQgetlength(result, r, c)));
            }
            found.rows.push_back(std::move(row));
        }
        return found;
    }

    std::string url_;
    PGconn* connection_ = nullptr;
    bool in_transaction_ = false;
    std::map<std::string, std::string, std::less<>> statements_; // text, name
};

class PostgresListener final : public SqlListener {
  public:
    PostgresListener(std::string url, OnAnnounced on_text)
        : url_(std::move(url))
        , on_text_(std::move(on_text))
        , thread_([this] { run(); }) {}
    PostgresListener(const PostgresListener&) = delete;
    PostgresListener& operator=(const PostgresListener&) = delete;
    ~PostgresListener() override {
        stopping_ = true;
        thread_.join();
    }

  private:
    void run() {
        PGconn* connection = nullptr;
        while (!stopping_) {
            if (connection == nullptr || PQstatus(connection) != CONNECTION_OK) {
                PQfinish(connection);
                connection = PQconnectdb(url_.c_str());
                const Fetched answer(PQexec(connection, "LISTEN bastide"));
                if (PQresultStatus(answer.get()) != PGRES_COMMAND_OK) {
                    std::this_thread::sleep_for(std::chrono::milliseconds(200));
                    continue;
                }
                on_text_("");
            }
            // Woken now and then to see whether it is time to stop.
            pollfd waiting{PQsocket(connection), POLLIN, 0};
            if (poll(&waiting, 1, 100) > 0) PQconsumeInput(connection);
            while (PGnotify* notice = PQnotifies(connection)) {
                on_text_(notice->extra);
                PQfreemem(notice);
            }
        }
        PQfinish(connection);
    }

    std::string url_;
    OnAnnounced on_text_;
    std::atomic<bool> stopping_ = false;
    std::thread thread_;
};

} // namespace

std::unique_ptr<SqlListener> listen_postgres(const std::string& url, OnAnnounced on_text) {
    return std::make_unique<PostgresListener>(url, std::move(on_text));
}

std::expected<std::unique_ptr<SqlConnection>, SqlError> open_postgres(const std::string& url) {
    auto connection = std::make_unique<Postgres>(url);
    if (auto ok = connection->connect(); !ok) return std::unexpected(ok.error());
    return connection;
}

} // namespace bastide::server
