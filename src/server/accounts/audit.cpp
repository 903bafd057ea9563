#include "server/accounts/audit.h"

#include "server/base/time.h"

namespace bastide::server {
namespace {

/// The text up to the nth of these marks.
std::string up_to(const std::string& text, char mark, unsigned count) {
    std::size_t at = 0;
    for (; count > 0; --count) {
        at = text.find(mark, at);
        if (at == std::string::npos) return text;
        ++at;
    }
    return text.substr(0, at);
}

} // namespace

std::string kept_address(const std::string& address, AuditAddresses how) {
    if (how == AuditAddresses::full) return address;
    if (how == AuditAddresses::none || address.empty()) return {};
    if (address.find(':') == std::string::npos) return up_to(address, '.', 3) + "0/24";
    const std::size_t gap = address.find("::");
    const std::string head = up_to(address, ':', 3);
    return (gap != std::string::npos && gap < head.size() ? address.substr(0, gap) + "::"
                                                          : head + ":") +
           "/48";
}

void Audit::note(const What& what) {
    writer_.write(AddAudit{{now_ms(), what.event, what.user, kept_address(what.address, addresses_),
                            what.detail}},
                  nullptr);
}

void Audit::note_refusal(const What& what) {
    if (!refusals_.take(what.event + " " + what.address)) return;
    if (!all_refusals_.take("")) return;
    note(what);
}

} // namespace bastide::server
