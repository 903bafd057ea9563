#include "ai/agents/bastide_agent.h"
#include "ai/agents/kind.h"

namespace bastide {

namespace {

/// The first version: later ones are measured against it, so it never changes.
std::unique_ptr<Agent> make_bastide_1(const AgentSpec&) {
    // Every number is written out: the defaults belong to `bastide` and may change.
    PuctSettings settings;
    settings.exploration = 0.25f;
    settings.temperature = 3;
    settings.trust = 4;
    settings.classic_plies = 6;
    settings.hunters_plies = 12;
    settings.expand_at = 2;
    settings.squash = {.wide = 45, .narrow = 6};
    settings.plain = false;
    settings.most_edges = 1u << 21;
    return std::make_unique<BastideAgent>(Weights{}, settings, first_learned_terms);
}

} // namespace

extern const AgentKind bastide_1_kind;
constinit const AgentKind bastide_1_kind = {"bastide-1", {}, TakesWeights::no, make_bastide_1};

} // namespace bastide
