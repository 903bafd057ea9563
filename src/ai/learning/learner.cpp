#include "ai/learning/learner.h"

#include "ai/parallel.h"
#include "rules/playout.h"

namespace bastide {
namespace {

struct Judged {
    Value value;
    unsigned left;
    std::vector<TermUse> uses;
};

} // namespace

Learner::Learner(const Box& box, const TermTable& start, const LearnSettings& settings)
    : box_(box)
    , settings_(settings)
    , terms_(start)
    , evaluation_(box, settings.players, start)
    , formula_(box, settings.players)
    , sum_(all_terms, 0) {}

void Learner::play(std::uint64_t seed, Sums& sums) const {
    Random random(seed);
    Game game(box_, settings_.players, random.below(settings_.players));
    Deck deck(game, random.next());
    MixedSeats seats(settings_.seats, settings_.players, evaluation_, formula_, random);
    std::vector<Judged> course;
    while (!game.over()) {
        draw_from(deck, game, nullptr);
        if (game.over()) break;
        apply(game, seats.choose(game, random));
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
        if ((t + seed) % settings_.stride == 0) {
            for (unsigned i = 0; i < settings_.players; ++i) {
                sums.equations.add(TermRow(judged.uses, i, share), error[i]);
            }
        }
        for (unsigned i = 0; i < settings_.players; ++i) {
            target[i] = judged.value[i] + settings_.lambda * error[i];
        }
    }
}

RoundReport Learner::round() {
    evaluation_.set_terms(terms_);
    const std::vector<Sums> sums = play_round<Sums>(
        settings_, rounds_, [this](std::uint64_t seed, Sums& sum) { play(seed, sum); });
    ++rounds_;
    ++averaged_;
    RoundReport report;
    double judgements = 0;
    remembered_.forget_errors();
    remembered_.fade(settings_.memory);
    for (const Sums& s : sums) {
        report.error += s.error;
        report.points += s.points;
        judgements += static_cast<double>(s.judgements);
        remembered_.add(s.equations);
    }
    report.error /= judgements;
    report.points /= settings_.games_per_round * settings_.players;
    const std::vector<float> change = remembered_.solve(static_cast<double>(settings_.caution));
    for (std::size_t k = 0; k < term_knots.size(); ++k) {
        const auto floats = as_floats(terms_[k]);
        for (std::size_t i = 0; i < term_count; ++i) {
            floats[i] += settings_.rate * change[k * term_count + i];
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

} // namespace bastide
