// A box in the wide width plays the same game as in the narrow one, move by move. What only the
// wide one has (six players, big followers, 130 tiles) is compared with the reference and
// recomputed by the properties of this folder. BASTIDE_WIDTH_GAMES sets the number of games of each
// edition.

#include "rules/playout.h"
#include "support/any_game.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>

namespace bastide {
namespace {

using namespace testing_support;

template <class Events>
std::vector<ScoreEvent> listed(const Events& events) {
    return {events.begin(), events.end()};
}

/// One random game on both, with everything that can be asked of a position.
class Pair {
  public:
    Pair(const Setup& narrow, const Setup& wide, unsigned players, std::uint64_t seed)
        : random_(seed)
        , narrow_(*narrow.box, players, random_.below(players))
        , wide_(*wide.box, players, narrow_.now.player) {}

    void play() {
        ASSERT_EQ(narrow_.box->form, Form::classic);
        ASSERT_EQ(wide_.box->form, Form::wide);
        while (!narrow_.over()) {
            draw_tile();
            if (narrow_.over()) break;
            move();
            if (::testing::Test::HasFatalFailure()) return;
        }
        ASSERT_TRUE(wide_.over());
        ASSERT_EQ(final_scores(narrow_, *ends_[0]), final_scores(wide_, *ends_[1]));
        ASSERT_EQ(listed(*ends_[0]), listed(*ends_[1]));
        ASSERT_EQ(final_scores(wide_), final_scores(wide_, *ends_[1]));
    }

  private:
    void draw_tile() {
        while (narrow_.now.phase == Phase::draw) {
            std::vector<TileIndex> drawable;
            for (unsigned i = 0; i < narrow_.box->tile_count; ++i) {
                const auto tile = static_cast<TileIndex>(i);
                ASSERT_EQ(may_draw(narrow_, tile), may_draw(wide_, tile));
                if (may_draw(narrow_, tile)) drawable.push_back(tile);
            }
            const auto some = static_cast<unsigned>(drawable.size());
            const TileIndex tile = drawable[random_.below(some)];
            ASSERT_EQ(draw(narrow_, tile), draw(wide_, tile));
        }
    }

    void move() {
        legal_moves(narrow_, *moves_[0]);
        legal_moves(wide_, *moves_[1]);
        ASSERT_EQ(moves_[0]->size(), moves_[1]->size());
        for (unsigned i = 0; i < moves_[0]->size(); ++i) {
            ASSERT_TRUE((*moves_[0])[i] == (*moves_[1])[i]);
        }
        const Move first = (*moves_[0])[random_.below(moves_[0]->size())];
        const Random stream = random_;
        const Move move = with_random_man(narrow_, first, random_);
        Random again = stream;
        ASSERT_TRUE(move == with_random_man(wide_, first, again));
        ASSERT_TRUE(check(wide_, move).has_value());

        const Game before = wide_;
        apply(narrow_, move, *changes_[0]);
        apply(wide_, move, *changes_[1]);
        const Game after = wide_;
        undo(wide_, *changes_[1]);
        ASSERT_TRUE(wide_ == before) << "undo";
        apply(wide_, move);
        ASSERT_TRUE(wide_ == after) << "silent and recorded play";
        ASSERT_EQ(listed(changes_[0]->events()), listed(changes_[1]->events()));
        ASSERT_EQ(narrow_.now.score, wide_.now.score);
        ASSERT_EQ(narrow_.now.supplies, wide_.now.supplies);
        ASSERT_EQ(hash(narrow_), hash(wide_));
        compare_last_tile();
    }

    void compare_last_tile() {
        const PlacedTile& tile = narrow_.now.tile[narrow_.now.placed - 1u];
        for (std::uint8_t s = 0; s < narrow_.tile(tile.tile()).segment_count; ++s) {
            const AreaView a = area_at(narrow_, {tile.cell, s}), b = area_at(wide_, {tile.cell, s});
            ASSERT_EQ(a.root, b.root);
            ASSERT_EQ(a.where, b.where);
            ASSERT_TRUE(a.held == b.held && a.decide == b.decide);
            ASSERT_EQ(std::tie(a.open, a.size, a.extras), std::tie(b.open, b.size, b.extras));
        }
    }

