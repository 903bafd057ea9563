#include "ai/arena/match.h"

#include "rules/random.h"

#include <algorithm>
#include <cassert>

namespace bastide {
namespace {

int best_other(const Points& scores, unsigned players, unsigned seat) {
    int best = 0;
    bool any = false;
    for (unsigned i = 0; i < players; ++i) {
        if (i == seat) continue;
        best = any ? std::max<int>(best, scores[i]) : scores[i];
        any = true;
    }
    return best;
}

/// 1 for a win, 1/n for one shared by n, 0 for a loss.
double share_of_win(const Points& scores, unsigned players, unsigned seat) {
    unsigned level = 0;
    for (unsigned i = 0; i < players; ++i) {
        if (scores[i] > scores[seat]) return 0;
        if (scores[i] == scores[seat]) ++level;
    }
    return 1.0 / level;
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

double Bout::margin(unsigned players) const {
    double sum = 0;
    for (unsigned g = 0; g < scores.size(); ++g) {
        sum += scores[g][g] - best_other(scores[g], players, g);
    }
    return sum / static_cast<double>(scores.size());
}

double Bout::score(unsigned players) const {
    double sum = 0;
    for (unsigned g = 0; g < scores.size(); ++g) sum += share_of_win(scores[g], players, g);
    return sum / static_cast<double>(scores.size());
}

GameSeeds bout_seeds(const Match& match, std::uint64_t pair, unsigned encounter, unsigned game) {
    return {deck_seed_of(match.seed, pair),
            mix_seed(move_seed_of(match.seed, pair), encounter * max_players + game)};
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
    return sum;
}

std::optional<std::uint64_t> decided_after(const Sprt& sprt, std::span<const Bout> bouts) {
    PairClasses classes = {};
    std::uint64_t pairs = 0;
    for (const Bout& bout : bouts) {
        ++classes[pair_class(bout.score(2))];
        ++pairs;
        if (verdict_of(sprt, classes) != Verdict::open) return pairs;
    }
    return std::nullopt;
}

} // namespace bastide
