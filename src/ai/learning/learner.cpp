#include "ai/learning/learner.h"

#include "ai/parallel.h"
#include "ai/search/moves.h"
#include "ai/search/reward.h"
#include "rules/playout.h"

#include <cmath>

namespace bastide {
namespace {

constexpr std::size_t all_terms = term_knots.size() * term_count;

struct Judged {
    Value value;
    unsigned left;
    std::vector<TermUse> uses;
};

const JudgedMove& best_of(const std::vector<JudgedMove>& moves, unsigned player, unsigned players,
                          float noise, Random& random) {
    const JudgedMove* best = nullptr;
    float best_margin = 0;
    for (const JudgedMove& move : moves) {
        const float margin = margin_of(move.value, player, players) +
                             noise * static_cast<float>(random.unit() + random.unit() - 1);
        if (best != nullptr && margin <= best_margin) continue;
        best = &move;
        best_margin = margin;
    }
    return *best;
}

/// Solves (products + caution) x = pull by Cholesky's method.
std::vector<double> solve(const std::vector<float>& products, const std::vector<double>& pull,
                          double caution) {
    constexpr std::size_t n = all_terms;
    std::vector<double> l(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = static_cast<double>(products[i * n + j]) + (i == j ? caution : 0);
            for (std::size_t k = 0; k < j; ++k) sum -= l[i * n + k] * l[j * n + k];
            l[i * n + j] = i == j ? std::sqrt(std::max(sum, 1e-6)) : sum / l[j * n + j];
        }
    }
    std::vector<double> x = pull;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < i; ++k) x[i] -= l[i * n + k] * x[k];
        x[i] /= l[i * n + i];
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k) x[i] -= l[k * n + i] * x[k];
        x[i] /= l[i * n + i];
    }
    return x;
}

} // namespace

/// One equation for each player: the terms it used, times what they must change, is the error.
void Learner::add_equations(const std::vector<TermUse>& uses, const KnotShare& share,
                            const Value& error, Sums& sums) const {
    std::array<float, 2 * term_count> weights;
    std::array<std::uint16_t, 2 * term_count> used;
    for (unsigned player = 0; player < settings_.players; ++player) {
        weights.fill(0);
        for (const TermUse& use : uses) {
            if (use.player != player) continue;
            weights[use.term] += use.weight * (1 - share.above_share);
            weights[term_count + use.term] += use.weight * share.above_share;
        }
        unsigned count = 0;
        for (unsigned i = 0; i < weights.size(); ++i) {
            if (weights[i] != 0) used[count++] = static_cast<std::uint16_t>(i);
        }
        const std::size_t first = share.below * term_count;
        for (unsigned a = 0; a < count; ++a) {
            const float weight = weights[used[a]];
            sums.pull[first + used[a]] += static_cast<double>(weight * error[player]);
            float* row = &sums.products[(first + used[a]) * all_terms + first];
            for (unsigned b = 0; b <= a; ++b) row[used[b]] += weight * weights[used[b]];
        }
    }
}

Learner::Learner(const Box& box, const TermTable& start, const LearnSettings& settings)
    : box_(box)
    , settings_(settings)
    , terms_(start)
    , evaluation_(box, settings.players, start)
    , formula_(box, settings.players)
    , sum_(all_terms, 0) {
    remembered_.pull.assign(all_terms, 0);
    remembered_.products.assign(all_terms * all_terms, 0);
}

void Learner::play(std::uint64_t seed, Sums& sums) const {
    Random random(seed);
    Game game(box_, settings_.players, random.below(settings_.players));
    Deck deck(game, random.next());
    MoveJudge judge(evaluation_), formula_judge(formula_);
    std::array<MoveJudge*, max_players> judges;
    std::array<float, max_players> noise;
    for (unsigned i = 0; i < settings_.players; ++i) {
        const auto mood = static_cast<float>(random.unit());
        judges[i] = mood < settings_.formula_share ? &formula_judge : &judge;
        noise[i] = mood > 1 - settings_.wild_share ? settings_.wild : settings_.noise;
    }
    std::vector<JudgedMove> moves;
    std::vector<Judged> course;
    while (!game.over()) {
        draw_from(deck, game, nullptr);
        if (game.over()) break;
        const unsigned player = game.now.player;
        judges[player]->judge(game, moves);
        apply(game, best_of(moves, player, settings_.players, noise[player], random).move);
        if (game.over()) break;
        Judged judged;
        judged.left = tiles_left(game, Stack::land);
        judged.value = evaluation_.explain(game, judged.uses);
        course.push_back(std::move(judged));
    }
    Value target = final_value(game);
    for (unsigned i = 0; i < settings_.players; ++i) sums.points += static_cast<double>(target[i]);
    for (std::size_t t = course.size(); t-- > 0;) {
        const Judged& judged = course[t];
        const KnotShare share = knot_share(evaluation_.turns(judged.left));
        Value error = {};
        for (unsigned i = 0; i < settings_.players; ++i) {
            error[i] = target[i] - judged.value[i];
            sums.error += static_cast<double>(error[i] * error[i]);
            ++sums.judgements;
        }
        if ((t + seed) % settings_.stride == 0) add_equations(judged.uses, share, error, sums);
        for (unsigned i = 0; i < settings_.players; ++i) {
            target[i] = judged.value[i] + settings_.lambda * error[i];
        }
    }
}

