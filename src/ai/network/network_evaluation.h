#pragma once
// The learned evaluation, corrected by the area network: what moves are chosen by where the network
// was measured to be stronger. What people are told goes by the evaluation alone (docs/ai.md).

#include "ai/evaluation/learned_evaluation.h"
#include "ai/network/weights.h"

#include <memory>

namespace bastide {

class NetworkEvaluation final : public Evaluation {
  public:
    /// Only where TokenReader::reads() the box. The weights must outlive it.
    NetworkEvaluation(const Box& box, const TermTable& table, const NetworkWeights& weights);

    Value operator()(const Game& game) const override;
    /// Points that the network adds to the margin of the player who moved last.
    float correction(const Game& game) const;

  private:
    LearnedEvaluation learned_;
    TokenReader reader_;
    const NetworkWeights& weights_;
};

/// The weights that the program was built with, read once; nullptr where there are none for it.
const NetworkWeights* network_for(const Box& box, unsigned players);

} // namespace bastide
