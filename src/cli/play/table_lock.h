#pragma once
// One terminal plays a game: of two that write the same file, each would write over the other's.

#include <string>

namespace bastide::cli {

/// Holds `FILE.lock` until it is destroyed or the process ends, however it ends; then the lock's
/// file goes too, unless the process was killed. A Failure if another process holds it. Where the
/// file system knows no locks, nothing keeps others away.
class TableLock {
  public:
    explicit TableLock(const std::string& file);
    ~TableLock();
    TableLock(const TableLock&) = delete;
    TableLock& operator=(const TableLock&) = delete;

  private:
    bool hold();

    std::string name_;
    int fd_ = -1;
};

} // namespace bastide::cli
