#pragma once
// What the parts of the store share: one connection, and statements on it.

#include "server/storage/sql.h"
#include "server/storage/store.h"

#include <cstdlib>
#include <utility>

namespace bastide::server {

class SqlPart {
  public:
    explicit SqlPart(SqlConnection& sql)
        : sql_(sql) {}

    /// Of a write within the caller's transaction. False: a conflict, nothing changed.
    using Done = std::expected<bool, SqlError>;

  protected:
    ~SqlPart() = default;

    /// True if a row changed.
    Done change(std::string_view text, const std::vector<SqlValue>& values) {
        const auto done = sql_.run(text, values);
        if (!done) return std::unexpected(done.error());
        return done->changed > 0;
    }
    Stored<std::vector<SqlRow>> query(std::string_view text, const std::vector<SqlValue>& values) {
        auto found = sql_.run(text, values);
        if (!found) return std::unexpected(StoreError{found.error().text});
        return std::move(found->rows);
    }

    SqlConnection& sql_;
};

/// Whole numbers as the database gives and takes them.
inline std::int64_t number(const std::string& text) {
    return std::strtoll(text.c_str(), nullptr, 10);
}
template <class T>
std::int64_t value(T number) {
    return static_cast<std::int64_t>(number);
}

} // namespace bastide::server
