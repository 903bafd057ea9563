#pragma once
// Addresses of clients: whom limits count, and which proxies are believed.

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

namespace bastide::server {

/// Whom a limit counts: an IPv4 address, or the /64 of an IPv6 address, because whoever has one
/// address there has all of them. What is no address counts as it is, cut to 64 characters.
std::string limit_key(const std::string& address);

/// As a URL has it: an IPv6 address in brackets.
std::string in_url(const std::string& address);

/// What is banned with an address: an IPv4 address, the /64 of an IPv6 address, or the network that
/// is named, as text that is the same for the same network. Why it cannot be.
std::expected<std::string, std::string> banned_network(const std::string& text);

/// Addresses and networks, such as "127.0.0.1, 10.0.0.0/8, fd00::/8".
class Networks {
  public:
    static std::expected<Networks, std::string> parse(const std::string& list);

    bool contains(const std::string& address) const;
    bool empty() const { return networks_.empty(); }

  private:
    struct Network {
        std::vector<std::uint8_t> bytes; // 4 or 16
        unsigned bits = 0;               // that have to agree
    };
    std::vector<Network> networks_;
};

} // namespace bastide::server
