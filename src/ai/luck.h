#pragma once
// The luck of the draw: what the tile that came was worth to each player, less the mean over all
// tiles that could have come. By which evaluation does not matter for its mean, which is nothing:
// results less luck have the mean of the results, and less spread. docs/arena.md has more.

#include "ai/evaluation/evaluation.h"
#include "ai/search/moves.h"

#include <memory>
#include <vector>

namespace bastide {

/// By player: points ahead of the best opponent, and chance to win.
struct Luck {
    std::array<double, max_players> margin = {};
    std::array<double, max_players> win = {};

    void add(const Luck& other, double times = 1);
};

/// How a tile is judged. Matches are saved with these numbers, so that each stays what it is: no
/// agent can change one, and a better judgement gets a new number.
enum class LuckJudgement : std::uint8_t {
    quick = 1, // the best move with the tile, by what the first version learned
    // 2 looked at replies, 3 to 5 did so by the network; playing on sees more, and they are gone.
    rollouts = 6, // played on after it, by the terms to play by and the network of version 1.0
};

class LuckJudge {
  public:
    LuckJudge(const Box& box, unsigned players, LuckJudgement judgement);
    /// By another evaluation, taken as it is: for tests.
    LuckJudge(std::unique_ptr<const Evaluation> evaluation, LuckJudgement judgement);

    /// `before` is a game before the draw (Phase::draw), `drawn` the tile that came in the end:
    /// tiles that fit nowhere are set aside for others, so that those that fit share their chance.
    Luck of_draw(const Game& before, TileIndex drawn);

  private:
    LuckJudge(std::unique_ptr<const Evaluation> evaluation, LuckJudgement judgement, double factor);
    Luck worth_of_tile(Game& game, std::uint64_t draws);
    JudgedMove best_move(Game& game);
    Luck worth_when_played_on(const Game& game, std::uint64_t draws);
    Luck worth_of(const Game& game, const Value& value) const;

    std::unique_ptr<const Evaluation> evaluation_;
    std::unique_ptr<const Evaluation> network_; // judges the best moves, and ends, where it is
    LuckJudgement judgement_;
    double factor_; // how much of the luck that the evaluation sees is subtracted
    MoveJudge judge_;
    std::vector<JudgedMove> moves_;
};

} // namespace bastide
