// What play keeps up to date is what recomputing it gives, and a structure that is wrong is
// noticed.

#include "rules/internal/invariants.h"

#include "rules/deck.h"
#include "rules/internal/fit.h"
#include "rules/playout.h"
#include "support/property.h"

#include <functional>

namespace bastide {
namespace {

using namespace testing_support;

PROPERTY(Invariants, hold_after_every_turn_of_any_game, 200) {
    const GameSpec spec = *any_game_of_any_width();
    Play play(spec);
    const auto change = std::make_unique<Change>();
    for (unsigned i = 0; i < spec.turns && play.draw_tile(); ++i) {
        const Move move = play.choose();
        apply(play.game(), move, *change);
        RC_ASSERT(broken_invariant(play.game()) == nullptr);
        undo(play.game(), *change);
        RC_ASSERT(broken_invariant(play.game()) == nullptr);
        apply(play.game(), move);
    }
}

Game middle_of(const Setup& setup) {
    Game game(*setup.box, 3, 0);
    Deck deck(game, 3);
    Random random(3);
    playout(game, deck, random, PlayoutForm::full, 40);
    return game;
}

/// A node whose area has been joined to a lower one.
template <class Net>
Node joined_node(const Net& net, unsigned used) {
    for (unsigned n = 1; n < used; ++n) {
        if (!net.is_root(static_cast<Node>(n))) return static_cast<Node>(n);
    }
    return no_node;
}

TEST(Invariants, a_broken_structure_is_named) {
    struct Damage {
        const char* edition;
        const char* named;
        std::function<void(Game&)> damage;
        Width width = Width::own;
    };
    const std::vector<Damage> all = {
        {"new", "grid", [](Game& g) { g.grid[Grid::index(g.now.tile[7].cell)] = Grid::empty; }},
        {"new", "grid", [](Game& g) { std::swap(g.now.open.cell[0], g.now.open.cell[1]); }},
        {"new", "frontier", [](Game& g) { g.now.open.code[2] ^= 1; }},
        {"new", "frontier",
         [](Game& g) {
             g.grid[Grid::index(g.now.open.cell[g.now.frontier - 1u])] = Grid::empty;
             --g.now.frontier;
         }},
        {"new", "features", [](Game& g) { g.now.feature.word[1] += feature::one_open; }},
        {"new", "features",
         [](Game& g) {
             const Node node = joined_node(g.now.feature, g.now.features);
             g.now.feature.parent[node] = static_cast<std::uint8_t>(node);
         }},
        {"new", "fields",
         [](Game& g) { g.now.field.word[1] = field::with_token(g.now.field.word[1], 1, 1); }},
        {"new", "fields",
         [](Game& g) {
             const Node node = joined_node(g.now.field, g.now.fields);
             g.now.field.parent[node] = static_cast<std::uint8_t>(node);
         }},
        {"hunters", "waters", [](Game& g) { ++g.now.water.word[1]; }},
        {"hunters", "waters",
         [](Game& g) {
             const Node node = joined_node(g.now.water, g.now.waters);
             g.now.water.parent[node] = static_cast<std::uint8_t>(node);
         }},
        {"new", "contacts", [](Game& g) { ++g.now.contact[0].city; }},
        {"new", "contacts", [](Game& g) { --g.now.contacts; }},
        {"new", "features", [](Game& g) { ++g.wide.feature.word[1].sums; }, Width::wide},
        {"new", "fields", [](Game& g) { ++g.wide.field.word[1].sums; }, Width::wide},
        {"new", "contacts", [](Game& g) { ++g.wide.contact[0].city; }, Width::wide},
        {"new", "companions", [](Game& g) { g.wide.beside.builder[0] = 1; }, Width::wide},
        {"new", "companions", [](Game& g) { g.wide.beside.pig[1] = 1; }, Width::wide},
        {"new", "goods", [](Game& g) { ++g.wide.beside.goods[0][2]; }, Width::wide},
    };
    for (const Damage& one : all) {
        SCOPED_TRACE(one.named);
        const auto own = setup_of(one.edition);
        const auto setup = one.width == Width::wide ? widened(*own, max_players, 1) : own;
        Game game = middle_of(*setup);
        ASSERT_EQ(broken_invariant(game), nullptr);
        one.damage(game);
        EXPECT_STREQ(broken_invariant(game), one.named);
    }
}

TEST(Invariants, a_set_of_placements_with_one_bit_wrong_is_another_set) {
    const Game game = middle_of(*setup_of("new"));
    PlacementSet found, wanted;
    const EdgeCode* edges = game.box->edge_codes[4].data();
    scan_codes(Isa::scalar, game.now.open.code.data(), game.now.frontier, edges, found);
    recompute_placements(game.now.open.code.data(), game.now.frontier, edges, wanted);
    EXPECT_TRUE(same_placements(found, wanted));
    found.fits[1][0] ^= 4;
    EXPECT_FALSE(same_placements(found, wanted));
}

#if BASTIDE_DEBUG_CHECKS
TEST(InvariantsDeathTest, a_checked_build_stops_when_one_is_broken) {
    Game game = middle_of(*setup_of("new"));
    game.now.key &= ~std::uint64_t{15}; // a position that is looked at
    debug_check(game);
    game.now.open.code[2] ^= 1;
    EXPECT_DEATH(debug_check(game), "broken_invariant");
}
#endif

} // namespace
} // namespace bastide
