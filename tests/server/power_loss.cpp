#include "server/power_loss.h"

#include "support/process.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <sys/stat.h>

namespace bastide::server::test {
namespace {

namespace fs = std::filesystem;
using testing_support::content;

constexpr std::size_t sector = 512;

/// As tests/power/forgetful_disk.cpp writes it.
struct Entry {
    std::uint64_t at;
    std::uint64_t size_before;
    std::uint64_t kept;
};

/// The file as it was when it was synced last.
std::string synced(std::string now, const std::string& journal) {
    struct Place {
        Entry record;
        std::size_t bytes;
    };
    std::vector<Place> records;
    for (std::size_t at = 0; at + sizeof(Entry) <= journal.size();) {
        Entry record{};
        std::memcpy(&record, journal.data() + at, sizeof record);
        at += sizeof record;
        if (at + record.kept > journal.size()) break; // killed while it was added: not written yet
        records.push_back({record, at});
        at += record.kept;
    }
    for (auto it = records.rbegin(); it != records.rend(); ++it) {
        const Entry& record = it->record;
        if (now.size() < record.at + record.kept) now.resize(record.at + record.kept);
        now.replace(record.at, record.kept, journal, it->bytes, record.kept);
        now.resize(record.size_before);
    }
    return now;
}

/// Each sector is the old or the new one, and so is the size.
std::string mix(const std::string& before, const std::string& now, Random& chance) {
    std::string mixed = now;
    mixed.resize(std::max(before.size(), now.size()));
    for (std::size_t at = 0; at < mixed.size(); at += sector) {
        const std::size_t size = std::min(sector, mixed.size() - at);
        if (chance.below(2) == 0) continue;
        for (std::size_t i = at; i < at + size; ++i)
            mixed[i] = i < before.size() ? before[i] : '\0';
    }
    mixed.resize(chance.below(2) == 0 ? before.size() : now.size());
    return mixed;
}

} // namespace

ForgetfulDisk::ForgetfulDisk(fs::path folder, fs::path journals, Kind kind)
    : folder_(std::move(folder))
    , journals_(std::move(journals))
    , kind_(kind) {
    // PostgreSQL runs as another user, who may be kept out of the folder of the build.
    fs::create_directories(journals_);
    fs::permissions(journals_, fs::perms::all);
    fs::copy_file(BASTIDE_FORGETFUL_DISK, library(), fs::copy_options::overwrite_existing);
}

fs::path ForgetfulDisk::library() const {
    return journals_ / "forgetful_disk.so";
}

std::vector<std::string> ForgetfulDisk::prefix() const {
    std::vector<std::string> words = {"/usr/bin/env", "LD_PRELOAD=" + library().string(),
                                      "BASTIDE_FORGETFUL=" + folder_.string(),
                                      "BASTIDE_FORGETFUL_JOURNALS=" + journals_.string()};
    if (kind_ == Kind::lying) words.emplace_back("BASTIDE_FORGETFUL_LIE=1");
    return words;
}

unsigned ForgetfulDisk::lose_power(Loss loss, Random& chance) const {
    std::map<std::string, fs::path> files; // by number
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
        struct stat found{};
        if (entry.is_regular_file() && stat(entry.path().c_str(), &found) == 0) {
            files[std::to_string(found.st_ino)] = entry.path();
        }
    }
    unsigned changed = 0;
    for (const auto& entry : fs::directory_iterator(journals_)) {
        if (entry.path() == library()) continue;
        const std::string journal = content(entry.path());
        const auto file = files.find(entry.path().filename().string());
        if (file != files.end() && !journal.empty()) {
            const std::string now = content(file->second);
            const std::string before = synced(now, journal);
            const std::string after = loss == Loss::everything ? before : mix(before, now, chance);
            // SQLite's -shm is scratch space, made anew by whoever opens the database first.
            if (after != now && !file->second.string().ends_with("-shm")) ++changed;
            std::ofstream(file->second, std::ios::binary | std::ios::trunc) << after;
        }
        fs::remove(entry.path());
    }
    return changed;
}

} // namespace bastide::server::test
