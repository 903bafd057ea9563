#include "server/base/address.h"

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

std::string trimmed(std::string text) {
    std::erase(text, ' ');
    return text;
}

} // namespace

std::string limit_key(const std::string& address) {
    const Bytes bytes = bytes_of(address);
    if (bytes.empty()) return address.substr(0, 64);
    if (bytes.size() == 4) {
        return ip::address_v4({bytes[0], bytes[1], bytes[2], bytes[3]}).to_string();
    }
    ip::address_v6::bytes_type network{};
    std::copy_n(bytes.begin(), 8, network.begin());
    return ip::address_v6(network).to_string() + "/64";
}

std::expected<std::string, std::string> banned_network(const std::string& text) {
    const std::size_t slash = std::min(text.find('/'), text.size());
    Bytes bytes = bytes_of(text.substr(0, slash));
    const unsigned most = bytes.size() == 4 ? 32 : 64, least = bytes.size() == 4 ? 8 : 16;
    unsigned bits = most;
    if (slash < text.size()) {
        const char* last = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data() + slash + 1, last, bits);
        if (error != std::errc() || stop != last || bits > 8 * bytes.size()) bytes.clear();
    }
    if (bytes.empty()) return std::unexpected(text + ": neither an address nor a network");
    if (bits < least) return std::unexpected(text + ": that is half the world");
    bits = std::min(bits, most);
    for (unsigned i = 0; i < 8 * bytes.size(); ++i) {
        if (i >= bits) bytes[i / 8] &= static_cast<std::uint8_t>(~(0x80u >> i % 8));
    }
    std::string network;
    if (bytes.size() == 4) {
        network = ip::address_v4({bytes[0], bytes[1], bytes[2], bytes[3]}).to_string();
    } else {
        ip::address_v6::bytes_type six{};
        std::ranges::copy(bytes, six.begin());
        network = ip::address_v6(six).to_string();
    }
    return bits == 32 && most == 32 ? network : network + "/" + std::to_string(bits);
}

std::expected<Networks, std::string> Networks::parse(const std::string& list) {
    Networks networks;
    for (std::size_t begin = 0; begin < list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        const std::string one = trimmed(list.substr(begin, end - begin));
        begin = end + 1;
        const std::size_t slash = std::min(one.find('/'), one.size());
        Network network{bytes_of(one.substr(0, slash)), 0};
        const auto most = static_cast<unsigned>(8 * network.bytes.size());
        network.bits = most;
        if (slash < one.size()) {
            const char* last = one.data() + one.size();
            const auto [stop, error] = std::from_chars(one.data() + slash + 1, last, network.bits);
            if (error != std::errc() || stop != last) network.bytes.clear();
        }
        if (network.bytes.empty() || network.bits > most) {
            return std::unexpected(one + ": neither an address nor a network");
        }
        networks.networks_.push_back(std::move(network));
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
