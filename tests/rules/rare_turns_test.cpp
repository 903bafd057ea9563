// Turns that random games of the printed boxes hardly ever reach, in boxes made for them.

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

std::unique_ptr<Box> box_of(const std::vector<Tile>& tiles, const Ruleset& rules) {
    auto box = build_box(rules, tiles);
    EXPECT_TRUE(box.has_value()) << name(box.error().error);
    return std::move(*box);
}

// ------------------------------------------------------------------- T2: nothing left fits

constexpr TileIndex field_tile = 0, city_tile = 1;

/// A field to start with and to place, and a city on all sides that fits nowhere.
std::unique_ptr<Box> field_and_city(Unplaceable unplaceable, unsigned fields, unsigned cities) {
    Ruleset rules;
    rules.unplaceable = unplaceable;
    return box_of(
        {start_tile(plain(fields + 1)), tile_of({segment(SegmentKind::city, all_edges)}, cities)},
        rules);
}

TEST(T2, a_tile_that_fits_nowhere_leaves_the_game_under_remove) {
    const auto box = field_and_city(Unplaceable::remove, 2, 1);
    Game game(*box, 2, 0);
    EXPECT_EQ(draw(game, city_tile), DrawOutcome::set_aside);
    EXPECT_EQ(game.now.player, 0);
    EXPECT_EQ(game.now.bag[city_tile], 0);
    EXPECT_EQ(draw(game, field_tile), DrawOutcome::fits);
    apply(game, {{{0, 1}, 0}, {}, 0, {}});
    EXPECT_EQ(game.now.bag[city_tile], 0);
    EXPECT_FALSE(may_draw(game, city_tile));
    EXPECT_FALSE(game.over());
    EXPECT_EQ(disagreement(game), "");
}

TEST(T2, it_goes_back_once_this_turns_tile_is_drawn_under_return) {
    const auto box = field_and_city(Unplaceable::put_back, 2, 2);
    Game game(*box, 2, 0);
    EXPECT_EQ(draw(game, city_tile), DrawOutcome::set_aside);
    EXPECT_EQ(draw(game, city_tile), DrawOutcome::set_aside);
    EXPECT_FALSE(may_draw(game, city_tile)); // both copies lie aside
    EXPECT_EQ(disagreement(game), "");
    EXPECT_EQ(draw(game, field_tile), DrawOutcome::fits);
    EXPECT_EQ(game.now.bag[city_tile], 2);
    EXPECT_EQ(game.now.aside, 0);
    EXPECT_EQ(disagreement(game), "");
}

TEST(T2, the_game_ends_when_nothing_left_can_be_placed) {
    for (const Unplaceable rule : {Unplaceable::remove, Unplaceable::put_back}) {
        const auto box = field_and_city(rule, 1, 2);
        Game game(*box, 2, 0);
        const auto change = std::make_unique<Change>();
        draw(game, field_tile);
        const Game before = game;
        apply(game, {{{0, 1}, 0}, Deployment::put(Token::follower, 0), 0, {}}, *change);
        EXPECT_TRUE(game.over()); // two cities are left and fit nowhere
        EXPECT_EQ(disagreement(game), "");
        undo(game, *change);
        EXPECT_TRUE(game == before);
    }
}

TEST(T2, the_last_tile_may_be_the_one_that_fits_nowhere) {
    for (const Unplaceable rule : {Unplaceable::remove, Unplaceable::put_back}) {
        const auto box = field_and_city(rule, 0, 1);
        Game game(*box, 1, 0);
        const Game before = game;
        const auto change = std::make_unique<Change>();
        EXPECT_EQ(draw(game, city_tile, *change), DrawOutcome::game_ended);
        EXPECT_TRUE(game.over());
        EXPECT_EQ(check_draw(game, city_tile), std::unexpected(RuleViolation::game_is_over));
        undo(game, *change);
        EXPECT_TRUE(game == before);
    }
}

