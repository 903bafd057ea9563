#include "cli/play/told.h"

#include "catalog/ruleset_fields.h"
#include "cli/console.h"
#include "notation/words.h"

#include <fmt/core.h>

#include <algorithm>

namespace bastide::cli {
namespace {

std::string with_count(unsigned number, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", number, number == 1 ? one : many);
}

std::string extras_of(const ScoreEvent& event, std::string_view one, std::string_view many) {
    return event.extras == 0 ? "" : " and " + with_count(event.extras, one, many);
}

std::string what_scored(const ScoreEvent& event) {
    const auto tiles = with_count(event.tiles, "tile", "tiles");
    const auto parts = with_count(event.tiles, "part", "parts");
    switch (event.area) {
    case AreaKind::road:
        return "road of " + tiles;
    case AreaKind::city:
        return "city of " + tiles + extras_of(event, "shield", "shields");
    case AreaKind::monastery:
        return fmt::format("monastery, {} of {} squares", event.tiles, full_site);
    case AreaKind::garden:
        return fmt::format("garden, {} of {} squares", event.tiles, full_site);
    case AreaKind::field:
        return "field with " + with_count(event.tiles, "completed city", "completed cities");
    case AreaKind::gingerbread:
        return "the Gingerbread Man left, " + with_count(event.extras, "knight", "knights");
    case AreaKind::forest:
        return "forest of " + parts + extras_of(event, "mushroom patch", "mushroom patches");
    case AreaKind::river:
        return "river of " + parts + extras_of(event, "fish", "fish");
    case AreaKind::hut:
        return "hut with " + with_count(event.tiles, "fish", "fish");
    case AreaKind::meadow:
        return "meadow with " + with_count(event.tiles, "animal", "animals");
    case AreaKind::goods:
        return fmt::format("most goods ({})", told(event.goods));
    }
    return "";
}

std::string_view place_of(SegmentKind kind) {
    switch (kind) {
    case SegmentKind::city:
        return "in the city";
    case SegmentKind::forest:
        return "in the forest";
    case SegmentKind::road:
        return "on the road";
    case SegmentKind::monastery:
        return "in the monastery";
    case SegmentKind::garden:
        return "in the garden";
    case SegmentKind::field:
        return "in the field";
    case SegmentKind::meadow:
        return "in the meadow";
    case SegmentKind::lake:
        return "at the lake";
    case SegmentKind::river:
    case SegmentKind::stream:
        break;
    }
    return "at the river";
}

/// "NE": clockwise from the north; nothing of a field or a monastery.
std::string sides_of(const Segment& segment, Rotation rotation) {
    const EdgeSet edges = turned_edges(segment.edges, rotation);
    std::string sides;
    for (unsigned side = 0; side < 4; ++side) {
        if ((edges >> side & 1) != 0) sides += "NESW"[side];
    }
    return sides;
}

} // namespace

std::string_view figure_word(Token token, SegmentKind kind) {
    if (token != Token::follower && token != Token::big) return word(token);
    switch (kind) {
    case SegmentKind::city:
        return "knight";
    case SegmentKind::road:
        return "robber";
    case SegmentKind::field:
        return "farmer";
    case SegmentKind::monastery:
        return "monk";
    case SegmentKind::forest:
        return "gatherer";
    case SegmentKind::stream:
        return "fisher";
    case SegmentKind::meadow:
        return "hunter";
    default:
        return word(token);
    }
}

std::string told_in_short(const Tile& tile, const Deployment& deployment) {
    switch (deployment.action) {
    case Deployment::Action::none:
        return "no figure";
    case Deployment::Action::recall:
        return "the abbot comes back";
    case Deployment::Action::deploy:
        break;
    }
    const SegmentKind kind = tile.segments[deployment.segment].kind;
    return fmt::format("{}{} {}", deployment.token == Token::big ? "big " : "",
                       figure_word(deployment.token, kind), place_of(kind));
}

std::vector<std::string> told_in_list(const Tile& tile, Rotation rotation,
                                      std::span<const Deployment> deployments) {
    std::vector<std::string> lines;
    for (const Deployment& one : deployments) lines.push_back(told_in_short(tile, one));
    const std::vector<std::string> plain = lines;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (std::ranges::count(plain, plain[i]) < 2) continue;
        const std::string sides = sides_of(tile.segments[deployments[i].segment], rotation);
        if (sides.empty()) continue;
        lines[i].erase(lines[i].find("the "), 4) += " " + sides;
    }
    return lines;
}

