#pragma once
// Moves as a search lists them: complete, with the Gingerbread Man sent where it judges best.

#include "ai/evaluation/evaluation.h"
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
        , list_(std::make_unique<MoveList>())
        , change_(std::make_unique<Change>()) {}

    /// The game is changed and restored.
    void judge(Game& game, std::vector<JudgedMove>& out);
    /// What one move of the list is worth; it is completed with the man's moves. The game is
    /// changed and restored.
    Value judge_one(Game& game, Move& move);

  private:
    void send_man(Game& game, Move& move, Value& value);

    const Evaluation& evaluation_;
    std::unique_ptr<MoveList> list_;
    std::unique_ptr<Change> change_;
};

/// A tile by chance, until one fits or the game ends.
void draw_by_chance(Game& game, Random& random);

} // namespace bastide
