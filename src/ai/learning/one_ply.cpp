#include "ai/learning/one_ply.h"

#include "ai/margin.h"
#include "ai/parallel.h"
#include "rules/playout.h"

#include <cmath>

namespace bastide {

const JudgedMove& best_of(const std::vector<JudgedMove>& moves, unsigned player, unsigned players,
                          float noise, Random& random) {
    const JudgedMove* best = nullptr;
    float best_margin = 0;
    for (const JudgedMove& move : moves) {
        const float margin = margin_of(move.value, player, players) +
                             noise * static_cast<float>(random.unit() + random.unit() - 1);
        if (best != nullptr && margin <= best_margin) continue;
        best = &move;
        best_margin = margin;
    }
    return *best;
}

MixedSeats::MixedSeats(const SeatMix& mix, unsigned players, const Evaluation& learned,
                       const Evaluation& formula, Random& random)
    : learned_(learned)
    , formula_(formula) {
    for (unsigned i = 0; i < players; ++i) {
        const auto mood = static_cast<float>(random.unit());
        judge_[i] = mood < mix.formula_share ? &formula_ : &learned_;
        noise_[i] = mood > 1 - mix.wild_share ? mix.wild : mix.noise;
    }
}

Move MixedSeats::choose(Game& game, Random& random) {
    const unsigned player = game.now.player;
    judge_[player]->judge(game, moves_);
    return best_of(moves_, player, game.now.players, noise_[player], random).move;
}

OnePlyResult compare_one_ply(const Box& box, unsigned players, const Evaluation& first,
                             const Evaluation& second, unsigned pairs, unsigned threads,
                             std::uint64_t seed) {
    std::vector<double> margins(pairs), wins(pairs);
    const auto play_pair = [&](unsigned pair) {
        MoveJudge judges[] = {MoveJudge(first), MoveJudge(second)};
        std::vector<JudgedMove> moves;
        for (unsigned seat = 0; seat < players; ++seat) {
            Random random(mix_seed(seed, pair * players + seat));
            Game game(box, players, 0);
            Deck deck(game, mix_seed(seed, 1000000 + pair));
            for (;;) {
                draw_from(deck, game, nullptr);
                if (game.over()) break;
                const unsigned player = game.now.player;
                judges[player == seat ? 0 : 1].judge(game, moves);
                apply(game, best_of(moves, player, players, 0.001f, random).move);
            }
            const float margin = margin_of(final_value(game), seat, players);
            margins[pair] += static_cast<double>(margin) / players;
            wins[pair] += (margin > 0 ? 1.0 : margin < 0 ? 0.0 : 0.5) / players;
        }
    };
    in_parallel(threads, [&](unsigned w) {
        for (unsigned pair = w; pair < pairs; pair += threads) play_pair(pair);
    });
    OnePlyResult result;
    double squares = 0;
    for (unsigned i = 0; i < pairs; ++i) {
        result.margin += margins[i] / pairs;
        result.wins += wins[i] / pairs;
        squares += margins[i] * margins[i];
    }
    result.error = std::sqrt((squares / pairs - result.margin * result.margin) / pairs);
    return result;
}

} // namespace bastide
