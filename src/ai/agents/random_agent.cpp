#include "ai/agents/random_agent.h"

#include "rules/playout.h"

namespace bastide {

Move RandomAgent::choose(const Game& game, const Budget&, Random& random) {
    return random_move(game, random);
}

} // namespace bastide
