#pragma once
// Which computer players people may ask for, and how long these may think. A description that was
// stored with a table is bounded like a new one: what was allowed once is not trusted for ever.

#include "ai/agent.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace bastide::server {

struct TableRules;

inline constexpr std::size_t longest_agent = 80; // characters of a description
inline constexpr double most_seconds = 5;        // for one move
inline constexpr std::uint64_t most_nodes = 10'000'000;

/// The levels, by name.
std::vector<std::string> known_agents();

enum class Asker : std::uint8_t { guest, account };

/// Guests choose from the levels and `random`; accounts may describe an agent such as
/// `bastide:time=2` within the limits above.
bool may_ask_for(const std::string& agent, Asker asker);
/// The same for all agents of a table, the one that takes over included.
bool may_ask_for(const TableRules& rules, Asker asker);

/// A budget with an end: both a deadline and a limit of nodes, whatever was asked for.
Budget bounded(Budget asked);

/// What plays when a description says. One that this program does not know is replaced by `random`.
struct BoundAgent {
    std::unique_ptr<Agent> agent;
    Budget budget;
    bool replaced = false;
};
BoundAgent bound_agent(const std::string& description);

} // namespace bastide::server
