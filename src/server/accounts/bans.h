#pragma once
// Addresses that the host does not want to see. Asked for every connection, so it is kept in
// memory.

#include "server/base/address.h"
#include "server/storage/writer.h"

#include <memory>
#include <mutex>
#include <optional>

namespace bastide::server {

class Bans {
  public:
    /// An address, or whom a limit counts.
    bool contains(const std::string& address) const;
    /// Those that are not over yet.
    void take(const std::vector<BanRow>& rows, std::int64_t now);

  private:
    mutable std::mutex mutex_;
    std::shared_ptr<const Networks> networks_ = std::make_shared<Networks>();
};

} // namespace bastide::server
