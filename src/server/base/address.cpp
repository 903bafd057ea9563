#include "server/base/address.h"

#include "server/base/words.h"

#include <boost/asio/ip/address.hpp>

#include <algorithm>
#include <charconv>

namespace bastide::server {
namespace {

namespace ip = boost::asio::ip;
using Bytes = std::vector<std::uint8_t>;

/// Four or sixteen bytes; none if it is no address. IPv4 inside IPv6 is IPv4.
Bytes bytes_of(const std::string& text) {
    boost::system::error_code error;
    const ip::address address = ip::make_address(text, error);
    if (error) return {};
    const auto list = [](const auto& bytes) { return Bytes(bytes.begin(), bytes.end()); };
    if (address.is_v4()) return list(address.to_v4().to_bytes());
    const ip::address_v6 six = address.to_v6();
    if (six.is_v4_mapped()) return list(ip::make_address_v4(ip::v4_mapped, six).to_bytes());
    return list(six.to_bytes());
}

bool agree(const Bytes& a, const Bytes& b, unsigned bits) {
    for (unsigned i = 0; i < bits; ++i) {
        const unsigned shift = 7 - i % 8;
        if (((a[i / 8] ^ b[i / 8]) >> shift & 1) != 0) return false;
    }
    return true;
}

struct Prefix {
    Bytes bytes;
    unsigned bits = 0; // all of them where none are named
};

/// "10.0.0.0/8", or an address alone.
std::expected<Prefix, std::string> parse_prefix(const std::string& text) {
    const std::size_t slash = std::min(text.find('/'), text.size());
    Prefix prefix{bytes_of(text.substr(0, slash)), 0};
    const auto most = static_cast<unsigned>(8 * prefix.bytes.size());
    prefix.bits = most;
    if (slash < text.size()) {
        const char* last = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data() + slash + 1, last, prefix.bits);
        if (error != std::errc() || stop != last) prefix.bytes.clear();
    }
    if (prefix.bytes.empty() || prefix.bits > most) {
        return std::unexpected(text + ": neither an address nor a network");
    }
    return prefix;
}

/// The first bits of an address, as text.
std::string network_text(Bytes bytes, unsigned bits) {
    for (auto i = bits; i < 8 * bytes.size(); ++i) {
        bytes[i / 8] &= static_cast<std::uint8_t>(~(0x80u >> i % 8));
    }
    if (bytes.size() == 4) {
        const std::string four =
            ip::address_v4({bytes[0], bytes[1], bytes[2], bytes[3]}).to_string();
        return bits == 32 ? four : four + "/" + std::to_string(bits);
    }
    ip::address_v6::bytes_type six{};
    std::ranges::copy(bytes, six.begin());
    return ip::address_v6(six).to_string() + "/" + std::to_string(bits);
}

} // namespace

std::string in_url(const std::string& address) {
    const bool is_six = address.find(':') != std::string::npos;
    return is_six ? "[" + address + "]" : address;
}

std::string limit_key(const std::string& address) {
    const Bytes bytes = bytes_of(address);
    if (bytes.empty()) return address.substr(0, 64);
    return network_text(bytes, bytes.size() == 4 ? 32 : 64);
}

std::expected<std::string, std::string> banned_network(const std::string& text) {
    const auto prefix = parse_prefix(text);
    if (!prefix) return std::unexpected(prefix.error());
    const bool four = prefix->bytes.size() == 4;
    if (prefix->bits < (four ? 8u : 16u)) {
        return std::unexpected(text + ": that is half the world");
    }
    return network_text(prefix->bytes, std::min(prefix->bits, four ? 32u : 64u));
}

std::expected<Networks, std::string> Networks::parse(const std::string& list) {
    Networks networks;
    for (const std::string& one : listed(list)) {
        auto prefix = parse_prefix(one);
        if (!prefix) return std::unexpected(prefix.error());
        networks.networks_.push_back({std::move(prefix->bytes), prefix->bits});
    }
    return networks;
}

bool Networks::contains(const std::string& address) const {
    const Bytes bytes = bytes_of(address);
    return std::ranges::any_of(networks_, [&](const Network& network) {
        return network.bytes.size() == bytes.size() && agree(network.bytes, bytes, network.bits);
    });
}

} // namespace bastide::server
