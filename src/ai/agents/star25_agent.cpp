#include "ai/agents/star25_agent.h"

#include "ai/agents/kind.h"

namespace bastide {

void Star25Agent::prepare(const Game& game) {
    if (!table_.changes_to(game)) return;
    search_.reset();
    evaluation_ = std::make_unique<PlainEvaluation>(*table_.box, table_.players, weights_);
    search_ = std::make_unique<Star25Search>(*evaluation_, settings_);
}

Move Star25Agent::choose(const Game& game, const Budget& given, Random& random) {
    const Deadline deadline(with_default(given, 1.0)); // before what is prepared once
    prepare(game);
    const Star25Result found = search_->run(game, deadline, random);
    thought_ = {.nodes = found.nodes, .margin = found.value, .win = {}};
    return found.move;
}

namespace {

constexpr std::string_view star25_keys[] = {"probing", "range"};

std::unique_ptr<Agent> make_star25(const AgentSpec& spec) {
    Star25Settings settings;
    settings.probing = count_from(spec, "probing", settings.probing);
    settings.range = std::max(0.0, spec.setting("range", settings.range));
    return std::make_unique<Star25Agent>(weights_from(spec), settings);
}

} // namespace

extern const AgentKind star25_kind;
constinit const AgentKind star25_kind = {"star25", star25_keys, TakesWeights::yes, make_star25};

} // namespace bastide
