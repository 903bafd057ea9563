#include "server/notices/push_services.h"

#include "server/base/words.h"

#include <algorithm>

namespace bastide::server {
namespace {

constexpr std::string_view usual_port = "443";
constexpr std::size_t most_host_bytes = 253;

bool is_host_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

bool is_port(std::string_view text) {
    return !text.empty() && text.size() <= 5 &&
           std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

struct HostAndPort {
    std::string_view host, port;
};

std::optional<HostAndPort> split_port(std::string_view text) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::string_view port = colon == text.size() ? usual_port : text.substr(colon + 1);
    if (!is_host_name(text.substr(0, colon)) || !is_port(port)) return std::nullopt;
    return HostAndPort{text.substr(0, colon), port};
}

} // namespace

bool is_host_name(std::string_view text) {
    return !text.empty() && text.size() <= most_host_bytes && text.front() != '.' &&
           std::ranges::all_of(text, is_host_letter);
}

std::string PushEndpoint::origin() const {
    return "https://" + host + (port == usual_port ? "" : ":" + port);
}

std::expected<PushServices, std::string> PushServices::parse(const std::string& list) {
    PushServices services;
    for (const std::string& word : listed(list)) {
        const bool all_below = word.starts_with("*.");
        const auto parts = split_port(std::string_view(word).substr(all_below ? 2 : 0));
        if (!parts) return std::unexpected(word + " is no host");
        services.services_.push_back(
            {(all_below ? "." : "") + std::string(parts->host), std::string(parts->port)});
    }
    return services;
}

std::optional<PushEndpoint> PushServices::find(std::string_view url) const {
    constexpr std::string_view scheme = "https://";
    const auto printable = [](char c) { return c > ' ' && c < 0x7F; };
    if (url.size() > most_endpoint_bytes || !url.starts_with(scheme) ||
        !std::ranges::all_of(url, printable)) {
        return std::nullopt;
    }
    url.remove_prefix(scheme.size());
    // A name and a password before an @ have letters that no host has.
    const std::size_t slash = std::min(url.find('/'), url.size());
    const auto parts = split_port(url.substr(0, slash));
    if (!parts || slash == url.size() || url.find('#') != url.npos) return std::nullopt;
    const bool known = std::ranges::any_of(services_, [&](const Service& service) {
        if (service.port != parts->port) return false;
        return service.host.starts_with('.') ? parts->host.ends_with(service.host)
                                             : parts->host == service.host;
    });
    if (!known) return std::nullopt;
    return PushEndpoint{std::string(parts->host), std::string(parts->port),
                        std::string(url.substr(slash))};
}

} // namespace bastide::server
