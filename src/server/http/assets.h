#pragma once
// The web client, built into the program. Empty when web/dist was not there at build time.

#include <span>
#include <string_view>

namespace bastide::server {

struct Asset {
    std::string_view path; // such as "/index.html"
    std::string_view tag;  // ETag, with its quotes
    std::string_view packed_tag;
    std::string_view content;
    std::string_view packed; // by gzip; empty where that saves little
};

/// Sorted by path. The definition is generated at build time.
std::span<const Asset> embedded_assets();

} // namespace bastide::server
