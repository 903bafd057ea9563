#include "bindings/c/moves.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>

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

/// Every move of this placement in a game with the Gingerbread Man. Never inlined: a game on the
/// stack is more than a page, and who has none should not pay for it.
[[gnu::noinline]] void add_with_man(const Game& game, Placement placement, const Choices& choices,
                                    std::vector<bastide_move>& list) {
    choices.for_each([&](Deployment deployment) {
        Game after = game;
        place(after, placement);
        deploy(after, deployment);
        add_with_man(after, Move{placement, deployment}, list);
    });
}

constexpr std::uint64_t byte_at(std::size_t offset, int value) {
    return std::uint64_t{static_cast<std::uint8_t>(value)} << (8 * offset);
}
std::uint64_t first_bytes(Placement placement) {
    return byte_at(offsetof(bastide_move, x), placement.cell.x) |
           byte_at(offsetof(bastide_move, y), placement.cell.y) |
           byte_at(offsetof(bastide_move, rotation), placement.rotation);
}
std::uint64_t first_bytes(Deployment deployment) {
    return byte_at(offsetof(bastide_move, action), static_cast<int>(deployment.action)) |
           byte_at(offsetof(bastide_move, token), static_cast<int>(deployment.token)) |
           byte_at(offsetof(bastide_move, segment), deployment.segment);
}
/// A move without the Gingerbread Man, put together in a register: a structure that was written
/// byte by byte and is then copied as a whole keeps the processor waiting for each of them.
bastide_move plain_move(std::uint64_t first) {
    return std::bit_cast<bastide_move>(std::array<std::uint64_t, 2>{first, 0});
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
    for (unsigned i = 0; i < placements.count; ++i) {
        const Placement placement = placements.placement[i];
        const Choices choices = choices_after(game, placement);
        if (game.now.man != ManPlace::absent) {
            add_with_man(game, placement, choices, list);
            continue;
        }
        const std::size_t before = list.size();
        list.resize(before + choices.count());
        const std::uint64_t placed = first_bytes(placement);
        bastide_move* next = list.data() + before;
        choices.for_each(
            [&](Deployment deployment) { *next++ = plain_move(placed | first_bytes(deployment)); });
        assert(next == list.data() + list.size());
    }
}

} // namespace bastide::c
