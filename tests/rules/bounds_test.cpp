// Bounds of the packed state, each with the smallest case that passes it.

#include "rules/deck.h"
#include "rules/playout.h"
#include "rules/rules.h"
#include "support/any_game.h"
#include "support/tiles.h"

#include <gtest/gtest.h>

namespace bastide {
namespace {

using namespace testing_support;

/// A tile has room for four bodies of water.
TEST(Bounds, five_lakes_on_one_tile_are_refused) {
    Ruleset rules;
    rules.family = Family::hunters;
    Tile five = meadow();
    for (int i = 0; i < 5; ++i) {
        five.segments[five.segment_count++] = segment(SegmentKind::lake);
    }
    const auto box = build_box(rules, std::vector{start_tile(meadow()), five});
    ASSERT_FALSE(box.has_value());
    EXPECT_EQ(box.error().error, BoxError::too_many_parts);
}

/// Tiles that lie aside when a deck is made go back to their own stack.
TEST(Bounds, a_deck_made_while_tiles_lie_aside_keeps_the_other_stacks) {
    const auto setup = setup_of("classic-1", "river=true");
    Game game(*setup->box, 2, 0);
    const TileIndex aside = *setup->find_tile("river/straight");
    // As after draw() of a tile that fits nowhere, under `return`.
    --game.now.bag[aside];
    --game.now.left[static_cast<unsigned>(Stack::river)];
    game.now.set_aside[game.now.aside++] = aside;
    Deck deck(game, 1);
    deck.put_back(Stack::river, aside);
    EXPECT_EQ(deck.draw(Stack::river_lake), *setup->find_tile("river/lake"));
}

/// Position::site holds max_sites.
TEST(Bounds, more_sites_than_a_game_can_hold_are_refused) {
    const Tile monastery =
        tile_of({segment(SegmentKind::monastery), segment(SegmentKind::field, 0, all_halves)}, 60);
    EXPECT_FALSE(build_box({}, std::vector{start_tile(plain()), monastery}).has_value());
}

/// Roads that branch have more than two open ends, as cities and forests can.
TEST(Bounds, open_ends_of_branching_roads_are_counted) {
    const Tile star = tile_of(
        {segment(SegmentKind::road, all_edges), segment(SegmentKind::field, 0, all_halves)}, 140);
    EXPECT_FALSE(build_box({}, std::vector{start_tile(plain()), star}).has_value());
}

/// A river tile with three river edges, or a lake with two, has no place in R2.
TEST(Bounds, a_river_that_forks_is_refused) {
    Tile fork = tile_of({segment(SegmentKind::river, north | east | south),
                         segment(SegmentKind::field, 0, all_halves)});
    fork.stack = Stack::river;
    EXPECT_FALSE(check_tile(fork, Family::classic).has_value());
}

} // namespace
} // namespace bastide
