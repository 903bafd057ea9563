#include "cli/play/table_lock.h"

#include "cli/console.h"

#include <fmt/core.h>

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace bastide::cli {
namespace {

/// Some file systems over a network know no locks. The game can be played all the same.
bool knows_no_locks(int reason) {
    return reason == ENOLCK || reason == EOPNOTSUPP || reason == ENOSYS;
}

} // namespace

TableLock::TableLock(const std::string& file)
    : name_(file + ".lock") {
    make_folder_for(file);
    while (!hold()) {
        const int reason = errno;
        if (fd_ >= 0) close(fd_);
        if (reason == EWOULDBLOCK) {
            throw Failure(1, fmt::format("{}: is being played at another terminal", file));
        }
        errno = reason;
        if (reason != ESTALE) cannot_be_written(file);
    }
}

/// Whoever held it before may have taken its file away after it was opened here: ESTALE.
bool TableLock::hold() {
    fd_ = open(name_.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd_ < 0) return false;
    if (flock(fd_, LOCK_EX | LOCK_NB) != 0) return knows_no_locks(errno);
    struct stat held{}, named{};
    const bool same = fstat(fd_, &held) == 0 && stat(name_.c_str(), &named) == 0 &&
                      held.st_ino == named.st_ino && held.st_dev == named.st_dev;
    if (!same) errno = ESTALE;
    return same;
}

TableLock::~TableLock() {
    unlink(name_.c_str());
    close(fd_);
}

} // namespace bastide::cli
