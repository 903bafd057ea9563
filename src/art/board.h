#pragma once
// A whole board as one SVG document.

#include "art/palette.h"
#include "catalog/catalog.h"
#include "rules/game.h"

#include <optional>
#include <string>
#include <vector>

namespace bastide::art {

enum class Overlay : std::uint8_t {
    none,
    owners, // who holds each city, road, monastery, field
    fields, // where each field or meadow reaches
};

struct BoardPicture {
    std::optional<Theme> theme; // the edition's own if there is none
    Overlay overlay = Overlay::none;
    unsigned pixels = 96;           // of a tile's side
    std::vector<std::string> names; // of the players; without them there is no score line
};

std::string render_board(const Setup& setup, const Game& game, const BoardPicture& picture);

} // namespace bastide::art
