#include "ai/agents/bastide_agent.h"

#include "ai/agents/kind.h"
#include "ai/parallel.h"
#include "ai/win_chance.h"
#include "rules/inspect.h"

#include <algorithm>

namespace bastide {
namespace {

/// By visits; the mean reward decides between equals.
bool is_better(const RootMove& a, const RootMove& b) {
    if (a.visits != b.visits) return a.visits > b.visits;
    return a.reward > b.reward;
}

// With less than this the tree says more.
constexpr double fewest_seconds = 0.03;
constexpr std::uint64_t fewest_repetitions = 8; // of all candidates

/// So many moves, the best first; of equals the one that is listed first.
std::vector<Move> best_of(std::vector<RootMove> moves, std::size_t count) {
    std::vector<Move> best;
    while (best.size() < count && !moves.empty()) {
        const auto next = std::min_element(moves.begin(), moves.end(), is_better);
        best.push_back(next->move);
        moves.erase(next);
    }
    return best;
}

/// Nodes are shared out among the threads; there is one in WebAssembly.
Budget of_a_thread(Budget budget) {
#if defined(__wasm__)
    budget.threads = 1;
#endif
    budget.threads = std::max(1u, budget.threads);
    if (budget.nodes != 0) {
        budget.nodes = std::max<std::uint64_t>(1, budget.nodes / budget.threads);
    }
    return budget;
}

} // namespace

void BastideAgent::prepare(const Game& game) {
    if (!table_.changes_to(game)) return;
    trees_.clear();
    endgame_.reset();
    told_.reset();
    if (settings_.tree.plain) {
        evaluation_ =
            std::make_unique<PlainEvaluation>(*table_.box, table_.players, settings_.weights);
    } else {
        evaluation_ = std::make_unique<LearnedEvaluation>(
            *table_.box, table_.players, settings_.play(table_.box->form, table_.players));
    }
    const NetworkWeights* weights = network_for(*table_.box, table_.players);
    deep_.reset();
    if (settings_.network && !settings_.tree.plain && weights != nullptr) {
        deep_ = std::make_unique<NetworkEvaluation>(
            *table_.box, settings_.play(table_.box->form, table_.players), *weights);
    }
    rollouts_ = std::make_unique<Rollouts>(
        *evaluation_, deep(), settings_.rollouts.tiles_for(table_.players), settings_.tree.squash);
}

const Evaluation& BastideAgent::told() {
    if (settings_.tree.plain || settings_.told == settings_.play) return *evaluation_;
    if (told_ == nullptr) {
        told_ = std::make_unique<LearnedEvaluation>(
            *table_.box, table_.players, settings_.told(table_.box->form, table_.players));
    }
    return *told_;
}

/// The last tiles exactly, where there is time for it; the sums are those of many visits.
std::vector<RootMove> BastideAgent::solve(const Game& game, const Budget& budget) {
    constexpr std::uint64_t fewest_nodes = 20000, many_nodes = 2000000;
    if (budget.nodes != 0 && budget.nodes < fewest_nodes) return {};
    const bool much = budget.nodes != 0 ? budget.nodes >= many_nodes : budget.seconds >= 1;
    Budget half = budget; // the search must have its turn if this comes to nothing
    half.seconds /= 2;
    half.nodes /= 2;
    if (endgame_ == nullptr) endgame_ = std::make_unique<Endgame>(*evaluation_);
    std::vector<RootMove> moves =
        endgame_->solve(game, much ? 2 : 1, Deadline(half)).value_or(std::vector<RootMove>());
    // What is exact outweighs any search that it is joined with.
    constexpr std::uint32_t visits = 1000;
    const double weight =
        visits + std::max(1u, budget.threads) * static_cast<double>(settings_.tree.trust);
    for (RootMove& move : moves) {
        move.visits = visits;
        move.reward *= weight;
        move.margin *= weight;
    }
    return moves;
}

BastideAgent::Found BastideAgent::search(const Game& game, const Budget& given, Random& random,
                                         PuctSearch::Asked asked) {
    prepare(game);
    const Budget budget = of_a_thread(with_default(given, 1.0));
    const Deadline deadline(budget);
    Found found;
    found.moves = solve(game, budget);
    found.exact = !found.moves.empty();
    if (found.exact) return found;
    const bool all_values = asked == PuctSearch::Asked::all_values;
    if (!rolls_out(budget)) {
        found.moves = grow(game, budget.threads, deadline, random, asked);
        found.nodes = nodes_grown(budget.threads);
        return found;
    }
    // Rollouts choose; values of all moves are the tree's, which has half of the time for them.
    Budget judging = budget, rolling = budget, growing = budget;
    judging.nodes = 1;
    found.moves = grow(game, budget.threads, Deadline(judging), random, asked);
    found.nodes = nodes_grown(budget.threads);
    const std::vector<Move> candidates = best_of(found.moves, settings_.rollouts.moves);
    const auto time_left = [&] { return std::max(1e-6, budget.seconds - deadline.seconds()); };
    if (budget.seconds > 0) rolling.seconds = time_left();
    if (all_values) {
        rolling.nodes /= 2;
        rolling.seconds /= 2;
        growing.nodes -= rolling.nodes;
    }
    found.preferred = candidates[rollouts_->best_of(game, candidates, Deadline(rolling),
                                                    budget.threads, random.next())];
    found.nodes += rollouts_->nodes();
    if (all_values) {
        if (budget.seconds > 0) growing.seconds = time_left();
        found.moves = grow(game, budget.threads, Deadline(growing), random, asked);
        found.nodes += nodes_grown(budget.threads);
    }
    return found;
}

/// A tree for each thread, added up.
std::vector<RootMove> BastideAgent::grow(const Game& game, unsigned threads,
                                         const Deadline& deadline, Random& random,
                                         PuctSearch::Asked asked) {
    while (trees_.size() < threads) {
        trees_.push_back(std::make_unique<PuctSearch>(*evaluation_, settings_.tree));
    }
    const std::uint64_t seed = random.next();
    const PuctSearch::Question question = {
        .asked = asked,
        .told = asked == PuctSearch::Asked::all_values ? &told() : evaluation_.get(),
        .root = &deep()};
    in_parallel(threads, [&](unsigned t) {
        trees_[t]->run(game, deadline, Random(mix_seed(seed, t)), question);
    });
    std::vector<RootMove> moves = trees_[0]->root_moves();
    for (unsigned t = 1; t < threads; ++t) { // every tree lists the same moves in the same order
        const std::vector<RootMove> more = trees_[t]->root_moves();
        for (std::size_t i = 0; i < moves.size(); ++i) {
            moves[i].visits += more[i].visits;
            moves[i].reward += more[i].reward;
            moves[i].margin += more[i].margin;
        }
    }
    return moves;
}

/// Of the latest grow().
std::uint64_t BastideAgent::nodes_grown(unsigned threads) const {
    std::uint64_t nodes = 0;
    for (unsigned t = 0; t < threads; ++t) nodes += trees_[t]->nodes();
    return nodes;
}

/// Whether there is time for some repetitions.
bool BastideAgent::rolls_out(const Budget& budget) const {
    const std::uint64_t moves = settings_.rollouts.moves;
    if (moves < 2) return false;
    if (budget.seconds > 0 && budget.seconds < fewest_seconds) return false;
    const std::uint64_t repetition =
        moves * settings_.rollouts.tiles_for(table_.players) * Rollouts::nodes_per_decision;
    return budget.nodes == 0 || budget.nodes >= fewest_repetitions * repetition;
}

Move BastideAgent::choose(const Game& game, const Budget& budget, Random& random) {
    const Found found = search(game, budget, random, PuctSearch::Asked::best_move);
    const Move move = found.preferred ? *found.preferred : best_of(found.moves, 1).front();
    const auto chosen = std::ranges::find(found.moves, move, &RootMove::move);
    const RatedMove worth = rated(game, *chosen, found.exact, budget.threads);
    thought_ = {.nodes = found.nodes, .margin = worth.margin, .win = worth.win};
    return move;
}

RatedMove BastideAgent::rated(const Game& game, const RootMove& move, bool exact,
                              unsigned threads) const {
    const double weight = static_cast<double>(move.visits) +
                          std::max(1u, threads) * static_cast<double>(settings_.tree.trust);
    const double margin = move.margin / weight;
    const double win = exact ? 0.5 + 0.5 * move.reward / weight : win_chance(game, margin);
    return {move.move, margin, win, move.visits};
}

std::vector<RatedMove> BastideAgent::rate(const Game& game, const Budget& budget, Random& random) {
    auto [moves, exact, preferred, nodes] =
        search(game, budget, random, PuctSearch::Asked::all_values);
    std::sort(moves.begin(), moves.end(), is_better);
    if (preferred) {
        const auto found = std::ranges::find(moves, *preferred, &RootMove::move);
        std::rotate(moves.begin(), found, found + 1);
    }
    std::vector<RatedMove> list;
    for (const RootMove& move : moves) list.push_back(rated(game, move, exact, budget.threads));
    return list;
}

PositionValue BastideAgent::value(const Game& game) {
    prepare(game);
    const Value points = told()(game);
    PositionValue value;
    for (unsigned i = 0; i < table_.players; ++i) value.points[i] = static_cast<double>(points[i]);
    value.win = win_chances(game, {value.points.data(), table_.players});
    return value;
}

std::vector<AreaOutlook> BastideAgent::outlook(const Game& game) {
    prepare(game);
    if (settings_.tree.plain) return {}; // the formula keeps no account
    const auto& learned = static_cast<const LearnedEvaluation&>(told());
    const Family family = table_.box->rules.family;
    std::vector<AreaOutlook> areas;
    for (const LearnedEvaluation::AreaValue& value : learned.areas(game)) {
        AreaOutlook area;
        switch (value.network) {
        case Network::feature: {
            area.where = smallest_feature_segment(game, value.node);
            area.kind = feature_kind(family, feature_facts(game, value.node).line);
            break;
        }
        case Network::site: {
            const Site& site = game.now.site[value.node];
            area.where = {site.cell, site.segment};
            area.kind = site.garden ? AreaKind::garden : AreaKind::monastery;
            break;
        }
        case Network::field:
            area.where = smallest_field_segment(game, value.node);
            area.kind = field_kind(family);
            break;
        default:
            area.where = smallest_water_segment(game, value.node);
            area.kind = AreaKind::hut;
        }
        area.chance = static_cast<double>(value.chance);
        for (unsigned i = 0; i < table_.players; ++i) {
            area.points[i] = static_cast<double>(value.points[i]);
        }
        areas.push_back(area);
    }
    return areas;
}

std::unique_ptr<Analyst> make_analyst() {
    return std::make_unique<BastideAgent>();
}

namespace {

constexpr std::string_view bastide_keys[] = {"exploration", "temperature", "trust",  "plies",
                                             "expand_at",   "wide",        "narrow", "plain",
                                             "rollouts",    "tiles",       "network"};

PuctSettings search_from(const AgentSpec& spec) {
    PuctSettings settings;
    const auto set = [&](std::string_view key, float& value) {
        value = static_cast<float>(spec.setting(key, static_cast<double>(value)));
    };
    set("exploration", settings.exploration);
    set("temperature", settings.temperature);
    set("trust", settings.trust);
    set("wide", settings.squash.wide);
    set("narrow", settings.squash.narrow);
    settings.plain = spec.setting("plain", 0) != 0;
    settings.classic_plies = count_from(spec, "plies", settings.classic_plies);
    settings.hunters_plies = count_from(spec, "plies", settings.hunters_plies);
    settings.expand_at = count_from(spec, "expand_at", settings.expand_at);
    return settings;
}

RolloutSettings rollouts_from(const AgentSpec& spec, RolloutSettings settings) {
    settings.moves = count_from(spec, "rollouts", settings.moves);
    if (const unsigned tiles = count_from(spec, "tiles", 0); tiles > 0) settings.tiles = tiles;
    return settings;
}

std::unique_ptr<Agent> make_bastide(const AgentSpec& spec) {
    BastideSettings settings;
    settings.weights = weights_from(spec);
    settings.tree = search_from(spec);
    settings.rollouts = rollouts_from(spec, settings.rollouts);
    settings.network = spec.setting("network", 1) != 0;
    return std::make_unique<BastideAgent>(settings);
}

} // namespace

extern const AgentKind bastide_kind;
constinit const AgentKind bastide_kind = {"bastide", bastide_keys, TakesWeights::yes, make_bastide};

} // namespace bastide
