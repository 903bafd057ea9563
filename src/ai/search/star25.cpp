#include "ai/search/star25.h"

#include "ai/margin.h"

#include <algorithm>
#include <limits>

namespace bastide {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool same_choice(const Move& a, const Move& b) { // the man's moves follow from it
    return a.placement == b.placement && a.deployment == b.deployment;
}

unsigned tiles_to_come(const Game& game) {
    unsigned left = 0;
    for (const std::uint8_t of_stack : game.now.left) left += of_stack;
    return left;
}

} // namespace

Star25Result Star25Search::run(const Game& root, const Deadline& deadline, Random& random) {
    game_ = std::make_unique<Game>(root);
    player_ = root.now.player;
    deadline_ = &deadline;
    nodes_ = 0;
    stopped_ = false;
    for (auto& of_player : replies_) {
        for (Replies& replies : of_player) replies.count = 0;
    }
    list_root_moves(random);
    high_ = root_moves_[0].value + settings_.range;
    low_ = root_moves_[0].value - settings_.range;
    Star25Result result = {root_moves_[0].move, root_moves_[0].value, 1, 0};
    if (root_moves_.size() > 1) {
        const unsigned most = std::min(settings_.most_depth, tiles_to_come(root) + 1);
        while (result.depth < most && deepen(result.depth + 1, result)) {
        }
    }
    result.nodes = nodes_;
    return result;
}

/// The first ply: all moves, best first; equals in an order by chance.
void Star25Search::list_root_moves(Random& random) {
    std::vector<JudgedMove>& moves = ply(1).moves;
    judge_.judge(*game_, moves);
    nodes_ += moves.size();
    root_moves_.clear();
    for (const JudgedMove& judged : moves) {
        const float margin = margin_of(judged.value, player_, game_->now.players);
        root_moves_.push_back({judged.move, static_cast<double>(margin), random.next()});
    }
    std::sort(root_moves_.begin(), root_moves_.end());
}

/// One iteration. When time is up in its midst, a better move found so far counts: the best one of
/// the iteration before came first.
bool Star25Search::deepen(unsigned depth, Star25Result& result) {
    double best = -infinity;
    std::size_t best_index = 0;
    for (std::size_t i = 0; i < root_moves_.size(); ++i) {
        const double value = after(root_moves_[i].move, {best, infinity}, depth - 1);
        if (stopped_) break;
        root_moves_[i].value = value;
        if (value > best) {
            best = value;
            best_index = i;
            result = {root_moves_[i].move, value, depth, 0};
        }
    }
    if (stopped_) return false;
    std::rotate(root_moves_.begin(), root_moves_.begin() + static_cast<std::ptrdiff_t>(best_index),
                root_moves_.begin() + static_cast<std::ptrdiff_t>(best_index) + 1);
    // What failed low has an upper bound for a value: still a fair order.
    std::sort(root_moves_.begin() + 1, root_moves_.end());
    return true;
}

/// The value of a position after a move, with `depth` more tiles to place.
double Star25Search::after(const Move& move, Window window, unsigned depth) {
    Change& change = ply(depth).move;
    apply_quietly(*game_, move, change);
    double value;
    if (game_->over()) {
        ++nodes_;
        value = leaf(evaluation_(*game_));
    } else {
        value = chance(window, depth);
    }
    undo(*game_, change);
    return value;
}

/// Which tile comes: one that fits, each copy as likely as any other. (Those that do not are set
/// aside and drawn again for; here they stay in the stack.) Inside, values are seen by the player
/// who moves next, so that every tile leads to a maximum.
double Star25Search::chance(Window window, unsigned depth) {
    std::vector<Outcome>& outcomes = ply(depth).outcomes;
    const double side = sign();
    if (side < 0) window = {-window.beta, -window.alpha};
    const double lowest = side > 0 ? low_ : -high_;
    const double highest = side > 0 ? high_ : -low_;
    outcomes.clear();
    double total = 0;
    for (unsigned i = 0; i < game_->box->tile_count; ++i) {
        const auto tile = static_cast<TileIndex>(i);
        if (!may_draw(*game_, tile) || !fits_somewhere(*game_, tile)) continue;
        outcomes.push_back({tile, static_cast<double>(game_->now.bag[i]), lowest, highest});
        total += outcomes.back().chance;
    }
    if (outcomes.empty()) return side * without_fitting_tile(window, depth);
    for (Outcome& outcome : outcomes) outcome.chance /= total;
    double least = lowest;
    if (window.beta < highest && probe(window, depth, least)) return side * least;
    return side * search(window, depth, least);
}

/// Star2: a few moves with each tile give a lower bound, with luck one above the window.
bool Star25Search::probe(Window window, unsigned depth, double& least) {
    if (settings_.probing == 0) return false;
    for (Outcome& outcome : ply(depth).outcomes) {
        const double rest = least - outcome.chance * outcome.lower;
        const double beta = (window.beta - rest) / outcome.chance;
        const double value = with_tile(outcome.tile, {-infinity, beta}, depth, settings_.probing);
        if (stopped_) return true;
        outcome.lower = std::max(outcome.lower, value);
        least = rest + outcome.chance * outcome.lower;
        if (least >= window.beta) return true;
    }
    return false;
}

