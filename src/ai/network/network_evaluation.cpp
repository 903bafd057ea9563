#include "ai/network/network_evaluation.h"

#include "ai/network/area_network.h"
#include "rules/inspect.h"

namespace bastide {

NetworkEvaluation::NetworkEvaluation(const Box& box, const TermTable& table,
                                     const NetworkWeights& weights)
    : learned_(box, 2, table)
    , reader_(box)
    , weights_(weights) {}

float NetworkEvaluation::correction(const Game& game) const {
    // Nothing was learned of positions with no tile to come: there points are nearly all scored.
    if (game.over() || tiles_left(game, Stack::land) == 0) return 0;
    AreaTokens tokens;
    reader_.read(game, tokens);
    return static_cast<float>(run_network(weights_, tokens, best_isa())) /
           static_cast<float>(network::points_one);
}

Value NetworkEvaluation::operator()(const Game& game) const {
    Value value = learned_(game);
    const float half = correction(game) / 2;
    value[1u - game.now.player] += half;
    value[game.now.player] -= half;
    return value;
}

const NetworkWeights* network_for(const Box& box, unsigned players) {
    static const WeightsRead embedded = read_weights(embedded_weights());
    return TokenReader::reads(box, players) ? embedded.weights.get() : nullptr;
}

} // namespace bastide
