#include "ai/analysis/analysis.h"

#include "ai/luck.h"
#include "ai/margin.h"
#include "notation/replay.h"
#include "rules/rules.h"

#include <algorithm>
#include <cassert>
#include <memory>

namespace bastide {
namespace {

Standing final_standing(const Game& game) {
    Standing standing;
    const Points scores = final_scores(game);
    const unsigned players = game.now.players;
    const int best = *std::max_element(scores.data(), scores.data() + players);
    const auto leaders = std::count(scores.data(), scores.data() + players, best);
    for (unsigned i = 0; i < players; ++i) {
        standing.margin[i] = margin_of(scores, i, players);
        standing.win[i] = scores[i] == best ? 1.0 / static_cast<double>(leaders) : 0;
    }
    return standing;
}

bool same_but_for_the_man(const Move& a, const Move& b) {
    return a.placement == b.placement && a.deployment == b.deployment;
}

/// Where the list has the move played. A move of the man that the analyst did not consider is taken
/// for the one that he did.
std::size_t find_played(const std::vector<RatedMove>& rated, const Move& played) {
    const auto exact = std::ranges::find(rated, played, &RatedMove::move);
    if (exact != rated.end()) return static_cast<std::size_t>(exact - rated.begin());
    const auto near = std::ranges::find_if(
        rated, [&](const RatedMove& r) { return same_but_for_the_man(r.move, played); });
    return static_cast<std::size_t>(near - rated.begin());
}

/// With two players the search tells both sides; with more the quick judgement is asked.
Standing standing_after(const Game& game, const AnalyzedTurn& turn, Analyst& analyst) {
    if (game.over() || game.now.players != 2) return judge(game, analyst);
    Standing standing;
    standing.margin[turn.player] = turn.played.margin;
    standing.margin[1 - turn.player] = -turn.played.margin;
    standing.win[turn.player] = turn.played.win;
    standing.win[1 - turn.player] = 1 - turn.played.win;
    return standing;
}

/// `rated` holds every legal move, best first.
void compare(AnalyzedTurn& turn, const Move& played, std::vector<RatedMove> rated,
             unsigned best_moves) {
    turn.legal = static_cast<unsigned>(rated.size());
    const std::size_t found = find_played(rated, played);
    assert(found < rated.size());
    turn.rank = static_cast<unsigned>(found) + 1;
    turn.played = rated[found];
    turn.played.move = played;
    // The order is the analyst's; where it prefers a move of less value, nothing was lost.
    turn.cost = std::max(0.0, rated.front().margin - turn.played.margin);
    turn.win_cost = std::max(0.0, rated.front().win - turn.played.win);
    rated.resize(std::min<std::size_t>(rated.size(), best_moves));
    turn.best = std::move(rated);
}

void add_to(PlayerTotals& totals, const AnalyzedTurn& turn) {
    ++totals.moves;
    if (turn.cost == 0 && turn.win_cost == 0) ++totals.best_found;
    totals.cost += turn.cost;
    totals.win_cost += turn.win_cost;
    totals.luck += turn.luck;
    totals.win_luck += turn.win_luck;
}

} // namespace

Standing judge(const Game& game, Analyst& analyst) {
    if (game.over()) return final_standing(game);
    const PositionValue value = analyst.value(game);
    Standing standing;
    standing.win = value.win;
    for (unsigned i = 0; i < game.now.players; ++i) {
        standing.margin[i] = margin_of(value.points, i, game.now.players);
    }
    return standing;
}

double final_margin(const GameAnalysis& analysis, unsigned player) {
    return margin_of(analysis.final, player, static_cast<unsigned>(analysis.totals.size()));
}

std::expected<GameAnalysis, RecordError> analyze(const Record& record, Analyst& analyst,
                                                 const AnalysisSettings& settings,
                                                 const OnAnalyzed& on_analyzed) {
    // The whole record first: nobody wants to wait for an error in the last turn.
    if (const auto played = replay(record); !played) return std::unexpected(played.error());
    const auto players = static_cast<unsigned>(record.players.size());
    Game game(record.box(), players, record.first_player());
    Game before = game;
    Change change;
    LuckJudge luck_judge(record.box(), players, LuckJudgement::quick);
    GameAnalysis analysis;
    analysis.start = judge(game, analyst);
    analysis.totals.resize(players);
    for (unsigned i = 0; i < record.turns.size(); ++i) {
        const RecordTurn& told = record.turns[i];
        const Game undrawn = game;
        if (const auto ok = play_turn(game, told, change, &before); !ok) {
            return std::unexpected(RecordError::refused(i + 1, ok.error()));
        }
        Random random(mix_seed(settings.seed, i));
        std::vector<RatedMove> rated = analyst.rate(before, settings.budget, random);
        if (settings.budget.cancel != nullptr && *settings.budget.cancel) {
            game = undrawn; // this one was not thought about to its end
            break;
        }
        AnalyzedTurn turn;
        turn.player = told.player;
        turn.tile = told.tile;
        const Luck luck = luck_judge.of_draw(undrawn, told.tile);
        turn.luck = luck.margin[turn.player];
        turn.win_luck = luck.win[turn.player];
        for (unsigned p = 0; p < players; ++p) {
            analysis.totals[p].luck_of_all_draws += luck.margin[p];
        }
        compare(turn, told.move, std::move(rated), settings.best_moves);
        turn.why_played = explain_move(before, told.move, analyst);
        if (turn.rank != 1 && !turn.best.empty()) {
            turn.why_best = explain_move(before, turn.best[0].move, analyst);
        }
        turn.after = standing_after(game, turn, analyst);
        std::copy_n(game.now.score.begin(), players, turn.scores.begin());
        add_to(analysis.totals[turn.player], turn);
        analysis.turns.push_back(std::move(turn));
        if (on_analyzed) on_analyzed(i + 1);
    }
    analysis.over = game.over();
    analysis.final = final_scores(game);
    return analysis;
}

} // namespace bastide
