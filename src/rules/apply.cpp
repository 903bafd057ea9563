#include "rules/internal/fit.h"
#include "rules/internal/invariants.h"
#include "rules/internal/turn.h"
#include "rules/rules.h"
#include "rules/trial.h"

namespace bastide {
namespace {

template <class Trace>
DrawOutcome draw_with(Game& game, Trace&& trace, TileIndex tile) {
    turn::take(game, trace, tile);
    if (fits_somewhere(game, tile)) {
        turn::put_back_aside(game, trace);
        return DrawOutcome::fits;
    }
    turn::draw_in_vain(game, trace);
    return game.over() ? DrawOutcome::game_ended : DrawOutcome::set_aside;
}

/// T2: the game ends when nothing left in the stack can be placed. Playouts find that out when
/// they draw; here it is known at once.
void end_if_stuck(Game& game) {
    Position& p = game.now;
    const bool draws_land = p.phase == Phase::draw && p.stack == Stack::land;
    if (draws_land && !any_left_fits(game, Stack::land)) p.phase = Phase::over;
}

unsigned slot_of(const Game& game, Cell cell) {
    return Grid::slot(game.grid[Grid::index(cell)]);
}

template <Form form, class Trace>
void place_with(Game& game, Trace& trace, Placement placement) {
    turn::place<form>(game, trace, slot_of(game, placement.cell),
                      turned_index(game.now.hand, placement.rotation));
}

template <Form form, class Trace>
void apply_with(Game& game, Trace&& trace, const Move& move) {
    place_with<form>(game, trace, move.placement);
    turn::deploy<form>(game, trace, move.deployment);
    if constexpr (form != Form::hunters) {
        for (unsigned i = 0; i < move.man_move_count; ++i) {
            turn::move_man<form>(game, trace, node_of(game, move.man_moves[i]).node);
        }
    }
    end_if_stuck(game);
    debug_check(game);
}

/// B3: why a builder may not go on a road or city of the tile.
RuleViolation why_no_builder(const Game& game, Placement placement, unsigned segment) {
    Game placed = game;
    place(placed, placement);
    const auto where = SegmentRef{placement.cell, static_cast<std::uint8_t>(segment)};
    const Node root = feature_root(placed, node_of(placed, where).node);
    const bool company = feature_facts(placed, root).held.of(game.now.player) > 0;
    return company ? RuleViolation::builder_in_completed_area
                   : RuleViolation::builder_needs_follower;
}

/// Why a token that is none of the choices may not be deployed.
RuleViolation why_not(const Game& game, const Move& move) {
    const Token token = move.deployment.token;
    const unsigned segment = move.deployment.segment;
    const Position& p = game.now;
    const TileParts& parts = game.box->parts[p.hand];
    const auto has = [&](const auto& sets) {
        return (sets[static_cast<unsigned>(token)] >> segment & 1) != 0;
    };
    if (segment >= game.tile(p.hand).segment_count) return RuleViolation::no_such_segment;
    const bool expansion = token != Token::none && needs_width(kind_of(token));
    if (expansion && game.box->rules.*kind_of(token).supply == 0) {
        return RuleViolation::token_not_in_game;
    }
    if (!has(parts.stand)) {
        return token == Token::pig ? RuleViolation::pig_needs_field
                                   : RuleViolation::token_not_allowed_here;
    }
    if (p.supply(token, p.player) == 0) {
        return expansion ? RuleViolation::token_is_out : RuleViolation::token_not_in_supply;
    }
    if (!has(parts.ground)) return RuleViolation::farmers_are_off;
    if (token == Token::builder) return why_no_builder(game, move.placement, segment);
    if (token == Token::pig) return RuleViolation::pig_needs_farmer;
    return RuleViolation::area_is_occupied;
}

/// Whether and where the man moves shows only when the turn is played: on a copy.
Result<void> check_man(const Game& game, const Move& move) {
    if (game.now.man == ManPlace::absent) {
        if (move.man_move_count > 0) return std::unexpected(RuleViolation::man_may_not_move);
        return {};
    }
    Game copy = game;
    if (auto ok = play_man_moves(copy, move); !ok) return ok;
    if (copy.now.phase == Phase::man) return std::unexpected(RuleViolation::man_must_move);
    return {};
}

} // namespace

Result<void> check_draw(const Game& game, TileIndex tile) {
    switch (game.now.phase) {
    case Phase::over:
        return std::unexpected(RuleViolation::game_is_over);
    case Phase::draw:
        break;
    default:
        return std::unexpected(RuleViolation::tile_already_drawn);
    }
    if (!may_draw(game, tile)) return std::unexpected(RuleViolation::tile_not_in_stack);
    return {};
}

DrawOutcome draw(Game& game, TileIndex tile) {
    return draw_with(game, Silent{}, tile);
}

DrawOutcome draw(Game& game, TileIndex tile, Change& change) {
    change.clear();
    return draw_with(game, Recorder(game, change), tile);
}

Result<void> check_deployment(const Game& game, const Move& move) {
    const Deployment& deployment = move.deployment;
    if (deployment.action == Deployment::Action::none) return {};
    const Choices choices = choices_after(game, move.placement);
    if (deployment.action == Deployment::Action::recall) {
        if (choices.recall) return {};
        return std::unexpected(RuleViolation::no_abbot_to_recall);
    }
    if (choices.allows(deployment.token, deployment.segment)) return {};
    return std::unexpected(why_not(game, move));
}

Result<void> check(const Game& game, const Move& move) {
    if (auto ok = check_placement(game, move.placement); !ok) return ok;
    if (auto ok = check_deployment(game, move); !ok) return ok;
    return check_man(game, move);
}

void apply(Game& game, const Move& move, Change& change) {
    change.clear();
    turn::for_form(game, [&](auto form) { apply_with<form>(game, Recorder(game, change), move); });
}

void apply(Game& game, const Move& move) {
    turn::for_form(game, [&](auto form) { apply_with<form>(game, Silent{}, move); });
}

void apply_quietly(Game& game, const Move& move, Change& change) {
    change.clear();
    turn::for_form(game, [&](auto form) { apply_with<form>(game, Keeper(game, change), move); });
}

void place(Game& game, Placement placement) {
    Silent silent;
    turn::for_form(game, [&](auto form) { place_with<form>(game, silent, placement); });
}

void deploy(Game& game, Deployment deployment) {
    Silent silent;
    turn::for_form(game, [&](auto form) { turn::deploy<form>(game, silent, deployment); });
    end_if_stuck(game);
    debug_check(game);
}

void place_quietly(Game& game, Placement placement, Change& change) {
    change.clear();
    Keeper keeper(game, change);
    turn::for_form(game, [&](auto form) { place_with<form>(game, keeper, placement); });
}

void deploy_quietly(Game& game, Deployment deployment, Change& change) {
    change.clear();
    Keeper keeper(game, change);
    keeper.keep(game.now.tile[game.now.placed - 1u]); // else an undone placement forgets its token
    turn::for_form(game, [&](auto form) { turn::deploy<form>(game, keeper, deployment); });
    end_if_stuck(game);
    debug_check(game);
}

Choices choices(const Game& game) {
    return turn::for_form(game, [&](auto form) { return turn::choices<form>(game); });
}

void move_man(Game& game, Node city) {
    Silent silent;
    if (is_wide(*game.box)) {
        turn::move_man<Form::wide>(game, silent, city);
    } else {
        turn::move_man<Form::classic>(game, silent, city);
    }
    end_if_stuck(game);
    debug_check(game);
}

Result<Node> check_man_target(const Game& game, SegmentRef where) {
    const Position& p = game.now;
    const NodeRef ref = node_of(game, where);
    if (ref.network != Network::feature) {
        return std::unexpected(RuleViolation::man_target_not_a_city);
    }
    const Node root = feature_root(game, ref.node);
    const FeatureFacts facts = feature_facts(game, root);
    if (facts.line) return std::unexpected(RuleViolation::man_target_not_a_city);
    if (facts.complete()) {
        return std::unexpected(RuleViolation::man_target_is_finished);
    }
    const bool leaves = !p.man_homeless && p.man == ManPlace::city;
    if (leaves && root == man_city(game)) {
        return std::unexpected(RuleViolation::man_target_is_his_own);
    }
    return root;
}

Result<void> play_man_moves(Game& game, const Move& move) {
    place(game, move.placement);
    deploy(game, move.deployment);
    for (unsigned i = 0; i < move.man_move_count; ++i) {
        if (game.now.phase != Phase::man) return std::unexpected(RuleViolation::man_may_not_move);
        const Result<Node> city = check_man_target(game, move.man_moves[i]);
        if (!city) return std::unexpected(city.error());
        move_man(game, *city);
    }
    return {};
}

} // namespace bastide
