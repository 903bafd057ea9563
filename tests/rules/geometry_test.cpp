#include "rules/geometry.h"

#include "rules/inspect.h"

#include <gtest/gtest.h>

namespace bastide {
namespace {

constexpr Edge edges[] = {Edge::north, Edge::east, Edge::south, Edge::west};

TEST(Geometry, x_grows_east_and_y_grows_south) {
    EXPECT_EQ(neighbour({0, 0}, Edge::north), (Cell{0, -1}));
    EXPECT_EQ(neighbour({0, 0}, Edge::east), (Cell{1, 0}));
    EXPECT_EQ(neighbour({0, 0}, Edge::south), (Cell{0, 1}));
    EXPECT_EQ(neighbour({0, 0}, Edge::west), (Cell{-1, 0}));
}

TEST(Geometry, a_step_and_its_opposite_lead_back) {
    for (const Edge edge : edges) {
        EXPECT_EQ(opposite(opposite(edge)), edge);
        EXPECT_EQ(neighbour(neighbour({5, -7}, edge), opposite(edge)), (Cell{5, -7}));
    }
}

TEST(Geometry, cells_are_ordered_by_x_then_y) {
    EXPECT_LT((Cell{-1, 5}), (Cell{0, -5}));
    EXPECT_LT((Cell{0, -5}), (Cell{0, -4}));
}

TEST(Geometry, a_turn_takes_north_to_east) {
    EXPECT_EQ(turned_edges(0b0001, 1), 0b0010);
    EXPECT_EQ(turned_edges(0b1000, 1), 0b0001);
    EXPECT_EQ(turned_edges(0b0011, 2), 0b1100);
    EXPECT_EQ(turned_halves(0b00000001, 1), 0b00000100);
    EXPECT_EQ(turned_halves(0b11000000, 1), 0b00000011);
}

TEST(Geometry, four_turns_are_none_and_turns_add_up) {
    for (unsigned set = 0; set < 256; ++set) {
        const auto halves = static_cast<HalfSet>(set);
        const auto sides = static_cast<EdgeSet>(set & 15);
        for (Rotation a = 0; a < 4; ++a) {
            for (Rotation b = 0; b < 4; ++b) {
                const auto both = static_cast<Rotation>((a + b) % 4);
                EXPECT_EQ(turned_halves(turned_halves(halves, a), b), turned_halves(halves, both));
                EXPECT_EQ(turned_edges(turned_edges(sides, a), b), turned_edges(sides, both));
            }
        }
    }
}

TEST(Geometry, halves_turn_with_their_edges) {
    for (unsigned side = 0; side < edge_count; ++side) {
        const auto halves = static_cast<HalfSet>(3u << (2 * side));
        const auto edge = static_cast<EdgeSet>(1u << side);
        for (Rotation r = 0; r < 4; ++r) {
            const EdgeSet turned = turned_edges(edge, r);
            const auto to = static_cast<unsigned>(std::countr_zero(turned));
            EXPECT_EQ(turned_halves(halves, r), 3u << (2 * to));
        }
    }
}

TEST(Geometry, a_cell_touches_itself_and_its_eight_neighbours) {
    int touching = 0;
    for (int x = -3; x <= 3; ++x) {
        for (int y = -3; y <= 3; ++y) {
            const Cell other = {static_cast<std::int8_t>(x + 10), static_cast<std::int8_t>(y - 10)};
            touching += touches({10, -10}, other) ? 1 : 0;
        }
    }
    EXPECT_EQ(touching, 9);
}

TEST(Grid, is_a_torus_wide_enough_for_any_board) {
    const auto index = [](int x, int y) {
        return Grid::index({static_cast<std::int8_t>(x), static_cast<std::int8_t>(y)});
    };
    for (int x = -64; x < 64; ++x) {
        for (int y = -64; y < 64; ++y) {
            const Cell cell = {static_cast<std::int8_t>(x), static_cast<std::int8_t>(y)};
            for (unsigned side = 0; side < edge_count; ++side) {
                EXPECT_EQ(Grid::beside(Grid::index(cell), side),
                          Grid::index(neighbour(cell, static_cast<Edge>(side))));
            }
        }
    }
    // A row of as many tiles as there are, with its rim, never meets itself.
    for (int i = 0; i < static_cast<int>(max_tiles) + 2; ++i) {
        EXPECT_NE(index(0, 0), index(i + 1, 0));
        EXPECT_NE(index(0, 0), index(0, i + 1));
        EXPECT_NE(index(0, 0), index(-i - 1, 0));
    }
}

} // namespace
} // namespace bastide
