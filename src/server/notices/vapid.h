#pragma once
// How this server shows push services that it is the one a browser subscribed to (RFC 8292). Its
// key pair follows from the key that seals the secrets of games: the same on all nodes and after
// every start, and nothing more to keep.

#include "server/notices/push_services.h"
#include "server/storage/seal.h"

#include <cstdint>
#include <memory>

struct evp_pkey_st; // NOLINT(readability-identifier-naming): OpenSSL's

namespace bastide::server {

class Vapid {
  public:
    explicit Vapid(const Seal& seal);
    ~Vapid();
    Vapid(const Vapid&) = delete;
    Vapid& operator=(const Vapid&) = delete;

    /// The public key as browsers take it: the point in base64url.
    const std::string& public_key() const { return public_key_; }

    /// The value of an Authorization header: who sends this, until half a day from now (Unix
    /// milliseconds). `site` is where its host can be found; empty: that is not said.
    std::string authorization(const PushEndpoint& to, const std::string& site,
                              std::int64_t now) const;

  private:
    evp_pkey_st* key_;
    std::string public_key_;
};

} // namespace bastide::server
