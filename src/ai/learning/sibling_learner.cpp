#include "ai/learning/sibling_learner.h"

#include "ai/parallel.h"
#include "ai/search/reward.h"
#include "rules/inspect.h"
#include "rules/playout.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace bastide {
namespace {

/// When a game that is played on is judged, and how much that counts. Soon is sharp and late is
/// true: the mix taught better than any one of them.
struct Look {
    unsigned tiles;
    float weight;
};
constexpr Look looks[] = {{2, 0.1f}, {4, 0.2f}, {6, 0.2f}, {8, 0.2f}, {12, 0.3f}};

/// What a judgement rests on, and by how much it fell short.
struct Compared {
    TermRow row;
    float error;
};

/// Takes off what all siblings share.
void centre(std::vector<Compared>& siblings) {
    Compared sum = siblings.front();
    for (std::size_t i = 1; i < siblings.size(); ++i) {
        sum.row.add(siblings[i].row, 1);
        sum.error += siblings[i].error;
    }
    const float part = 1 / static_cast<float>(siblings.size());
    for (Compared& sibling : siblings) {
        sibling.row.add(sum.row, -part);
        sibling.error -= part * sum.error;
    }
}

} // namespace

SiblingLearner::SiblingLearner(const Box& box, const TermTable& start,
                               const SiblingSettings& settings)
    : box_(box)
    , settings_(settings)
    , terms_(start)
    , evaluation_(box, settings.players, start)
    , formula_(box, settings.players) {}

void SiblingLearner::play(std::uint64_t seed, Sums& sums) const {
    Random random(seed), comparing(mix_seed(seed, 1));
    Game game(box_, settings_.players, random.below(settings_.players));
    Deck deck(game, random.next());
    MixedSeats seats(settings_.seats, settings_.players, evaluation_, formula_, random);
    MoveJudge judge(evaluation_);
    for (;;) {
        draw_from(deck, game, nullptr);
        if (game.over()) return;
        if (static_cast<float>(comparing.unit()) < settings_.share) {
            compare(game, comparing, judge, sums);
        }
        apply(game, seats.choose(game, random));
    }
}

void SiblingLearner::compare(const Game& game, Random& random, MoveJudge& judge, Sums& sums) const {
    if (tiles_left(game, Stack::land) == 0) return; // nothing left to judge
    const unsigned player = game.now.player, players = settings_.players;
    std::vector<JudgedMove> moves;
    Game board = game;
    judge.judge(board, moves);
    if (moves.size() < 2) return;
    moves = siblings_of(moves, player, random);
    const std::uint64_t draws = random.next();
    // With two players what counts is the difference of their points. With more each player's own
    // points are compared: what becomes of three others is mostly noise to a single move.
    const unsigned views = players == 2 ? 1 : players;
    std::vector<std::vector<Compared>> compared(views);
    std::vector<TermUse> uses;
    for (const JudgedMove& sibling : moves) {
        board = game;
        apply(board, sibling.move);
        const KnotShare share = knot_share(evaluation_.turns(tiles_left(board, Stack::land)));
        const Value judged = evaluation_.explain(board, uses);
        const Value later = play_on(board, draws, judge);
        for (unsigned i = 0; i < views; ++i) {
            compared[i].push_back({TermRow(uses, i, share), later[i] - judged[i]});
            if (players == 2) {
                compared[i].back().row.add(TermRow(uses, 1, share), -1);
                compared[i].back().error -= later[1] - judged[1];
            }
        }
    }
    for (std::vector<Compared>& view : compared) {
        centre(view);
        for (const Compared& sibling : view) {
            sums.equations.add(sibling.row, sibling.error);
            sums.report.error += static_cast<double>(sibling.error * sibling.error);
        }
        sums.siblings += view.size();
    }
    ++sums.report.decisions;
}

/// The best by judgement first, then some for which chance speaks too.
std::vector<JudgedMove> SiblingLearner::siblings_of(const std::vector<JudgedMove>& moves,
                                                    unsigned player, Random& random) const {
    struct Ranked {
        float worth;
        const JudgedMove* move;
    };
    std::vector<Ranked> ranked;
    for (const JudgedMove& move : moves) {
        ranked.push_back({margin_of(move.value, player, settings_.players), &move});
    }
    const auto by_worth = [](const Ranked& a, const Ranked& b) {
        return a.worth != b.worth ? a.worth > b.worth : a.move < b.move;
    };
    std::ranges::sort(ranked, by_worth);
    const std::size_t best = std::min<std::size_t>(ranked.size(), settings_.best);
    const std::span<Ranked> rest = std::span(ranked).subspan(best);
    for (Ranked& move : rest) {
        const double gumbel = -std::log(-std::log(std::max(random.unit(), 1e-12)));
        move.worth += settings_.chance * static_cast<float>(gumbel);
    }
    std::ranges::sort(rest, by_worth);
    ranked.resize(std::min<std::size_t>(ranked.size(), best + settings_.others));
    std::vector<JudgedMove> siblings;
    for (const Ranked& move : ranked) siblings.push_back(*move.move);
    return siblings;
}

/// The value of the looks ahead, everybody playing by judgement alone.
Value SiblingLearner::play_on(Game& game, std::uint64_t seed, MoveJudge& judge) const {
    Deck deck(game, seed);
    Random random(seed);
    std::vector<JudgedMove> moves;
    Value sum = {};
    unsigned tiles = 0;
    for (const Look& look : looks) {
        for (; tiles < look.tiles && !game.over(); ++tiles) {
            draw_from(deck, game, nullptr);
            if (game.over()) break;
            judge.judge(game, moves);
            apply(game, best_of(moves, game.now.player, settings_.players, 0, random).move);
        }
        const Value value = evaluation_(game);
        for (unsigned i = 0; i < settings_.players; ++i) sum[i] += look.weight * value[i];
    }
    return sum;
}

SiblingReport SiblingLearner::round() {
    evaluation_.set_terms(terms_);
    const std::vector<Sums> sums = play_round<Sums>(
        settings_, rounds_, [this](std::uint64_t seed, Sums& sum) { play(seed, sum); });
    ++rounds_;
    remembered_.fade(settings_.memory);
    SiblingReport report;
    std::uint64_t siblings = 0;
    for (const Sums& s : sums) {
        report.decisions += s.report.decisions;
        report.error += s.report.error;
        siblings += s.siblings;
        remembered_.add(s.equations);
    }
    report.error /= static_cast<double>(std::max<std::uint64_t>(siblings, 1));
    const std::vector<float> wanted = remembered_.solve(static_cast<double>(settings_.caution));
    std::vector<float> change(all_terms);
    for (std::size_t k = 0; k < term_knots.size(); ++k) {
        const Terms before = terms_[k];
        const auto floats = as_floats(terms_[k]);
        for (std::size_t i = 0; i < term_count; ++i) floats[i] += wanted[k * term_count + i];
        clamp_terms(terms_[k]);
        for (std::size_t i = 0; i < term_count; ++i) {
            change[k * term_count + i] = floats[i] - as_floats(before)[i];
        }
    }
    remembered_.take_off(change);
    return report;
}

} // namespace bastide