    Random random_;
    Game narrow_, wide_;
    std::array<std::unique_ptr<MoveList>, 2> moves_ = {std::make_unique<MoveList>(),
                                                       std::make_unique<MoveList>()};
    std::array<std::unique_ptr<Change>, 2> changes_ = {std::make_unique<Change>(),
                                                       std::make_unique<Change>()};
    std::array<std::unique_ptr<FinalEvents>, 2> ends_ = {std::make_unique<FinalEvents>(),
                                                         std::make_unique<FinalEvents>()};
};

TEST(Width, a_wide_box_plays_the_narrow_game_move_by_move) {
    const char* wanted = std::getenv("BASTIDE_WIDTH_GAMES");
    const unsigned games =
        wanted != nullptr ? static_cast<unsigned>(std::strtoul(wanted, nullptr, 10)) : 60;
    for (const Edition& edition : Catalog::embedded().editions()) {
        if (edition.rules.family == Family::hunters) continue;
        for (unsigned i = 0; i < games; ++i) {
            Random random(mix_seed(1115, i));
            Options options = options_of(edition, random.below(mix_count()));
            set_options(options, "inns=false,traders=false"); // those need the wide one
            const auto narrow = setup_of(edition.id, options);
            const unsigned players = 1 + random.below(NarrowAreas::limits.players);
            const auto wide = widened(*narrow, NarrowAreas::limits.players, 0);
            SCOPED_TRACE(edition.id + ", game " + std::to_string(i));
            Pair(*narrow, *wide, players, random.next()).play();
            if (HasFatalFailure()) return;
        }
    }
}

TEST(Width, playouts_of_every_form_and_kernel_are_the_same) {
    const auto narrow = setup_of("winter", "gingerbread=true,river=2021,abbot=true");
    const auto wide = widened(*narrow, NarrowAreas::limits.players, 0);
    for (const PlayoutForm form : {PlayoutForm::full, PlayoutForm::sampling, PlayoutForm::bare}) {
        for (const Isa isa : {Isa::scalar, Isa::wasm, Isa::avx2, Isa::avx512}) {
            if (!is_supported(isa)) continue;
            for (std::uint64_t seed = 0; seed < 20; ++seed) {
                Game a(*narrow->box, 4, 0), b(*wide->box, 4, 0);
                Deck deck_a(a, seed), deck_b(b, seed);
                Random random_a(seed), random_b(seed);
                playout(isa, a, deck_a, random_a, form);
                playout(isa, b, deck_b, random_b, form);
                ASSERT_EQ(hash(a), hash(b)) << name(isa) << " seed " << seed;
            }
        }
    }
}

TEST(Width, is_wide_only_for_what_needs_it) {
    const auto setup = setup_of("new");
    const std::span tiles(setup->box->tiles.data(), setup->box->tile_count);
    Ruleset rules = setup->box->rules;
    EXPECT_EQ((*build_box(rules, tiles))->form, Form::classic);
    rules.players = 6;
    EXPECT_EQ((*build_box(rules, tiles))->form, Form::wide);
    rules.players = 5;
    rules.big_followers = 1;
    EXPECT_EQ((*build_box(rules, tiles))->form, Form::wide);
    rules.players = 7;
    EXPECT_EQ(build_box(rules, tiles).error().error, BoxError::too_many_players);
    rules.players = 6;
    rules.followers = 14; // and a big one: 16
    EXPECT_EQ(build_box(rules, tiles).error().error, BoxError::too_many_contents);
    const auto hunters = setup_of("hunters");
    rules = hunters->box->rules;
    rules.players = 6;
    EXPECT_EQ(build_box(rules, std::span(hunters->box->tiles.data(), hunters->box->tile_count))
                  .error()
                  .error,
              BoxError::too_many_players);
}

/// A plain tile: a field all round.
Tile meadowland(std::uint8_t count) {
    Tile tile;
    tile.segment_count = 1;
    tile.segments[0].kind = SegmentKind::field;
    tile.segments[0].halves = 0xFF;
    tile.count = count;
    tile.start = true;
    return tile;
}

TEST(Width, a_row_of_all_tiles_ends_at_the_edge_of_the_table) {
    Ruleset rules;
    const auto box = std::move(*build_wide_box(rules, std::vector{meadowland(max_tiles)}));
    Game game(*box, 2, 0);
    const auto change = std::make_unique<Change>();
    for (int x = 1; x <= table_edge; ++x) {
        draw(game, 0);
        const Move move = {{{static_cast<std::int8_t>(x), 0}, 0}, Deployment::nothing()};
        ASSERT_TRUE(check(game, move).has_value()) << x;
        const Game before = game;
        apply(game, move, *change);
        undo(game, *change);
        ASSERT_TRUE(game == before);
        apply(game, move);
    }
    draw(game, 0);
    const Move beyond = {{{table_edge + 1, 0}, 0}, Deployment::nothing()};
    EXPECT_EQ(check(game, beyond), std::unexpected(RuleViolation::cell_not_adjacent));
    PlacementList list;
    legal_placements(game, list);
    EXPECT_EQ(list.count, 2u * (table_edge + 1) + 1); // both sides of the row, and its other end
    for (unsigned i = 0; i < list.count; ++i) EXPECT_TRUE(on_table(list.placement[i].cell));
    // The other end goes on with what is left.
    for (int x = -1; game.now.phase == Phase::place; --x) {
        const Move move = {{{static_cast<std::int8_t>(x), 0}, 0}, Deployment::nothing()};
        ASSERT_TRUE(check(game, move).has_value()) << x;
        apply(game, move);
        if (!game.over()) draw(game, 0);
    }
    EXPECT_EQ(game.now.placed, max_tiles);
}

} // namespace
} // namespace bastide