TEST(T2, playouts_end_there_too) {
    for (const Unplaceable rule : {Unplaceable::remove, Unplaceable::put_back}) {
        const auto box = field_and_city(rule, 5, 3);
        for (unsigned seed = 0; seed < 10; ++seed) {
            for (const PlayoutForm form : {PlayoutForm::full, PlayoutForm::sampling}) {
                Game game(*box, 3, 0);
                Deck deck(game, seed);
                Random random(seed);
                playout(game, deck, random, form);
                EXPECT_TRUE(game.over());
                EXPECT_EQ(game.now.placed, 6);
            }
        }
    }
}

// ------------------------------------------------------------------- R5: the river fits nowhere

constexpr TileIndex straight = 1, lake_end = 2, land = 3;

std::unique_ptr<Box> small_river(Unplaceable unplaceable) {
    Ruleset rules;
    rules.unplaceable = unplaceable;
    const Segment field = segment(SegmentKind::field, 0, all_halves);
    Tile spring = start_tile(tile_of({segment(SegmentKind::river, south), field}));
    Tile on = tile_of({segment(SegmentKind::river, north | south), field}, 2);
    Tile end = tile_of({segment(SegmentKind::river, north), field});
    spring.stack = on.stack = Stack::river;
    end.stack = Stack::river_lake;
    return box_of({spring, on, end, plain(3)}, rules);
}

/// As if a city lay east of the river's end: neither river tiles nor the lake can lie there.
void block_river(Game& game) {
    game.now.open.code[river_slot] |= 0b00001100;
}

TEST(R5, the_lake_follows_in_the_same_turn_when_no_river_tile_fits) {
    for (const Unplaceable rule : {Unplaceable::remove, Unplaceable::put_back}) {
        const auto box = small_river(rule);
        Game game(*box, 2, 1);
        const EdgeCode open = game.now.open.code[river_slot];
        block_river(game);
        const auto change = std::make_unique<Change>();
        EXPECT_EQ(draw(game, straight), DrawOutcome::set_aside);
        EXPECT_EQ(game.now.stack, Stack::river);
        const Game before = game;
        EXPECT_EQ(draw(game, straight, *change), DrawOutcome::set_aside);
        EXPECT_EQ(game.now.stack, Stack::river_lake);
        EXPECT_EQ(game.now.aside, 0) << "all of them leave the game";
        EXPECT_EQ(game.now.bag[straight], 0);
        EXPECT_EQ(game.now.player, 1);
        undo(game, *change);
        EXPECT_TRUE(game == before);
        draw(game, straight);
        game.now.open.code[river_slot] = open;
        ASSERT_EQ(draw(game, lake_end), DrawOutcome::fits);
        apply(game, {{{0, 1}, 0}, {}, 0, {}});
        EXPECT_EQ(game.now.bag[straight], 0);
        EXPECT_EQ(game.now.stack, Stack::land);
        EXPECT_EQ(game.now.player, 0);
        EXPECT_EQ(disagreement(game), "");
    }
}

TEST(R5, a_lake_that_fits_nowhere_leaves_the_game) {
    for (const Unplaceable rule : {Unplaceable::remove, Unplaceable::put_back}) {
        const auto box = small_river(rule);
        Game game(*box, 2, 1);
        for (int i = 1; i <= 2; ++i) {
            ASSERT_EQ(draw(game, straight), DrawOutcome::fits);
            apply(game, {{{0, static_cast<std::int8_t>(i)}, 0}, {}, 0, {}});
        }
        block_river(game);
        EXPECT_EQ(draw(game, lake_end), DrawOutcome::set_aside);
        EXPECT_EQ(game.now.stack, Stack::land);
        EXPECT_EQ(game.now.player, 1);
        EXPECT_EQ(game.now.aside, 0);
        EXPECT_EQ(game.now.bag[lake_end], 0);
        ASSERT_EQ(draw(game, land), DrawOutcome::fits);
        EXPECT_EQ(check(game, {{{0, 3}, 0}, {}, 0, {}}),
                  std::unexpected(RuleViolation::edges_do_not_match))
            << "the river's end stays open";
        apply(game, {{{1, 0}, 0}, {}, 0, {}});
        EXPECT_EQ(game.now.bag[lake_end], 0);
        EXPECT_EQ(game.now.stack, Stack::land);
    }
}