/// Star1: tile by tile, until even the best or the worst of the others leaves the window.
double Star25Search::search(Window window, unsigned depth, double least) {
    std::vector<Outcome>& outcomes = ply(depth).outcomes;
    double most = outcomes[0].upper; // all are the same
    for (Outcome& outcome : outcomes) {
        const double others_least = least - outcome.chance * outcome.lower;
        const double others_most = most - outcome.chance * outcome.upper;
        const double alpha = (window.alpha - others_most) / outcome.chance;
        const double beta = (window.beta - others_least) / outcome.chance;
        const double value = with_tile(outcome.tile, {alpha, beta}, depth, all_moves);
        if (stopped_) return 0;
        least = others_least + outcome.chance * value;
        most = others_most + outcome.chance * value;
        if (value >= beta) return least;
        if (value <= alpha) return most;
    }
    return least;
}

/// The decision with this tile in hand, as its player sees it.
double Star25Search::with_tile(TileIndex tile, Window window, unsigned depth, unsigned most) {
    Change& change = ply(depth).draw;
    draw(*game_, tile, change);
    const double value = depth == 1 ? last_decision(window, most) : decision(window, depth, most);
    undo(*game_, change);
    return value;
}

/// Nothing of this stack fits: the river ends, a bonus turn is lost, or the game is over.
double Star25Search::without_fitting_tile(Window window, unsigned depth) {
    const double side = sign();
    const Game before = *game_;
    TileIndex tile = 0;
    while (!may_draw(*game_, tile)) ++tile;
    draw(*game_, tile);
    double value;
    if (game_->over()) {
        ++nodes_;
        value = leaf(evaluation_(*game_));
    } else {
        if (side < 0) window = {-window.beta, -window.alpha};
        value = chance(window, depth);
    }
    *game_ = before;
    return side * value;
}

double Star25Search::decision(Window window, unsigned depth, unsigned most) {
    const double side = sign();
    const unsigned players = game_->now.players;
    std::vector<JudgedMove>& moves = ply(depth).moves;
    judge_.judge(*game_, moves);
    nodes_ += moves.size();
    // Better ones first; the list's own order decides between equals.
    std::sort(moves.begin(), moves.end(), [&](const JudgedMove& a, const JudgedMove& b) {
        const double x = side * static_cast<double>(margin_of(a.value, player_, players));
        const double y = side * static_cast<double>(margin_of(b.value, player_, players));
        if (x != y) return x > y;
        if (a.move.placement != b.move.placement) return a.move.placement < b.move.placement;
        return a.move.deployment < b.move.deployment;
    });
    double best = -infinity;
    for (std::size_t i = 0; i < moves.size() && i < most && !stopped(); ++i) {
        Window inner = {std::max(best, window.alpha), window.beta};
        if (side < 0) inner = {-inner.beta, -inner.alpha};
        best = std::max(best, side * after(moves[i].move, inner, depth - 1));
        if (best >= window.beta) break;
    }
    return best;
}

/// The last tile of the search: moves are only evaluated, likely good ones first.
double Star25Search::last_decision(Window window, unsigned most) {
    const double side = sign();
    Replies& replies = replies_[game_->now.player][game_->now.hand];
    legal_moves(*game_, *list_);
    order_replies(replies);
    double best = -infinity;
    Move best_move;
    for (std::size_t i = 0; i < order_.size() && i < most && !stopped(); ++i) {
        Move move = (*list_)[order_[i]];
        const double value = side * leaf(judge_.judge_one(*game_, move));
        ++nodes_;
        if (value > best) {
            best = value;
            best_move = move;
        }
        if (best >= window.beta) break;
    }
    if (!stopped_) remember(replies, best_move);
    return best;
}

void Star25Search::order_replies(const Replies& replies) {
    order_.resize(list_->size());
    for (unsigned i = 0; i < list_->size(); ++i) order_[i] = i;
    unsigned done = 0;
    for (unsigned r = 0; r < replies.count; ++r) {
        for (unsigned i = done; i < order_.size(); ++i) {
            if (!same_choice((*list_)[order_[i]], replies.move[r])) continue;
            std::swap(order_[i], order_[done++]);
            break;
        }
    }
}

void Star25Search::remember(Replies& replies, const Move& move) {
    unsigned at = 0;
    while (at < replies.count && !same_choice(replies.move[at], move)) ++at;
    if (at == replies.count) at = std::min(replies.count++, most_replies - 1);
    replies.count = std::min(replies.count, most_replies);
    for (; at > 0; --at) replies.move[at] = replies.move[at - 1];
    replies.move[0] = move;
}

double Star25Search::leaf(const Value& value) const {
    const auto margin = static_cast<double>(margin_of(value, player_, game_->now.players));
    return std::clamp(margin, low_, high_);
}

bool Star25Search::stopped() {
    if (!stopped_ && deadline_->passed(nodes_)) stopped_ = true;
    return stopped_;
}

Star25Search::Ply& Star25Search::ply(unsigned depth) {
    while (plies_.size() <= depth) plies_.push_back(std::make_unique<Ply>());
    return *plies_[depth];
}

} // namespace bastide
