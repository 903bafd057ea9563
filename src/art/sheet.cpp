#include "art/sheet.h"

#include "art/atlas.h"
#include "notation/xml.h"

#include <fmt/compile.h>

#include <algorithm>
#include <iterator>

namespace bastide::art {

std::string render_tile(const Tile& tile, std::string_view id, const TilePicture& picture) {
    Atlas atlas(picture.theme, detail_at(picture.pixels));
    const unsigned number = atlas.add(tile, id);
    const std::string body = atlas.ground(number, picture.rotation, {0, 0}) +
                             atlas.standing(number, picture.rotation, {0, 0});
    return fmt::format(
        FMT_COMPILE("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\" "
                    "width=\"{}\" height=\"{}\"><title>{}</title><defs>{}</defs>{}</svg>\n"),
        picture.pixels, picture.pixels, xml_escaped(id), atlas.definitions(), body);
}

std::string render_sheet(std::span<const NamedTile> tiles, const SheetPicture& picture) {
    constexpr unsigned step = 108, caption = 10, margin = 8;
    const auto count = static_cast<unsigned>(tiles.size());
    const unsigned columns = std::clamp(picture.columns, 1u, std::max(count, 1u));
    const unsigned rows = (count + columns - 1) / columns;
    const unsigned width = columns * step + margin, height = rows * (step + caption) + margin;
    Atlas atlas(picture.theme, detail_at(picture.pixels));
    std::string body;
    for (unsigned i = 0; i < count; ++i) {
        const unsigned number = atlas.add(tiles[i].tile, tiles[i].id);
        std::string label = xml_escaped(tiles[i].id);
        if (tiles[i].tile.count > 1) {
            fmt::format_to(std::back_inserter(label), FMT_COMPILE(" \u00d7{}"),
                           tiles[i].tile.count);
        }
        fmt::format_to(std::back_inserter(body),
                       FMT_COMPILE("<g transform=\"translate({} {})\"><g clip-path=\"url(#tile)\">"
                                   "{}{}</g><text x=\"50\" y=\"108\" font-size=\"7\" "
                                   "font-family=\"sans-serif\" text-anchor=\"middle\" "
                                   "fill=\"#f3e9d6\">{}</text></g>"),
                       margin + i % columns * step, margin + i / columns * (step + caption),
                       atlas.ground(number, 0, {0, 0}), atlas.standing(number, 0, {0, 0}), label);
    }
    return fmt::format(
        FMT_COMPILE("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" "
                    "height=\"{}\"><defs>{}<clipPath id=\"tile\"><path d=\"M0 0H100V100H0z\"/>"
                    "</clipPath></defs><path d=\"M0 0H{}V{}H0z\" fill=\"#3b342c\"/>{}</svg>\n"),
        width, height, width * picture.pixels / 100, height * picture.pixels / 100,
        atlas.definitions(), width, height, body);
}

} // namespace bastide::art
