// A move is taken back exactly, a copy is the same game, and what is kept up to date agrees with
// what the placed tiles say.

#include "support/property.h"
#include "support/recompute.h"

namespace bastide {
namespace {

using namespace testing_support;

void expect_sound(const Game& game) {
    const std::string wrong = disagreement(game);
    if (!wrong.empty()) RC_FAIL(wrong);
}

/// The game's own words, so that slots and nodes out of use are compared too.
struct Snapshot {
    explicit Snapshot(const Game& game)
        : game_copy(game)
        , code(hash(game)) {}
    bool is(const Game& game) const { return game == game_copy && hash(game) == code; }
    Game game_copy;
    std::uint64_t code;
};

PROPERTY(Undo, restores_state_and_hash_after_every_draw_and_move, 400) {
    const GameSpec spec = *any_game_of_any_width();
    Play play(spec);
    Game& game = play.game();
    const auto change = std::make_unique<Change>();
    for (unsigned i = 0; i < spec.turns && !game.over(); ++i) {
        while (game.now.phase == Phase::draw) {
            const TileIndex tile = play.any_tile();
            const Snapshot before(game);
            Game silent = game;
            const DrawOutcome outcome = draw(game, tile, *change);
            const Snapshot after(game);
            undo(game, *change);
            RC_ASSERT(before.is(game));
            RC_ASSERT(draw(silent, tile) == outcome);
            RC_ASSERT(after.is(silent));
            game = after.game_copy;
        }
        if (game.over()) break;
        const Move move = play.choose();
        const Snapshot before(game);
        Game silent = game;
        apply(game, move, *change);
        const Snapshot after(game);
        undo(game, *change);
        RC_ASSERT(before.is(game));
        apply(silent, move);
        RC_ASSERT(after.is(silent));
        apply(game, move, *change);
        RC_ASSERT(after.is(game));
    }
}

PROPERTY(Undo, a_whole_game_is_taken_back_to_its_start, 200) {
    const GameSpec spec = *any_game_of_any_width();
    Play play(spec);
    Game& game = play.game();
    const Snapshot start(game);
    std::vector<std::unique_ptr<Change>> changes;
    std::vector<std::uint64_t> hashes;
    const auto next = [&]() -> Change& {
        hashes.push_back(hash(game));
        return *changes.emplace_back(std::make_unique<Change>());
    };
    for (unsigned i = 0; i < spec.turns && !game.over(); ++i) {
        while (game.now.phase == Phase::draw) {
            const TileIndex tile = play.any_tile();
            draw(game, tile, next());
        }
        if (game.over()) break;
        const Move move = play.choose();
        apply(game, move, next());
    }
    while (!changes.empty()) {
        undo(game, *changes.back());
        RC_ASSERT(hash(game) == hashes.back());
        changes.pop_back();
        hashes.pop_back();
    }
    RC_ASSERT(start.is(game));
    expect_sound(game);
}

PROPERTY(Undo, step_by_step_play_is_the_same_as_the_whole_turn, 300) {
    const GameSpec spec = *any_game_of_any_width();
    Play play(spec);
    Game& game = play.game();
    for (unsigned i = 0; i < spec.turns && play.draw_tile(); ++i) {
        const Move move = play.choose();
        Game steps = game;
        place(steps, move.placement);
        RC_ASSERT(steps.now.phase == Phase::deploy);
        const Choices before = choices_after(game, move.placement);
        const Choices after = choices(steps);
        RC_ASSERT(before.segments == after.segments);
        RC_ASSERT(before.recall == after.recall);
        deploy(steps, move.deployment);
        for (unsigned m = 0; m < move.man_move_count; ++m) {
            RC_ASSERT(steps.now.phase == Phase::man);
            const Result<Node> city = check_man_target(steps, move.man_moves[m]);
            RC_ASSERT(city.has_value());
            move_man(steps, *city);
        }
        apply(game, move);
        RC_ASSERT(steps == game);
    }
}

PROPERTY(Recompute, everything_kept_agrees_with_the_placed_tiles, 60) {
    const GameSpec spec = *any_game_of_any_width();
    Play play(spec);
    expect_sound(play.game());
    for (unsigned i = 0; i < spec.turns && play.draw_tile(); ++i) {
        expect_sound(play.game());
        apply(play.game(), play.choose());
        expect_sound(play.game());
    }
    expect_sound(play.game());
}

PROPERTY(Recompute, and_still_does_after_undo, 15) {
    const GameSpec spec = *any_game_of_any_width();
    Play play(spec);
    const auto change = std::make_unique<Change>();
    for (unsigned i = 0; i < spec.turns && play.draw_tile(); ++i) {
        const Move move = play.choose();
        apply(play.game(), move, *change);
        undo(play.game(), *change);
        expect_sound(play.game());
        apply(play.game(), move);
    }
}

} // namespace
} // namespace bastide
