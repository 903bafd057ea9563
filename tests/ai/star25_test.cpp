#include "ai/search/star25.h"

#include "ai/evaluation/plain_evaluation.h"
#include "ai/margin.h"
#include "support/any_game.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

namespace bastide {
namespace {

using namespace testing_support;

/// Expectimax word by word, with copies of the game and nothing left out.
class PlainExpectimax {
  public:
    PlainExpectimax(const Game& root, const Star25Search& bounds)
        : evaluation_(*root.box, root.now.players)
        , judge_(evaluation_)
        , player_(root.now.player)
        , bounds_(bounds) {}

    double decision(const Game& given, unsigned depth) {
        Game game = given;
        const bool ours = game.now.player == player_;
        std::vector<JudgedMove> moves;
        judge_.judge(game, moves);
        double best = ours ? -1e9 : 1e9;
        for (const JudgedMove& judged : moves) {
            Game after = game;
            apply(after, judged.move);
            const double value =
                after.over() || depth == 1 ? leaf(after) : chance(after, depth - 1);
            best = ours ? std::max(best, value) : std::min(best, value);
        }
        return best;
    }

    std::uint64_t leaves() const { return leaves_; }

  private:
    double chance(const Game& game, unsigned depth) {
        double sum = 0, total = 0;
        for (unsigned i = 0; i < game.box->tile_count; ++i) {
            const auto tile = static_cast<TileIndex>(i);
            if (!may_draw(game, tile)) continue;
            Game drawn = game;
            if (draw(drawn, tile) != DrawOutcome::fits) continue;
            sum += game.now.bag[i] * decision(drawn, depth);
            total += game.now.bag[i];
        }
        if (total > 0) return sum / total;
        Game vain = game;
        TileIndex tile = 0;
        while (!may_draw(vain, tile)) ++tile;
        draw(vain, tile);
        return vain.over() ? leaf(vain) : chance(vain, depth);
    }

    double leaf(const Game& game) {
        ++leaves_;
        const auto margin =
            static_cast<double>(margin_of(evaluation_(game), player_, game.now.players));
        return std::clamp(margin, bounds_.low(), bounds_.high());
    }

    PlainEvaluation evaluation_;
    MoveJudge judge_;
    unsigned player_;
    const Star25Search& bounds_;
    std::uint64_t leaves_ = 0;
};

struct Compared {
    std::uint64_t positions = 0;
    std::uint64_t pruned = 0;
    std::uint64_t plain = 0;
};

/// A position with so few tiles left that a complete search takes little time; none if this game
/// has no such.
std::optional<Game> small_position(const GameSpec& spec, unsigned left) {
    Play play(spec);
    while (play.draw_tile()) {
        if (play.game().now.left[static_cast<unsigned>(Stack::land)] <= left) break;
        apply(play.game(), play.choose());
    }
    const Game& game = play.game();
    if (game.over() || game.now.left[static_cast<unsigned>(Stack::land)] != left) return {};
    const unsigned moves = count_legal_moves(game);
    if (moves < 4 || moves > 25) return {};
    return game;
}

void compare(const Game& game, const Star25Settings& settings, Compared& sum) {
    const PlainEvaluation evaluation(*game.box, game.now.players);
    const auto search = std::make_unique<Star25Search>(evaluation, settings);
    Random random(1);
    const Star25Result result = search->run(game, Deadline(Budget{}), random);
    PlainExpectimax plain(game, *search);
    EXPECT_EQ(result.depth, settings.most_depth);
    EXPECT_NEAR(result.value, plain.decision(game, settings.most_depth), 1e-6);
    EXPECT_TRUE(check(game, result.move));
    ++sum.positions;
    sum.pruned += result.nodes;
    sum.plain += plain.leaves();
}

/// The first small position of every edition, with any options.
Compared compare_games(unsigned players, unsigned left, const Star25Settings& settings) {
    Compared sum;
    const auto editions = static_cast<unsigned>(Catalog::embedded().editions().size());
    for (unsigned edition = 0; edition < editions; ++edition) {
        std::optional<Game> game;
        GameSpec spec = {edition, 0, players, 0, 0, 0};
        for (; !game && spec.seed < 1000; ++spec.seed) {
            spec.mix = static_cast<unsigned>(spec.seed * 777 % mix_count());
            game = small_position(spec, left);
        }
        SCOPED_TRACE(text_of(spec));
        if (game) compare(*game, settings, sum);
    }
    return sum;
}

TEST(Star25, pruning_keeps_the_value_of_expectimax_and_saves_nodes) {
    Star25Settings settings;
    settings.most_depth = 2;
    const Compared sum = compare_games(2, 6, settings);
    EXPECT_EQ(sum.positions, 5u);
    EXPECT_LT(2 * sum.pruned, sum.plain);
}

TEST(Star25, pruning_keeps_the_value_in_a_deeper_search_with_more_players) {
    Star25Settings settings;
    settings.most_depth = 3;
    const Compared sum = compare_games(3, 2, settings);
    EXPECT_EQ(sum.positions, 5u);
    EXPECT_LT(2 * sum.pruned, sum.plain);
}

TEST(Star25, every_probing_factor_gives_the_same_value) {
    for (const unsigned probing : {0u, 1u, 20u}) {
        Star25Settings settings;
        settings.most_depth = 2;
        settings.probing = probing;
        EXPECT_EQ(compare_games(4, 3, settings).positions, 5u);
    }
}

} // namespace
} // namespace bastide
