#include "rules/internal/turn.h"

#include "rules/internal/invariants.h"

namespace bastide {

Deployment Choices::at(unsigned k) const {
    if (k == 0) return Deployment::nothing();
    --k;
    for (unsigned token = 1; token < token_count; ++token) {
        unsigned set = segments[token];
        const auto size = static_cast<unsigned>(std::popcount(set));
        if (k >= size) {
            k -= size;
            continue;
        }
        for (; k > 0; --k) set &= set - 1;
        return Deployment::put(static_cast<Token>(token),
                               static_cast<unsigned>(std::countr_zero(set)));
    }
    return Deployment::recall_abbot();
}

void undo(Game& game, const Change& change) {
    for (unsigned i = change.count_; i-- > 0;) {
        const Change::Old& old = change.old_[i];
        std::memcpy(reinterpret_cast<char*>(&game) + old.offset, &old.value, old.size);
    }
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
