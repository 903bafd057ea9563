#include "ai/evaluation/evaluation.h"

#include "rules/scoring.h"

namespace bastide {

Value final_value(const Game& game) {
    const Points points = final_scores(game);
    Value value = {};
    for (unsigned i = 0; i < game.now.players; ++i) value[i] = points[i];
    return value;
}

} // namespace bastide
