#pragma once
// The web client and the documents, built into the program. What was not there at build time is not
// here.

#include <span>
#include <string_view>

namespace bastide::server {

struct Asset {
    std::string_view path; // such as "/index.html"
    std::string_view tag;  // of the content, for the ETag
    std::string_view content;
    std::string_view gzip; // the same packed; empty where that saves little
    std::string_view brotli;
};

/// Sorted by path. The definition is generated at build time.
std::span<const Asset> embedded_assets();

} // namespace bastide::server
