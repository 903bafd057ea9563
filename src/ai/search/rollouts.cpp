#include "ai/search/rollouts.h"

#include "ai/parallel.h"
#include "rules/inspect.h"

#include <algorithm>
#include <bit>

namespace bastide {

std::size_t Rollouts::best_of(const Game& root, std::span<const Move> moves,
                              const Deadline& deadline, unsigned threads, std::uint64_t seed) {
    candidates_.clear();
    nodes_ = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) candidates_.push_back({i, 0});
    std::vector<Worker> workers;
    for (unsigned t = 0; t < threads; ++t) workers.emplace_back(evaluation_, mix_seed(seed, t));
    const auto phases = static_cast<double>(std::bit_width(candidates_.size() - 1));
    for (double phase = 1; candidates_.size() > 1; ++phase) {
        in_parallel(threads, [&](unsigned t) {
            play_phase(root, moves, workers[t], deadline, phase / phases);
        });
        unsigned repetitions = 0;
        nodes_ = 0;
        for (const Worker& worker : workers) {
            repetitions += worker.repetitions;
            nodes_ += worker.nodes;
        }
        if (repetitions < 2) return 0; // one game says less than the order of the list
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            for (const Worker& worker : workers) candidates_[i].reward += worker.rewards[i];
        }
        // Equals stay in the order in which they were listed.
        std::ranges::sort(candidates_, [](const Candidate& a, const Candidate& b) {
            return a.reward != b.reward ? a.reward > b.reward : a.move < b.move;
        });
        candidates_.resize((candidates_.size() + 1) / 2);
    }
    return candidates_.front().move;
}

/// Repeats until that share of the time or nodes is used. What time cuts short does not count.
void Rollouts::play_phase(const Game& root, std::span<const Move> moves, Worker& worker,
                          const Deadline& deadline, double until) const {
    worker.rewards.assign(candidates_.size(), 0);
    std::vector<double> rewards(candidates_.size());
    const auto board = std::make_unique<Game>(root);
    while (deadline.used(worker.nodes) < until) {
        const std::uint64_t draws = worker.random.next();
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            *board = root;
            apply(*board, moves[candidates_[i].move]);
            rewards[i] = play_on(*board, root.now.player, draws, worker);
            if (deadline.late()) return;
        }
        for (std::size_t i = 0; i < rewards.size(); ++i) worker.rewards[i] += rewards[i];
        ++worker.repetitions;
    }
}

double Rollouts::play_on(Game& game, unsigned player, std::uint64_t seed, Worker& worker) const {
    Deck deck(game, seed);
    const unsigned players = game.now.players;
    const unsigned decisions = bastide::play_on(game, deck, tiles_, worker.judge, worker.judged);
    worker.nodes += decisions * nodes_per_decision;
    ++worker.nodes; // also where no tile was left to lay
    unsigned all = 0;
    for (unsigned i = 0; i < game.box->tile_count; ++i) all += game.box->tiles[i].count;
    const float scale = squash_.scale(tiles_left(game, Stack::land), all);
    return static_cast<double>(rewards_of(ends_(game), players, scale)[player]);
}

} // namespace bastide
