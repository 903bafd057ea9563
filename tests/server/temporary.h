#pragma once
// Folders and databases that vanish with the test.

#include "server/storage/store.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <sys/types.h>

namespace bastide::server::test {

class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::string file(const std::string& name) const { return (path_ / name).string(); }
    std::string sqlite() const { return "sqlite:" + file("test.db"); }

  private:
    std::filesystem::path path_;
};

/// Debian's PostgreSQL 15 in a temporary folder. It ends with the test, however the test ends.
class TemporaryPostgres {
  public:
    TemporaryPostgres();
    ~TemporaryPostgres();
    TemporaryPostgres(const TemporaryPostgres&) = delete;
    TemporaryPostgres& operator=(const TemporaryPostgres&) = delete;

    /// A new, empty database.
    std::string new_database();
    std::string url(const std::string& database) const;
    /// All that are open now, to any database.
    void cut_connections();
    /// All its processes end at once, in the middle of what they do; start() makes it recover.
    void crash();
    void start();

  private:
    TemporaryFolder folder_;
    pid_t process_ = 0;
    unsigned databases_ = 0;
};

} // namespace bastide::server::test
