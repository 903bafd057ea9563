#include "ai/luck.h"

#include "ai/evaluation/learned_evaluation.h"
#include "ai/margin.h"
#include "ai/network/network_evaluation.h"
#include "ai/search/rollouts.h"
#include "ai/win_chance.h"
#include "rules/inspect.h"

#include <algorithm>

namespace bastide {
namespace {

// Measured (docs/decisions/0014-results-without-luck.md). Any numbers would do that are fixed
// before the games: they change the spread of the results, not their mean.
constexpr double quick_factor = 0.65; // an evaluation makes more of a tile than is in it
constexpr double played_factor = 0.8; // what is played on, too, a little
constexpr unsigned repetitions = 16;
constexpr std::size_t network_moves = 3; // the best by the evaluation

} // namespace

void Luck::add(const Luck& other, double times) {
    for (unsigned i = 0; i < max_players; ++i) {
        margin[i] += times * other.margin[i];
        win[i] += times * other.win[i];
    }
}

LuckJudge::LuckJudge(const Box& box, unsigned players, LuckJudgement judgement)
    : LuckJudge(std::make_unique<LearnedEvaluation>(box, players,
                                                    judgement == LuckJudgement::quick
                                                        ? first_learned_terms(box.form, players)
                                                        : play_terms(box.form, players)),
                judgement, judgement == LuckJudgement::quick ? quick_factor : played_factor) {
    const NetworkWeights* weights = network_for(box, players);
    if (judgement == LuckJudgement::rollouts && weights != nullptr) {
        network_ =
            std::make_unique<NetworkEvaluation>(box, play_terms(box.form, players), *weights);
    }
}

LuckJudge::LuckJudge(std::unique_ptr<const Evaluation> evaluation, LuckJudgement judgement)
    : LuckJudge(std::move(evaluation), judgement, 1) {}

LuckJudge::LuckJudge(std::unique_ptr<const Evaluation> evaluation, LuckJudgement judgement,
                     double factor)
    : evaluation_(std::move(evaluation))
    , judgement_(judgement)
    , factor_(factor)
    , judge_(*evaluation_) {}

Luck LuckJudge::of_draw(const Game& before, TileIndex drawn) {
    Luck luck, sum;
    double copies = 0;
    Game game = before;
    const std::uint64_t draws = hash(before); // what everybody sees, and not the tile that came
    for (unsigned i = 0; i < before.box->tile_count; ++i) {
        const auto tile = static_cast<TileIndex>(i);
        if (!may_draw(before, tile)) continue;
        game = before;
        if (draw(game, tile) != DrawOutcome::fits) continue;
        const Luck worth = worth_of_tile(game, draws);
        sum.add(worth, before.now.bag[i]);
        copies += before.now.bag[i];
        if (tile == drawn) luck = worth;
    }
    if (copies > 0) luck.add(sum, -1 / copies);
    return luck;
}

/// The tile is in hand. What it is worth to everybody is what its best move leaves them.
Luck LuckJudge::worth_of_tile(Game& game, std::uint64_t draws) {
    const JudgedMove best = best_move(game);
    if (judgement_ == LuckJudgement::quick) return worth_of(game, best.value);
    apply(game, best.move);
    return worth_when_played_on(game, draws);
}

/// The mean over some ways the game may go on, as far as `bastide` plays moves on. After every tile
/// the draws are the same, as far as the tile left them in the bag.
Luck LuckJudge::worth_when_played_on(const Game& game, std::uint64_t draws) {
    const unsigned tiles = RolloutSettings{}.tiles_for(game.now.players);
    const Evaluation& ends = network_ == nullptr ? *evaluation_ : *network_;
    Luck worth;
    for (unsigned i = 0; i < repetitions; ++i) {
        Game board = game;
        Deck deck(board, mix_seed(draws, i));
        play_on(board, deck, tiles, judge_, moves_);
        worth.add(worth_of(board, ends(board)), 1.0 / repetitions);
    }
    return worth;
}

Luck LuckJudge::worth_of(const Game& game, const Value& value) const {
    const unsigned players = game.now.players;
    std::array<double, max_players> points = {};
    for (unsigned i = 0; i < players; ++i) points[i] = static_cast<double>(value[i]);
    const std::array<double, max_players> win = win_chances(game, {points.data(), players});
    Luck worth;
    for (unsigned i = 0; i < players; ++i) {
        worth.margin[i] = factor_ * static_cast<double>(margin_of(value, i, players));
        worth.win[i] = factor_ * win[i];
    }
    return worth;
}

/// The best for the player to move, by margin.
JudgedMove LuckJudge::best_move(Game& game) {
    const unsigned player = game.now.player, players = game.now.players;
    judge_.judge(game, moves_);
    const auto margin = [&](const JudgedMove& judged) {
        return margin_of(judged.value, player, players);
    };
    if (network_ == nullptr) return *std::ranges::max_element(moves_, {}, margin);
    const std::size_t count = std::min(network_moves, moves_.size());
    for (std::size_t i = 0; i < count; ++i) { // of equals the one that is listed first
        const auto rest =
            std::ranges::subrange(moves_.begin() + static_cast<std::ptrdiff_t>(i), moves_.end());
        std::swap(moves_[i], *std::ranges::max_element(rest, {}, margin));
    }
    moves_.resize(count);
    for (JudgedMove& judged : moves_) {
        Game after = game;
        apply(after, judged.move);
        judged.value = (*network_)(after);
    }
    return *std::ranges::max_element(moves_, {}, margin);
}

} // namespace bastide
