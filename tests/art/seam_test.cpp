#include "art/painter.h"
#include "art/sprites.h"
#include "catalog/catalog.h"
#include "cli/png.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

namespace bastide::art {
namespace {

constexpr int pixels = 200;

cli::Pixels ground_of(const NamedTile& named, Theme theme, Detail detail) {
    const TileArt art = paint(named.tile, named.id, theme, detail);
    return cli::rasterize("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\" "
                          "width=\"200\" height=\"200\"><defs>" +
                          ground_defs(theme) + "</defs>" + art.ground + "</svg>");
}

/// Colours just inside an edge, read clockwise, without the corners, where walls meet.
std::vector<std::uint32_t> strip(const cli::Pixels& picture, unsigned edge) {
    std::vector<std::uint32_t> colours;
    for (int along = 16; along < pixels - 16; ++along) {
        const Point p = from_edge(edge, (along + 0.5) / 2, 0.75);
        const int x = static_cast<int>(p.x * 2), y = static_cast<int>(p.y * 2);
        colours.push_back(picture.colours[static_cast<std::size_t>(y * pixels + x)]);
    }
    return colours;
}

int difference(std::uint32_t a, std::uint32_t b) {
    int most = 0;
    for (const unsigned shift : {0u, 8u, 16u}) {
        most = std::max(most, std::abs(static_cast<int>(a >> shift & 255) -
                                       static_cast<int>(b >> shift & 255)));
    }
    return most;
}

/// The largest difference, allowing for half a pixel of smoothing at the lines' rims.
int mismatch(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
    int most = 0;
    for (std::size_t i = 1; i + 1 < a.size(); ++i) {
        most = std::max(most, std::min({difference(a[i], b[i - 1]), difference(a[i], b[i]),
                                        difference(a[i], b[i + 1])}));
    }
    return most;
}

/// city, road, field ...: what the tile's facts say of an edge.
SegmentKind kind_at(const Tile& tile, unsigned edge) {
    for (unsigned i = 0; i < tile.segment_count; ++i) {
        if (tile.segments[i].edges >> edge & 1) return tile.segments[i].kind;
    }
    return SegmentKind::field;
}

void expect_seams(Theme theme, Detail detail = Detail::full) {
    // Every strip equals the first of its kind, read forwards and backwards; so any two of them
    // match when tiles are joined, in every rotation.
    std::map<SegmentKind, std::vector<std::uint32_t>> known;
    for (const std::string& set : Catalog::embedded().tile_set_names()) {
        for (const NamedTile& named : *Catalog::embedded().tile_set(set)) {
            const cli::Pixels picture = ground_of(named, theme, detail);
            for (unsigned edge = 0; edge < edge_count; ++edge) {
                std::vector<std::uint32_t> colours = strip(picture, edge);
                const auto& first = known.emplace(kind_at(named.tile, edge), colours).first->second;
                EXPECT_LE(mismatch(colours, first), 24) << named.id << " edge " << edge;
                std::reverse(colours.begin(), colours.end());
                EXPECT_LE(mismatch(colours, first), 24) << named.id << " edge " << edge;
            }
        }
    }
}

TEST(Seams, colours_match_in_summer) {
    expect_seams(Theme::summer);
}
TEST(Seams, colours_match_in_winter) {
    expect_seams(Theme::winter);
}
TEST(Seams, colours_match_in_prehistory) {
    expect_seams(Theme::prehistoric);
}
TEST(Seams, colours_match_where_tiles_are_small) {
    expect_seams(Theme::summer, Detail::small);
}
TEST(Seams, colours_match_in_high_contrast) {
    expect_seams(Theme::contrast);
}

TEST(Seams, what_is_drawn_is_where_the_outlines_say) {
    // High contrast has one colour a kind: compare pixels with outlines.
    const std::map<SegmentKind, std::uint32_t> colours = {
        {SegmentKind::city, 0xfff08a24},   {SegmentKind::field, 0xfff3efcb},
        {SegmentKind::meadow, 0xfff3efcb}, {SegmentKind::forest, 0xff12662a},
        {SegmentKind::road, 0xffffffff},   {SegmentKind::river, 0xff0a57c2},
        {SegmentKind::stream, 0xff0a57c2}, {SegmentKind::lake, 0xff0a57c2},
    };
    for (const std::string& set : Catalog::embedded().tile_set_names()) {
        for (const NamedTile& named : *Catalog::embedded().tile_set(set)) {
            const cli::Pixels picture = ground_of(named, Theme::contrast, Detail::full);
            const Layout layout = lay_out(named.tile);
            unsigned wrong = 0, seen = 0;
            for (int y = 0; y < LabelGrid::size; ++y) {
                for (int x = 0; x < LabelGrid::size; ++x) {
                    if (layout.clearance.at(x, y) < 3) continue;
                    const SegmentKind kind = named.tile.segments[layout.grid.at(x, y)].kind;
                    if (!colours.contains(kind)) continue;
                    const auto i = static_cast<std::size_t>((2 * y + 1) * pixels + 2 * x + 1);
                    ++seen;
                    wrong += difference(picture.colours[i], colours.at(kind)) > 40 ? 1u : 0u;
                }
            }
            EXPECT_LE(wrong * 100, seen) << named.id << ": " << wrong << " of " << seen;
        }
    }
}

} // namespace
} // namespace bastide::art
