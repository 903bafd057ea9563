#include "server/service/descriptors.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <netinet/in.h>
#include <set>
#include <string>
#include <sys/socket.h>
#include <vector>

namespace bastide::server {
namespace {

/// The port a TCP socket is bound to here; 0 for anything else.
unsigned short local_port(int descriptor) {
    sockaddr_storage address{};
    socklen_t length = sizeof address;
    if (getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &length) != 0) return 0;
    if (address.ss_family == AF_INET) {
        return ntohs(reinterpret_cast<const sockaddr_in*>(&address)->sin_port);
    }
    if (address.ss_family == AF_INET6) {
        return ntohs(reinterpret_cast<const sockaddr_in6*>(&address)->sin6_port);
    }
    return 0;
}

bool listens(int descriptor) {
    int value = 0;
    socklen_t length = sizeof value;
    return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &value, &length) == 0 && value != 0;
}

} // namespace

std::size_t accepted_descriptors() {
    std::set<unsigned short> listening;
    std::vector<unsigned short> others;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", error)) {
        const std::string name = entry.path().filename().string();
        int descriptor = -1;
        std::from_chars(name.data(), name.data() + name.size(), descriptor);
        const unsigned short port = local_port(descriptor);
        if (port == 0) continue;
        if (listens(descriptor)) {
            listening.insert(port);
        } else {
            others.push_back(port);
        }
    }
    return static_cast<std::size_t>(std::ranges::count_if(
        others, [&](unsigned short port) { return listening.contains(port); }));
}

} // namespace bastide::server
