#pragma once
// Our search: a tree of decisions and chance, explored by PUCT with priors from the evaluation.

#include "ai/evaluation/evaluation.h"
#include "ai/search/clock.h"
#include "ai/search/moves.h"
#include "ai/search/reward.h"

#include <cstdint>
#include <vector>

namespace bastide {

struct PuctSettings {
    float exploration = 0.25f;
    float temperature = 3.0f; // points: how soft the priors are
    float trust = 4.0f;       // visits that the static judgement of a move counts for
    // Random tiles before a leaf is judged: without tokens in the classic family, with them in
    // hunters, by measurement.
    unsigned classic_plies = 6;
    unsigned hunters_plies = 12;
    unsigned expand_at = 2; // arrivals at a decision before its moves are listed
    Squash squash;
    bool plain = false;                  // judges by formula instead of by what was learned
    std::uint32_t most_edges = 1u << 21; // about 100 MB
};

struct RootMove {
    Move move;
    std::uint64_t visits = 0;
    double reward = 0; // sum
    double margin = 0; // sum of expected margins
};

class PuctSearch {
  public:
    PuctSearch(const Evaluation& evaluation, const PuctSettings& settings)
        : evaluation_(evaluation)
        , settings_(settings)
        , judge_(evaluation) {}

    /// Searches the position (Phase::place) until the deadline; if only the best move is asked for,
    /// until no other can become the most visited.
    enum class Asked : std::uint8_t { best_move, all_values };
    struct Question {
        Asked asked;
        const Evaluation* told; // by which the margins of the root's moves are told
        const Evaluation* root; // by which the root's moves are first judged
    };
    void run(const Game& root, const Deadline& deadline, Random random, const Question& question);

    std::vector<RootMove> root_moves() const;
    std::uint64_t nodes() const { return nodes_; }

  private:
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    struct Edge {
        Move move;
        float prior;
        float reward = 0; // sum for the mover, the static judgement included
        float margin = 0; // sum, likewise
        std::uint32_t visits = 0;
        std::uint32_t outcomes = none; // first decision below, by tile
    };
    struct Decision {
        TileIndex tile;
        std::uint8_t player;
        std::uint16_t edge_count = 0;
        std::uint32_t first_edge = none;
        std::uint32_t visits = 0;
        std::uint32_t next = none; // the same chance, another tile
    };
    struct Step {
        std::uint32_t edge;
        std::uint8_t player;
    };

    void simulate(const Game& root, Random& random);
    bool is_decided(const Deadline& deadline) const;
    void expand(Decision& decision, MoveJudge& judge);
    std::uint32_t select(const Decision& decision) const;
    std::uint32_t outcome(std::uint32_t edge);
    Value leaf_value(Random& random);
    void tell_first_margins();
    void back_up(const Value& value, float scale);

    const Evaluation& evaluation_;
    const Evaluation* told_ = nullptr;
    PuctSettings settings_;
    MoveJudge judge_;
    std::vector<Edge> edges_;
    std::vector<Decision> decisions_;
    std::vector<JudgedMove> judged_;
    std::vector<Step> path_;
    std::unique_ptr<Game> game_;
    std::uint64_t nodes_ = 0;
    unsigned all_tiles_ = 1;
};

} // namespace bastide
