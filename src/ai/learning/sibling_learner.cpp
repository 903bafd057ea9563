#include "ai/learning/sibling_learner.h"

#include "rules/inspect.h"
#include "rules/rules.h"

#include <algorithm>
#include <vector>

namespace bastide {
namespace {

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

void SiblingLearner::compare(const Game& game, std::span<const Sibling> siblings,
                             Sums& sums) const {
    const unsigned players = settings_.players;
    // With two players what counts is the difference of their points. With more each player's own
    // points are compared: what becomes of three others is mostly noise to a single move.
    const unsigned views = players == 2 ? 1 : players;
    std::vector<std::vector<Compared>> compared(views);
    std::vector<TermUse> uses;
    for (const Sibling& sibling : siblings) {
        Game board = game;
        apply(board, sibling.move);
        const KnotShare share = knot_share(evaluation_.turns(tiles_left(board, Stack::land)));
        const Value judged = evaluation_.explain(board, uses);
        Value later = {};
        for (std::size_t look = 0; look < sibling_looks.size(); ++look) {
            for (unsigned i = 0; i < players; ++i) {
                later[i] += sibling_looks[look].weight * sibling.later[look][i];
            }
        }
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

SiblingReport SiblingLearner::round() {
    evaluation_.set_terms(terms_);
    const SiblingGames games(box_, settings_, {evaluation_, evaluation_, evaluation_, formula_});
    const std::vector<Sums> sums =
        play_round<Sums>(settings_, rounds_, [&](std::uint64_t seed, Sums& sum) {
            games.play(seed, [&](const Game& game, std::span<const Sibling> siblings) {
                compare(game, siblings, sum);
            });
        });
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
