#include "ai/agents/star25_agent.h"

namespace bastide {

void Star25Agent::prepare(const Game& game) {
    if (box_ == game.box && players_ == game.now.players) return;
    box_ = game.box;
    players_ = game.now.players;
    search_.reset();
    evaluation_ = std::make_unique<PlainEvaluation>(*box_, players_, weights_);
    search_ = std::make_unique<Star25Search>(*evaluation_, settings_);
}

Move Star25Agent::choose(const Game& game, const Budget& given, Random& random) {
    const Deadline deadline(with_default(given, 1.0)); // before what is prepared once
    prepare(game);
    return search_->run(game, deadline, random).move;
}

} // namespace bastide
