#pragma once
// Which hosts this server sends notices to. Endpoints come from strangers: without this list they
// could make the server post anywhere, also where only it can reach.

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bastide::server {

struct PushEndpoint {
    std::string host;
    std::string port;
    std::string target; // path and query

    /// As a token names its audience.
    std::string origin() const;
};

inline constexpr std::size_t most_endpoint_bytes = 1024;

class PushServices {
  public:
    /// Hosts separated by commas: HOST, HOST:PORT, or *.DOMAIN for all below it.
    static std::expected<PushServices, std::string> parse(const std::string& list);

    bool empty() const { return services_.empty(); }
    /// Nothing if it is no https address, or of a service that is not listed.
    std::optional<PushEndpoint> find(std::string_view url) const;

  private:
    struct Service {
        std::string host; // ".DOMAIN" for all below it
        std::string port;
    };
    std::vector<Service> services_;
};

/// Letters, digits, dots and hyphens.
bool is_host_name(std::string_view text);

} // namespace bastide::server
