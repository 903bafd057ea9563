#include "ai/agents/bastide_agent.h"
#include "ai/agents/kind.h"

namespace bastide {

namespace {

/// The first version: later ones are measured against it, so it never changes.
std::unique_ptr<Agent> make_bastide_1(const AgentSpec&) {
    // Every number is written out: the defaults belong to `bastide` and may change.
    BastideSettings settings;
    PuctSettings& tree = settings.tree;
    tree.exploration = 0.25f;
    tree.temperature = 3;
    tree.trust = 4;
    tree.classic_plies = 6;
    tree.hunters_plies = 12;
    tree.expand_at = 2;
    tree.squash = {.wide = 45, .narrow = 6};
    tree.plain = false;
    tree.most_edges = 1u << 21;
    settings.rollouts.moves = 0;
    settings.play = first_learned_terms;
    settings.told = first_learned_terms;
    settings.network = false;
    return std::make_unique<BastideAgent>(settings);
}

} // namespace

extern const AgentKind bastide_1_kind;
constinit const AgentKind bastide_1_kind = {"bastide-1", {}, TakesWeights::no, make_bastide_1};

} // namespace bastide
