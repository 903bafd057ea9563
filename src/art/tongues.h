#pragma once
// Where two meadows of a tile meet without a river between them, forest grows.

#include "art/layout.h"

namespace bastide::art {

/// Gives a strip along the border of two meadows to the forest at the end of that border.
void grow_tongues(Layout& layout, const Tile& tile);

} // namespace bastide::art
