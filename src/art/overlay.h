#pragma once
// Who holds what, laid over the board.

#include "art/board.h"

namespace bastide::art {

struct OverlayArt {
    std::string definitions;
    std::string body;
};

OverlayArt overlay(const Game& game, Overlay kind);

} // namespace bastide::art
