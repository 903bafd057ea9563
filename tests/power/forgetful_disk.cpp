// A disk that forgets what was not synced, as a library to be loaded before all others
// (LD_PRELOAD).
//
// Writes below the folder BASTIDE_FORGETFUL go to their files as always, so that everybody reads
// what was written. Before each, the bytes that it replaces are added to a journal of that file;
// fsync and fdatasync empty the journal. After a kill, what the journals hold was never synced, and
// a test puts it back (tests/server/power_loss.h): that is the disk after a loss of power.
//
// Journals lie in the folder BASTIDE_FORGETFUL_JOURNALS, named by the file's number (inode), so
// that a rename needs no care. BASTIDE_FORGETFUL_LIE: a sync changes nothing, as with a disk that
// lies or a database told not to sync; a test of the tests.
//
// Not modelled: names. A file that was created, renamed or removed stays so. Maps: SQLite's -shm is
// the only one, and worthless after a loss of power.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {

template <class Function>
Function* next(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

ssize_t real_write(int file, const void* data, size_t size) {
    static const auto call = next<ssize_t(int, const void*, size_t)>("write");
    return call(file, data, size);
}
ssize_t real_pwrite(int file, const void* data, size_t size, off_t at) {
    static const auto call = next<ssize_t(int, const void*, size_t, off_t)>("pwrite64");
    return call(file, data, size, at);
}
int real_truncate(int file, off_t size) {
    static const auto call = next<int(int, off_t)>("ftruncate64");
    return call(file, size);
}

/// What a record of a journal begins with; `kept` bytes follow, those that were there before.
struct Record {
    std::uint64_t at;
    std::uint64_t size_before; // of the file
    std::uint64_t kept;
};

bool is_watched(int file) {
    static const char* const folder = std::getenv("BASTIDE_FORGETFUL");
    if (folder == nullptr) return false;
    char link[64], path[4096];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t size = readlink(link, path, sizeof path - 1);
    const std::size_t length = std::strlen(folder);
    return size > static_cast<ssize_t>(length) && std::memcmp(path, folder, length) == 0 &&
           path[length] == '/';
}

/// One file's journal, locked: a write and its record, or a sync, are one step.
class Journal {
  public:
    explicit Journal(int file)
        : file_(file) {
        struct stat found{};
        if (!is_watched(file) || fstat(file, &found) != 0 || !S_ISREG(found.st_mode)) return;
        size_ = static_cast<std::uint64_t>(found.st_size);
        char path[4096];
        std::snprintf(path, sizeof path, "%s/%lu", std::getenv("BASTIDE_FORGETFUL_JOURNALS"),
                      static_cast<unsigned long>(found.st_ino));
        journal_ = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        if (journal_ < 0) std::abort(); // better no test than one that tests nothing
        flock(journal_, LOCK_EX);
        fstat(file, &found);
        size_ = static_cast<std::uint64_t>(found.st_size);
    }
    ~Journal() {
        if (journal_ >= 0) close(journal_); // and unlock
    }
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    bool watched() const { return journal_ >= 0; }
    std::uint64_t size() const { return size_; }

    /// Before `size` bytes at `at` are overwritten or cut off.
    void remember(std::uint64_t at, std::uint64_t size) {
        const std::uint64_t kept = at >= size_ ? 0 : std::min(size, size_ - at);
        std::string text(sizeof(Record) + kept, '\0');
        const Record record = {at, size_, kept};
        std::memcpy(text.data(), &record, sizeof record);
        if (kept > 0) {
            const int reader = reopen();
            if (pread(reader, text.data() + sizeof record, kept, static_cast<off_t>(at)) !=
                static_cast<ssize_t>(kept)) {
                std::abort();
            }
            close(reader);
        }
        if (real_write(journal_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
            std::abort();
        }
    }
    void forget() {
        if (std::getenv("BASTIDE_FORGETFUL_LIE") == nullptr) real_truncate(journal_, 0);
    }

  private:
    /// The file may be open for writing only.
    int reopen() const {
        char link[64];
        std::snprintf(link, sizeof link, "/proc/self/fd/%d", file_);
        return open(link, O_RDONLY | O_CLOEXEC);
    }

    int file_;
    int journal_ = -1;
    std::uint64_t size_ = 0;
};

ssize_t write_at(int file, const void* data, size_t size, off_t at) {
    Journal journal(file);
    if (journal.watched()) journal.remember(static_cast<std::uint64_t>(at), size);
    return real_pwrite(file, data, size, at);
}

ssize_t write_here(int file, const void* data, size_t size) {
    Journal journal(file);
    if (journal.watched()) {
        const bool appends = (fcntl(file, F_GETFL) & O_APPEND) != 0;
        const off_t at = lseek(file, 0, SEEK_CUR);
        journal.remember(appends ? journal.size() : static_cast<std::uint64_t>(at), size);
    }
    return real_write(file, data, size);
}

ssize_t write_parts(int file, const iovec* parts, int count, off_t at) {
    ssize_t written = 0;
    for (int i = 0; i < count; ++i) {
        const ssize_t part =
            at < 0 ? write_here(file, parts[i].iov_base, parts[i].iov_len)
                   : write_at(file, parts[i].iov_base, parts[i].iov_len, at + written);
        if (part < 0) return written > 0 ? written : part;
        written += part;
        if (static_cast<size_t>(part) < parts[i].iov_len) break;
    }
    return written;
}

int cut(int file, off_t size) {
    Journal journal(file);
    const auto end = static_cast<std::uint64_t>(size);
    if (journal.watched()) {
        journal.remember(end, journal.size() > end ? journal.size() - end : 0);
    }
    return real_truncate(file, size);
}

int sync_file(int file, const char* name) {
    if (is_watched(file)) usleep(1000); // a disk takes its time, and the power may fail meanwhile
    Journal journal(file);
    if (!journal.watched()) return next<int(int)>(name)(file);
    journal.forget(); // the page cache is the disk here: nothing else is needed
    return 0;
}

} // namespace

// Under the names of the C library; both spellings of 64-bit offsets are one on the systems we run
// on.
extern "C" {
ssize_t write(int file, const void* data, size_t size) {
    return write_here(file, data, size);
}
ssize_t pwrite(int file, const void* data, size_t size, off_t at) {
    return write_at(file, data, size, at);
}
ssize_t pwrite64(int file, const void* data, size_t size, off_t at) {
    return write_at(file, data, size, at);
}
ssize_t writev(int file, const iovec* parts, int count) {
    static const auto call = next<ssize_t(int, const iovec*, int)>("writev");
    return is_watched(file) ? write_parts(file, parts, count, -1) : call(file, parts, count);
}
ssize_t pwritev(int file, const iovec* parts, int count, off_t at) {
    return write_parts(file, parts, count, at);
}
ssize_t pwritev64(int file, const iovec* parts, int count, off_t at) {
    return write_parts(file, parts, count, at);
}
int ftruncate(int file, off_t size) noexcept {
    return cut(file, size);
}
int ftruncate64(int file, off_t size) noexcept {
    return cut(file, size);
}
int posix_fallocate(int file, off_t at, off_t size) {
    struct stat found{};
    if (fstat(file, &found) == 0 && found.st_size < at + size) cut(file, at + size);
    return 0;
}
int posix_fallocate64(int file, off_t at, off_t size) {
    return posix_fallocate(file, at, size);
}
int fsync(int file) {
    return sync_file(file, "fsync");
}
int fdatasync(int file) {
    return sync_file(file, "fdatasync");
}
}
