// Uniform random play has known statistics, measured by other engines over 600,000 games. Whoever
// samples unevenly, forgets a placement or pays a wrong score is seen here.

#include "rules/deck.h"
#include "rules/internal/fit.h"
#include "rules/playout.h"
#include "support/property.h"

#include <cmath>
#include <gtest/gtest.h>

namespace bastide {
namespace {

using namespace testing_support;

/// Mean of many values, and how far it may be from the truth.
class Mean {
  public:
    void add(double value) {
        ++count_;
        sum_ += value;
        squares_ += value * value;
    }
    double value() const { return sum_ / count_; }
    double standard_error() const {
        const double variance = squares_ / count_ - value() * value();
        return std::sqrt(variance / count_);
    }

  private:
    double count_ = 0, sum_ = 0, squares_ = 0;
};

/// Five standard errors of both sides and what rounding the known value hides.
void expect_near(const Mean& mean, double known, double its_error, double rounding) {
    const double error = std::hypot(mean.standard_error(), its_error);
    EXPECT_NEAR(mean.value(), known, 5 * error + rounding);
}

class RandomPlay : public testing::TestWithParam<PlayoutForm> {};

TEST_P(RandomPlay, of_the_base_tiles_has_the_known_statistics) {
    const auto setup = setup_of("new", "farms=farm-3,small_city=full");
    const Game start(*setup->box, 2, 0);
    Game game = start;
    Mean first, second, turns, placements;
    for (unsigned i = 0; i < scaled(20'000); ++i) {
        game = start;
        Deck deck(game, mix_seed(1, i));
        Random random(mix_seed(2, i));
        const PlayoutCount count = playout(game, deck, random, GetParam());
        const Points points = final_scores(game);
        first.add(points[0]);
        second.add(points[1]);
        turns.add(count.placed);
        placements.add(static_cast<double>(count.options) / count.placed);
    }
    expect_near(first, 19.57, 0.02, 0.005);
    expect_near(second, 19.27, 0.02, 0.005);
    expect_near(turns, 70.98, 0, 0.005);
    if (GetParam() == PlayoutForm::full) expect_near(placements, 27.2, 0, 0.05);
}

INSTANTIATE_TEST_SUITE_P(Forms, RandomPlay,
                         testing::Values(PlayoutForm::full, PlayoutForm::sampling),
                         [](const auto& form) {
                             return form.param == PlayoutForm::full ? "full" : "sampling";
                         });

} // namespace
} // namespace bastide
