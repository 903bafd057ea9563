#include "ai/search/puct.h"

#include "ai/search/exact_exp.h"
#include "rules/playout.h"

namespace bastide {
namespace {

unsigned tiles_left(const Game& game) {
    return tiles_left(game, Stack::land);
}

} // namespace

void PuctSearch::run(const Game& root, const Deadline& deadline, Random random,
                     const Question& question) {
    edges_.clear();
    decisions_.clear();
    nodes_ = 0;
    all_tiles_ = 0;
    for (unsigned i = 0; i < root.box->tile_count; ++i) all_tiles_ += root.box->tiles[i].count;
    game_ = std::make_unique<Game>(root);
    decisions_.push_back({root.now.hand, root.now.player});
    MoveJudge root_judge(*question.root);
    expand(decisions_[0], root_judge);
    told_ = question.told;
    if (told_ != &evaluation_) tell_first_margins();
    if (decisions_[0].edge_count == 1) return;
    while (!deadline.passed(nodes_)) {
        simulate(root, random);
        ++nodes_;
        if (question.asked == Asked::best_move && nodes_ % 256 == 0 && is_decided(deadline)) return;
    }
}

bool PuctSearch::is_decided(const Deadline& deadline) const {
    std::uint32_t most = 0, second = 0;
    const Decision& root = decisions_[0];
    for (std::uint32_t i = 0; i < root.edge_count; ++i) {
        const std::uint32_t visits = edges_[root.first_edge + i].visits;
        second = std::max(second, std::min(most, visits));
        most = std::max(most, visits);
    }
    return static_cast<double>(most - second) > deadline.nodes_to_come(nodes_);
}

void PuctSearch::simulate(const Game& root, Random& random) {
    *game_ = root;
    path_.clear();
    std::uint32_t at = 0;
    Value value;
    for (;;) {
        ++decisions_[at].visits;
        const bool may_expand =
            decisions_[at].visits >= settings_.expand_at && edges_.size() < settings_.most_edges;
        if (decisions_[at].first_edge == none && may_expand) expand(decisions_[at], judge_);
        if (decisions_[at].first_edge == none) {
            value = leaf_value(random);
            break;
        }
        const std::uint32_t edge = select(decisions_[at]);
        path_.push_back({edge, decisions_[at].player});
        apply(*game_, edges_[edge].move);
        draw_by_chance(*game_, random);
        if (game_->over()) {
            value = evaluation_(*game_);
            break;
        }
        at = outcome(edge);
    }
    back_up(value, settings_.squash.scale(tiles_left(*game_), all_tiles_));
}

/// Lists the moves of the position in game_, each with prior and a first judgement.
void PuctSearch::expand(Decision& decision, MoveJudge& judge) {
    Game& game = *game_;
    judge.judge(game, judged_);
    const unsigned players = game.now.players;
    const float scale = settings_.squash.scale(tiles_left(game), all_tiles_);
    float best = -1e9f;
    for (const JudgedMove& judged : judged_) {
        best = std::max(best, margin_of(judged.value, decision.player, players));
    }
    decision.first_edge = static_cast<std::uint32_t>(edges_.size());
    decision.edge_count = static_cast<std::uint16_t>(judged_.size());
    float sum = 0;
    for (const JudgedMove& judged : judged_) {
        const float margin = margin_of(judged.value, decision.player, players);
        const Value rewards = rewards_of(judged.value, players, scale);
        Edge edge = {judged.move, exact_exp((margin - best) / settings_.temperature)};
        edge.reward = rewards[decision.player] * settings_.trust;
        edge.margin = margin * settings_.trust;
        sum += edge.prior;
        edges_.push_back(edge);
    }
    for (unsigned i = 0; i < decision.edge_count; ++i) edges_[decision.first_edge + i].prior /= sum;
}

/// The first judgement of the root's moves as it is told; that of the rest of the tree is not.
void PuctSearch::tell_first_margins() {
    const Decision& root = decisions_[0];
    for (std::uint32_t i = 0; i < root.edge_count; ++i) {
        Edge& edge = edges_[root.first_edge + i];
        Game after = *game_;
        apply(after, edge.move);
        edge.margin = margin_of((*told_)(after), root.player, after.now.players) * settings_.trust;
    }
}

std::uint32_t PuctSearch::select(const Decision& decision) const {
    const float explore =
        settings_.exploration * std::sqrt(static_cast<float>(decision.visits) + 1.0f);
    std::uint32_t best = decision.first_edge;
    float best_score = -1e9f;
    for (std::uint32_t i = 0; i < decision.edge_count; ++i) {
        const Edge& edge = edges_[decision.first_edge + i];
        const float visits = static_cast<float>(edge.visits);
        const float score =
            edge.reward / (visits + settings_.trust) + explore * edge.prior / (1.0f + visits);
        if (score > best_score) {
            best_score = score;
            best = decision.first_edge + i;
        }
    }
    return best;
}

/// The decision below an edge for the tile that came.
std::uint32_t PuctSearch::outcome(std::uint32_t edge) {
    const TileIndex tile = game_->now.hand;
    for (std::uint32_t i = edges_[edge].outcomes; i != none; i = decisions_[i].next) {
        if (decisions_[i].tile == tile) return i;
    }
    Decision fresh = {tile, game_->now.player};
    fresh.next = edges_[edge].outcomes;
    edges_[edge].outcomes = static_cast<std::uint32_t>(decisions_.size());
    decisions_.push_back(fresh);
    return edges_[edge].outcomes;
}

Value PuctSearch::leaf_value(Random& random) {
    const bool classic = game_->box->rules.family == Family::classic;
    const unsigned plies = classic ? settings_.classic_plies : settings_.hunters_plies;
    if (plies > 0) {
        Deck deck(*game_, random.next());
        playout(*game_, deck, random, classic ? PlayoutForm::bare : PlayoutForm::sampling, plies);
    }
    return evaluation_(*game_);
}

void PuctSearch::back_up(const Value& value, float scale) {
    const unsigned players = game_->now.players;
    const Value rewards = rewards_of(value, players, scale);
    const Value told = told_ == &evaluation_ ? value : (*told_)(*game_);
    for (const Step& step : path_) {
        Edge& edge = edges_[step.edge];
        ++edge.visits;
        edge.reward += rewards[step.player];
        edge.margin += margin_of(told, step.player, players);
    }
}

std::vector<RootMove> PuctSearch::root_moves() const {
    std::vector<RootMove> moves;
    const Decision& root = decisions_[0];
    for (std::uint32_t i = 0; i < root.edge_count; ++i) {
        const Edge& edge = edges_[root.first_edge + i];
        moves.push_back({edge.move, edge.visits, static_cast<double>(edge.reward),
                         static_cast<double>(edge.margin)});
    }
    return moves;
}

} // namespace bastide
