#pragma once
// What an agent prepares itself for.

#include "rules/game.h"

namespace bastide {

/// What it prepared serves every game of this box with so many players.
struct TableKind {
    const Box* box = nullptr;
    unsigned players = 0;

    /// The table of this game from now on; false if it was that already.
    bool changes_to(const Game& game) {
        if (box == game.box && players == game.now.players) return false;
        box = game.box;
        players = game.now.players;
        return true;
    }
};

} // namespace bastide