std::string told(const Tile& tile, const Deployment& deployment) {
    std::string text = told_in_short(tile, deployment);
    if (deployment.action != Deployment::Action::deploy) return text;
    return (text.starts_with('a') ? "an " : "a ") + text;
}

std::string told(const GoodsCount& goods) {
    std::string text;
    for (unsigned kind = 0; kind < goods_count; ++kind) {
        if (goods[kind] == 0) continue;
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", goods[kind],
                            word(static_cast<Goods>(kind + 1)));
    }
    return text;
}

std::string told(const Table& table, const ScoreEvent& event) {
    const std::string name = one_line(table.settings().seats[event.player].name);
    if (event.area == AreaKind::goods && event.reason != Reason::final) {
        return fmt::format("{} takes {}", name, told(event.goods));
    }
    const std::string majority =
        event.rival == 0 ? ""
                         : fmt::format(" ({} to {}{})", event.own, event.rival,
                                       event.own == event.rival ? ", a tie: each scores" : "");
    return fmt::format("{} {}: {}{}", name, counted(event.points, "point"), what_scored(event),
                       majority);
}

std::string told(const Table& table, const RecordTurn& turn) {
    std::string text =
        fmt::format("{} laid {}{} at {},{}", one_line(table.settings().seats[turn.player].name),
                    turn.bonus ? "the bonus tile " : "", short_tile(table.setup(), turn.tile),
                    turn.move.placement.cell.x, turn.move.placement.cell.y);
    if (turn.move.deployment.action != Deployment::Action::none) {
        text += ", " + told(table.game().tile(turn.tile), turn.move.deployment);
    }
    if (turn.move.man_move_count > 0) text += ", the Gingerbread Man moved";
    if (!turn.skipped.empty()) {
        text += fmt::format(" ({} fitted nowhere)", counted(std::ssize(turn.skipped), "tile"));
    }
    return text;
}

std::string told_area(const Game& game, SegmentRef where) {
    const AreaView area = area_at(game, where);
    const bool parts = area.kind == SegmentKind::forest || area.kind == SegmentKind::stream;
    std::string text(word(area.kind));
    if (area.network == Network::feature) {
        // With shields or mushrooms: "12+3", as one would count.
        text += area.extras > 0 ? fmt::format(" {}+{}", area.size, area.extras)
                                : " " + counted(area.size, parts ? "part" : "tile");
        text += area.complete ? ", done" : fmt::format(", {} open", area.open);
        if (area.raised) text += area.kind == SegmentKind::road ? ", inn" : ", cathedral";
        if (area.goods != GoodsCount{}) text += ", " + told(area.goods);
    } else if (area.network == Network::site) {
        text += fmt::format(" {} of {}", 1 + filled_around(game, where.cell), full_site);
    } else if (area.kind == SegmentKind::meadow) {
        text += fmt::format(" {}", counted(area.animals, "animal"));
    }
    std::string held;
    for (unsigned player = 0; player < game.now.players; ++player) {
        const unsigned count = area.held.of(player);
        if (count == 0) continue;
        held += fmt::format("{} {}:{}", held.empty() ? "" : ",", player + 1, count);
    }
    return text + held;
}

std::string_view short_tile(const Setup& setup, TileIndex tile) {
    const std::string_view id = setup.tile_id(tile);
    const auto letter = [](std::string_view of) { return of.substr(of.find('/') + 1); };
    const auto same = [&](const std::string& other) { return letter(other) == letter(id); };
    return std::ranges::count_if(setup.tile_ids, same) > 1 ? id : letter(id);
}

} // namespace bastide::cli
