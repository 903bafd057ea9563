#include "server/rooms/agents.h"

#include "ai/levels.h"
#include "server/rooms/table_rules.h"

#include <algorithm>

namespace bastide::server {
namespace {

constexpr double default_seconds = 0.5; // for an agent that names no time
// More than any agent reaches, so that the deadline decides.
constexpr double nodes_per_second = 2'000'000;

} // namespace

std::vector<std::string> known_agents() {
    std::vector<std::string> known;
    for (const Level& level : levels()) known.emplace_back(level.name);
    return known;
}

bool may_ask_for(const std::string& agent, Asker asker) {
    if (agent == "random" || std::ranges::count(levels(), agent, &Level::name) > 0) return true;
    if (asker == Asker::guest || agent.size() > longest_agent) return false;
    const auto spec = parse_agent(agent);
    return spec && spec->budget.seconds >= 0 && spec->budget.seconds <= most_seconds &&
           spec->budget.nodes <= most_nodes && spec->budget.threads <= 1 &&
           make_agent(*spec).has_value();
}

bool may_ask_for(const TableRules& rules, Asker asker) {
    const auto fits = [&](const SeatRule& seat) {
        return !seat.agent || may_ask_for(*seat.agent, asker);
    };
    return std::ranges::all_of(rules.seats, fits) &&
           (!rules.takeover || may_ask_for(rules.takeover->agent, asker));
}

Budget bounded(Budget asked) {
    // Written so that a number that is none becomes the default, too.
    if (!(asked.seconds > 0)) asked.seconds = default_seconds;
    asked.seconds = std::min(asked.seconds, most_seconds);
    const auto reachable = static_cast<std::uint64_t>(asked.seconds * nodes_per_second);
    asked.nodes = std::min(asked.nodes == 0 ? reachable : asked.nodes, most_nodes);
    asked.threads = 1;
    return asked;
}

BoundAgent bound_agent(const std::string& description) {
    const auto spec = parse_agent(description);
    auto agent = spec ? make_agent(*spec) : std::unexpected(std::string());
    if (agent) return {std::move(*agent), bounded(spec->budget), false};
    const auto other = parse_agent("random"); // ours: it is there
    return {std::move(*make_agent(*other)), bounded(other->budget), true};
}

} // namespace bastide::server
