#include "ai/arena/ratings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>

namespace bastide {
namespace {

using Matrix = std::vector<double>;
constexpr double elo_per_unit = 400 / std::numbers::ln10;

/// Gauss and Jordan with pivots; the matrix is symmetric and positive.
Matrix inverse(Matrix m, unsigned n) {
    Matrix result(n * n, 0);
    for (unsigned i = 0; i < n; ++i) result[i * n + i] = 1;
    for (unsigned column = 0; column < n; ++column) {
        unsigned pivot = column;
        for (unsigned row = column; row < n; ++row) {
            if (std::abs(m[row * n + column]) > std::abs(m[pivot * n + column])) pivot = row;
        }
        for (unsigned k = 0; k < n; ++k) {
            std::swap(m[pivot * n + k], m[column * n + k]);
            std::swap(result[pivot * n + k], result[column * n + k]);
        }
        const double scale = 1 / m[column * n + column];
        for (unsigned k = 0; k < n; ++k) {
            m[column * n + k] *= scale;
            result[column * n + k] *= scale;
        }
        for (unsigned row = 0; row < n; ++row) {
            const double factor = m[row * n + column];
            if (row == column || factor == 0) continue;
            for (unsigned k = 0; k < n; ++k) {
                m[row * n + k] -= factor * m[column * n + k];
                result[row * n + k] -= factor * result[column * n + k];
            }
        }
    }
    return result;
}

Matrix product(const Matrix& a, const Matrix& b, unsigned n) {
    Matrix result(n * n, 0);
    for (unsigned i = 0; i < n; ++i) {
        for (unsigned k = 0; k < n; ++k) {
            for (unsigned j = 0; j < n; ++j) result[i * n + j] += a[i * n + k] * b[k * n + j];
        }
    }
    return result;
}

double variance(const Matrix& covariance, const std::vector<double>& weights) {
    const std::size_t n = weights.size();
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) sum += weights[i] * covariance[i * n + j] * weights[j];
    }
    return sum;
}

} // namespace

Ratings::Ratings(unsigned agents, std::span<const Bout> bouts)
    : agents_(agents)
    , strength_(agents, 0.0)
    , games_(agents * agents, 1.0) {
    fit(bouts);
    find_spread(bouts);
}

double Ratings::expected(unsigned i, unsigned j) const {
    return 1 / (1 + std::exp(strength_[j] - strength_[i]));
}

/// Each agent's strength is set to what its points demand, given the others, until nothing moves.
void Ratings::fit(std::span<const Bout> bouts) {
    std::vector<double> points(agents_, 0.5 * (agents_ - 1));
    for (const Bout& bout : bouts) {
        const auto [i, j] = bout.agents;
        const auto games = static_cast<double>(bout.scores.size());
        const double won = bout.score(2) * games;
        points[i] += won;
        points[j] += games - won;
        at(games_, i, j) += games;
        at(games_, j, i) += games;
    }
    for (int round = 0; round < 100000; ++round) {
        double moved = 0;
        for (unsigned i = 0; i < agents_; ++i) {
            double demand = 0; // sum of games / (own + other), with own taken out
            for (unsigned j = 0; j < agents_; ++j) {
                if (i != j) demand += at(games_, i, j) * expected(i, j);
            }
            const double step = std::log(points[i] / demand);
            strength_[i] += step;
            moved = std::max(moved, std::abs(step));
        }
        if (moved < 1e-12) break;
    }
    const double mean =
        std::accumulate(strength_.begin(), strength_.end(), 0.0) / static_cast<double>(agents_);
    for (double& strength : strength_) strength -= mean;
}

/// The curvature of the likelihood says how far chance moves a rating if all games are independent;
/// the slopes that each draw order contributes say how far it really did.
void Ratings::find_spread(std::span<const Bout> bouts) {
    const double all = 1.0 / agents_;
    Matrix curvature(agents_ * agents_, all); // the common level, which is fixed, made regular
    for (unsigned i = 0; i < agents_; ++i) {
        for (unsigned j = 0; j < agents_; ++j) {
            if (i == j) continue;
            const double weight = at(games_, i, j) * expected(i, j) * expected(j, i);
            at(curvature, i, i) += weight;
            at(curvature, i, j) -= weight;
        }
    }
    by_model_ = inverse(curvature, agents_);
    for (double& entry : by_model_) entry -= all;

    std::map<std::uint64_t, std::vector<double>> slopes;
    for (const Bout& bout : bouts) {
        const auto [i, j] = bout.agents;
        std::vector<double>& slope = slopes.try_emplace(bout.pair, agents_, 0.0).first->second;
        const double excess =
            (bout.score(2) - expected(i, j)) * static_cast<double>(bout.scores.size());
        slope[i] += excess;
        slope[j] -= excess;
    }
    draw_orders_ = slopes.size();
    Matrix spread(agents_ * agents_, 0);
    for (const auto& [pair, slope] : slopes) {
        for (unsigned i = 0; i < agents_; ++i) {
            for (unsigned j = 0; j < agents_; ++j) at(spread, i, j) += slope[i] * slope[j];
        }
    }
    if (draw_orders_ > 1) {
        const auto n = static_cast<double>(draw_orders_);
        for (double& entry : spread) entry *= n / (n - 1);
    }
    by_draws_ = product(product(by_model_, spread, agents_), by_model_, agents_);
}

/// The wider of both: with hardly a game lost the draw orders have nothing to show.
Estimate Ratings::combination(const std::vector<double>& weights) const {
    double value = 0;
    for (unsigned i = 0; i < agents_; ++i) value += weights[i] * strength_[i];
    const double widest = std::max(variance(by_model_, weights), variance(by_draws_, weights));
    const double half = draw_orders_ < 2 ? std::numeric_limits<double>::infinity()
                                         : student_t(draw_orders_ - 1) * std::sqrt(widest);
    return {elo_per_unit * value, elo_per_unit * (value - half), elo_per_unit * (value + half)};
}

Estimate Ratings::elo(unsigned agent) const {
    std::vector<double> weights(agents_, 0.0);
    weights[agent] = 1;
    return combination(weights);
}

Estimate Ratings::difference(unsigned agent, unsigned other) const {
    std::vector<double> weights(agents_, 0.0);
    weights[agent] += 1;
    weights[other] -= 1;
    return combination(weights);
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
