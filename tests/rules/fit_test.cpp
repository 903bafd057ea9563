// Every kernel finds the same places, and every way of playing at random plays the same games.

#include "rules/internal/fit.h"

#include "rules/deck.h"
#include "rules/playout.h"
#include "support/property.h"

namespace bastide {
namespace {

using namespace testing_support;

constexpr Isa every_isa[] = {Isa::scalar, Isa::wasm, Isa::avx2, Isa::avx512};

TEST(Fit, the_scalar_kernel_always_works_and_the_best_one_is_supported) {
    EXPECT_TRUE(is_supported(Isa::scalar));
    EXPECT_TRUE(is_supported(best_isa()));
    for (const Isa isa : every_isa) EXPECT_STRNE(name(isa), "unknown");
}

TEST(Fit, a_cell_takes_a_tile_that_shows_the_same_on_every_side_it_knows) {
    EXPECT_TRUE(fits(0b00000000, 0b11100111)); // knows nothing
    EXPECT_TRUE(fits(0b00000011, 0b01010111));
    EXPECT_FALSE(fits(0b00000011, 0b01010110));
    EXPECT_FALSE(fits(0b01000011, 0b10010111));
    for (unsigned tile = 0; tile < 256; ++tile) {
        const auto code = static_cast<EdgeCode>(tile);
        EXPECT_TRUE(fits(code, code));
    }
}

PROPERTY(Fit, kernels_find_what_cell_by_cell_comparison_finds, 2000) {
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    alignas(64) std::array<EdgeCode, 64 * slot_words> codes = {};
    // Beyond the frontier lies rubbish that must not be found.
    for (EdgeCode& code : codes) {
        unsigned made = 0;
        for (unsigned side = 0; side < 4; ++side) {
            const bool known = random.below(3) == 0;
            made |= (known ? 1 + random.below(3) : 0) << (2 * side);
        }
        code = static_cast<EdgeCode>(made != 0 ? made : 1); // an open cell knows one side at least
    }
    const unsigned count = random.below(max_frontier + 1);
    const unsigned rotations = 1u << random.below(3);
    std::array<EdgeCode, 4> tile = {}; // 0: no such rotation
    for (unsigned r = 0; r < rotations; ++r) tile[r] = static_cast<EdgeCode>(random.below(256));
    std::vector<std::pair<unsigned, unsigned>> wanted; // rotation, slot
    for (unsigned r = 0; r < rotations; ++r) {
        for (unsigned slot = 0; slot < count; ++slot) {
            if (fits(codes[slot], tile[r])) wanted.emplace_back(r, slot);
        }
    }
    for (const Isa isa : every_isa) {
        if (!is_supported(isa)) continue;
        PlacementSet found;
        scan_codes(isa, codes.data(), count, tile.data(), found);
        RC_ASSERT(found.count == wanted.size());
        for (unsigned k = 0; k < found.count; ++k) {
            const SlotPlacement at = placement_at(found, k);
            RC_ASSERT(at.rotation == wanted[k].first);
            RC_ASSERT(at.slot == wanted[k].second);
        }
    }
}

struct Played {
    Points scores = {};
    std::uint64_t key = 0;
    unsigned placed = 0;
    std::uint64_t random_state = 0;
    friend bool operator==(const Played&, const Played&) = default;
};

Played play_out(Isa isa, Game game, std::uint64_t seed, PlayoutForm form) {
    Deck deck(game, seed);
    Random random(mix_seed(seed, 1));
    const PlayoutCount count = playout(isa, game, deck, random, form);
    return {final_scores(game), hash(game), count.placed, random.state()};
}

PROPERTY(Playout, every_kernel_plays_the_same_game, 200) {
    const GameSpec spec = *any_game();
    Play play(spec);
    const auto begin = *rc::gen::inRange(0u, spec.turns);
    for (unsigned i = 0; i < begin && play.turn(); ++i) continue;
    if (play.random().below(2) == 0) play.draw_tile(); // any phase will do
    for (const PlayoutForm form : {PlayoutForm::full, PlayoutForm::sampling, PlayoutForm::bare}) {
        const Played first = play_out(Isa::scalar, play.game(), spec.seed, form);
        for (const Isa isa : every_isa) {
            if (is_supported(isa)) RC_ASSERT(play_out(isa, play.game(), spec.seed, form) == first);
        }
    }
}

PROPERTY(Playout, random_moves_play_the_same_game, 200) {
    const GameSpec spec = *any_game();
    const auto setup = setup_of(spec);
    Game game(*setup->box, spec.players, spec.first % spec.players);
    Game by_moves = game;
    {
        Deck deck(game, spec.seed);
        Random random(spec.seed);
        playout(game, deck, random);
    }
    Deck deck(by_moves, spec.seed);
    Random random(spec.seed);
    while (!by_moves.over()) {
        draw_from(deck, by_moves, nullptr);
        if (by_moves.over()) break;
        const Move move = random_move(by_moves, random);
        RC_ASSERT(check(by_moves, move).has_value());
        apply(by_moves, move);
    }
    // A playout draws in vain where play knows at once that nothing fits: the bags may differ.
    RC_ASSERT(game.now.key == by_moves.now.key);
    RC_ASSERT(game.now.score == by_moves.now.score);
    RC_ASSERT(final_scores(game) == final_scores(by_moves));
}

PROPERTY(Playout, stops_after_the_tiles_asked_for, 100) {
    const GameSpec spec = *any_game();
    const auto setup = setup_of(spec);
    Game game(*setup->box, spec.players, 0);
    Deck deck(game, spec.seed);
    Random random(spec.seed);
    const unsigned placed = game.now.placed;
    const PlayoutCount count = playout(game, deck, random, PlayoutForm::full, spec.turns);
    RC_ASSERT(count.placed == game.now.placed - placed);
    RC_ASSERT(count.placed == spec.turns || (game.over() && count.placed < spec.turns));
}

} // namespace
} // namespace bastide
