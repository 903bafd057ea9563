#include "ai/arena/match.h"

#include "ai/margin.h"
#include "rules/random.h"

#include <algorithm>
#include <cassert>

namespace bastide {
namespace {

/// 1 for a win, 1/n for one shared by n, 0 for a loss.
double share_of_win(const Points& scores, unsigned players, unsigned seat) {
    unsigned level = 0;
    for (unsigned i = 0; i < players; ++i) {
        if (scores[i] > scores[seat]) return 0;
        if (scores[i] == scores[seat]) ++level;
    }
    return 1.0 / level;
}

/// The luck of the first agent, whose seat in game g is g, as a mean over the games.
double mean_luck(const Bout& bout, std::array<double, max_players> Luck::* kind) {
    double sum = 0;
    for (unsigned g = 0; g < bout.luck.size(); ++g) sum += (bout.luck[g].*kind)[g];
    return bout.luck.empty() ? 0 : sum / static_cast<double>(bout.luck.size());
}

Summary::WithoutLuck without_luck(std::span<const Bout> bouts, unsigned players, double games) {
    std::vector<double> margins, scores, raw_margins, raw_scores;
    Summary::WithoutLuck without;
    LuckSubtraction of_margin, of_score;
    for (const Bout& bout : bouts) {
        raw_margins.push_back(bout.margin(players));
        raw_scores.push_back(bout.score(players));
        margins.push_back(of_margin.take(raw_margins.back(), bout.margin_luck()));
        scores.push_back(of_score.take(raw_scores.back(), bout.score_luck()));
        without.scores.add(scores.back());
    }
    without.margin = {mean_of(margins), variance_of(raw_margins) / variance_of(margins)};
    without.win_rate = {mean_of(scores), variance_of(raw_scores) / variance_of(scores)};
    without.elo = elo_of(without.win_rate.mean, games, players - 1);
    return without;
}

} // namespace

std::vector<Encounter> encounters(unsigned agents) {
    std::vector<Encounter> all;
    for (unsigned first = 0; first < agents; ++first) {
        for (unsigned second = first + 1; second < agents; ++second) {
            all.push_back({first, second});
        }
    }
    return all;
}

std::vector<Encounter> encounters(const Match& match) {
    std::vector<Encounter> all = encounters(static_cast<unsigned>(match.agents.size()));
    if (match.gauntlet) all.resize(match.agents.size() - 1);
    return all;
}

double Bout::margin(unsigned players) const {
    double sum = 0;
    for (unsigned g = 0; g < scores.size(); ++g) sum += margin_of(scores[g], g, players);
    return sum / static_cast<double>(scores.size());
}

double Bout::score(unsigned players) const {
    double sum = 0;
    for (unsigned g = 0; g < scores.size(); ++g) sum += share_of_win(scores[g], players, g);
    return sum / static_cast<double>(scores.size());
}

double Bout::margin_luck() const {
    return mean_luck(*this, &Luck::margin);
}

double Bout::score_luck() const {
    return mean_luck(*this, &Luck::win);
}

/// The slope of results over luck among the pairs before, drawn towards 1 as if by some more pairs.
double LuckSubtraction::factor() const {
    constexpr double as_if = 25;
    if (luck_squares_ <= 0) return 1;
    return (as_if + pairs_ * products_ / luck_squares_) / (as_if + pairs_);
}

double LuckSubtraction::take(double result, double luck) {
    const double without = result - factor() * luck;
    ++pairs_;
    const double off_result = result - mean_result_, off_luck = luck - mean_luck_;
    mean_result_ += off_result / pairs_;
    mean_luck_ += off_luck / pairs_;
    luck_squares_ += off_luck * (luck - mean_luck_);
    products_ += off_result * (luck - mean_luck_);
    return without;
}

GameSeeds bout_seeds(const Match& match, std::uint64_t pair, unsigned encounter, unsigned game) {
    constexpr unsigned games_apart = 5; // for good: saved matches are played again from it
    return {deck_seed_of(match.seed, pair),
            mix_seed(move_seed_of(match.seed, pair), encounter * games_apart + game)};
}

Summary summarize(std::span<const Bout> bouts, unsigned players) {
    Summary sum;
    std::vector<double> margins, scores;
    for (const Bout& bout : bouts) {
        ++sum.pairs;
        margins.push_back(bout.margin(players));
        scores.push_back(bout.score(players));
        if (players == 2) ++sum.classes[pair_class(scores.back())];
        for (unsigned a = 0; a < 2; ++a) sum.time[a].add(bout.time[a]);
        for (const LostByFault& lost : bout.faults) {
            ++sum.faults[lost.agent][static_cast<unsigned>(lost.kind)];
        }
        for (unsigned g = 0; g < bout.scores.size(); ++g) {
            const Points& points = bout.scores[g];
            ++sum.games;
            const double share = share_of_win(points, players, g);
            ++(share == 1 ? sum.wins : share > 0 ? sum.draws : sum.losses);
            for (unsigned i = 0; i < players; ++i) sum.mean_score[i == g ? 0 : 1] += points[i];
        }
    }
    const auto games = static_cast<double>(std::max<std::uint64_t>(sum.games, 1));
    sum.mean_score[0] /= games;
    sum.mean_score[1] /= games * (players - 1);
    sum.margin = mean_of(margins);
    sum.win_rate = share_of(scores);
    sum.elo = elo_of(sum.win_rate, games, players - 1);
    const bool judged = std::ranges::none_of(bouts, &std::vector<Luck>::empty, &Bout::luck);
    if (judged && !bouts.empty()) sum.without_luck = without_luck(bouts, players, games);
    return sum;
}

Verdict RunningTest::count(const Bout& bout) {
    if (counted_ == Counted::results_without_luck) {
        scores_.add(subtraction_.take(bout.score(2), bout.score_luck()));
        return verdict_of(sprt_, scores_);
    }
    ++classes_[pair_class(bout.score(2))];
    return verdict_of(sprt_, classes_);
}

std::optional<std::uint64_t> decided_after(const Sprt& sprt, Counted counted,
                                           std::span<const Bout> bouts) {
    RunningTest test(sprt, counted);
    for (std::size_t i = 0; i < bouts.size(); ++i) {
        if (test.count(bouts[i]) != Verdict::open) return i + 1;
    }
    return std::nullopt;
}

} // namespace bastide
