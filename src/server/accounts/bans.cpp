#include "server/accounts/bans.h"

#include <utility>

namespace bastide::server {

bool Bans::contains(const std::string& address) const {
    std::shared_ptr<const Networks> networks;
    {
        const std::lock_guard lock(mutex_);
        networks = networks_;
    }
    return !networks->empty() && networks->contains(address.substr(0, address.find('/')));
}

void Bans::take(const std::vector<BanRow>& rows, std::int64_t now) {
    std::string list;
    for (const BanRow& row : rows) {
        if (row.until == 0 || row.until > now) list += row.network + ",";
    }
    auto networks = std::make_shared<const Networks>(Networks::parse(list).value_or(Networks()));
    const std::lock_guard lock(mutex_);
    networks_ = std::move(networks);
}

} // namespace bastide::server
