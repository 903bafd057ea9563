#pragma once
// The moment after a loss of power: what tests/power/forgetful_disk.cpp remembered is put back.

#include "rules/random.h"

#include <filesystem>
#include <string>
#include <vector>

namespace bastide::server::test {

/// Files below `folder` are written through a disk that forgets what was not synced.
class ForgetfulDisk {
  public:
    /// `honest`: a sync is a sync. `lying`: it is not, as when a database is told not to wait.
    enum class Kind { honest, lying };
    ForgetfulDisk(std::filesystem::path folder, std::filesystem::path journals, Kind kind);

    /// What a command must begin with to be run on this disk.
    std::vector<std::string> prefix() const;

    /// When all who write have ended. Nothing unsynced is left, or any part of it: whole sectors,
    /// as chance has it. Returns the number of files that had something to lose.
    enum class Loss { everything, any_part };
    unsigned lose_power(Loss loss, Random& chance) const;

  private:
    std::filesystem::path library() const;

    std::filesystem::path folder_;
    std::filesystem::path journals_;
    Kind kind_;
};

} // namespace bastide::server::test
