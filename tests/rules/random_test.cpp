// The generator is part of the contract: a seed gives the same game in every build.

#include "rules/deck.h"
#include "rules/random.h"
#include "support/property.h"

#include <array>
#include <cmath>

namespace bastide {
namespace {

using namespace testing_support;

TEST(Random, gives_the_published_numbers_of_splitmix64) {
    Random random(1234567);
    EXPECT_EQ(random.next(), 6457827717110365317u);
    EXPECT_EQ(random.next(), 3203168211198807973u);
    EXPECT_EQ(random.next(), 9817491932198370423u);
    EXPECT_EQ(random.next(), 4593380528125082431u);
    EXPECT_EQ(random.next(), 16408922859458223821u);
}

TEST(Random, golden_numbers_of_bounded_draws) {
    Random random(42);
    std::array<unsigned, 8> drawn = {};
    for (unsigned& number : drawn) number = random.below(72);
    EXPECT_EQ(drawn, (std::array<unsigned, 8>{53, 11, 20, 24, 2, 62, 15, 57}));
    Random rejecting(7); // a bound that rejects a quarter of all numbers
    for (unsigned& number : drawn) number = rejecting.below(3u << 30);
    EXPECT_EQ(drawn[0], 54078881u);
    EXPECT_EQ(drawn[5], 432476251u);
    Random unit(42);
    EXPECT_EQ(unit.unit(), 0x1.7bae644c5fd6dp-1);
    EXPECT_EQ(mix_seed(1, 0), 156924035570978894u);
    EXPECT_EQ(mix_seed(1, 1), 8983300207847056067u);
}

TEST(Random, bounded_draws_are_uniform) {
    // Chi squared, far out in the tail: 1e-9 or so.
    for (const std::uint32_t bound : {2u, 3u, 5u, 7u, 24u, 72u, 100u}) {
        Random random(mix_seed(7, bound));
        constexpr unsigned each = 4000;
        std::vector<unsigned> seen(bound);
        for (unsigned i = 0; i < each * bound; ++i) ++seen.at(random.below(bound));
        double chi = 0;
        for (const unsigned count : seen) {
            chi += (count - double{each}) * (count - double{each}) / each;
        }
        EXPECT_LT(chi, bound + 6.5 * std::sqrt(2.0 * bound) + 20) << bound;
    }
}

TEST(Random, the_largest_bounds_reject_what_would_bias) {
    // Three quarters of the range: without rejection the first third would come twice as often.
    const std::uint32_t bound = 3u << 30;
    Random random(3);
    std::array<unsigned, 3> thirds = {};
    for (unsigned i = 0; i < 90000; ++i) ++thirds.at(random.below(bound) >> 30);
    for (const unsigned count : thirds) EXPECT_NEAR(count, 30000, 900);
    Random one(9);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(one.below(1), 0u);
}

PROPERTY(Random, a_draw_is_below_its_bound, 1000) {
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    const auto bound = *rc::gen::positive<std::uint32_t>();
    for (int i = 0; i < 20; ++i) RC_ASSERT(random.below(bound) < bound);
    const double unit = random.unit();
    RC_ASSERT(unit >= 0 && unit < 1);
}

PROPERTY(Deck, deals_every_tile_of_its_stack_once, 100) {
    const GameSpec spec = *any_game();
    Play play(spec);
    for (unsigned i = 0; i < spec.turns && play.turn(); ++i) continue;
    const Game& game = play.game();
    Deck deck(game, spec.seed);
    std::array<unsigned, max_tile_types> dealt = {};
    for (unsigned s = stack_count; s-- > 0;) {
        const auto stack = static_cast<Stack>(s);
        RC_ASSERT(deck.left(stack) == game.now.left[s]);
        while (deck.left(stack) > 0) {
            const TileIndex tile = deck.draw(stack);
            RC_ASSERT(game.tile(tile).stack == stack);
            ++dealt[tile];
        }
    }
    for (unsigned i = 0; i < max_tile_types; ++i) RC_ASSERT(dealt[i] == game.now.bag[i]);
}

TEST(Deck, one_stack_does_not_disturb_another) {
    const auto setup = setup_of("hunters");
    const Game game(*setup->box, 2, 0);
    Deck with(game, 5), without(game, 5);
    for (int i = 0; i < 20; ++i) {
        if (i % 3 == 0 && with.left(Stack::bonus) > 0) with.draw(Stack::bonus);
        EXPECT_EQ(with.draw(Stack::land), without.draw(Stack::land));
    }
}

} // namespace
} // namespace bastide
