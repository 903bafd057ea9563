// Play allocates nothing. This program replaces operator new to count; it is one of its own so that
// no other test is counted or slowed.

#include "catalog/catalog.h"
#include "rules/deck.h"
#include "rules/playout.h"
#include "rules/rules.h"

#include <atomic>
#include <cstdlib>
#include <gtest/gtest.h>
#include <new>

namespace {
std::atomic<std::uint64_t> allocations = 0;

void* counted(std::size_t size) {
    ++allocations;
    return std::malloc(size == 0 ? 1 : size);
}

void* counted_aligned(std::size_t size, std::align_val_t alignment) {
    ++allocations;
    const auto align = static_cast<std::size_t>(alignment);
    return std::aligned_alloc(align, (size + align - 1) / align * align);
}
} // namespace

void* operator new(std::size_t size) {
    return counted(size);
}
void* operator new[](std::size_t size) {
    return counted(size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return counted_aligned(size, alignment);
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return counted_aligned(size, alignment);
}
void operator delete(void* pointer) noexcept {
    std::free(pointer);
}
void operator delete[](void* pointer) noexcept {
    std::free(pointer);
}
void operator delete(void* pointer, std::size_t) noexcept {
    std::free(pointer);
}
void operator delete[](void* pointer, std::size_t) noexcept {
    std::free(pointer);
}
void operator delete(void* pointer, std::align_val_t) noexcept {
    std::free(pointer);
}
void operator delete[](void* pointer, std::align_val_t) noexcept {
    std::free(pointer);
}
void operator delete(void* pointer, std::size_t, std::align_val_t) noexcept {
    std::free(pointer);
}
void operator delete[](void* pointer, std::size_t, std::align_val_t) noexcept {
    std::free(pointer);
}

namespace bastide {
namespace {

template <class Use>
std::uint64_t allocations_of(Use&& use) {
    const std::uint64_t before = allocations;
    use();
    return allocations - before;
}

/// Every edition as it is, and with everything in the box.
std::vector<Setup> setups() {
    std::vector<Setup> list;
    const Catalog& catalog = Catalog::embedded();
    for (const Edition& edition : catalog.editions()) {
        list.push_back(std::move(*catalog.setup(edition, edition.defaults)));
        Options options = edition.defaults;
        for (const char* more :
             {"river=true,abbot=true,gingerbread=true", "unplaceable=return,farms=farm-3-once",
              "farms=city-4", "inns=true,traders=true", "farms=farm-3"}) {
            if (!set_options(options, more)) break; // an edition without options
            list.push_back(std::move(*catalog.setup(edition, options)));
        }
    }
    return list;
}

TEST(Allocation, is_counted) {
    EXPECT_GT(allocations_of([] { delete new Game(*setups()[0].box, 2, 0); }), 0u);
}

TEST(Allocation, a_playout_needs_none) {
    for (const auto& setup : setups()) {
        const Game start(*setup.box, 4, 0);
        for (const Isa isa : {Isa::scalar, Isa::wasm, Isa::avx2, Isa::avx512}) {
            if (!is_supported(isa)) continue;
            for (const PlayoutForm form : {PlayoutForm::full, PlayoutForm::sampling}) {
                for (unsigned seed = 0; seed < 5; ++seed) {
                    Points points = {};
                    const auto count = allocations_of([&] {
                        Game game = start;
                        Deck deck(game, seed);
                        Random random(seed);
                        playout(isa, game, deck, random, form);
                        points = final_scores(game);
                    });
                    EXPECT_EQ(count, 0u) << setup.edition;
                    EXPECT_GT(points[0] + points[1] + points[2] + points[3], 0);
                }
            }
        }
    }
}

TEST(Allocation, lists_checks_moves_undo_and_events_need_none) {
    const auto moves = std::make_unique<MoveList>();
    const auto change = std::make_unique<Change>();
    const auto events = std::make_unique<FinalEvents>();
    for (const auto& setup : setups()) {
        Game game(*setup.box, 3, 1);
        Deck deck(game, 11);
        Random random(12);
        const auto count = allocations_of([&] {
            for (;;) {
                draw_from(deck, game, nullptr);
                if (game.over()) break;
                legal_moves(game, *moves);
                const Move move = random_move(game, random);
                if (!check(game, move) || count_legal_moves(game) != moves->size()) break;
                apply(game, move, *change);
                undo(game, *change);
                apply(game, move);
                final_scores(game, *events);
                hash(game);
            }
        });
        EXPECT_EQ(count, 0u) << setup.edition;
        EXPECT_TRUE(game.over());
    }
}

} // namespace
} // namespace bastide
