#include "bindings/shared/position_view.h"

#include "bindings/shared/area_view.h"
#include "notation/hex.h"
#include "notation/json.h"
#include "notation/words.h"
#include "rules/tokens.h"

#include <set>

namespace bastide::binding {
namespace {

constexpr const char* phase_words[] = {"draw", "place", "deploy", "man", "over"};
constexpr const char* stack_words[] = {"river", "river_lake", "land", "bonus"};

Json rotations_json(unsigned set) {
    Json list = Json::array();
    for (unsigned r = 0; r < 4; ++r) {
        if (set >> r & 1) list.push_back(r);
    }
    return list;
}

/// Copies of a tile that may still come to the board: undrawn, waiting aside, in hand.
unsigned copies_to_come(const Game& game, TileIndex tile) {
    unsigned copies = game.now.bag[tile] + (game.now.hand == tile ? 1u : 0u);
    for (unsigned i = 0; i < game.now.aside; ++i) copies += game.now.set_aside[i] == tile ? 1u : 0u;
    return copies;
}

bool is_river(const Game& game) {
    return game.now.stack == Stack::river || game.now.stack == Stack::river_lake;
}

/// Open cells where at least one tile to come fits.
std::set<Cell> living_cells(const Game& game) {
    std::set<Cell> living;
    for (unsigned i = 0; i < game.box->tile_count; ++i) {
        const auto tile = static_cast<TileIndex>(i);
        if (copies_to_come(game, tile) == 0) continue;
        WhereItFits found;
        find_placements(game, tile, found);
        for_each_placement(game, found,
                           [&](Placement placement) { living.insert(placement.cell); });
    }
    return living;
}

Json open_json(const Game& game) {
    const Position& p = game.now;
    Json list = Json::array();
    const std::set<Cell> living = living_cells(game);
    for (unsigned slot = 0; slot < p.frontier; ++slot) {
        const Cell cell = p.open.cell[slot];
        const bool dead = !living.contains(cell);
        list.push_back({{"x", cell.x}, {"y", cell.y}, {"dead", dead && !game.over()}});
    }
    if (is_river(game)) {
        const Cell cell = p.open.cell[river_slot];
        list.push_back({{"x", cell.x}, {"y", cell.y}, {"dead", false}});
    }
    return list;
}

Json board_json(const Session& session) {
    const Position& p = session.game().now;
    Json list = Json::array();
    for (unsigned t = 0; t < p.placed; ++t) {
        const PlacedTile& tile = p.tile[t];
        list.push_back({{"x", tile.cell.x},
                        {"y", tile.cell.y},
                        {"tile", session.setup().tile_id(tile.tile())},
                        {"rot", tile.rotation()}});
    }
    return list;
}

Json tokens_json(const Game& game) {
    Json list = Json::array();
    for (unsigned t = 0; t < game.now.placed; ++t) {
        const PlacedTile& tile = game.now.tile[t];
        const TokenView view = token_on(game, tile);
        if (view.token == Token::none) continue;
        const SegmentKind kind = game.tile(tile.tile()).segments[view.where.segment].kind;
        list.push_back({{"x", tile.cell.x},
                        {"y", tile.cell.y},
                        {"segment", view.where.segment},
                        {"token", std::string(word(view.token))},
                        {"player", view.player},
                        {"kind", std::string(word(kind))}});
    }
    return list;
}

Json players_json(const Session& session) {
    const Position& p = session.game().now;
    Json list = Json::array();
    for (unsigned i = 0; i < session.players(); ++i) {
        Json player = {{"name", session.record().players[i]}, {"score", p.score[i]}};
        for (const TokenKind& kind : token_kinds) {
            if (needs_width(kind) && !is_wide(*session.game().box)) continue;
            player[std::string(kind.plural)] = p.supply(kind.token, i);
        }
        if (session.game().box->has_goods) {
            player["goods"] = goods_json(goods_of(session.game(), i), EachKind::always);
        }
        list.push_back(std::move(player));
    }
    return list;
}

Json man_place_json(const Game& game) {
    const Position& p = game.now;
    if (p.man == ManPlace::absent) return nullptr;
    if (p.man != ManPlace::city) return Json{{"place", "beside"}};
    const SegmentRef where = smallest_feature_segment(game, man_city(game));
    return {
        {"place", "city"}, {"x", where.cell.x}, {"y", where.cell.y}, {"segment", where.segment}};
}

Json remaining_json(const Session& session) {
    const Game& game = session.game();
    Json list = Json::array();
    for (unsigned i = 0; i < game.box->tile_count; ++i) {
        const auto tile = static_cast<TileIndex>(i);
        list.push_back({{"tile", session.setup().tile_id(tile)},
                        {"count", game.now.bag[i]},
                        {"of", game.tile(tile).count},
                        {"stack", stack_words[static_cast<unsigned>(game.tile(tile).stack)]}});
    }
    return list;
}

/// Board, tokens, open cells (and which of them nothing fits any more), players, stacks, hand.
Json position_json(const Session& session) {
    const Game& game = session.game();
    const Position& p = game.now;
    Json json;
    json["ply"] = session.ply();
    json["turns"] = session.turns();
    json["player"] = p.player;
    json["phase"] = phase_words[static_cast<unsigned>(p.phase)];
    json["stack"] = stack_words[static_cast<unsigned>(p.stack)];
    json["hand"] = p.hand == no_tile ? Json(nullptr) : Json(session.setup().tile_id(p.hand));
    json["bonus"] = p.bonus_turn;
    json["again"] = p.second_part;
    json["over"] = game.over();
    json["hash"] = hex_of(hash(game));
    json["players"] = players_json(session);
    json["board"] = board_json(session);
    json["tokens"] = tokens_json(game);
    json["open"] = open_json(game);
    json["man"] = man_place_json(game);
    json["left"] = Json::object();
    for (unsigned s = 0; s < stack_count; ++s) {
        json["left"][stack_words[s]] = tiles_left(game, static_cast<Stack>(s));
    }
    json["remaining"] = remaining_json(session);
    json["skipped"] = Json::array();
    for (const TileIndex tile : session.skipped()) {
        json["skipped"].push_back(session.setup().tile_id(tile));
    }
    return json;
}

/// [{x, y, rots}] for the tile in hand, in the fixed order of cells.
Json placements_json(const Game& game) {
    Json list = Json::array();
    if (game.now.phase != Phase::place) return list;
    PlacementList placements;
    legal_placements(game, placements);
    for (unsigned i = 0; i < placements.count; ++i) {
        const Placement& placement = placements.placement[i];
        const bool again = i > 0 && placements.placement[i - 1].cell == placement.cell;
        if (!again) {
            list.push_back(
                {{"x", placement.cell.x}, {"y", placement.cell.y}, {"rots", Json::array()}});
        }
        list.back()["rots"].push_back(placement.rotation);
    }
    return list;
}

/// Cities the Gingerbread Man may go to after this much of the move, with what each player would
/// get if he left it now; none if he need not move.
Result<Json> man_targets_json(const Game& game, const Move& move) {
    Json list = Json::array();
    if (game.now.man == ManPlace::absent && move.man_move_count == 0) return list;
    Game copy = game;
    if (auto ok = play_man_moves(copy, move); !ok) return std::unexpected(ok.error());
    if (copy.now.phase != Phase::man) return list;
    const ManChoices choices = man_choices(copy);
    for (unsigned i = 0; i < choices.count; ++i) {
        const SegmentRef where = smallest_feature_segment(copy, choices.root[i]);
        const Points points = points_if_man_left(copy, choices.root[i]);
        Json each = Json::array();
        for (unsigned player = 0; player < copy.now.players; ++player) {
            each.push_back(points[player]);
        }
        Json to = {{"x", where.cell.x}, {"y", where.cell.y}, {"segment", where.segment}};
        list.push_back({{"to", std::move(to)}, {"points", std::move(each)}});
    }
    return list;
}

/// What a token may stand on by these rules.
KindSet grounds(const TokenKind& kind, const Ruleset& rules) {
    const KindSet without =
        rules.farms == FarmRule::off ? kind_set({SegmentKind::field}) : kind_set({});
    return static_cast<KindSet>(kind.stands_on & kinds_of(rules.family) & ~unsigned{without});
}

} // namespace

Json token_rows_json(const Ruleset& rules) {
    Json list = Json::array();
    for (const TokenKind& kind : token_kinds) {
        const KindSet on = grounds(kind, rules);
        if (rules.*kind.supply == 0 || on == 0) continue;
        Json stands_on = Json::array();
        for (unsigned i = 0; i < segment_kind_count; ++i) {
            const auto ground = static_cast<SegmentKind>(i);
            if (contains(on, ground)) stands_on.push_back(std::string(word(ground)));
        }
        list.push_back({{"token", std::string(kind.word)},
                        {"left", std::string(kind.plural)},
                        {"on", stands_on.front()},
                        {"stands_on", stands_on}});
    }
    return list;
}

Json step_json(const Session& session, Json turn) {
    Json json;
    json["turn"] = std::move(turn);
    json["position"] = position_json(session);
    json["areas"] = areas_json(session.game());
    json["placements"] = placements_json(session.game());
    return json;
}

Result<Json> draft_json(const Game& game, const Move& move) {
    if (auto ok = check_placement(game, move.placement); !ok) return std::unexpected(ok.error());
    if (auto ok = check_deployment(game, move); !ok) return std::unexpected(ok.error());
    const auto targets = man_targets_json(game, move);
    if (!targets) return std::unexpected(targets.error());
    const Choices choices = choices_after(game, move.placement);
    Json json;
    json["tokens"] = Json::array();
    choices.for_each([&](Deployment deployment) {
        if (deployment.action != Deployment::Action::deploy) return;
        json["tokens"].push_back(
            {{"token", std::string(word(deployment.token))}, {"segment", deployment.segment}});
    });
    json["recall"] = choices.recall;
    json["targets"] = *targets;
    return json;
}

Json fitting_json(const Session& session, int x, int y) {
    const Game& game = session.game();
    Json list = Json::array();
    for (unsigned i = 0; i < game.box->tile_count; ++i) {
        const auto tile = static_cast<TileIndex>(i);
        const unsigned copies = copies_to_come(game, tile);
        if (copies == 0) continue;
        WhereItFits found;
        find_placements(game, tile, found);
        unsigned rotations = 0;
        for_each_placement(game, found, [&](Placement placement) {
            if (placement.cell.x == x && placement.cell.y == y)
                rotations |= 1u << placement.rotation;
        });
        if (rotations == 0) continue;
        list.push_back({{"tile", session.setup().tile_id(tile)},
                        {"count", copies},
                        {"rots", rotations_json(rotations)}});
    }
    return list;
}

Json turn_json(const Record& record, const RecordTurn& turn, const Game& after,
               const TurnEvents& events) {
    Json json;
    json["player"] = turn.player;
    json["tile"] = record.setup->tile_id(turn.tile);
    json["move"] = move_json(turn.move);
    json["bonus"] = turn.bonus;
    json["skipped"] = Json::array();
    for (const TileIndex tile : turn.skipped) {
        json["skipped"].push_back(record.setup->tile_id(tile));
    }
    json["kind"] = nullptr; // of the segment a token was put on
    if (turn.move.deployment.action == Deployment::Action::deploy) {
        const Tile& tile = record.box().tiles[turn.tile];
        json["kind"] = std::string(word(tile.segments[turn.move.deployment.segment].kind));
    }
    json["events"] = events_json(events);
    if (after.now.second_part) json["again"] = true; // also one that is lost (B11)
    json["scores"] = Json::array();
    for (unsigned i = 0; i < record.players.size(); ++i) {
        json["scores"].push_back(after.now.score[i]);
    }
    return json;
}

Json log_json(const Record& record) {
    Json list = Json::array();
    const auto done = replay(record, [&](const ReplayedTurn& played) {
        list.push_back(turn_json(record, played.turn, played.after, played.events));
    });
    return list;
}

Json final_json(const Session& session) {
    Record record = session.record();
    record.turns.resize(session.ply());
    record.result.reset();
    Json json;
    const auto done = replay(record);
    if (!done) return json;
    json["over"] = session.game().over();
    json["scores"] = Json::array();
    json["breakdown"] = Json::array();
    for (unsigned i = 0; i < session.players(); ++i) {
        json["scores"].push_back((*done)->final[i]);
        json["breakdown"].push_back(breakdown_json((*done)->breakdown[i]));
    }
    json["events"] = events_json((*done)->final_events);
    return json;
}

} // namespace bastide::binding
