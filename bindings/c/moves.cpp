#include "bindings/c/moves.h"

#include <algorithm>

namespace bastide::c {
namespace {

constexpr int farthest = 120; // as in records

bool on_table(int x, int y) {
    return x >= -farthest && x <= farthest && y >= -farthest && y <= farthest;
}

bastide_place place_to_c(SegmentRef where) {
    return {where.cell.x, where.cell.y, where.segment};
}

/// The move as far as it goes, with every way the Gingerbread Man may go on.
void add_with_man(const Game& after, const Move& move, std::vector<bastide_move>& list) {
    if (after.now.phase != Phase::man) {
        list.push_back(c::to_c(move));
        return;
    }
    for (const ManTarget& target : man_targets(after)) {
        Move longer = move;
        longer.man_moves[longer.man_move_count++] = target.where;
        Game next = after;
        move_man(next, target.city);
        add_with_man(next, longer, list);
    }
}

} // namespace

bastide_move to_c(const Move& move) {
    bastide_move c = {};
    c.x = move.placement.cell.x;
    c.y = move.placement.cell.y;
    c.rotation = move.placement.rotation;
    c.action = static_cast<std::uint8_t>(move.deployment.action);
    c.token = static_cast<std::uint8_t>(move.deployment.token);
    c.segment = move.deployment.segment;
    c.man_moves = move.man_move_count;
    for (unsigned i = 0; i < move.man_move_count; ++i) c.man[i] = place_to_c(move.man_moves[i]);
    return c;
}

std::optional<Move> from_c(const bastide_move& c) {
    const bool in_range = on_table(c.x, c.y) && c.rotation < 4 && c.action <= BASTIDE_RECALL &&
                          c.token < token_count && c.segment < max_segments &&
                          c.man_moves <= max_man_moves &&
                          (c.action == BASTIDE_DEPLOY) == (c.token != BASTIDE_NO_TOKEN);
    if (!in_range) return std::nullopt;
    Move move;
    move.placement = {{c.x, c.y}, c.rotation};
    if (c.action == BASTIDE_RECALL) move.deployment = Deployment::recall_abbot();
    if (c.action == BASTIDE_DEPLOY) {
        move.deployment = Deployment::put(static_cast<Token>(c.token), c.segment);
    }
    for (unsigned i = 0; i < c.man_moves; ++i) {
        const bastide_place& place = c.man[i];
        if (!on_table(place.x, place.y) || place.segment >= max_segments) return std::nullopt;
        move.man_moves[move.man_move_count++] = {{place.x, place.y}, place.segment};
    }
    return move;
}

bastide_event to_c(const ScoreEvent& event) {
    bastide_event c = {};
    c.points = event.points;
    c.area = static_cast<std::uint8_t>(event.area);
    c.reason = static_cast<std::uint8_t>(event.reason);
    c.player = event.player;
    c.tiles = event.tiles;
    c.extras = event.extras;
    c.own = event.own;
    c.rival = event.rival;
    c.where = place_to_c(event.where);
    return c;
}

std::vector<ManTarget> man_targets(const Game& game) {
    std::vector<ManTarget> targets;
    const ManChoices choices = man_choices(game);
    for (unsigned i = 0; i < choices.count; ++i) {
        targets.push_back({smallest_feature_segment(game, choices.root[i]), choices.root[i]});
    }
    std::sort(targets.begin(), targets.end(),
              [](const ManTarget& a, const ManTarget& b) { return a.where < b.where; });
    return targets;
}

void all_moves(const Game& game, std::vector<bastide_move>& list) {
    // The order of legal_moves(), whose list has room for more moves than there ever are.
    PlacementList placements;
    legal_placements(game, placements);
    list.clear();
    list.reserve(std::size_t{4} * placements.count);
    for (unsigned i = 0; i < placements.count; ++i) {
        const Placement placement = placements.placement[i];
        choices_after(game, placement).for_each([&](Deployment deployment) {
            const Move move = {placement, deployment};
            if (game.now.man == ManPlace::absent) {
                list.push_back(to_c(move));
                return;
            }
            Game after = game;
            place(after, placement);
            deploy(after, deployment);
            add_with_man(after, move, list);
        });
    }
}

} // namespace bastide::c
