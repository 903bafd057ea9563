#include "ai/luck.h"

#include "ai/evaluation/learned_evaluation.h"
#include "ai/margin.h"
#include "ai/network/network_evaluation.h"
#include "ai/win_chance.h"

#include <algorithm>
#include <cassert>

namespace bastide {
namespace {

// Measured (docs/decisions/0014-results-without-luck.md). Any numbers would do that are fixed
// before the games: they change the spread of the results, not their mean.
constexpr double fixed_factor = 0.65;     // an evaluation makes more of a tile than is in it
constexpr float faith_in_replies = 1.66f; // what a reply takes back goes on after it
constexpr unsigned reply_tiles = 6;       // the commonest ones
constexpr std::size_t network_moves = 3;  // the best by the evaluation

/// The types that come most often now, the most frequent first.
std::vector<TileIndex> commonest_tiles(const Game& game) {
    std::vector<TileIndex> tiles;
    for (unsigned i = 0; i < game.box->tile_count; ++i) {
        if (may_draw(game, static_cast<TileIndex>(i))) tiles.push_back(static_cast<TileIndex>(i));
    }
    std::ranges::sort(tiles, [&](TileIndex a, TileIndex b) {
        const unsigned copies_a = game.now.bag[a], copies_b = game.now.bag[b];
        return copies_a != copies_b ? copies_a > copies_b : a < b;
    });
    tiles.resize(std::min<std::size_t>(tiles.size(), reply_tiles));
    return tiles;
}

} // namespace

void Luck::add(const Luck& other, double times) {
    for (unsigned i = 0; i < max_players; ++i) {
        margin[i] += times * other.margin[i];
        win[i] += times * other.win[i];
    }
}

bool judges_luck(LuckJudgement judgement, const Box& box, unsigned players) {
    return judgement != LuckJudgement::network || network_for(box, players) != nullptr;
}

LuckJudge::LuckJudge(const Box& box, unsigned players, LuckJudgement judgement)
    : LuckJudge(std::make_unique<LearnedEvaluation>(box, players,
                                                    judgement == LuckJudgement::network
                                                        ? play_terms(box.form, players)
                                                        : first_learned_terms(box.form, players)),
                judgement, fixed_factor) {
    assert(judges_luck(judgement, box, players));
    if (judgement == LuckJudgement::network) {
        network_ = std::make_unique<NetworkEvaluation>(box, play_terms(box.form, players),
                                                       *network_for(box, players));
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
    for (unsigned i = 0; i < before.box->tile_count; ++i) {
        const auto tile = static_cast<TileIndex>(i);
        if (!may_draw(before, tile)) continue;
        game = before;
        if (draw(game, tile) != DrawOutcome::fits) continue;
        const Luck worth = worth_of_tile(game);
        sum.add(worth, before.now.bag[i]);
        copies += before.now.bag[i];
        if (tile == drawn) luck = worth;
    }
    if (copies > 0) luck.add(sum, -1 / copies);
    return luck;
}

/// The tile is in hand. What it is worth to everybody is what its best move leaves them.
Luck LuckJudge::worth_of_tile(Game& game) {
    const unsigned players = game.now.players;
    const JudgedMove best = best_move(game);
    Value value = best.value;
    if (judgement_ != LuckJudgement::quick) {
        apply(game, best.move);
        value = after_reply(game, value);
    }
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

/// What a position before a draw is worth after the best reply to each of the commonest tiles.
Value LuckJudge::after_reply(const Game& game, const Value& unanswered) {
    if (game.over()) return unanswered;
    Value sum = {};
    float copies = 0;
    for (const TileIndex tile : commonest_tiles(game)) {
        Game next = game;
        if (draw(next, tile) != DrawOutcome::fits) continue;
        const Value value = best_move(next).value;
        const auto weight = static_cast<float>(game.now.bag[tile]);
        for (unsigned i = 0; i < max_players; ++i) sum[i] += weight * value[i];
        copies += weight;
    }
    if (copies == 0) return unanswered;
    Value foreseen = {};
    for (unsigned i = 0; i < max_players; ++i) {
        foreseen[i] = unanswered[i] + faith_in_replies * (sum[i] / copies - unanswered[i]);
    }
    return foreseen;
}

} // namespace bastide