RoundReport Learner::round() {
    evaluation_.set_terms(terms_);
    std::vector<Sums> sums(settings_.threads);
    const std::uint64_t first = rounds_ * settings_.games_a_round;
    in_parallel(settings_.threads, [&](unsigned w) {
        sums[w].pull.assign(all_terms, 0);
        sums[w].products.assign(all_terms * all_terms, 0);
        for (unsigned g = w; g < settings_.games_a_round; g += settings_.threads) {
            play(mix_seed(settings_.seed, first + g), sums[w]);
        }
    });
    ++rounds_;
    ++averaged_;
    RoundReport report;
    double judgements = 0;
    for (double& pull : remembered_.pull) pull = 0; // errors of terms that are gone
    for (float& product : remembered_.products) product *= settings_.memory;
    for (const Sums& s : sums) {
        report.error += s.error;
        report.points += s.points;
        judgements += static_cast<double>(s.judgements);
        for (std::size_t i = 0; i < all_terms; ++i) remembered_.pull[i] += s.pull[i];
        for (std::size_t i = 0; i < all_terms * all_terms; ++i) {
            remembered_.products[i] += s.products[i];
        }
    }
    report.error /= judgements;
    report.points /= settings_.games_a_round * settings_.players;
    const std::vector<double> change =
        solve(remembered_.products, remembered_.pull, static_cast<double>(settings_.caution));
    for (std::size_t k = 0; k < term_knots.size(); ++k) {
        const auto floats = as_floats(terms_[k]);
        for (std::size_t i = 0; i < term_count; ++i) {
            floats[i] += settings_.rate * static_cast<float>(change[k * term_count + i]);
        }
        clamp_terms(terms_[k]);
        for (std::size_t i = 0; i < term_count; ++i) {
            double& sum = sum_[k * term_count + i];
            if (averaged_ == 1) sum = 0;
            sum += static_cast<double>(floats[i]);
        }
    }
    return report;
}

TermTable Learner::average() const {
    TermTable table = terms_;
    if (averaged_ == 0) return table;
    for (std::size_t k = 0; k < term_knots.size(); ++k) {
        const auto floats = as_floats(table[k]);
        for (std::size_t i = 0; i < term_count; ++i) {
            floats[i] =
                static_cast<float>(sum_[k * term_count + i] / static_cast<double>(averaged_));
        }
    }
    return table;
}

OnePlyResult compare_one_ply(const Box& box, unsigned players, const Evaluation& first,
                             const Evaluation& second, unsigned pairs, unsigned threads,
                             std::uint64_t seed) {
    std::vector<double> margins(pairs), wins(pairs);
    const auto play_pair = [&](unsigned pair) {
        MoveJudge judges[] = {MoveJudge(first), MoveJudge(second)};
        std::vector<JudgedMove> moves;
        for (unsigned seat = 0; seat < players; ++seat) {
            Random random(mix_seed(seed, pair * players + seat));
            Game game(box, players, 0);
            Deck deck(game, mix_seed(seed, 1000000 + pair));
            for (;;) {
                draw_from(deck, game, nullptr);
                if (game.over()) break;
                const unsigned player = game.now.player;
                judges[player == seat ? 0 : 1].judge(game, moves);
                apply(game, best_of(moves, player, players, 0.001f, random).move);
            }
            const float margin = margin_of(final_value(game), seat, players);
            margins[pair] += static_cast<double>(margin) / players;
            wins[pair] += (margin > 0 ? 1.0 : margin < 0 ? 0.0 : 0.5) / players;
        }
    };
    in_parallel(threads, [&](unsigned w) {
        for (unsigned pair = w; pair < pairs; pair += threads) play_pair(pair);
    });
    OnePlyResult result;
    double squares = 0;
    for (unsigned i = 0; i < pairs; ++i) {
        result.margin += margins[i] / pairs;
        result.wins += wins[i] / pairs;
        squares += margins[i] * margins[i];
    }
    result.error = std::sqrt((squares / pairs - result.margin * result.margin) / pairs);
    return result;
}

} // namespace bastide
