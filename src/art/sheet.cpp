#include "art/sheet.h"

#include "art/painter.h"
#include "art/sprites.h"

#include <fmt/compile.h>
#include <iterator>

namespace bastide::art {
namespace {

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '&') {
            out += "&amp;";
        } else if (c == '<') {
            out += "&lt;";
        } else if (c == '"') {
            out += "&quot;";
        } else {
            out += c;
        }
    }
    return out;
}

struct Piece {
    TileArt art;
    Rotation rotation;
    std::string label;
};

/// Ground and walls by number: "sg3", "sw3".
std::string definitions(std::span<const Piece> pieces, Theme theme) {
    std::vector<std::string_view> names;
    std::string grounds;
    const char prefix = id_prefix(theme);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const TileArt& art = pieces[i].art;
        fmt::format_to(std::back_inserter(grounds), FMT_COMPILE("<g id=\"{}g{}\">{}</g>"), prefix,
                       i, art.ground);
        if (!art.walls.empty()) {
            fmt::format_to(std::back_inserter(grounds),
                           FMT_COMPILE("<path id=\"{}w{}\" d=\"{}\" fill=\"none\"/>"), prefix, i,
                           art.walls);
        }
        for (const Stamp& stamp : art.stamps) names.push_back(stamp.sprite);
    }
    return ground_defs(theme) + sprite_defs(std::move(names), theme) + grounds;
}

std::string body(const Piece& piece, std::size_t i, Theme theme) {
    const char prefix = id_prefix(theme);
    std::string out = fmt::format(FMT_COMPILE("<use href=\"#{}g{}\""), prefix, i);
    if (piece.rotation != 0) {
        fmt::format_to(std::back_inserter(out), FMT_COMPILE(" transform=\"rotate({} 50 50)\""),
                       90 * piece.rotation);
    }
    return out + "/>" +
           standing(piece.art, theme, piece.rotation, fmt::format(FMT_COMPILE("{}w{}"), prefix, i));
}

} // namespace

std::string render_tile(const Tile& tile, std::string_view id, const TilePicture& picture) {
    const Piece piece = {paint(tile, id, picture.theme), picture.rotation, std::string(id)};
    return fmt::format(
        FMT_COMPILE("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\" "
                    "width=\"{}\" height=\"{}\"><title>{}</title><defs>{}</defs>{}</svg>\n"),
        picture.pixels, picture.pixels, escaped(id), definitions({&piece, 1}, picture.theme),
        body(piece, 0, picture.theme));
}

std::string render_sheet(std::span<const NamedTile> tiles, const SheetPicture& picture) {
    constexpr unsigned step = 108, caption = 10, margin = 8;
    std::vector<Piece> pieces;
    for (const NamedTile& named : tiles) {
        std::string label = escaped(named.id);
        if (named.tile.count > 1) {
            fmt::format_to(std::back_inserter(label), FMT_COMPILE(" \u00d7{}"), named.tile.count);
        }
        pieces.push_back({paint(named.tile, named.id, picture.theme), 0, std::move(label)});
    }
    const auto count = static_cast<unsigned>(pieces.size());
    const unsigned columns = std::min(picture.columns, count);
    const unsigned rows = (count + columns - 1) / columns;
    const unsigned width = columns * step + margin, height = rows * (step + caption) + margin;
    std::string out = fmt::format(
        FMT_COMPILE("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" "
                    "height=\"{}\"><defs>{}<clipPath id=\"tile\"><path d=\"M0 0H100V100H0z\"/>"
                    "</clipPath></defs><path d=\"M0 0H{}V{}H0z\" fill=\"#3b342c\"/>"),
        width, height, width * picture.pixels / 100, height * picture.pixels / 100,
        definitions(pieces, picture.theme), width, height);
    for (unsigned i = 0; i < count; ++i) {
        fmt::format_to(std::back_inserter(out),
                       FMT_COMPILE("<g transform=\"translate({} {})\"><g clip-path=\"url(#tile)\">"
                                   "{}</g><text x=\"50\" y=\"108\" font-size=\"7\" "
                                   "font-family=\"sans-serif\" text-anchor=\"middle\" "
                                   "fill=\"#f3e9d6\">{}</text></g>"),
                       margin + i % columns * step, margin + i / columns * (step + caption),
                       body(pieces[i], i, picture.theme), pieces[i].label);
    }
    return out + "</svg>\n";
}

} // namespace bastide::art
