#include "ai/agents/bastide_agent.h"

namespace bastide {

std::unique_ptr<Agent> make_bastide_1() {
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

} // namespace bastide
