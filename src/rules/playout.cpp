#include "rules/playout.h"

#include "rules/internal/fit.h"
#include "rules/internal/fit_kernels.h"
#include "rules/internal/invariants.h"
#include "rules/internal/turn.h"
#include "rules/legal_moves.h"
#include "rules/rules.h"

namespace bastide {
namespace {

template <class Kernel>
BASTIDE_INLINE bool choose_from_set(const Game& game, TileIndex tile, Random& random,
                                    PlacementSet& found, SlotPlacement& chosen) {
    kernels::scan<Kernel>(game.now.open.code.data(), game.now.frontier,
                          game.box->edge_codes[tile].data(), found);
    if (found.count == 0) [[unlikely]]
        return false;
    chosen = kernels::pick<Kernel>(found, random.below(found.count));
    return true;
}

/// Most frontiers fit into one word of 64 slots: its four masks never leave the registers.
template <class Kernel>
BASTIDE_INLINE bool choose_by_sampling(const Game& game, TileIndex tile, Random& random,
                                       PlacementSet& found, SlotPlacement& chosen) {
    const unsigned slots = game.now.frontier;
    if (slots > 64) [[unlikely]]
        return choose_from_set<Kernel>(game, tile, random, found, chosen);
    const kernels::Masks masks =
        Kernel::masks(game.now.open.code.data(), kernels::slots_in_word(slots, 0),
                      game.box->edge_codes[tile].data());
    std::array<unsigned, 4> counts;
    for (unsigned r = 0; r < 4; ++r) counts[r] = static_cast<unsigned>(std::popcount(masks[r]));
    const unsigned count = counts[0] + counts[1] + counts[2] + counts[3];
    if (count == 0) [[unlikely]]
        return false;
    const auto [r, rank] = kernels::rotation_of(counts, random.below(count));
    chosen = {Kernel::select(masks[r], rank), static_cast<Rotation>(r)};
    return true;
}

/// choices.at(k), without a loop for the common case: its end would be guessed wrong too often.
template <class Kernel, unsigned tokens>
BASTIDE_INLINE Deployment nth_choice(const Choices& choices, unsigned k) {
    if (k == 0) return Deployment::nothing();
    if constexpr ((tokens >> static_cast<unsigned>(Token::big) & 1) != 0) {
        if (choices.by_segment) return choices.at<tokens>(k);
    }
    const SegmentSet followers = choices[Token::follower];
    if (k <= static_cast<unsigned>(std::popcount(followers))) [[likely]]
        return Deployment::put(Token::follower, Kernel::select(followers, k - 1));
    return choices.at<tokens>(k);
}

void return_aside(const Game& game, Deck& deck) {
    for (unsigned i = 0; i < game.now.aside; ++i) {
        deck.put_back(game.now.stack, game.now.set_aside[i]);
    }
}

/// R2: the one open end of the river.
bool choose_river(const Game& game, TileIndex tile, Random& random, SlotPlacement& chosen) {
    WhereItFits where;
    find_placements(game, tile, where);
    unsigned rotations = where.river_rotations;
    if (rotations == 0) return false;
    for (unsigned k = random.below(where.count()); k > 0; --k) rotations &= rotations - 1;
    chosen = {river_slot, static_cast<Rotation>(std::countr_zero(rotations))};
    return true;
}

template <class Kernel, Form shape, PlayoutForm form>
BASTIDE_INLINE PlayoutCount run(Game& game, Deck& deck, Random& random, unsigned most_tiles) {
    Position& p = game.now;
    Silent trace;
    PlayoutCount count;
    PlacementSet found;
    while (count.placed < most_tiles && p.phase != Phase::over) {
        if (p.phase == Phase::draw) turn::take(game, trace, deck.draw(p.stack));
        if (p.phase == Phase::place) {
            SlotPlacement chosen = {};
            bool fitting = false;
            const bool river = p.stack == Stack::river || p.stack == Stack::river_lake;
            if (shape != Form::hunters && river) [[unlikely]] {
                fitting = choose_river(game, p.hand, random, chosen);
            } else if constexpr (form != PlayoutForm::full) {
                fitting = choose_by_sampling<Kernel>(game, p.hand, random, found, chosen);
            } else {
                fitting = choose_from_set<Kernel>(game, p.hand, random, found, chosen);
                count.options += found.count;
            }
            if (!fitting) [[unlikely]] {
                turn::draw_in_vain(game, trace);
                continue;
            }
            if (p.aside > 0) [[unlikely]]
                return_aside(game, deck);
            turn::put_back_aside(game, trace);
            turn::place<shape>(game, trace, chosen.slot, turned_index(p.hand, chosen.rotation));
            ++count.placed;
        }
        if (p.phase == Phase::deploy) {
            Deployment deployment = Deployment::nothing();
            if constexpr (form != PlayoutForm::bare) {
                const Choices choices = turn::choices<shape>(game);
                const unsigned k = random.below(choices.count<turn::tokens_of(shape)>());
                deployment = nth_choice<Kernel, turn::tokens_of(shape)>(choices, k);
            }
            turn::deploy<shape>(game, trace, deployment);
        }
        if constexpr (shape != Form::hunters) {
            while (p.phase == Phase::man) {
                const ManChoices cities = man_choices(game);
                turn::move_man<shape>(game, trace, cities.root[random.below(cities.count)]);
            }
        }
    }
    return count;
}

// A function for each kind of playout, of the registers and jumps that it needs itself: all in one,
// they are a fourth slower in WebAssembly. Only functions of the kernel's own instructions can be
// written into each other.
#if defined(BASTIDE_X86)
template <Form shape, PlayoutForm form>
[[gnu::noinline]] BASTIDE_AVX512 PlayoutCount run_avx512(Game& game, Deck& deck, Random& random,
                                                         unsigned most_tiles) {
    return run<kernels::Avx512, shape, form>(game, deck, random, most_tiles);
}
template <Form shape, PlayoutForm form>
[[gnu::noinline]] BASTIDE_AVX2 PlayoutCount run_avx2(Game& game, Deck& deck, Random& random,
                                                     unsigned most_tiles) {
    return run<kernels::Avx2, shape, form>(game, deck, random, most_tiles);
}
#endif

#if defined(__wasm_simd128__) // whoever loads the module has them: one kernel, or it is larger
using Plain = kernels::Wasm;
#else
using Plain = kernels::Scalar;
#endif

template <Form shape, PlayoutForm form>
[[gnu::noinline]] PlayoutCount run_plain(Game& game, Deck& deck, Random& random,
                                         unsigned most_tiles) {
    return run<Plain, shape, form>(game, deck, random, most_tiles);
}

template <Form shape, PlayoutForm form>
PlayoutCount run_with(Isa isa, Game& game, Deck& deck, Random& random, unsigned most_tiles) {
    switch (isa) {
#if defined(BASTIDE_X86)
    case Isa::avx512:
        return run_avx512<shape, form>(game, deck, random, most_tiles);
    case Isa::avx2:
        return run_avx2<shape, form>(game, deck, random, most_tiles);
#endif
    default:
        return run_plain<shape, form>(game, deck, random, most_tiles);
    }
}

template <Form shape>
PlayoutCount run_form(Isa isa, Game& game, Deck& deck, Random& random, PlayoutForm form,
                      unsigned most_tiles) {
    switch (form) {
    case PlayoutForm::full:
        return run_with<shape, PlayoutForm::full>(isa, game, deck, random, most_tiles);
    case PlayoutForm::bare:
        return run_with<shape, PlayoutForm::bare>(isa, game, deck, random, most_tiles);
    case PlayoutForm::sampling:
        break;
    }
    return run_with<shape, PlayoutForm::sampling>(isa, game, deck, random, most_tiles);
}

} // namespace

PlayoutCount playout(Isa isa, Game& game, Deck& deck, Random& random, PlayoutForm form,
                     unsigned most_tiles) {
    const PlayoutCount count = turn::for_form(game, [&](auto shape) {
        return run_form<shape>(isa, game, deck, random, form, most_tiles);
    });
    debug_check(game);
    return count;
}

PlayoutCount playout(Game& game, Deck& deck, Random& random, PlayoutForm form,
                     unsigned most_tiles) {
    return playout(best_isa(), game, deck, random, form, most_tiles);
}

void draw_from(Deck& deck, Game& game, std::vector<TileIndex>* skipped) {
    while (game.now.phase == Phase::draw) {
        const Stack stack = game.now.stack;
        const TileIndex tile = deck.draw(stack);
        const unsigned aside = game.now.aside;
        const auto waiting = game.now.set_aside;
        const DrawOutcome outcome = draw(game, tile);
        if (outcome == DrawOutcome::fits) {
            for (unsigned i = 0; i < aside; ++i) deck.put_back(stack, waiting[i]);
        } else if (skipped != nullptr) {
            skipped->push_back(tile);
        }
    }
}

Move random_move(const Game& game, Random& random) {
    WhereItFits found;
    find_placements(game, game.now.hand, found);
    Move move;
    unsigned k = random.below(found.count());
    if (found.river_rotations != 0) {
        unsigned rotations = found.river_rotations;
        for (; k > 0; --k) rotations &= rotations - 1;
        move.placement = {game.now.open.cell[river_slot],
                          static_cast<Rotation>(std::countr_zero(rotations))};
    } else {
        const SlotPlacement chosen = placement_at(found.land, k);
        move.placement = {game.now.open.cell[chosen.slot], chosen.rotation};
    }
    const Choices choices = choices_after(game, move.placement);
    move.deployment = choices.at(random.below(choices.count()));
    return with_random_man(game, move, random);
}

Move with_random_man(const Game& game, Move move, Random& random) {
    if (game.now.man == ManPlace::absent) return move;
    Game after = game;
    place(after, move.placement);
    deploy(after, move.deployment);
    while (after.now.phase == Phase::man) {
        const ManChoices cities = man_choices(after);
        const Node city = cities.root[random.below(cities.count)];
        move.man_moves[move.man_move_count++] = smallest_feature_segment(after, city);
        move_man(after, city);
    }
    return move;
}

} // namespace bastide
