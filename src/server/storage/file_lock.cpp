#include "server/storage/file_lock.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace bastide::server {
namespace {

constexpr mode_t owner_only = S_IRUSR | S_IWUSR;

} // namespace

std::expected<std::unique_ptr<FileLock>, std::string> FileLock::of(const std::string& url) {
    if (!url.starts_with("sqlite:")) return nullptr;
    const std::string database = url.substr(7), file = database + ".lock";
    const int fd = open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, owner_only);
    if (fd < 0) return std::unexpected(database + ": cannot be locked: " + std::strerror(errno));
    std::unique_ptr<FileLock> lock(new FileLock(fd));
    if (flock(fd, LOCK_EX | LOCK_NB) == 0) return lock;
    if (errno != EWOULDBLOCK) {
        return std::unexpected(database + ": cannot be locked: " + std::strerror(errno));
    }
    return std::unexpected(database + ": another process serves this database; a SQLite file is " +
                           "for one, PostgreSQL for several");
}

FileLock::~FileLock() {
    close(fd_);
}

void make_private_file(const std::string& file) {
    const int fd = open(file.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, owner_only);
    if (fd >= 0) close(fd);
}

void keep_from_others(const std::string& file) {
    struct stat found{};
    if (stat(file.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return;
    const mode_t mode = found.st_mode & 07777;
    if ((mode & S_IRWXO) != 0) (void)chmod(file.c_str(), mode & ~mode_t{S_IRWXO});
}

} // namespace bastide::server
