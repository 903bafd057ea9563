// legal_moves() and check() say the same of every move there is, legal or not.

#include "rules/scoring.h"
#include "support/property.h"

#include <set>

namespace bastide {
namespace {

using namespace testing_support;

struct Box2 {
    int left = 0, right = 0, top = 0, bottom = 0;
};

/// The board with a rim of three cells.
Box2 around(const Game& game) {
    Box2 box;
    for (unsigned i = 0; i < game.now.placed; ++i) {
        const Cell cell = game.now.tile[i].cell;
        box.left = std::min<int>(box.left, cell.x);
        box.right = std::max<int>(box.right, cell.x);
        box.top = std::min<int>(box.top, cell.y);
        box.bottom = std::max<int>(box.bottom, cell.y);
    }
    return {box.left - 3, box.right + 3, box.top - 3, box.bottom + 3};
}

template <class Use>
void for_each_cell(const Game& game, Use&& use) {
    const Box2 box = around(game);
    for (int x = box.left; x <= box.right; ++x) {
        for (int y = box.top; y <= box.bottom; ++y) {
            use(Cell{static_cast<std::int8_t>(x), static_cast<std::int8_t>(y)});
        }
    }
}

std::vector<Deployment> every_deployment() {
    std::vector<Deployment> all = {Deployment::nothing(), Deployment::recall_abbot()};
    for (unsigned token = 0; token < token_count; ++token) {
        for (unsigned segment = 0; segment <= max_segments + 1; ++segment) {
            all.push_back(Deployment::put(static_cast<Token>(token), segment));
        }
    }
    return all;
}

/// With no targets given, a legal move may still want the Gingerbread Man moved.
bool legal_but_for_the_man(const Result<void>& result) {
    return result.has_value() || result.error() == RuleViolation::man_must_move;
}

void compare_all(const Game& game) {
    static const std::vector<Deployment> deployments = every_deployment();
    const auto list = std::make_unique<MoveList>();
    legal_moves(game, *list);
    std::set<std::pair<Placement, Deployment>> legal;
    for (unsigned i = 0; i < list->size(); ++i) {
        legal.insert({(*list)[i].placement, (*list)[i].deployment});
    }
    RC_ASSERT(legal.size() == list->size()); // each move once
    RC_ASSERT(legal.size() == count_legal_moves(game));
    std::size_t found = 0;
    for_each_cell(game, [&](Cell cell) {
        for (Rotation rotation = 0; rotation < 5; ++rotation) {
            const Placement placement = {cell, rotation};
            const bool placeable = legal.contains({placement, Deployment::nothing()});
            RC_ASSERT(check_placement(game, placement).has_value() == placeable);
            for (const Deployment& deployment : deployments) {
                const Move move = {placement, deployment, 0, {}};
                const bool listed = legal.contains({placement, deployment});
                const auto result = check(game, move);
                if (legal_but_for_the_man(result) != listed) {
                    RC_FAIL(text_of(move) + (listed ? " is listed, but " : " is not listed, but ") +
                            (result ? "passes" : std::string(code(result.error()))));
                }
                found += listed ? 1 : 0;
                if (!placeable) break; // every deployment is refused with the placement
            }
        }
    });
    RC_ASSERT(found == legal.size());
}

PROPERTY(Check, agrees_with_legal_moves_on_every_move_there_is, 400) {
    const GameSpec spec = *any_game();
    Play play(spec);
    for (unsigned i = 1; i < spec.turns && play.turn(); ++i) continue;
    if (!play.draw_tile()) return;
    compare_all(play.game());
}

PROPERTY(Check, refuses_every_deployment_of_a_refused_placement, 60) {
    const GameSpec spec = *any_game();
    Play play(spec);
    for (unsigned i = 1; i < spec.turns && play.turn(); ++i) continue;
    if (!play.draw_tile()) return;
    const Game& game = play.game();
    for_each_cell(game, [&](Cell cell) {
        for (Rotation rotation = 0; rotation < 4; ++rotation) {
            const auto placed = check_placement(game, {cell, rotation});
            if (placed) continue;
            for (const Deployment& deployment : every_deployment()) {
                const auto result = check(game, {{cell, rotation}, deployment, 0, {}});
                RC_ASSERT(!result.has_value());
                RC_ASSERT(result.error() == placed.error());
            }
        }
    });
}

/// Every segment of every cell as a target, for a move that needs `given` targets before it.
void compare_targets(const Game& drawn, const Game& game, Move move) {
    std::set<Node> allowed;
    const ManChoices choices = man_choices(game);
    for (unsigned i = 0; i < choices.count; ++i) allowed.insert(choices.root[i]);
    RC_ASSERT(!allowed.empty());
    const unsigned at = move.man_move_count++;
    for_each_cell(game, [&](Cell cell) {
        for (std::uint8_t segment = 0; segment < max_segments + 2; ++segment) {
            move.man_moves[at] = {cell, segment};
            const NodeRef ref = node_of(game, {cell, segment});
            const bool good =
                ref.network == Network::feature && allowed.contains(feature_root(game, ref.node));
            RC_ASSERT(check_man_target(game, {cell, segment}).has_value() == good);
            const auto result = check(drawn, move);
            RC_ASSERT(legal_but_for_the_man(result) == good);
        }
    });
}

PROPERTY(Check, takes_exactly_the_cities_that_the_gingerbread_man_may_go_to, 150) {
    GameSpec spec = *any_game();
    Play wanted(spec);
    Options options = wanted.setup().options;
    RC_PRE(set_option(options, "gingerbread", "true"));
    const auto setup = setup_of(wanted.setup().edition, options);
    Game game(*setup->box, spec.players, 0);
    Random random(spec.seed);
    const auto moves = std::make_unique<MoveList>();
    unsigned compared = 0;
    while (!game.over() && compared < 2) {
        while (game.now.phase == Phase::draw) {
            TileIndex tile = static_cast<TileIndex>(random.below(game.box->tile_count));
            while (!may_draw(game, tile)) {
                tile = static_cast<TileIndex>((tile + 1u) % game.box->tile_count);
            }
            draw(game, tile);
        }
        if (game.over()) break;
        legal_moves(game, *moves);
        Move move = (*moves)[random.below(moves->size())];
        const Move whole = with_random_man(game, move, random);
        if (whole.man_move_count > 0) {
            ++compared;
            RC_ASSERT(check(game, move).error() == RuleViolation::man_must_move);
            Game after = game;
            place(after, move.placement);
            deploy(after, move.deployment);
            for (unsigned m = 0; m < whole.man_move_count; ++m) {
                compare_targets(game, after, move);
                move.man_moves[move.man_move_count++] = whole.man_moves[m];
                // G3: what was told is what is paid when he leaves.
                const bool leaves = after.now.man == ManPlace::city && !after.now.man_homeless;
                const Points told = leaves ? points_if_man_left(after, man_city(after)) : Points{};
                const Points before = after.now.score;
                move_man(after, *check_man_target(after, whole.man_moves[m]));
                for (unsigned player = 0; player < spec.players; ++player) {
                    RC_ASSERT(after.now.score[player] == before[player] + told[player]);
                }
            }
        } else {
            Move moved = move; // he may not move unasked
            moved.man_move_count = 1;
            moved.man_moves[0] = {{0, 0}, 0};
            RC_ASSERT(check(game, moved).error() == RuleViolation::man_may_not_move);
        }
        RC_ASSERT(check(game, whole).has_value());
        apply(game, whole);
    }
}

PROPERTY(Check, of_draws_agrees_with_what_is_left, 150) {
    const GameSpec spec = *any_game();
    Play play(spec);
    Game& game = play.game();
    for (unsigned i = 0; i < spec.turns; ++i) {
        for (unsigned tile = 0; tile < 256; ++tile) {
            const auto index = static_cast<TileIndex>(tile);
            const bool may = may_draw(game, index);
            RC_ASSERT(check_draw(game, index).has_value() == may);
            const bool there = !game.over() && tile < game.box->tile_count &&
                               game.now.bag[tile] > 0 && game.tile(index).stack == game.now.stack;
            RC_ASSERT(may == there);
        }
        if (!play.draw_tile()) break;
        const auto again = check_draw(game, game.now.hand);
        RC_ASSERT(again.error() == RuleViolation::tile_already_drawn);
        apply(game, play.choose());
        const Move late = {{{0, 1}, 0}, {}, 0, {}};
        RC_ASSERT(check(game, late).error() ==
                  (game.over() ? RuleViolation::game_is_over : RuleViolation::no_tile_drawn));
        const auto empty = std::make_unique<MoveList>();
        legal_moves(game, *empty);
        RC_ASSERT(empty->size() == 0u);
    }
}

} // namespace
} // namespace bastide
