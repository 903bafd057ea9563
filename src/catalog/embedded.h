#pragma once

#include <span>
#include <string_view>

namespace bastide {

// A file of data/ as it was when the program was built.
struct EmbeddedFile {
    std::string_view name; // relative to data/, such as "tiles/base.json"
    std::string_view content;
};

// All embedded files, sorted by name. The definition is generated at build time.
std::span<const EmbeddedFile> embedded_files();

} // namespace bastide
