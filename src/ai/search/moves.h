#pragma once
// Moves as a search lists them: complete, with the Gingerbread Man sent where it judges best.

#include "ai/evaluation/evaluation.h"
#include "rules/deck.h"
#include "rules/rules.h"

#include <memory>
#include <vector>

namespace bastide {

struct JudgedMove {
    Move move;
    Value value; // of the position after it
};

/// Lists all moves of the tile in hand with a judgement of each; keeps its buffers between calls.
class MoveJudge {
  public:
    explicit MoveJudge(const Evaluation& evaluation)
        : evaluation_(evaluation)
        , siblings_(evaluation.siblings())
        , list_(std::make_unique<PlacementList>())
        , placed_(std::make_unique<Change>())
        , change_(std::make_unique<Change>()) {}

    /// The game is changed and restored.
    void judge(Game& game, std::vector<JudgedMove>& out);
    /// What one move of the list is worth; it is completed with the man's moves. The game is
    /// changed and restored.
    Value judge_one(Game& game, Move& move);

  private:
    template <class Judge>
    Value ended(Game& game, Move& move, Judge&& judge) const;

    const Evaluation& evaluation_;
    std::unique_ptr<Siblings> siblings_;
    std::unique_ptr<PlacementList> list_;
    std::unique_ptr<Change> placed_, change_;
};

/// So many tiles of the deck, each laid where the judge likes it best for whoever lays it; fewer
/// where the game ends. How many decisions that took. `buffer` is kept for the next time.
unsigned play_on(Game& game, Deck& deck, unsigned tiles, MoveJudge& judge,
                 std::vector<JudgedMove>& buffer);

/// A tile by chance, until one fits or the game ends.
void draw_by_chance(Game& game, Random& random);

} // namespace bastide
