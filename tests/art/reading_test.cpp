// What must be told from the picture, also where a tile is fifty pixels wide.

#include "art/art.h"
#include "art/atlas.h"
#include "art/painter.h"
#include "art/sprites.h"
#include "catalog/catalog.h"
#include "cli/png.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace bastide::art {
namespace {

template <class Visit>
void for_each_tile(Visit visit) {
    for (const TileSet& set : Catalog::embedded().tile_sets()) {
        for (const NamedTile& named : set.tiles) visit(set, named);
    }
}

Theme look_of(const TileSet& set) {
    return theme_from(set.theme).value_or(Theme::summer);
}

bool is_church(const Disc& disc) {
    return disc.kind == Disc::Kind::monastery;
}

TEST(Reading, no_figure_hides_what_counts) {
    for_each_tile([](const TileSet&, const NamedTile& named) {
        const TileGeometry shape = spots_of(named.tile, lay_out(named.tile));
        for (unsigned i = 0; i < shape.segment_count; ++i) {
            const SegmentKind kind = named.tile.segments[i].kind;
            if (kind == SegmentKind::river) continue; // nobody stands there
            for (unsigned j = 0; j < shape.segment_count; ++j) {
                // A lake is hardly wider than the hut on it; its fish look out beside.
                if (i == j && kind == SegmentKind::lake) continue;
                const auto names = contents_of(named.tile.segments[j]);
                for (std::size_t k = 0; k < names.size(); ++k) {
                    const Point away = shape.segments[i].spot - shape.segments[j].contents[k];
                    EXPECT_LE(hidden_by_figure(away, sprite(names[k]).radius), 0.25)
                        << named.id << ": the figure on " << i << " hides " << names[k];
                }
            }
        }
    });
}

/// How much of a symbol is free beside a figure, where a tile is so many pixels wide: 1 is all of
/// it as it is drawn near by. The reach of a figure is that of a near board.
double free_where_small(Point away, std::string_view name, unsigned pixels) {
    const double larger = figure_scale(pixels) / figure_scale(200);
    const double scale = scale_of(name, Detail::small);
    const double hidden =
        hidden_by_figure(away * (1 / larger), sprite(name).radius * scale / larger);
    return (1 - hidden) * scale * scale;
}

TEST(Reading, larger_figures_leave_as_much_of_every_symbol_where_tiles_are_small) {
    for_each_tile([](const TileSet&, const NamedTile& named) {
        const TileGeometry shape = spots_of(named.tile, lay_out(named.tile));
        for (unsigned i = 0; i < shape.segment_count; ++i) {
            const SegmentKind kind = named.tile.segments[i].kind;
            if (kind == SegmentKind::river) continue;
            for (unsigned j = 0; j < shape.segment_count; ++j) {
                if (i == j && kind == SegmentKind::lake) continue;
                const auto names = contents_of(named.tile.segments[j]);
                for (std::size_t k = 0; k < names.size(); ++k) {
                    const Point away = shape.segments[i].spot - shape.segments[j].contents[k];
                    for (const unsigned pixels : {40u, 50u, small_pixels}) {
                        EXPECT_GE(free_where_small(away, names[k], pixels), 0.75)
                            << named.id << ": the figure on " << i << " hides " << names[k]
                            << " at " << pixels;
                    }
                }
            }
        }
    });
}

TEST(Reading, a_monk_stands_beside_his_monastery) {
    for_each_tile([](const TileSet& set, const NamedTile& named) {
        const TileArt art = paint(named.tile, named.id, look_of(set), Detail::full);
        for (const Disc& disc : lay_out(named.tile).discs) {
            if (!is_church(disc)) continue;
            const auto abbey = std::find_if(art.stamps.begin(), art.stamps.end(),
                                            [](const Stamp& s) { return s.sprite == "abb"; });
            ASSERT_NE(abbey, art.stamps.end());
            const double radius = sprite("abb").radius;
            for (unsigned i = 0; i < named.tile.segment_count; ++i) {
                EXPECT_LE(hidden_by_figure(art.spots[i] - abbey->at, radius), 0.3) << named.id;
            }
        }
    });
}

/// How restless a picture is: the mean difference of neighbouring pixels.
double noise(const cli::Pixels& picture) {
    double sum = 0;
    for (std::size_t i = 0; i + 1 < picture.colours.size(); ++i) {
        for (const unsigned shift : {0u, 8u, 16u}) {
            sum += std::abs(static_cast<int>(picture.colours[i] >> shift & 255) -
                            static_cast<int>(picture.colours[i + 1] >> shift & 255));
        }
    }
    return sum / static_cast<double>(picture.colours.size());
}

cli::Pixels picture_of(const NamedTile& named, Theme theme, Detail detail) {
    Atlas atlas(theme, detail);
    const unsigned number = atlas.add(named.tile, named.id);
    const std::string body = atlas.ground(number, 0, {0, 0}) + atlas.standing(number, 0, {0, 0});
    return cli::rasterize("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\" "
                          "width=\"50\" height=\"50\"><defs>" +
                          atlas.definitions() + "</defs>" + body + "</svg>");
}

TEST(Reading, small_tiles_are_calmer_and_their_shields_larger) {
    const auto shield_pixels = [](const cli::Pixels& picture) {
        return std::count_if(picture.colours.begin(), picture.colours.end(), [](std::uint32_t c) {
            const int red = c >> 16 & 255, blue = c & 255;
            return blue > 120 && red < 90; // its blue quarters
        });
    };
    for (const NamedTile& named : *Catalog::embedded().tile_set("base")) {
        const cli::Pixels full = picture_of(named, Theme::summer, Detail::full);
        const cli::Pixels small = picture_of(named, Theme::summer, Detail::small);
        bool town = false, shield = false;
        for (unsigned i = 0; i < named.tile.segment_count; ++i) {
            shield = shield || named.tile.segments[i].shields > 0;
            town = town || named.tile.segments[i].edges == 0xF;
        }
        if (town) {
            EXPECT_LT(noise(small), 0.85 * noise(full)) << named.id;
        }
        if (shield) {
            EXPECT_GE(shield_pixels(small), 30) << named.id;
            EXPECT_GT(shield_pixels(small), shield_pixels(full)) << named.id;
        }
    }
}

/// Pixels of about that colour.
long count_of(const cli::Pixels& picture, std::uint32_t colour) {
    return std::count_if(picture.colours.begin(), picture.colours.end(), [&](std::uint32_t c) {
        for (const unsigned shift : {0u, 8u, 16u}) {
            const int d =
                static_cast<int>(c >> shift & 255) - static_cast<int>(colour >> shift & 255);
            if (std::abs(d) > 48) return false;
        }
        return true;
    });
}

TEST(Reading, inns_cathedrals_and_goods_are_seen_at_fifty_pixels_in_every_look) {
    constexpr std::uint32_t goods_colours[] = {0, 0x7b2a72, 0xe0a512, 0x2f86c4};
    unsigned marks = 0;
    for (const char* set : {"inns", "inns_c2", "traders", "traders_c2"}) {
        for (const NamedTile& named : *Catalog::embedded().tile_set(set)) {
            for (const Theme theme : {Theme::summer, Theme::winter, Theme::contrast}) {
                const cli::Pixels picture = picture_of(named, theme, Detail::small);
                const TileArt art = paint(named.tile, named.id, theme, Detail::small);
                const auto drawn = [&](std::string_view name) {
                    return std::count_if(art.stamps.begin(), art.stamps.end(),
                                         [&](const Stamp& s) { return s.sprite == name; });
                };
                for (unsigned i = 0; i < named.tile.segment_count; ++i) {
                    const Segment& s = named.tile.segments[i];
                    if (s.inn) {
                        EXPECT_EQ(drawn("inn"), 1) << named.id;
                    }
                    if (s.cathedral) {
                        EXPECT_EQ(drawn("cath"), 1) << named.id;
                        EXPECT_GE(count_of(picture, 0x3f6fc4), 6) << named.id; // its window
                    }
                    if (s.goods == Goods::none) continue;
                    ++marks;
                    const auto colour = goods_colours[static_cast<unsigned>(s.goods)];
                    EXPECT_GE(count_of(picture, colour), 12) << named.id << " " << name(theme);
                }
            }
        }
    }
    EXPECT_EQ(marks, 120u); // 20 in each printing, in three looks
}

TEST(Reading, figures_keep_their_size_where_tiles_are_small) {
    EXPECT_GE(figure_scale(50) * 20 * 50 / 100, 24); // pixels
    EXPECT_DOUBLE_EQ(figure_scale(200), figure_scale(96));
}

TEST(Reading, a_narrow_forest_is_no_road) {
    unsigned with_tongues = 0;
    for_each_tile([&](const TileSet& set, const NamedTile& named) {
        const Layout layout = lay_out(named.tile);
        double narrow = 100, wide = 0;
        for (const Tongue& tongue : layout.tongues) {
            narrow = std::min(narrow, tongue.half_width);
            wide = std::max(wide, tongue.half_width);
        }
        if (layout.tongues.size() < 20) return; // too short for anything
        ++with_tongues;
        EXPECT_GT(wide, narrow * 1.5) << named.id;
        const TileArt art = paint(named.tile, named.id, look_of(set), Detail::full);
        const auto trees = std::count_if(art.stamps.begin(), art.stamps.end(), [&](const Stamp& s) {
            return std::any_of(layout.tongues.begin(), layout.tongues.end(), [&](const Tongue& t) {
                return distance(s.at, t.at) <= t.half_width * 1.2;
            });
        });
        EXPECT_GE(static_cast<std::size_t>(trees) * 9, layout.tongues.size()) << named.id;
    });
    EXPECT_GT(with_tongues, 5u);
}

TEST(Reading, large_towns_have_a_landmark_and_not_all_the_same) {
    std::vector<unsigned> seen(3);
    constexpr std::string_view landmarks[] = {"hall", "mkt", "keep"};
    for_each_tile([&](const TileSet& set, const NamedTile& named) {
        const TileArt art = paint(named.tile, named.id, look_of(set), Detail::full);
        for (const Stamp& stamp : art.stamps) {
            for (unsigned k = 0; k < 3; ++k) seen[k] += stamp.sprite == landmarks[k] ? 1u : 0u;
        }
    });
    for (unsigned k = 0; k < 3; ++k) EXPECT_GE(seen[k], 5u) << landmarks[k];
}

/// The widths of the water across a tile whose river runs from west to east, column by column.
std::pair<int, int> water_widths(const cli::Pixels& picture) {
    int narrow = picture.width, wide = 0;
    for (int x = picture.width / 10; x < picture.width * 9 / 10; ++x) {
        int width = 0;
        for (int y = 0; y < picture.height; ++y) {
            const auto c = picture.colours[static_cast<std::size_t>(y * picture.width + x)];
            width += (c & 255) > (c >> 16 & 255) + 40 ? 1 : 0; // bluer than red
        }
        narrow = std::min(narrow, width);
        wide = std::max(wide, width);
    }
    return {narrow, wide};
}

TEST(Reading, a_river_is_not_as_even_as_a_road_and_has_reeds) {
    unsigned straight = 0;
    for_each_tile([&](const TileSet& set, const NamedTile& named) {
        const Tile& tile = named.tile;
        const bool river =
            std::any_of(tile.segments.begin(), tile.segments.end(), [](const Segment& s) {
                return s.kind == SegmentKind::stream && s.edges == 0b1010 && s.lakes == 0;
            });
        if (!river) return;
        ++straight;
        const TileArt art = paint(tile, named.id, look_of(set), Detail::full);
        const cli::Pixels picture = cli::rasterize(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\" width=\"400\" "
            "height=\"400\"><defs>" +
            ground_defs(look_of(set)) + "</defs>" + art.ground + "</svg>");
        const auto [narrow, wide] = water_widths(picture);
        EXPECT_GT(wide, narrow + 4) << named.id; // a unit of the tile's hundred
        EXPECT_TRUE(std::any_of(art.stamps.begin(), art.stamps.end(), [](const Stamp& s) {
            return s.sprite == "red";
        })) << named.id;
    });
    EXPECT_GE(straight, 1u);
}

} // namespace
} // namespace bastide::art
