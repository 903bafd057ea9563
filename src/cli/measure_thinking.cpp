#include "cli/measure_thinking.h"

#include "ai/evaluation/learned_evaluation.h"
#include "ai/search/puct.h"
#include "cli/measure.h"

#include <algorithm>

namespace bastide::measure {
namespace {

/// Keeps to the evaluation's values, but looks at every position as a whole.
class WholeLooks final : public Evaluation {
  public:
    explicit WholeLooks(const Evaluation& evaluation)
        : evaluation_(evaluation) {}
    Value operator()(const Game& game) const override { return evaluation_(game); }

  private:
    const Evaluation& evaluation_;
};

/// Every decision of a few games.
std::vector<Game> decisions_of(const Setup& setup, unsigned players, const Evaluation& evaluation) {
    constexpr unsigned games = 4;
    std::vector<Game> decisions;
    MoveJudge judge(evaluation);
    std::vector<JudgedMove> judged;
    for (unsigned number = 0; number < games; ++number) {
        Game game(*setup.box, players, 0);
        Deck deck(game, number);
        for (;;) {
            draw_from(deck, game, nullptr);
            if (game.over()) break;
            decisions.push_back(game);
            judge.judge(game, judged);
            const unsigned mover = game.now.player;
            apply(game, std::ranges::max_element(judged, {}, [&](const JudgedMove& move) {
                            return margin_of(move.value, mover, players);
                        })->move);
        }
    }
    return decisions;
}

/// Nanoseconds and moves of one round over all decisions.
struct Round {
    double ns = 0;
    double moves = 0;
};
Round judge_all(const std::vector<Game>& decisions, MoveJudge& judge) {
    Round round;
    Game game = decisions.front();
    std::vector<JudgedMove> judged;
    for (const Game& decision : decisions) {
        game = decision; // what a search judges it has just played
        const double begin = seconds_now();
        judge.judge(game, judged);
        round.ns += 1e9 * (seconds_now() - begin);
        round.moves += static_cast<double>(judged.size());
    }
    return round;
}

double nodes_per_second(const std::vector<Game>& decisions, const Evaluation& evaluation,
                        double seconds) {
    PuctSearch search(evaluation, PuctSettings());
    Budget budget;
    budget.nodes = 500;
    double nodes = 0, spent = 0;
    for (std::size_t i = 0; spent < seconds; i = (i + 7) % decisions.size()) {
        const double begin = seconds_now();
        search.run(
            decisions[i], Deadline(budget), Random(i),
            {.asked = PuctSearch::Asked::all_values, .told = &evaluation, .root = &evaluation});
        spent += seconds_now() - begin;
        nodes += static_cast<double>(search.nodes());
    }
    return nodes / spent;
}

} // namespace

ThinkingFigures measure_thinking(const Setup& setup, unsigned players, double seconds) {
    const LearnedEvaluation evaluation(*setup.box, players, play_terms(setup.box->form, players));
    const WholeLooks whole(evaluation);
    const std::vector<Game> decisions = decisions_of(setup, players, evaluation);
    MoveJudge by_difference(evaluation), as_a_whole(whole);
    ThinkingFigures figures;
    figures.ns_per_move = figures.ns_per_move_whole = 1e9;
    double spent = 0;
    do { // by turns, so that a busy machine slows both
        const Round difference = judge_all(decisions, by_difference);
        const Round all = judge_all(decisions, as_a_whole);
        figures.ns_per_move = std::min(figures.ns_per_move, difference.ns / difference.moves);
        figures.ns_per_move_whole = std::min(figures.ns_per_move_whole, all.ns / all.moves);
        figures.moves_per_decision = all.moves / static_cast<double>(decisions.size());
        spent += 1e-9 * (difference.ns + all.ns);
    } while (spent < 2 * seconds);
    figures.nodes_per_second = nodes_per_second(decisions, evaluation, seconds);
    return figures;
}

} // namespace bastide::measure
