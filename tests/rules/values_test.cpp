// Points are values: whatever is paid follows its field of the ruleset, in play and at the end.

#include "support/any_game.h"

#include <gtest/gtest.h>

namespace bastide {
namespace {

using namespace testing_support;

constexpr std::uint8_t Ruleset::* worths[] = {
    &Ruleset::points_each_on_road,
    &Ruleset::points_each_in_city,
    &Ruleset::points_each_in_two_tile_city,
    &Ruleset::points_each_on_unfinished_road,
    &Ruleset::points_each_in_unfinished_city,
    &Ruleset::points_each_at_site,
    &Ruleset::points_each_city_by_city,
    &Ruleset::points_each_city_by_farm,
    &Ruleset::points_each_knight_and_tile_left,
    &Ruleset::points_each_on_road_with_inn,
    &Ruleset::points_each_in_city_with_cathedral,
    &Ruleset::points_more_each_city_with_pig,
    &Ruleset::points_for_most_goods,
    &Ruleset::points_each_in_river,
    &Ruleset::points_each_in_forest,
    &Ruleset::points_each_fish_of_huts,
    &Ruleset::points_each_animal,
};

std::unique_ptr<const Box> box_with(const Box& box, const Ruleset& rules) {
    auto built = build_box(rules, std::span(box.tiles.data(), box.tile_count));
    EXPECT_TRUE(built.has_value());
    return std::move(*built);
}

/// Plays a random game; the scores after each turn, and the final ones.
Points played(const Box& box, std::uint64_t seed, std::vector<Points>& turns) {
    Game game(box, 3, 0);
    Deck deck(game, seed);
    Random random(seed);
    for (;;) {
        draw_from(deck, game, nullptr);
        if (game.over()) return final_scores(game);
        apply(game, random_move(game, random));
        turns.push_back(game.now.score);
    }
}

Points times(Points points, int factor) {
    for (std::int16_t& player : points) player = static_cast<std::int16_t>(player * factor);
    return points;
}

TEST(Values, three_times_the_worth_is_three_times_the_points) {
    constexpr int factor = 3;
    Random mixes(11);
    for (unsigned edition = 0; edition < Catalog::embedded().editions().size(); ++edition) {
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            GameSpec spec;
            spec.edition = edition;
            spec.mix = mixes.below(mix_count());
            spec.players = 3;
            const auto setup = setup_of(spec);
            Ruleset dear = setup->box->rules;
            for (const auto worth : worths) {
                dear.*worth = static_cast<std::uint8_t>(dear.*worth * factor);
            }
            std::vector<Points> once, thrice;
            const Points final = played(*setup->box, seed, once);
            ASSERT_EQ(played(*box_with(*setup->box, dear), seed, thrice), times(final, factor))
                << text_of(spec);
            ASSERT_EQ(once.size(), thrice.size());
            for (std::size_t i = 0; i < once.size(); ++i) {
                ASSERT_EQ(thrice[i], times(once[i], factor)) << text_of(spec) << ", turn " << i;
            }
        }
    }
}

} // namespace
} // namespace bastide
