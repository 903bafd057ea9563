#include "server/accounts/attempts.h"

#include <algorithm>

namespace bastide::server {
namespace {

constexpr std::size_t most_users = 100'000;
constexpr std::size_t most_addresses = 8; // of one user

} // namespace

bool Attempts::is_known(const Try& tried) const {
    const std::lock_guard lock(mutex_);
    const auto it = known_.find(tried.who);
    return it != known_.end() && std::ranges::count(it->second, tried.address) > 0;
}

void Attempts::remember(const Try& seen) {
    const std::lock_guard lock(mutex_);
    if (known_.size() >= most_users) known_.clear();
    auto& addresses = known_[seen.who];
    if (std::ranges::count(addresses, seen.address) > 0) return;
    addresses.push_back(seen.address);
    if (addresses.size() > most_addresses) addresses.pop_front();
}

} // namespace bastide::server
