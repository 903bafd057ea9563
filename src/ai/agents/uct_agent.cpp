#include "ai/agents/uct_agent.h"

#include "ai/agents/kind.h"
#include "ai/search/clock.h"
#include "ai/search/moves.h"
#include "ai/search/pool.h"
#include "ai/search/reward.h"
#include "rules/playout.h"

namespace bastide {

struct UctTree {
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    static constexpr std::uint32_t most_edges = 1u << 22; // about 120 MB

    struct Edge {
        Move move;
        float reward = 0;
        std::uint32_t visits = 0;
        std::uint32_t outcomes = none;
    };
    struct Decision {
        TileIndex tile;
        std::uint8_t player;
        std::uint32_t first_edge = none;
        std::uint32_t edge_count = 0;
        std::uint32_t visits = 0;
        std::uint32_t next = none;
    };

    Pool<Edge> edges;
    Pool<Decision> decisions;

    static constexpr float margin_scale = 30.0f; // points that a reward counts as a clear lead
};
static_assert(max_moves <= Pool<UctTree::Edge>::run_limit);

namespace {

class UctSearch {
  public:
    UctSearch(UctTree& tree, const Game& root, float exploration, Random random)
        : edges_(tree.edges)
        , decisions_(tree.decisions)
        , root_(root)
        , game_(root)
        , exploration_(exploration)
        , random_(random)
        , list_(MoveList::make()) {
        edges_.clear();
        decisions_.clear();
        add_decision(root.now.hand, root.now.player);
    }

    void simulate() {
        game_ = root_;
        path_.clear();
        std::uint32_t at = 0;
        for (;;) {
            Decision& decision = decisions_[at];
            if (decision.first_edge == none) {
                if (edges_.size() >= UctTree::most_edges) break;
                expand(decision);
            }
            ++decision.visits;
            const std::uint32_t edge = select(decision);
            path_.push_back({edge, decision.player});
            apply(game_, with_random_man(game_, edges_[edge].move, random_));
            draw_by_chance(game_, random_);
            if (game_.over() || edges_[edge].visits == 0) break;
            at = outcome(edge);
        }
        if (!game_.over()) {
            Deck deck(game_, random_.next());
            playout(game_, deck, random_, PlayoutForm::sampling);
        }
        back_up();
    }

    /// The most visited move.
    Move best() {
        const Decision& root = decisions_[0];
        std::uint32_t best = root.first_edge;
        for (std::uint32_t i = 0; i < root.edge_count; ++i) {
            const Edge& edge = edges_[root.first_edge + i];
            if (edge.visits > edges_[best].visits) best = root.first_edge + i;
        }
        return with_random_man(root_, edges_[best].move, random_);
    }

  private:
    using Edge = UctTree::Edge;
    using Decision = UctTree::Decision;
    static constexpr std::uint32_t none = UctTree::none;

    void expand(Decision& decision) {
        legal_moves(game_, *list_);
        decision.edge_count = list_->size();
        decision.first_edge = edges_.add(list_->size());
        for (unsigned i = 0; i < list_->size(); ++i) {
            edges_[decision.first_edge + i] = {(*list_)[i]};
        }
        // Moves never tried come first, in random order.
        for (std::uint32_t i = decision.edge_count; i > 1; --i) {
            std::swap(edges_[decision.first_edge + i - 1],
                      edges_[decision.first_edge + random_.below(i)]);
        }
    }

    std::uint32_t select(const Decision& decision) const {
        const float log = std::log(static_cast<float>(decision.visits) + 1.0f);
        std::uint32_t best = decision.first_edge;
        float best_score = -1e9f;
        for (std::uint32_t i = 0; i < decision.edge_count; ++i) {
            const Edge& edge = edges_[decision.first_edge + i];
            if (edge.visits == 0) return decision.first_edge + i;
            const float visits = static_cast<float>(edge.visits);
            const float score = edge.reward / visits + exploration_ * std::sqrt(log / visits);
            if (score > best_score) {
                best_score = score;
                best = decision.first_edge + i;
            }
        }
        return best;
    }

    std::uint32_t outcome(std::uint32_t edge) {
        const TileIndex tile = game_.now.hand;
        for (std::uint32_t i = edges_[edge].outcomes; i != none; i = decisions_[i].next) {
            if (decisions_[i].tile == tile) return i;
        }
        const std::uint32_t fresh = add_decision(tile, game_.now.player);
        decisions_[fresh].next = edges_[edge].outcomes;
        edges_[edge].outcomes = fresh;
        return fresh;
    }

    std::uint32_t add_decision(TileIndex tile, std::uint8_t player) {
        const std::uint32_t fresh = decisions_.add(1);
        decisions_[fresh] = {tile, player};
        return fresh;
    }

    void back_up() {
        const unsigned players = game_.now.players;
        const Points points = final_scores(game_);
        Value value = {};
        for (unsigned i = 0; i < players; ++i) value[i] = points[i];
        const Value rewards = rewards_of(value, players, UctTree::margin_scale);
        for (const auto& [edge, player] : path_) {
            ++edges_[edge].visits;
            edges_[edge].reward += rewards[player];
        }
    }

    Pool<Edge>& edges_;
    Pool<Decision>& decisions_;
    const Game& root_;
    Game game_;
    float exploration_;
    Random random_;
    std::unique_ptr<MoveList> list_;
    std::vector<std::pair<std::uint32_t, std::uint8_t>> path_;
};

} // namespace

UctAgent::UctAgent(float exploration)
    : exploration_(exploration)
    , tree_(std::make_unique<UctTree>()) {}

UctAgent::~UctAgent() = default;

Move UctAgent::choose(const Game& game, const Budget& given, Random& random) {
    const Budget budget = with_default(given, 1.0);
    const Deadline deadline(budget);
    const auto search =
        std::make_unique<UctSearch>(*tree_, game, exploration_, Random(random.next()));
    nodes_ = 0;
    do {
        search->simulate();
        ++nodes_;
    } while (!deadline.passed(nodes_));
    return search->best();
}

namespace {

constexpr std::string_view uct_keys[] = {"exploration"};

std::unique_ptr<Agent> make_uct(const AgentSpec& spec) {
    return std::make_unique<UctAgent>(static_cast<float>(spec.setting("exploration", 0.5)));
}

} // namespace

extern const AgentKind uct_kind;
constinit const AgentKind uct_kind = {"uct", uct_keys, TakesWeights::no, make_uct};

} // namespace bastide
