#pragma once
// Ratings of many agents from the games they played against each other.

#include "ai/arena/match.h"

#include <Eigen/Core>

#include <span>
#include <vector>

namespace bastide {

/// Elo by maximum likelihood: the chance of i against j is 1 / (1 + 10^((elo_j - elo_i) / 400)), a
/// draw is half a win. The mean of all is 0. Every two agents are given one drawn game besides, so
/// that a clean sheet has a finite rating.
class Ratings {
  public:
    /// Bouts of two players. All bouts of one draw order count as one unit of chance.
    Ratings(unsigned agents, std::span<const Bout> bouts);

    unsigned agents() const { return agents_; }
    Estimate elo(unsigned agent) const;
    Estimate difference(unsigned agent, unsigned other) const;
    /// The strongest first.
    std::vector<unsigned> order() const;

  private:
    double expected(unsigned i, unsigned j) const;
    void fit(std::span<const Bout> bouts);
    void find_spread(std::span<const Bout> bouts);
    Estimate combination(const Eigen::VectorXd& weights) const;

    unsigned agents_;
    Eigen::VectorXd strength_; // natural logarithm, mean 0
    Eigen::MatrixXd games_;    // with the drawn one
    Eigen::MatrixXd by_model_; // covariance if all games were independent
    Eigen::MatrixXd by_draws_; // covariance as the draw orders show it
    std::uint64_t draw_orders_ = 0;
};

} // namespace bastide