// ------------------------------------------------------------------- H7: the bonus stack is lost

std::unique_ptr<Box> gold_and_bonus() {
    Ruleset rules;
    rules.family = Family::hunters;
    rules.followers = 5;
    rules.huts = 2;
    const auto forest_tile = [](unsigned gold, unsigned count) {
        Segment forest = segment(SegmentKind::forest, north);
        forest.gold = static_cast<std::uint8_t>(gold);
        return tile_of({forest, segment(SegmentKind::meadow, 0, 0b11111100)}, count);
    };
    // Two rivers that cross: it needs a river, where every open cell has a meadow or a forest.
    Tile crossing = tile_of(
        {segment(SegmentKind::stream, north | south), segment(SegmentKind::stream, east | west),
         segment(SegmentKind::meadow, 0, 0b10000001), segment(SegmentKind::meadow, 0, 0b00000110),
         segment(SegmentKind::meadow, 0, 0b00011000), segment(SegmentKind::meadow, 0, 0b01100000)},
        3);
    crossing.stack = Stack::bonus;
    return box_of({start_tile(forest_tile(1, 1)), forest_tile(0, 4), crossing}, rules);
}

TEST(H7, the_bonus_stack_is_lost_when_no_bonus_tile_fits) {
    const auto box = gold_and_bonus();
    Game game(*box, 2, 0);
    const auto change = std::make_unique<Change>();
    ASSERT_EQ(draw(game, 1), DrawOutcome::fits);
    const Game before = game;
    apply(game, {{{0, -1}, 2}, Deployment::put(Token::follower, 0), 0, {}}, *change);
    EXPECT_EQ(game.now.score[0], 4);
    EXPECT_FALSE(game.now.bonus_turn);
    EXPECT_EQ(game.now.player, 1);
    EXPECT_EQ(game.now.stack, Stack::land);
    EXPECT_EQ(game.now.bag[2], 0);
    EXPECT_EQ(game.now.left[static_cast<unsigned>(Stack::bonus)], 0);
    EXPECT_EQ(disagreement(game), "");
    undo(game, *change);
    EXPECT_TRUE(game == before);
    EXPECT_EQ(game.now.left[static_cast<unsigned>(Stack::bonus)], 3);
}

TEST(H7, playouts_lose_it_too) {
    const auto box = gold_and_bonus();
    for (unsigned seed = 0; seed < 20; ++seed) {
        Game game(*box, 2, 0);
        Deck deck(game, seed);
        Random random(seed);
        playout(game, deck, random);
        EXPECT_TRUE(game.over());
        EXPECT_EQ(disagreement(game), "");
    }
}

// ------------------------------------------------------------------- inspect

TEST(Inspect, tells_of_lakes_land_and_nothing) {
    Ruleset rules;
    rules.family = Family::hunters;
    Segment pond = segment(SegmentKind::lake);
    pond.fish = 3;
    Segment out = segment(SegmentKind::stream, south);
    out.lakes = 1;
    const auto box = box_of(
        {start_tile(tile_of({pond, out, segment(SegmentKind::meadow, 0, all_halves)})), meadow()},
        rules);
    const Game game(*box, 1, 0);
    const AreaView water = area_at(game, {{0, 0}, 0});
    EXPECT_EQ(water.network, Network::water_only);
    EXPECT_EQ(water.kind, SegmentKind::lake);
    EXPECT_EQ(water.fish, 3u);
    EXPECT_EQ(water.where, (SegmentRef{{0, 0}, 0}));
    EXPECT_EQ(node_of(game, {{0, 0}, 0}).network, Network::water_only);
    EXPECT_EQ(area_at(game, {{0, 0}, 1}).open, 1u);
    EXPECT_EQ(area_at(game, {{0, 0}, 9}).network, Network::none);
    EXPECT_EQ(area_at(game, {{5, 5}, 0}).network, Network::none);
    EXPECT_TRUE(game.is_placed({0, 0}));
    EXPECT_FALSE(game.is_placed({1, 0}));
}

} // namespace
} // namespace bastide
