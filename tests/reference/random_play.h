#pragma once

#include "game.h"

#include <cstdint>
#include <random>
#include <string>

namespace bastide::reference {

using Random = std::mt19937;

// Scattered games reach open land; compact ones fill monasteries, close cities, join areas and
// draw tiles that fit nowhere.
enum class Manner { scattered, compact };

// A legal turn for the player to move, with its draw: skipped tiles and targets of the Gingerbread
// Man included. The game must not be over.
Turn random_turn(const Game& game, Manner manner, Random& random);

// Any mix of options; those of hunters are none.
Options random_options(const std::string& edition, Random& random);

} // namespace bastide::reference
