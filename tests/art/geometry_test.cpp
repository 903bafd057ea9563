#include "art/layout.h"
#include "art/random_tile.h"
#include "art/tile_geometry.h"
#include "catalog/catalog.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace bastide::art {
namespace {

std::vector<NamedTile> all_tiles() {
    std::vector<NamedTile> tiles;
    for (const std::string& name : Catalog::embedded().tile_set_names()) {
        for (NamedTile tile : *Catalog::embedded().tile_set(name)) {
            tile.id = name + ":" + tile.id;
            tiles.push_back(std::move(tile));
        }
    }
    return tiles;
}

std::vector<NamedTile> odd_tiles(unsigned count) {
    std::vector<NamedTile> tiles;
    for (unsigned i = 0; i < count; ++i) {
        for (const Family family : {Family::classic, Family::hunters}) {
            tiles.push_back({"random " + std::to_string(i), random_tile(family, i)});
        }
    }
    return tiles;
}

/// The segment whose outline holds the point, and how many do.
std::pair<unsigned, unsigned> owner(const TileGeometry& tile, Point p) {
    unsigned segment = max_segments, count = 0;
    for (unsigned i = 0; i < tile.segment_count; ++i) {
        if (!inside(tile.segments[i].outline, p)) continue;
        segment = i;
        ++count;
    }
    return {segment, count};
}

void expect_partition(const NamedTile& named) {
    const TileGeometry shape = geometry(named.tile);
    // Off the lattice on which outlines are found.
    for (double y = 0.37; y < tile_size; y += 1.93) {
        for (double x = 0.41; x < tile_size; x += 1.97) {
            EXPECT_EQ(owner(shape, {x, y}).second, 1u) << named.id << " at " << x << ", " << y;
        }
    }
}

void expect_spots(const NamedTile& named) {
    const TileGeometry shape = geometry(named.tile);
    for (unsigned i = 0; i < shape.segment_count; ++i) {
        const Point spot = shape.segments[i].spot;
        EXPECT_EQ(owner(shape, spot).first, i) << named.id << " segment " << i;
        EXPECT_GE(to_border(spot), token_width / 2) << named.id << " segment " << i;
        if (named.tile.segments[i].kind == SegmentKind::river) continue; // nobody stands there
        for (unsigned j = 0; j < i; ++j) {
            if (named.tile.segments[j].kind == SegmentKind::river) continue;
            EXPECT_GE(distance(spot, shape.segments[j].spot), token_width)
                << named.id << " segments " << j << " and " << i;
        }
    }
}

TEST(Geometry, outlines_cover_every_printed_tile_and_never_overlap) {
    for (const NamedTile& tile : all_tiles()) expect_partition(tile);
}

TEST(Geometry, outlines_cover_any_valid_tile_and_never_overlap) {
    for (const NamedTile& tile : odd_tiles(300)) expect_partition(tile);
}

TEST(Geometry, token_spots_of_printed_tiles_lie_inside_and_apart) {
    for (const NamedTile& tile : all_tiles()) expect_spots(tile);
}

TEST(Geometry, token_spots_of_any_valid_tile_lie_inside_and_apart) {
    for (const NamedTile& tile : odd_tiles(300)) expect_spots(tile);
}

// What lies along an edge, read clockwise, as kinds.
std::vector<SegmentKind> profile(const Tile& tile, const TileGeometry& shape, unsigned edge) {
    std::vector<SegmentKind> kinds;
    // Walls meet in the corners at angles of their own.
    for (double along = 5.5; along < 95; along += 1) {
        const auto segment = owner(shape, from_edge(edge, along, 0.3)).first;
        kinds.push_back(tile.segments[segment].kind);
    }
    return kinds;
}

TEST(Geometry, edges_of_one_kind_have_one_profile_whichever_way_they_are_turned) {
    std::map<SegmentKind, std::vector<SegmentKind>> known; // by what is in the middle
    for (const NamedTile& named : all_tiles()) {
        const TileGeometry shape = geometry(named.tile);
        for (unsigned edge = 0; edge < edge_count; ++edge) {
            std::vector<SegmentKind> clockwise = profile(named.tile, shape, edge);
            const SegmentKind middle = clockwise[clockwise.size() / 2];
            // A neighbour reads the common border the other way.
            const std::vector<SegmentKind> mirrored(clockwise.rbegin(), clockwise.rend());
            EXPECT_EQ(clockwise, mirrored) << named.id << " edge " << edge;
            const auto [first, is_new] = known.emplace(middle, clockwise);
            EXPECT_EQ(first->second, clockwise) << named.id << " edge " << edge;
        }
    }
    EXPECT_EQ(known.size(), 7u); // city, road, field, river, forest, stream, meadow
}

TEST(Geometry, every_half_edge_belongs_to_its_field) {
    for (const NamedTile& named : all_tiles()) {
        const TileGeometry shape = geometry(named.tile);
        for (unsigned half = 0; half < 8; ++half) {
            const Point p = from_edge(half / 2, half % 2 == 0 ? 25 : 75, 0.3);
            const Segment& found = named.tile.segments[owner(shape, p).first];
            if (is_mass(found.kind)) continue;
            EXPECT_TRUE(found.halves >> half & 1) << named.id << " half " << half;
        }
    }
}

struct Touching {
    std::set<std::pair<unsigned, unsigned>> pairs;
    std::array<unsigned, max_segments> pieces = {};
};

Touching touching(const LabelGrid& grid) {
    Touching found;
    std::vector<bool> seen(LabelGrid::size * LabelGrid::size);
    for (int y = 0; y < LabelGrid::size; ++y) {
        for (int x = 0; x < LabelGrid::size; ++x) {
            for (const auto other : {grid.at(x + 1, y), grid.at(x, y + 1)}) {
                if (other != LabelGrid::none) found.pairs.insert({grid.at(x, y), other});
            }
            if (seen[LabelGrid::index(x, y)]) continue;
            const auto label = grid.at(x, y);
            std::vector<std::pair<int, int>> piece = {{x, y}};
            seen[LabelGrid::index(x, y)] = true;
            for (std::size_t i = 0; i < piece.size(); ++i) {
                const auto [px, py] = piece[i];
                for (const auto& [dx, dy] : {std::pair{0, 1}, {1, 0}, {0, -1}, {-1, 0}}) {
                    if (grid.at(px + dx, py + dy) != label ||
                        seen[LabelGrid::index(px + dx, py + dy)]) {
                        continue;
                    }
                    seen[LabelGrid::index(px + dx, py + dy)] = true;
                    piece.push_back({px + dx, py + dy});
                }
            }
            if (piece.size() > 8) ++found.pieces[label];
        }
    }
    return found;
}

TEST(Geometry, printed_fields_touch_the_cities_they_should_and_no_others) {
    for (const NamedTile& named : all_tiles()) {
        const Touching found = touching(lay_out(named.tile).grid);
        for (unsigned f = 0; f < named.tile.segment_count; ++f) {
            if (named.tile.segments[f].kind != SegmentKind::field) continue;
            for (unsigned c = 0; c < named.tile.segment_count; ++c) {
                if (named.tile.segments[c].kind != SegmentKind::city) continue;
                const bool drawn = found.pairs.contains({f, c}) || found.pairs.contains({c, f});
                EXPECT_EQ(drawn, (named.tile.segments[f].cities >> c & 1) != 0)
                    << named.id << " field " << f << " city " << c;
            }
        }
    }
}

TEST(Geometry, printed_segments_are_in_one_piece_unless_a_bridge_passes_over) {
    for (const NamedTile& named : all_tiles()) {
        const Layout layout = lay_out(named.tile);
        const Touching found = touching(layout.grid);
        for (unsigned i = 0; i < named.tile.segment_count; ++i) {
            const SegmentKind kind = named.tile.segments[i].kind;
            const bool line = kind == SegmentKind::river || kind == SegmentKind::road;
            const unsigned most = line && !layout.bridges.empty() ? 2 : 1;
            EXPECT_GE(found.pieces[i], 1u) << named.id << " segment " << i;
            EXPECT_LE(found.pieces[i], most) << named.id << " segment " << i;
        }
    }
}

/// An inn stands on land, and its own road is the nearest.
void expect_beside(const NamedTile& named, unsigned road, Point inn) {
    const Layout layout = lay_out(named.tile);
    EXPECT_TRUE(is_land(named.tile.segments[layout.grid.at(inn)].kind)) << named.id;
    double own = 100, other = 100;
    for (const Line& line : layout.roads) {
        double& nearest = line.segment == road ? own : other;
        nearest = std::min(nearest, distance_to(flattened(line.curve), inn));
    }
    EXPECT_LT(own, 20) << named.id;
    EXPECT_LT(own + 4, other) << named.id;
}

TEST(Geometry, everything_that_counts_has_its_place) {
    for (const NamedTile& named : all_tiles()) {
        const TileGeometry shape = geometry(named.tile);
        for (unsigned i = 0; i < shape.segment_count; ++i) {
            EXPECT_EQ(shape.segments[i].contents.size(),
                      contents_of(named.tile.segments[i]).size());
            for (const Point p : shape.segments[i].contents) {
                if (named.tile.segments[i].inn) {
                    expect_beside(named, i, p);
                    continue;
                }
                EXPECT_EQ(owner(shape, p).first, i) << named.id << " segment " << i;
            }
        }
    }
}

} // namespace
} // namespace bastide::art
