#include "rules/playout.h"

#include "rules/fit_kernels.h"
#include "rules/legal_moves.h"
#include "rules/rules.h"
#include "rules/turn.h"

namespace bastide {
namespace {

template <Isa isa>
BASTIDE_INLINE void scan(const Game& game, TileIndex tile, PlacementSet& found) {
    const EdgeCode* codes = game.now.open.code.data();
    const EdgeCode* edges = game.box->edge_codes[tile].data();
    const unsigned rotations = game.box->rotations[tile];
    const unsigned count = game.now.frontier;
#if defined(BASTIDE_X86)
    if constexpr (isa == Isa::avx512) {
        return kernels::scan_avx512(codes, count, edges, rotations, found);
    } else if constexpr (isa == Isa::avx2) {
        return kernels::scan_avx2(codes, count, edges, rotations, found);
    }
#endif
#if defined(__wasm_simd128__)
    if constexpr (isa == Isa::wasm) {
        return kernels::scan_wasm(codes, count, edges, rotations, found);
    }
#endif
    kernels::scan_scalar(codes, count, edges, rotations, found);
}

/// Cells and rotations at random until one fits: every legal placement is as likely as any other.
/// Gives up after a while, when there may be none.
BASTIDE_INLINE bool sample(const Game& game, TileIndex tile, Random& random, SlotPlacement& found) {
    const unsigned rotations = game.box->rotations[tile];
    const unsigned cells = game.now.frontier;
    const EdgeCode* edges = game.box->edge_codes[tile].data();
    const EdgeCode* codes = game.now.open.code.data();
    for (unsigned tries = 0; tries < 64; ++tries) {
        const std::uint32_t k = random.below(cells * rotations);
        const unsigned slot = k / rotations, rotation = k % rotations;
        if (fits(codes[slot], edges[rotation])) {
            found = {slot, static_cast<Rotation>(rotation)};
            return true;
        }
    }
    return false;
}

void return_aside(const Game& game, Deck& deck) {
    for (unsigned i = 0; i < game.now.aside; ++i) {
        deck.put_back(game.now.stack, game.now.set_aside[i]);
    }
}

template <Isa isa, Family family, PlayoutForm form>
BASTIDE_INLINE PlayoutCount run(Game& game, Deck& deck, Random& random, unsigned most_tiles) {
    Position& p = game.now;
    Silent trace;
    PlayoutCount count;
    PlacementSet found;
    while (count.placed < most_tiles && p.phase != Phase::over) {
        if (p.phase == Phase::draw) turn::take(game, trace, deck.draw(p.stack));
        if (p.phase == Phase::place) {
            SlotPlacement chosen;
            const bool river = p.stack == Stack::river || p.stack == Stack::river_lake;
            bool fitting = false;
            if (!river && form == PlayoutForm::sampling) {
                fitting = sample(game, p.hand, random, chosen);
            }
            if (river) [[unlikely]] {
                WhereItFits where;
                find_placements(game, p.hand, where);
                unsigned rotations = where.river_rotations;
                fitting = rotations != 0;
                if (fitting) {
                    unsigned k = random.below(where.count());
                    for (; k > 0; --k) rotations &= rotations - 1;
                    chosen = {river_slot, static_cast<Rotation>(std::countr_zero(rotations))};
                }
            } else if (!fitting) {
                scan<isa>(game, p.hand, found);
                count.options += found.count;
                fitting = found.count > 0;
                if (fitting) chosen = placement_at(found, random.below(found.count));
            }
            if (!fitting) [[unlikely]] {
                turn::draw_in_vain(game, trace);
                continue;
            }
            if (p.aside > 0) [[unlikely]]
                return_aside(game, deck);
            turn::put_back_aside(game, trace);
            turn::place<family>(game, trace, chosen.slot, turned_index(p.hand, chosen.rotation));
            ++count.placed;
        }
        if (p.phase == Phase::deploy) {
            const turn::Choices choices = turn::choices<family>(game);
            turn::deploy<family>(game, trace, choices.at(random.below(choices.count())));
        }
        while (family == Family::classic && p.phase == Phase::man) {
            const ManChoices cities = man_choices(game);
            turn::move_man(game, trace, cities.root[random.below(cities.count)]);
        }
    }
    return count;
}

template <Isa isa>
BASTIDE_INLINE PlayoutCount run_any(Game& game, Deck& deck, Random& random, PlayoutForm form,
                                    unsigned most_tiles) {
    const bool full = form == PlayoutForm::full;
    if (game.box->rules.family == Family::classic) {
        return full ? run<isa, Family::classic, PlayoutForm::full>(game, deck, random, most_tiles)
                    : run<isa, Family::classic, PlayoutForm::sampling>(game, deck, random,
                                                                       most_tiles);
    }
    return full ? run<isa, Family::hunters, PlayoutForm::full>(game, deck, random, most_tiles)
                : run<isa, Family::hunters, PlayoutForm::sampling>(game, deck, random, most_tiles);
}

#if defined(BASTIDE_X86)
[[gnu::target("avx512f,avx512bw,avx512vl,bmi,bmi2,popcnt,lzcnt")]] PlayoutCount
run_avx512(Game& game, Deck& deck, Random& random, PlayoutForm form, unsigned most_tiles) {
    return run_any<Isa::avx512>(game, deck, random, form, most_tiles);
}
[[gnu::target("avx2,bmi,bmi2,popcnt,lzcnt")]] PlayoutCount
run_avx2(Game& game, Deck& deck, Random& random, PlayoutForm form, unsigned most_tiles) {
    return run_any<Isa::avx2>(game, deck, random, form, most_tiles);
}
#endif

} // namespace

PlayoutCount playout(Isa isa, Game& game, Deck& deck, Random& random, PlayoutForm form,
                     unsigned most_tiles) {
    switch (isa) {
#if defined(BASTIDE_X86)
    case Isa::avx512:
        return run_avx512(game, deck, random, form, most_tiles);
    case Isa::avx2:
        return run_avx2(game, deck, random, form, most_tiles);
#endif
#if defined(__wasm_simd128__)
    case Isa::wasm:
        return run_any<Isa::wasm>(game, deck, random, form, most_tiles);
#endif
    default:
        return run_any<Isa::scalar>(game, deck, random, form, most_tiles);
    }
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
    const turn::Choices choices = choices_after(game, move.placement);
    move.deployment = choices.at(random.below(choices.count()));
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
