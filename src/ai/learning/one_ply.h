#pragma once
// The player without search, as learning needs it.

#include "ai/evaluation/evaluation.h"
#include "ai/parallel.h"
#include "ai/search/moves.h"
#include "rules/random.h"

#include <array>
#include <cstdint>
#include <vector>

namespace bastide {

/// The best of a list for a player, where each judgement may err by so many points.
const JudgedMove& best_of(const std::vector<JudgedMove>& moves, unsigned player, unsigned players,
                          float noise, Random& random);

/// Who sits at a table of a game to learn from: most play by what is learned, some by the formula
/// and some wildly, because who learns from his equals alone forgets how others play.
struct SeatMix {
    float noise = 1.0f;         // points by which a judgement may err when a move is chosen
    float wild = 4.0f;          // and for a player who is in the mood to try things
    float wild_share = 0.2f;    // of the seats
    float formula_share = 0.3f; // of the seats
};
class MixedSeats {
  public:
    MixedSeats(const SeatMix& mix, unsigned players, const Evaluation& learned,
               const Evaluation& formula, Random& random);

    /// Lists and judges the moves of the tile in hand as the player to move does, and takes one.
    Move choose(Game& game, Random& random);

  private:
    MoveJudge learned_, formula_;
    std::array<MoveJudge*, max_players> judge_;
    std::array<float, max_players> noise_;
    std::vector<JudgedMove> moves_;
};

/// Plays the games of a round on all threads, each of its own seed; what each thread gathered.
template <class Sums, class Settings, class Play>
std::vector<Sums> play_round(const Settings& settings, std::uint64_t round, const Play& play) {
    std::vector<Sums> sums(settings.threads);
    const std::uint64_t first = round * settings.games_per_round;
    in_parallel(settings.threads, [&](unsigned w) {
        for (unsigned g = w; g < settings.games_per_round; g += settings.threads) {
            play(mix_seed(settings.seed, first + g), sums[w]);
        }
    });
    return sums;
}

/// How the best move by one judgement does against the best move by others, in pairs of games with
/// the same draws: one seat plays by `first`, the others by `second`; then the seats move on.
struct OnePlyResult {
    double margin = 0; // points per game ahead of the best other
    double error = 0;  // standard error of it
    double wins = 0;   // share
};
OnePlyResult compare_one_ply(const Box& box, unsigned players, const Evaluation& first,
                             const Evaluation& second, unsigned pairs, unsigned threads,
                             std::uint64_t seed);

} // namespace bastide
