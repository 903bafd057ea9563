#pragma once
// One process serves a SQLite file. Programs that only read it need no lock.

#include <expected>
#include <filesystem>
#include <memory>
#include <string>

namespace bastide::server {

/// Held until it is destroyed or the process ends, however it ends.
class FileLock {
  public:
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

    /// Locks `FILE.lock` beside the database. Nothing for a database that several may serve; an
    /// error if another process has it.
    static std::expected<std::unique_ptr<FileLock>, std::string> of(const std::string& url);

  private:
    explicit FileLock(int fd)
        : fd_(fd) {}
    int fd_;
};

/// Makes an empty file that only its owner may read, unless it is there: what is in it then is not
/// everybody's from the first byte on.
void make_private_file(const std::string& file);
/// Takes away what users other than the owner and the group may do.
void keep_from_others(const std::string& file);

} // namespace bastide::server
