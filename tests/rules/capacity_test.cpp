// Boards at the limits: the longest rows, the widest frontier, the most tiles.

#include "rules/deck.h"
#include "rules/playout.h"
#include "rules/rules.h"
#include "support/recompute.h"
#include "support/tiles.h"

#include <gtest/gtest.h>
#include <vector>

namespace bastide {
namespace {

using namespace testing_support;

constexpr unsigned most_tiles = NarrowAreas::limits.tiles;

std::unique_ptr<Box> plain_box() {
    return std::move(*build_box({}, std::vector{start_tile(plain(most_tiles))}));
}

void place_at(Game& game, Cell cell) {
    ASSERT_EQ(draw(game, 0), DrawOutcome::fits);
    const Move move = {{cell, 0}, {}, 0, {}};
    ASSERT_TRUE(check(game, move).has_value());
    apply(game, move);
}

TEST(Capacity, a_row_in_any_direction_has_a_frontier_of_2n_plus_2) {
    const auto box = plain_box();
    for (unsigned side = 0; side < edge_count; ++side) {
        Game game(*box, 1, 0);
        Cell cell = {0, 0};
        for (unsigned n = 2; n <= most_tiles; ++n) {
            cell = neighbour(cell, static_cast<Edge>(side));
            place_at(game, cell);
            ASSERT_EQ(game.now.frontier, 2 * n + 2);
        }
        EXPECT_TRUE(game.over());
        EXPECT_EQ(disagreement(game), "");
    }
}

TEST(Capacity, a_staircase_has_the_fewest_cells_that_share_neighbours) {
    const auto box = plain_box();
    Game game(*box, 1, 0);
    Cell cell = {0, 0};
    for (unsigned n = 2; n <= most_tiles; ++n) {
        cell = neighbour(cell, n % 2 == 0 ? Edge::east : Edge::south);
        place_at(game, cell);
        ASSERT_LE(game.now.frontier, 2 * n + 2);
    }
    EXPECT_EQ(disagreement(game), "");
}

TEST(Capacity, a_row_through_the_middle_does_not_meet_itself_on_the_torus) {
    const auto box = plain_box();
    Game game(*box, 1, 0);
    for (int i = 1; i < 52; ++i) {
        place_at(game, {static_cast<std::int8_t>(i), 0});
        place_at(game, {static_cast<std::int8_t>(-i), 0});
    }
    EXPECT_EQ(disagreement(game), "");
    EXPECT_EQ(tile_at(game, {-77, 0}), nullptr); // no other cell has its place
    EXPECT_EQ(tile_at(game, {77, 0}), nullptr);
    ASSERT_EQ(draw(game, 0), DrawOutcome::fits);
    EXPECT_EQ(check(game, {{{-77, 0}, 0}, {}, 0, {}}),
              std::unexpected(RuleViolation::cell_not_adjacent));
    EXPECT_EQ(check(game, {{{127, 127}, 0}, {}, 0, {}}),
              std::unexpected(RuleViolation::cell_not_adjacent));
    EXPECT_EQ(check(game, {{{-128, -128}, 0}, {}, 0, {}}),
              std::unexpected(RuleViolation::cell_not_adjacent));
    EXPECT_EQ(check(game, {{{51, 0}, 0}, {}, 0, {}}),
              std::unexpected(RuleViolation::cell_not_free));
}

TEST(Capacity, playouts_of_the_largest_box_stay_within_bounds) {
    const auto box = plain_box();
    for (unsigned seed = 0; seed < 20; ++seed) {
        Game game(*box, 5, seed % 5);
        Deck deck(game, seed);
        Random random(seed);
        playout(game, deck, random, seed % 2 == 0 ? PlayoutForm::full : PlayoutForm::sampling);
        EXPECT_TRUE(game.over());
        EXPECT_EQ(game.now.placed, most_tiles);
        EXPECT_EQ(disagreement(game), "");
        EXPECT_LE(position_bytes(game), sizeof(Position));
    }
}

/// A city of 62 tiles in a row keeps 126 edges open.
TEST(Capacity, the_open_edges_of_one_city_reach_their_bound) {
    const Tile city = tile_of({segment(SegmentKind::city, all_edges)}, 61);
    Tile first = city;
    first.count = 1;
    const auto box = std::move(*build_box({}, std::vector{start_tile(first), city}));
    Game game(*box, 2, 0);
    for (int i = 1; i <= 61; ++i) {
        ASSERT_EQ(draw(game, 1), DrawOutcome::fits);
        const bool put = i == 1;
        apply(game, {{{static_cast<std::int8_t>(i), 0}, 0},
                     put ? Deployment::put(Token::follower, 0) : Deployment{},
                     0,
                     {}});
    }
    const AreaView area = area_at(game, {{0, 0}, 0});
    EXPECT_EQ(area.size, 62u);
    EXPECT_EQ(area.open, 126u);
    EXPECT_EQ(disagreement(game), "");
    EXPECT_EQ(final_scores(game)[0], 62);
}

} // namespace
} // namespace bastide
