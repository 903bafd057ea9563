#include "ai/agents/random_agent.h"

#include "ai/agents/kind.h"
#include "rules/playout.h"

namespace bastide {

Move RandomAgent::choose(const Game& game, const Budget&, Random& random) {
    return random_move(game, random);
}

extern const AgentKind random_kind;
constinit const AgentKind random_kind = {
    "random", {}, TakesWeights::no, [](const AgentSpec&) -> std::unique_ptr<Agent> {
        return std::make_unique<RandomAgent>();
    }};

} // namespace bastide
