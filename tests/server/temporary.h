#pragma once
// Folders and databases that vanish with the test.

#include "server/power_loss.h"
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
    /// `may_fail`: crash() is a loss of power, what was not synced is gone.
    enum class Power { steady, may_fail };
    explicit TemporaryPostgres(Power power = Power::steady);
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
    /// Files that had something unsynced to lose, of all crashes.
    unsigned files_lost() const { return files_lost_; }

  private:
    TemporaryFolder folder_;
    std::unique_ptr<ForgetfulDisk> disk_;
    Random chance_{20};
    unsigned files_lost_ = 0;
    pid_t process_ = 0;
    unsigned databases_ = 0;
};

/// Where tests keep a database's key: beside the SQLite file, or in the PostgreSQL's folder.
std::string key_file_for(const std::string& database);
/// At this program's version, with its key, which is made if there is none.
std::unique_ptr<GameStore> open_with_key(const std::string& database);

} // namespace bastide::server::test
