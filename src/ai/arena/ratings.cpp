#include "ai/arena/ratings.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>

namespace bastide {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
constexpr double elo_per_unit = 400 / std::numbers::ln10;

} // namespace

Ratings::Ratings(unsigned agents, std::span<const Bout> bouts)
    : agents_(agents)
    , strength_(VectorXd::Zero(agents))
    , games_(MatrixXd::Ones(agents, agents)) {
    fit(bouts);
    find_spread(bouts);
}

double Ratings::expected(unsigned i, unsigned j) const {
    return 1 / (1 + std::exp(strength_[j] - strength_[i]));
}

/// Each agent's strength is set to what its points demand, given the others, until nothing moves.
void Ratings::fit(std::span<const Bout> bouts) {
    VectorXd points = VectorXd::Constant(agents_, 0.5 * (agents_ - 1));
    for (const Bout& bout : bouts) {
        const auto [i, j] = bout.agents;
        const auto games = static_cast<double>(bout.scores.size());
        const double won = bout.score(2) * games;
        points[i] += won;
        points[j] += games - won;
        games_(i, j) += games;
        games_(j, i) += games;
    }
    for (int round = 0; round < 100000; ++round) {
        double moved = 0;
        for (unsigned i = 0; i < agents_; ++i) {
            double demand = 0; // sum of games / (own + other), with own taken out
            for (unsigned j = 0; j < agents_; ++j) {
                if (i != j) demand += games_(i, j) * expected(i, j);
            }
            const double step = std::log(points[i] / demand);
            strength_[i] += step;
            moved = std::max(moved, std::abs(step));
        }
        if (moved < 1e-12) break;
    }
    strength_.array() -= strength_.mean();
}

/// The curvature of the likelihood says how far chance moves a rating if all games are independent;
/// the slopes that each draw order contributes say how far it really did.
void Ratings::find_spread(std::span<const Bout> bouts) {
    const double all = 1.0 / agents_;
    // The common level, which is fixed, made regular.
    MatrixXd curvature = MatrixXd::Constant(agents_, agents_, all);
    for (unsigned i = 0; i < agents_; ++i) {
        for (unsigned j = 0; j < agents_; ++j) {
            if (i == j) continue;
            const double weight = games_(i, j) * expected(i, j) * expected(j, i);
            curvature(i, i) += weight;
            curvature(i, j) -= weight;
        }
    }
    by_model_ = curvature.llt().solve(MatrixXd::Identity(agents_, agents_));
    by_model_.array() -= all;

    std::map<std::uint64_t, VectorXd> slopes;
    for (const Bout& bout : bouts) {
        const auto [i, j] = bout.agents;
        VectorXd& slope = slopes.try_emplace(bout.pair, VectorXd::Zero(agents_)).first->second;
        const double excess =
            (bout.score(2) - expected(i, j)) * static_cast<double>(bout.scores.size());
        slope(i) += excess;
        slope(j) -= excess;
    }
    draw_orders_ = slopes.size();
    MatrixXd spread = MatrixXd::Zero(agents_, agents_);
    for (const auto& [pair, slope] : slopes) spread += slope * slope.transpose();
    if (draw_orders_ > 1) {
        const auto n = static_cast<double>(draw_orders_);
        spread *= n / (n - 1);
    }
    by_draws_ = by_model_ * spread * by_model_;
}

/// The wider of both: with hardly a game lost the draw orders have nothing to show.
Estimate Ratings::combination(const VectorXd& weights) const {
    const double value = weights.dot(strength_);
    const double widest =
        std::max(weights.dot(by_model_ * weights), weights.dot(by_draws_ * weights));
    const double half = draw_orders_ < 2 ? std::numeric_limits<double>::infinity()
                                         : student_t(draw_orders_ - 1) * std::sqrt(widest);
    return {elo_per_unit * value, elo_per_unit * (value - half), elo_per_unit * (value + half)};
}

Estimate Ratings::elo(unsigned agent) const {
    return combination(VectorXd::Unit(agents_, agent));
}

Estimate Ratings::difference(unsigned agent, unsigned other) const {
    return combination(VectorXd::Unit(agents_, agent) - VectorXd::Unit(agents_, other));
}

std::vector<unsigned> Ratings::order() const {
    std::vector<unsigned> order(agents_);
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, [&](unsigned a, unsigned b) {
        return strength_[a] != strength_[b] ? strength_[a] > strength_[b] : a < b;
    });
    return order;
}

} // namespace bastide
