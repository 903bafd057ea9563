#pragma once
// SVG to pixels, by librsvg: the only part of the pictures that needs a library. It is loaded with
// the first picture, not with the program.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bastide::cli {

/// Colours as 0xAARRGGBB, row by row.
struct Pixels {
    int width = 0;
    int height = 0;
    std::vector<std::uint32_t> colours;
};

/// Throws std::runtime_error if the text is no SVG or too large to draw.
Pixels rasterize(std::string_view svg);
void write_png(std::string_view svg, const std::string& file);

} // namespace bastide::cli
