#pragma once
// A played game seen by an analyst: how it stood after every turn, what each move cost, and how
// lucky each draw was.

#include "ai/analysis/explanation.h"
#include "ai/analyst.h"
#include "catalog/json_reader.h"
#include "notation/record.h"
#include "rules/scoring.h"

#include <expected>
#include <functional>
#include <vector>

namespace bastide {

struct AnalysisSettings {
    Budget budget;           // a move; cancelled, the analysis ends with the turns before it
    unsigned best_moves = 3; // to tell
    std::uint64_t seed = 1;
};

/// How a game stands for every player.
struct Standing {
    std::array<double, max_players> margin = {}; // expected points ahead of the best opponent
    std::array<double, max_players> win = {};
};

struct AnalyzedTurn {
    unsigned player = 0;
    TileIndex tile = no_tile;
    RatedMove played;
    unsigned legal = 0;          // moves there were
    unsigned rank = 1;           // of the one played
    std::vector<RatedMove> best; // best first
    std::vector<MoveReason> why_played;
    std::vector<MoveReason> why_best;
    double cost = 0; // points given away against the best move
    double win_cost = 0;
    /// What the draw was worth to the player who drew (ai/luck.h).
    double luck = 0;
    double win_luck = 0;
    Standing after;
    Points scores = {}; // after the turn
};

struct PlayerTotals {
    unsigned moves = 0;
    unsigned best_found = 0; // moves that cost nothing
    double cost = 0;
    double win_cost = 0;
    double luck = 0; // of his own draws
    double win_luck = 0;
    double luck_of_all_draws = 0; // what all draws, his and the others', were worth to his margin
};

struct GameAnalysis {
    Standing start;
    std::vector<AnalyzedTurn> turns;
    std::vector<PlayerTotals> totals; // by player
    bool over = false;
    Points final = {}; // if the game ended now
};

/// Called after each turn with the number analyzed so far.
using OnAnalyzed = std::function<void(unsigned turns)>;

std::expected<GameAnalysis, RecordError> analyze(const Record& record, Analyst& analyst,
                                                 const AnalysisSettings& settings,
                                                 const OnAnalyzed& on_analyzed = {});

/// How the analyst judges a position without search; exact at the end of the game.
Standing judge(const Game& game, Analyst& analyst);
/// How many points a player of a finished game is ahead of the best opponent.
double final_margin(const GameAnalysis& analysis, unsigned player);

Json rated_json(const RatedMove& rated);
Json analysis_json(const Record& record, const GameAnalysis& analysis);

} // namespace bastide
