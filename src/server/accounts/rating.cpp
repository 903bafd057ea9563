#include "server/accounts/rating.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bastide::server {
namespace {

constexpr double glicko_scale = 173.7178;
constexpr double glicko_tau = 0.5;         // how fast volatility changes
constexpr double surest_deviation = 45;    // nobody is known better than that
constexpr double performance_spread = 175; // beta: half of the first deviation, as Weng and Lin
constexpr double drift = 3.5;              // added before each game, so that ratings stay alive

double square(double x) {
    return x * x;
}

double weight(double phi) {
    return 1 / std::sqrt(1 + 3 * square(phi) / square(std::numbers::pi));
}

/// Step 5 of Glickman's paper: the Illinois algorithm on f.
double new_volatility(double sigma, double phi, double v, double delta) {
    const double a = std::log(square(sigma));
    const auto f = [&](double x) {
        const double e = std::exp(x);
        const double d = square(phi) + v + e;
        return e * (square(delta) - d) / (2 * square(d)) - (x - a) / square(glicko_tau);
    };
    double low = a, high = 0;
    if (square(delta) > square(phi) + v) {
        high = std::log(square(delta) - square(phi) - v);
    } else {
        double k = 1;
        while (f(a - k * glicko_tau) < 0) ++k;
        high = a - k * glicko_tau;
    }
    double f_low = f(low), f_high = f(high);
    for (int i = 0; i < 100 && std::abs(high - low) > 1e-6; ++i) {
        const double middle = low + (low - high) * f_low / (f_high - f_low);
        const double f_middle = f(middle);
        if (f_middle * f_high <= 0) {
            low = high;
            f_low = f_high;
        } else {
            f_low /= 2;
        }
        high = middle;
        f_high = f_middle;
    }
    return std::exp(low / 2);
}

} // namespace

Rating glicko2(const Rating& player, std::span<const GlickoGame> games) {
    const double mu = (player.rating - 1500) / glicko_scale;
    const double phi = player.deviation / glicko_scale;
    double information = 0, surprise = 0;
    for (const GlickoGame& game : games) {
        const double g = weight(game.opponent.deviation / glicko_scale);
        const double their_mu = (game.opponent.rating - 1500) / glicko_scale;
        const double expected = 1 / (1 + std::exp(-g * (mu - their_mu)));
        information += square(g) * expected * (1 - expected);
        surprise += g * (game.score - expected);
    }
    if (games.empty()) return player;
    const double v = 1 / information;
    const double sigma = new_volatility(player.volatility, phi, v, v * surprise);
    const double before = std::sqrt(square(phi) + square(sigma));
    const double after = 1 / std::sqrt(1 / square(before) + information);
    return {1500 + glicko_scale * (mu + square(after) * surprise), glicko_scale * after, sigma};
}

/// Weng and Lin, "A Bayesian Approximation Method for Online Ranking", algorithm 4.
std::vector<Rating> plackett_luce(std::span<const Standing> standings) {
    double spread = 0;
    for (const Standing& s : standings) {
        spread += square(s.before.deviation) + square(performance_spread);
    }
    const double c = std::sqrt(spread);
    const auto strength = [&](const Standing& s) { return std::exp(s.before.rating / c); };

    std::vector<Rating> after;
    for (const Standing& mine : standings) {
        double omega = 0, delta = 0;
        for (const Standing& other : standings) {
            if (other.rank > mine.rank) continue;
            double rest = 0, equals = 0; // those who were not placed before `other`, and beside it
            for (const Standing& s : standings) {
                if (s.rank >= other.rank) rest += strength(s);
                if (s.rank == other.rank) equals += 1;
            }
            const double p = strength(mine) / rest;
            omega += ((&other == &mine ? 1 : 0) - p) / equals;
            delta += p * (1 - p) / equals;
        }
        const double variance = square(mine.before.deviation);
        const double gamma = mine.before.deviation / c;
        Rating rating = mine.before;
        rating.rating += variance / c * omega;
        rating.deviation *= std::sqrt(std::max(1 - gamma * variance / square(c) * delta, 1e-4));
        after.push_back(rating);
    }
    return after;
}

std::vector<Rating> rate(std::span<const Standing> standings) {
    std::vector<Rating> after;
    if (standings.size() == 2) {
        for (unsigned i = 0; i < 2; ++i) {
            const Standing &mine = standings[i], &theirs = standings[1 - i];
            const double score = mine.rank < theirs.rank ? 1 : mine.rank > theirs.rank ? 0 : 0.5;
            const GlickoGame game{theirs.before, score};
            after.push_back(glicko2(mine.before, {&game, 1}));
        }
    } else {
        std::vector<Standing> drifted(standings.begin(), standings.end());
        for (Standing& s : drifted) s.before.deviation = std::hypot(s.before.deviation, drift);
        after = plackett_luce(drifted);
    }
    for (Rating& r : after) r.deviation = std::clamp(r.deviation, surest_deviation, 350.0);
    return after;
}

} // namespace bastide::server
