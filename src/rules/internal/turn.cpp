#include "rules/internal/turn.h"

#include "rules/internal/invariants.h"

namespace bastide {

void undo(Game& game, const Change& change) {
    change.bytes_.put_back(game);
    change.pairs_.put_back(game);
    change.fours_.put_back(game);
    change.words_.put_back(game);
    static_cast<Header&>(game.now) = change.header_;
    debug_check(game);
}

void turn::receive_man(Game& game, TileIndex type, const PlacedTile& tile) {
    const TileParts& parts = game.box->parts[type];
    if (parts.cities == 0) return;
    const auto first = static_cast<unsigned>(std::countr_zero(parts.cities));
    game.now.man = ManPlace::city;
    game.now.man_city = static_cast<Node>(tile.feature_base + parts.local[first]);
}

bool turn::may_recall(const Game& game, std::optional<Cell> about_to_be_filled) {
    const Position& p = game.now;
    const unsigned site = abbot_site(game, p.player);
    if (site == p.sites) return false;
    const Cell cell = p.site[site].cell;
    const bool one_more = about_to_be_filled && touches(cell, *about_to_be_filled);
    return filled_around(game, cell) + (one_more ? 1 : 0) < places_around;
}

} // namespace bastide
