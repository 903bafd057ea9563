#pragma once
// The trail: who signed in, was refused, left or was removed, for as long as the host keeps it. No
// tokens, no passwords, and of addresses only what the host allows.

#include "server/base/limits.h"
#include "server/storage/writer.h"

#include <string>
#include <string_view>

namespace bastide::server {

/// How much of an address is kept. A network is /24 of IPv4, /48 of IPv6.
enum class AuditAddresses : std::uint8_t { none, network, full };

std::string kept_address(const std::string& address, AuditAddresses how);

class Audit {
  public:
    Audit(StoreWriter& writer, AuditAddresses addresses)
        : writer_(writer)
        , addresses_(addresses) {}

    struct What {
        std::string event; // such as signed_in; docs/hosting.md lists them
        std::string user = {};
        std::string address = {};
        std::string detail = {};
    };
    /// Something a person did.
    void note(const What& what);
    /// Something that was refused: so many of these may come that only some are kept.
    void note_refusal(const What& what);

  private:
    StoreWriter& writer_;
    AuditAddresses addresses_;
    Limits refusals_{{0.2, 20}}; // of one kind from one address
    Limits all_refusals_{{2, 200}};
};

} // namespace bastide::server
