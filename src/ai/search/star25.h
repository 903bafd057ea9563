#pragma once
// Expectimax with Star2.5 pruning (Ballard's Star2 with a probing factor, as Heyden used it for
// Carcassonne): values are known to lie in a range, so that a chance node can be given up as soon
// as the tiles not looked at yet cannot bring it back into the window.

#include "ai/evaluation/evaluation.h"
#include "ai/search/clock.h"
#include "ai/search/moves.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace bastide {

struct Star25Settings {
    unsigned probing = 5; // moves tried with every tile before any tile is searched
    double range = 40;    // points: values further from the best static one count as that far
    unsigned most_depth = max_tiles;
};

struct Star25Result {
    Move move;
    double value = 0; // expected points ahead, for the player to move
    unsigned depth = 0;
    std::uint64_t nodes = 0;
};

/// A value is the margin of the player to move at the root over the best opponent. Others, however
/// many, are taken to play for the lowest: exact for two, the paranoid reading for more. Who moves
/// twice in a row (a bonus turn) maximises twice.
class Star25Search {
  public:
    Star25Search(const Evaluation& evaluation, const Star25Settings& settings)
        : evaluation_(evaluation)
        , settings_(settings)
        , judge_(evaluation)
        , list_(MoveList::make()) {}

    /// Searches the position (Phase::place) one tile deeper and deeper until the deadline. Nodes
    /// are positions evaluated; the first ply is always finished.
    Star25Result run(const Game& root, const Deadline& deadline, Random& random);

    /// The bounds of values in the latest run.
    double low() const { return low_; }
    double high() const { return high_; }

  private:
    static constexpr unsigned all_moves = ~0u;
    static constexpr unsigned most_replies = 8;

    struct Window {
        double alpha;
        double beta;
    };
    struct Outcome {
        TileIndex tile;
        double chance;
        double lower;
        double upper;
    };
    struct RootMove {
        Move move;
        double value;
        std::uint64_t lot; // decides between equals

        bool operator<(const RootMove& other) const { // better ones first
            return value != other.value ? value > other.value : lot < other.lot;
        }
    };
    /// Buffers of one depth.
    struct Ply {
        std::vector<JudgedMove> moves;
        std::vector<Outcome> outcomes;
        Change move;
        Change draw;
    };
    /// Replies that were best with this tile in sister positions, the latest first.
    struct Replies {
        unsigned count = 0;
        std::array<Move, most_replies> move;
    };

    void list_root_moves(Random& random);
    bool deepen(unsigned depth, Star25Result& result);
    double after(const Move& move, Window window, unsigned depth);
    double chance(Window window, unsigned depth);
    bool probe(Window window, unsigned depth, double& least);
    double search(Window window, unsigned depth, double least);
    double with_tile(TileIndex tile, Window window, unsigned depth, unsigned most);
    double without_fitting_tile(Window window, unsigned depth);
    double decision(Window window, unsigned depth, unsigned most);
    double last_decision(Window window, unsigned most);
    void order_replies(const Replies& replies);
    void remember(Replies& replies, const Move& move);

    double sign() const { return game_->now.player == player_ ? 1 : -1; }
    double leaf(const Value& value) const;
    bool stopped();
    Ply& ply(unsigned depth);

    const Evaluation& evaluation_;
    Star25Settings settings_;
    MoveJudge judge_;
    std::unique_ptr<MoveList> list_;
    std::vector<unsigned> order_; // of the moves in list_
    std::vector<std::unique_ptr<Ply>> plies_;
    std::vector<RootMove> root_moves_;
    std::array<std::array<Replies, max_tile_types>, max_players> replies_;
    std::unique_ptr<Game> game_;
    const Deadline* deadline_ = nullptr;
    std::uint64_t nodes_ = 0;
    unsigned player_ = 0;
    bool stopped_ = false;
    double low_ = 0;
    double high_ = 0;
};

} // namespace bastide
