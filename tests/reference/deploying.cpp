#include "game.h"

#include <algorithm>

// What a player may do with the tile drawn: step T3 with all its pieces.
namespace bastide::reference {
namespace {

// RECORD.md: a hut is named by the lowest segment of each body of water printed on the tile; a
// lake with the rivers that reach it is one body.
std::set<int> bodies_of_water(const Tile& tile) {
    Board alone;
    alone[{0, 0}] = {&tile, 0};
    std::set<int> names;
    for (const Area& body : areas_of_kind(alone, "river_system")) names.insert(body.name()[2]);
    return names;
}

// T3, H3: where a follower may stand at all.
bool takes_follower(const Feature& feature, const Rules& rules) {
    static const std::set<std::string> classic = {"road", "city", "monastery"};
    static const std::set<std::string> hunters = {"forest", "river", "meadow"};
    if (rules.hunters()) return hunters.contains(feature.kind);
    if (feature.kind == "field") return rules.farms != "off";
    return classic.contains(feature.kind);
}

} // namespace

bool Game::has(const std::string& token) const {
    return supplies_.at(token).at(static_cast<std::size_t>(player_)) > 0;
}

std::optional<Spot> Game::standing(const std::string& token) const {
    for (const auto& [spot, other] : tokens_) {
        if (other.player == player_ && other.kind == token) return spot;
    }
    return std::nullopt;
}

// T3, A1 to A5, B3, B9, H3: the choices after the tile was placed, "none" first.
std::vector<LegalMove> Game::deployments(const Board& after, const LegalMove& placement) const {
    std::vector<LegalMove> moves = {placement};
    const auto add = [&](const std::string& token, int segment) {
        LegalMove move = placement;
        move.token = token;
        move.segment = segment;
        moves.push_back(move);
    };
    const Tile& placed = *after.at({placement.x, placement.y}).tile;
    for (int i = 0; i < static_cast<int>(placed.features.size()); ++i) {
        const Feature& feature = placed.feature(i);
        const Spot spot = {placement.x, placement.y, i};
        if (is_site(feature) && has("abbot")) add("abbot", i); // A2
        if (!takes_follower(feature, rules_)) continue;
        const Area area = flood(after, spot);
        const bool free = !holds_any(area, tokens_, "follower") && !holds_any(area, tokens_, "big");
        if (free && has("follower")) add("follower", i); // T3
        if (free && has("big")) add("big", i);           // I6
        if (!holds_own_follower(area, tokens_, player_)) continue;
        const bool way = feature.kind == "road" || feature.kind == "city";
        if (way && !area.open.empty() && has("builder")) add("builder", i); // B3
        if (feature.kind == "field" && has("pig")) add("pig", i);           // B9
    }
    if (has("hut")) {
        for (const int i : bodies_of_water(placed)) {
            const Area system = flood_river_system(after, {placement.x, placement.y, i});
            if (!holds_any(system, tokens_, "hut")) add("hut", i);
        }
    }
    if (const std::optional<Spot> abbot = standing("abbot")) {
        // A4, A5: only from a site that is still incomplete with the new tile.
        if (filled_neighbours(after, {(*abbot)[0], (*abbot)[1]}) < 8) {
            LegalMove move = placement;
            move.recall = true;
            moves.push_back(move);
        }
    }
    return moves;
}

std::set<LegalMove> Game::legal_moves(const std::string& id) const {
    const Tile& drawn = tile(id);
    std::set<LegalMove> moves;
    std::vector<int> rotations;
    for (int rot = 0; rot < 4; ++rot) {
        if (canonical_rotation(drawn, rot) == rot) rotations.push_back(rot);
    }
    Board after = board_;
    for (const Cell& cell : frontier(board_)) {
        for (const int rot : rotations) {
            if (!fits(board_, drawn, cell, rot, rules_.water())) continue;
            after[cell] = {&drawn, rot};
            LegalMove placement;
            placement.x = cell.first;
            placement.y = cell.second;
            placement.rot = rot;
            for (const LegalMove& move : deployments(after, placement)) moves.insert(move);
            after.erase(cell);
        }
    }
    return moves;
}

} // namespace bastide::reference
